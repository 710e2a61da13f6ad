// The first page, the game of guessing and the trick, as one plays with them: what is pressed fetches the page that follows
// and puts its parts in the place of the old ones. Without this every link and form works as links and forms do.

import { dress, halt } from "./explorer.js";
import { table } from "./felt.js";

const here = document.querySelector(".panels");
const all = [["routine", "deck", "answer"], ["table"], ["spectator", "magician"]].map((names) => names.map((name) => `#${name}`));
const parts = all.find((names) => names.every((name) => here?.querySelector(name))) ?? [];
const status = document.querySelector("#status");
let requests = 0;

// go shows the page at an address, or in a file meanwhile, and gives the focus to the element that is called as the one
// that was pressed. The browser's way back leads to the page before.
async function go(address, at, file, forth = true) {
  const mine = ++requests;
  here.ariaBusy = "true";
  if (coming && !file) {
    window.dovetailLoads();
    await certain(address, at, mine);
  }
  const page = await read(address, file);
  if (mine !== requests) return; // something else was pressed meanwhile
  document.querySelector(".loads")?.remove();
  if (!parts.every((part) => page.querySelector(part))) return location.assign(address);
  if (forth && address !== shown) history.pushState(null, "", address); // before links are of its deck
  shown = location.pathname + location.search;
  document.querySelector("meta[name=token]").content = page.querySelector("meta[name=token]").content;
  document.querySelector("a.other").href = page.querySelector("a.other").getAttribute("href");
  document.title = page.title;
  put(page, at);
  here.ariaBusy = "false";
  status.textContent = document.querySelector("#answer .verdict, #table .outcome, #spectator .tale")?.textContent ?? "";
}

// certain shows the page of the longest part of a routine that is a file, until the program answers: more shuffles before and
// after it never make a deck less fair.
async function certain(address, at, mine) {
  const asked = new URL(address, location).searchParams, word = asked.get("word"), lang = document.documentElement.lang;
  asked.delete("lang");
  const near = document.querySelector("meta[name=near]")?.content.split(" ") ?? [];
  const within = (long) => [...word].map((_, i) => word.slice(i, i + long)).find((part) => part.length === long && near.includes(`word-${part}`));
  let part;
  for (let long = asked.size === 1 && word ? word.length - 1 : 0; long > 0 && !part; long--) part = within(long);
  if (!part) return;
  void window.dovetailHere; // which begins to load it
  const page = await filed(`near/${lang}-word-${part}.bin`);
  if (!page || mine !== requests) return;
  const says = page.querySelector("#answer .part");
  says.textContent = says.textContent.replaceAll("{0}", word).replaceAll("{1}", part);
  says.hidden = false;
  put(page, at);
}

// put puts the parts of a page in the place of the old ones.
function put(page, at) {
  const open = openDetails().map((d) => d.open);
  for (const h1 of document.querySelectorAll("h1")) h1.textContent = page.querySelector("h1").textContent;
  for (const part of parts) {
    const old = document.querySelector(part), fresh = document.adoptNode(page.querySelector(part));
    halt(old);
    old.replaceWith(fresh);
    const root = document.createElement("div"); // which dress finds the section in
    fresh.before(root);
    root.append(fresh);
    dress(root);
    root.replaceWith(fresh);
    live(fresh);
  }
  openDetails().forEach((d, i) => { d.open ||= open[i]; });
  document.documentElement.classList.remove("loading");
  if (at) focus(at);
}
const openDetails = () => [...document.querySelectorAll("#routine details.several, #routine details.others, #routine details.exactly")];

// focus is given to what can be seen and is called so, or else to what is near it.
function focus(at) {
  const [kind] = at.split(" ");
  const found = [...document.querySelectorAll(`[data-at]`)].filter((e) => e.checkVisibility());
  const near = found.find((e) => e.dataset.at === at) ?? found.find((e) => e.dataset.at.split(" ")[0] === kind) ??
    found.find((e) => e.getAttribute("aria-current")) ?? [...document.querySelectorAll(`${parts[0]} a, ${parts[0]} summary`)].find((e) => e.checkVisibility());
  near?.focus({ preventScroll: true });
}

