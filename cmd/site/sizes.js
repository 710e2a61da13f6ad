// What the code of the program for browsers is made of, in bytes by package, the largest first, and the sizes of its
// sections: GOOS=js GOARCH=wasm go build -o site.wasm ./cmd/site && node cmd/site/sizes.js site.wasm
"use strict";
const data = require("fs").readFileSync(process.argv[2]);
let at = 8;
const number = () => { // LEB128
  for (let value = 0, shift = 0; ; shift += 7) {
    const byte = data[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
  }
};
const text = () => { const length = number(); return data.toString("utf8", at, at += length); };
const kinds = ["custom", "types", "imports", "functions", "tables", "memory", "globals", "exports", "start", "elements", "code", "data"];
const bodies = [], names = new Map(), packages = new Map();
let imports = 0;
while (at < data.length) {
  const kind = data[at++], end = number() + at;
  console.log(`${end - at} ${kinds[kind]}`);
  if (kind === 2) imports = number(); // all of them are functions
  if (kind === 10) for (let left = number(); left > 0; left--) { const length = number(); bodies.push(length); at += length; }
  if (kind === 0 && text() === "name") while (at < end) {
    const part = data[at++], stop = number() + at;
    if (part === 1) for (let left = number(); left > 0; left--) { const index = number(); names.set(index, text()); }
    at = stop;
  }
  at = end;
}
bodies.forEach((length, i) => {
  const name = (names.get(i + imports) ?? "?").split(".")[0];
  packages.set(name, (packages.get(name) ?? 0) + length);
});
for (const [name, length] of [...packages].sort((a, b) => b[1] - a[1])) console.log(`${length} ${name}`);
