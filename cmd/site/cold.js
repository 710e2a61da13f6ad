// What the site takes of a processor when it is new, in seconds by the clock of the process: to unpack the program, to
// begin, and for each page that is asked for first. node cmd/site/cold.js site /words /guess
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm");
const [folder, ...pages] = process.argv.slice(2);
const read = (name) => fs.readFileSync(path.join(folder, name));
const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
const timed = async (what, call) => {
  const begun = spent(), wall = Date.now(), got = await call();
  console.log(`${what.padEnd(24)} ${(spent() - begun).toFixed(2)} s of a processor, ${((Date.now() - wall) / 1000).toFixed(2)} by the clock`);
  return got;
};

globalThis.dovetailBase = "";
globalThis.location = { origin: "https://example.org" };
vm.runInThisContext(read("wasm_exec.js"), "wasm_exec.js");
(async () => {
  const code = await timed("unpacked", () => new Response(new Blob([read("dovetail.bin")]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  await timed("begun", async () => {
    const go = new Go(), { instance } = await WebAssembly.instantiate(code, go.importObject);
    await new Promise((ready) => { globalThis.dovetailReady = ready; go.run(instance); });
  });
  for (const page of pages) {
    await timed(page, () => new Promise((done) => {
      dovetail({ method: "GET", path: page, body: "", language: "en" }, { head() {}, chunk() {}, end: done });
    }));
  }
  process.exit();
})();
