// Answers the requests of the pages by the program itself, dovetail.bin (WebAssembly, packed), which runs here. Nothing
// leaves the machine: what the program does not serve comes from the files of this folder, once, and then from the cache.
"use strict";
importScripts("wasm_exec.js", "lzma.js");

const store = "dovetail-VERSION";
const files = [/* FILES */];
const scope = new URL(registration.scope).pathname;
self.dovetailBase = scope.slice(0, -1);

// The program is unpacked once, when the worker is installed; later ones find it ready to run.
addEventListener("install", (e) => e.waitUntil((async () => {
  const kept = await caches.open(store);
  const [packed] = await Promise.all([file("dovetail.bin"), ...files.map(async (name) => {
    const got = await file(name); // by another name perhaps, which a page may not have: so only what is in it is kept
    await kept.put(name, new Response(await got.arrayBuffer(), { headers: { "Content-Type": got.headers.get("Content-Type") } }));
  })]);
  const code = unlzma(new Uint8Array(await packed.arrayBuffer()));
  begun = begin(new Response(code, asCode));
  await kept.put("program", new Response(code, asCode));
  await skipWaiting();
})()));
async function file(name) {
  const got = await fetch(name, { cache: "reload" });
  if (!got.ok) throw new Error(`${name}: ${got.status}`);
  return got;
}
const asCode = { headers: { "Content-Type": "application/wasm" } };

addEventListener("activate", (e) => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("dovetail-") && name !== store) await caches.delete(name);
  await clients.claim();
  await program();
})()));

// program resolves once the program has begun, and begins it if need be: a worker may have been put to sleep.
let begun;
const program = () => begun ??= caches.open(store).then((kept) => kept.match("program")).then(begin);

async function begin(code) {
  const go = new Go();
  const made = await WebAssembly.instantiateStreaming(code, go.importObject);
  await new Promise((ready) => {
    self.dovetailReady = ready;
    go.run(made.instance).finally(() => { begun = undefined; });
  });
}

addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(scope)) return;
  const path = url.pathname.slice(scope.length), kept = first(path, url.search) ?? path;
  if (files.includes(kept)) {
    e.respondWith(caches.open(store).then((all) => all.match(kept)).then((file) => file ?? fetch(e.request)));
    e.waitUntil(program());
    return;
  }
  e.respondWith(answer(e.request, "/" + path + url.search));
});

// first is the file of the first page in the language asked for.
const names = { "": "", "index.html": "", "en.html": "en", "ja.html": "ja" }, queries = { "": "", "?lang=en": "en", "?lang=ja": "ja" };
function first(path, query) {
  if (!Object.hasOwn(names, path) || !Object.hasOwn(queries, query)) return undefined;
  return `${queries[query] || names[path] || (navigator.language.startsWith("ja") ? "ja" : "index")}.html`;
}

async function answer(request, path) {
  await program();
  const body = request.method === "POST" ? await request.text() : "";
  return new Promise((resolve) => {
    let pages, cancel = () => {};
    const stream = new ReadableStream({
      start(c) { pages = c; },
      cancel() { cancel(); },
    });
    let open = true;
    const asked = {
      method: request.method, path, body, token: request.headers.get("X-Token"),
      type: request.headers.get("Content-Type"), language: request.headers.get("Accept-Language") ?? navigator.language,
    };
    cancel = dovetail(asked, {
      head(status, headers) { resolve(new Response([204, 304].includes(status) ? null : stream, { status, headers })); },
      chunk(bytes) { if (open) try { pages.enqueue(bytes); } catch { open = false; } },
      end() { if (open) try { pages.close(); } catch { } open = false; },
    });
    request.signal?.addEventListener("abort", () => { open = false; cancel(); });
  });
}
