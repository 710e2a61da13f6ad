// Answers the requests of the pages by the program itself, dovetail.bin (WebAssembly, packed by gzip), which runs here. Nothing
// leaves the machine: what the program does not serve comes from the files of this folder, once, and then from the cache.
"use strict";
importScripts("wasm_exec.js");

const store = "dovetail-VERSION", packed = "dovetail.bin";
const [files, later] = [/* FILES */]; // those that are kept from the beginning, and once they were asked for
const scope = new URL(registration.scope).pathname;
self.dovetailBase = scope.slice(0, -1);

// The program is compiled while it comes, as the worker is installed; later workers find it among the files.
addEventListener("install", (e) => e.waitUntil((async () => {
  const kept = await caches.open(store);
  await Promise.all(files.map(async (name) => {
    const got = await file(name); // by another name perhaps, which a page may not have: so only what is in it is kept
    if (name === packed) begun = begin(got.clone());
    await kept.put(name, new Response(await got.arrayBuffer(), { headers: { "Content-Type": got.headers.get("Content-Type") } }));
  }));
  await skipWaiting();
})()));
async function file(name) {
  const got = await fetch(name, { cache: "reload" });
  if (!got.ok) throw new Error(`${name}: ${got.status}`);
  return got;
}

// The worker answers for pages as soon as the program is there, and warm where the first page is open: until then what is
// pressed there is a file, which the page has from the host, while the program keeps this thread busy.
addEventListener("activate", (e) => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("dovetail-") && name !== store) await caches.delete(name);
  try {
    await program();
    const open = (await clients.matchAll({ includeUncontrolled: true })).map(({ url }) => new URL(url));
    if (open.some(({ pathname, searchParams }) => Object.hasOwn(names, pathname.slice(scope.length)) && !searchParams.has("word")))
      await (await answer(new Request(scope), "/?n=52", "")).text();
  } finally {
    await clients.claim();
  }
})()));

// program resolves once the program has begun, and begins it if need be: a worker may have been put to sleep.
let begun, running = false;
const program = () => begun ??= caches.open(store).then(async (kept) => begin(await kept.match(packed) ?? await file(packed)));

async function begin(file) {
  const all = Number(file.headers.get("Content-Length"));
  let got = 0, told = 0;
  const counted = new TransformStream({
    transform(part, to) { // and say to who waits how much has come, in per cent
      got += part.length;
      const share = Math.floor(100 * got / all);
      if (all && share > told) clients.matchAll({ includeUncontrolled: true }).then((pages) => pages.forEach((page) => page.postMessage(share)));
      told = share;
      to.enqueue(part);
    },
  });
  const go = new Go(), code = file.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  const made = await WebAssembly.instantiateStreaming(new Response(code, { headers: { "Content-Type": "application/wasm" } }), go.importObject);
  await new Promise((ready) => {
    self.dovetailReady = ready;
    go.run(made.instance).finally(() => { begun = undefined; running = false; });
  });
  running = true;
}

addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(scope)) return;
  const path = url.pathname.slice(scope.length), lang = url.searchParams.get("lang");
  // A routine by its address is the first page until the program is there: start.js puts the answer into it.
  const soon = e.request.mode === "navigate" && !running && Object.hasOwn(names, path) ? (lang ? `?lang=${lang}` : "") : url.search;
  const kept = first(path, soon);
  const asked = () => answer(e.request, named(path, url.searchParams), e.clientId);
  if (e.request.mode === "navigate" && later.includes(first(path + "/", url.search))) {
    e.respondWith(Response.redirect(`${scope}${path}/${url.search}`)); // where the file is, by which its addresses go
  } else if (files.includes(kept)) {
    e.respondWith(caches.open(store).then((all) => all.match(kept)).then((file) => file ?? fetch(e.request)));
    e.waitUntil(program());
  } else if (later.includes(kept) || path.startsWith("near/")) {
    e.respondWith(filed(kept).then((file) => file ?? asked()));
    e.waitUntil(program());
  } else {
    e.respondWith(asked());
  }
});

// named is the address by which the program answers what the host has as a file, whose name may say the language.
function named(path, query) {
  const [, at, lang] = /^(.*?)(?:(?:^|\/)(?:index|(en|ja))\.html|(?<=.)\/)?$/.exec(path);
  if (lang && !query.has("lang")) query.set("lang", lang);
  return `/${at}${query.size ? "?" : ""}${query}`;
}

// first is the file of a page as one meets it first, in the language asked for, and of others that of their address.
const names = { "": "", "index.html": "", "en.html": "en", "ja.html": "ja" }, queries = { "": "", "?lang=en": "en", "?lang=ja": "ja" };
function first(path, query) {
  const at = path.lastIndexOf("/") + 1, name = path.slice(at);
  if (!Object.hasOwn(queries, query)) return undefined;
  if (!Object.hasOwn(names, name)) return path;
  return `${path.slice(0, at)}${queries[query] || names[name] || (navigator.language.startsWith("ja") ? "ja" : "index")}.html`;
}

// filed is a file that was kept, or is from now on; undefined where there is no network either.
async function filed(name) {
  const kept = await caches.open(store), before = await kept.match(name);
  if (before) return before;
  const got = await file(name).catch(() => undefined);
  if (!got) return undefined;
  const copy = new Response(await got.arrayBuffer(), { headers: { "Content-Type": got.headers.get("Content-Type") } });
  await kept.put(name, copy.clone());
  return copy;
}

// answer is the program's. A page of ours that asks is known by the name that the browser gives it, so that it needs no
// token; who comes from elsewhere navigates.
async function answer(request, path, page) {
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
      method: request.method, path, body, page: request.mode === "navigate" ? "" : page,
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
