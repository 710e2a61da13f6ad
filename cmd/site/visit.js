// What a visitor waits for whose browser has nothing of the site yet, by the clock: until the first page is there, and
// from each press, one after the other, until its answer is. Chromium begins anew for each visit.
// node --experimental-websocket cmd/site/visit.js site 5 200 '#routine [data-at="often fewer"]' '#routine [data-at="kind H"]'
// visits 5 times, presses 200 ms after what was there before, and prints medians and all times.
"use strict";
const fs = require("fs"), http = require("http"), os = require("os"), path = require("path"), { spawn } = require("child_process");
const [folder, visits, pause, ...presses] = process.argv.slice(2);
const kinds = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png" };
const host = http.createServer((asked, answer) => {
  const at = decodeURIComponent(asked.url.split("?")[0]);
  let file = path.join(folder, path.normalize(at), at.endsWith("/") ? "index.html" : ""), status = 200;
  if (!fs.existsSync(file) || fs.statSync(file).isDirectory()) [file, status] = [path.join(folder, "404.html"), 404];
  answer.writeHead(status, { "Content-Type": kinds[path.extname(file)] ?? "application/octet-stream" });
  answer.end(fs.readFileSync(file));
});
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function visit() {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "visit-"));
  const browser = spawn("chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--lang=en-US", "--remote-debugging-port=0",
    `--user-data-dir=${home}`, ...(process.env.FLAGS ?? "").split(" ").filter(Boolean), "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
  try {
    const port = await new Promise((found) => browser.stderr.on("data", (text) => { const m = /127\.0\.0\.1:(\d+)/.exec(text); if (m) found(m[1]); }));
    const pages = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
    const socket = new WebSocket(pages.find((page) => page.type === "page").webSocketDebuggerUrl);
    await new Promise((open) => { socket.onopen = open; });
    const waiting = new Map();
    socket.onmessage = ({ data }) => { const { id, result } = JSON.parse(data); waiting.get(id)?.(result); };
    let id = 0;
    const say = (method, params = {}) => new Promise((done) => { waiting.set(++id, done); socket.send(JSON.stringify({ id, method, params })); });
    const evaluate = async (expression) => (await say("Runtime.evaluate", { expression, returnByValue: true }))?.result?.value;
    const until = async (expression) => {
      const begun = Date.now();
      while (!(await evaluate(expression).catch(() => false))) {
        if (Date.now() - begun > 60_000) throw new Error(`waited for ${expression}`);
        await sleep(5);
      }
      return Date.now() - begun;
    };
    const times = [];
    await say("Page.navigate", { url: `http://127.0.0.1:${host.address().port}/?lang=en` });
    times.push(await until(`document.readyState === "complete" && Boolean(document.querySelector("#won"))`));
    for (const press of presses) {
      await sleep(Number(pause));
      await evaluate(`document.querySelector("#answer").dataset.before = 1; document.querySelector(${JSON.stringify(press)}).click(); true`);
      times.push(await until(`document.querySelector("#answer:not([data-before]) #won")?.innerText`));
    }
    return times;
  } finally {
    browser.kill();
    await new Promise((gone) => browser.once("exit", gone));
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

host.listen(0, "127.0.0.1", async () => {
  const all = [];
  for (let k = 0; k < Number(visits); k++) all.push(await visit());
  ["the page", ...presses].forEach((what, i) => {
    const times = all.map((one) => one[i]).sort((a, b) => a - b);
    console.log(`${what}: ${times[times.length >> 1]} ms (${times.join(", ")})`);
  });
  process.exit();
});