let shown = location.pathname + location.search;
addEventListener("popstate", () => { if (location.pathname + location.search !== shown) go(location.pathname + location.search, "", "", false); });

// read is the page at an address. Where the program comes with the page and is not warm yet, what is one press away, or a
// routine that many ask for, is a file, packed by gzip, and the rest waits for the program.
let coming = Boolean(window.dovetailWarm);
window.dovetailWarm?.then(() => { coming = false; });
async function read(address, file) {
  const page = coming && file && await filed(file);
  if (page) return page;
  if (coming) window.dovetailLoads();
  await window.dovetailHere;
  return parsed(await fetch(address));
}
const parsed = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");
async function filed(file) {
  const answer = await fetch(file);
  return answer.ok && parsed(new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))));
}

// live makes links and forms of a part show their page here.
function live(root) {
  for (const link of root.querySelectorAll("a.live")) link.addEventListener("click", (e) => {
    if (e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
    e.preventDefault();
    go(link.getAttribute("href"), link.dataset.at ?? "first", link.dataset.file);
  });
  for (const form of root.querySelectorAll("form.live")) form.addEventListener("submit", (e) => {
    e.preventDefault();
    const name = document.activeElement?.name;
    const query = new URLSearchParams(new FormData(form)).toString();
    go(form.getAttribute("action") + (query && `?${query}`), "").then(() => {
      if (name) document.querySelector(`#routine [name="${name}"]`)?.focus();
    });
  });
  for (const felt of root.querySelectorAll(".felt[data-cards]")) table(felt);
  for (const menu of root.querySelectorAll("details.share")) share(menu);
  deal(root);
  const bet = root.querySelector(".bet");
  if (bet) try { sessionStorage.setItem("yours", JSON.stringify({ ...bet.dataset })); } catch { } // in a frame that may not keep it
}

// yours is what the first page said of the routine that was chosen there last: how many shuffles, and the bounds of its edge.
export function yours() {
  try { return JSON.parse(sessionStorage.getItem("yours")) ?? {}; } catch { return {}; }
}

// share sends the address of a routine, or copies it, and shows the picture that stands for it.
function share(menu) {
  const { title, text, url, copied } = menu.dataset, address = new URL(url, location).href;
  const shot = menu.querySelector(".shot"), says = menu.querySelector("[role=status]");
  menu.addEventListener("toggle", () => {
    if (!menu.open || shot.firstChild) return;
    const image = new Image(1200, 630);
    image.alt = shot.dataset.alt;
    image.src = shot.dataset.src;
    shot.append(image);
    menu.querySelector(".menu").scrollIntoView({ block: "nearest" });
  });
  menu.querySelector(".near").hidden = !/^(localhost|127\..*|\[::1\])$/.test(location.hostname);
  const send = menu.querySelector(".send"), copy = menu.querySelector(".copy");
  send.hidden = !navigator.share;
  send.addEventListener("click", () => navigator.share({ title, text, url: address }).catch(() => {}));
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => { says.textContent = await navigator.clipboard.writeText(`${text} ${address}`).then(() => copied, () => address); });
}

// deal has each first game, and each new one, be of another deck.
function deal(root) {
  const seed = () => String(1 + Math.floor(Math.random() * 2 ** 40));
  const begun = new URLSearchParams(location.search).has("seed");
  for (const link of root.querySelectorAll("#table a.live, #spectator a.again, #deck a.again")) {
    if (begun && !link.matches(".again")) continue;
    const url = new URL(link.getAttribute("href"), location);
    url.searchParams.set("seed", seed());
    link.setAttribute("href", url.pathname + url.search);
    delete link.dataset.file; // which is of another deck
  }
}

if (parts.length) live(here);

// What a job has found takes the place of what was there before.
document.addEventListener("shown", ({ target }) => {
  if (!parts.includes(`#${target.id}`)) return;
  live(target);
  status.textContent = target.querySelector(".verdict")?.textContent ?? "";
});

// A routine that somebody sent is fetched by the address of the first page, which a host of files has no other file for.
if (window.dovetailSent && parts[0] === "#routine") {
  go(location.pathname + location.search, "", window.dovetailSent === "program" ? "" : window.dovetailSent, false);
}
