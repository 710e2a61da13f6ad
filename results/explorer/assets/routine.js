// The first page and the game of guessing, as one plays with them: a letter that is added, taken out or dragged, a
// slider that is let go, or a card that is named, asks for the page that follows and puts its parts in the place of
// the old ones. Without this every link and form works as links and forms do.

import { dress, halt } from "./explorer.js";

const parts = document.querySelector(".panels.guess") ? ["#table"] : ["#routine", "#answer", "#follow", "#finding"];
let asked = 0;

// go shows the page at an address, or in a file meanwhile, and gives the focus to what a selector finds, or to the
// letters. The browser's way back leads to the page before.
async function go(address, focus, file, forth = true) {
  const mine = ++asked;
  const open = [...document.querySelectorAll("#routine > details")].map((d) => d.open);
  document.querySelector(".panels").ariaBusy = "true";
  const page = await read(address, file);
  if (mine !== asked) return; // something else was asked for meanwhile
  if (!whole(page)) return location.assign(address);
  document.querySelector("meta[name=token]").content = page.querySelector("meta[name=token]").content;
  document.querySelector("a.other").href = page.querySelector("a.other").getAttribute("href");
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
  document.querySelectorAll("#routine > details").forEach((d, i) => { d.open = open[i] ?? d.open; });
  document.querySelector(".panels").ariaBusy = "false";
  if (forth && address !== shown) history.pushState(null, "", address);
  shown = location.pathname + location.search;
  if (focus) (document.querySelector(focus) ?? document.querySelector("#routine .chip"))?.focus();
  glance();
}

let shown = location.pathname + location.search;
addEventListener("popstate", () => { if (location.pathname + location.search !== shown) go(location.pathname + location.search, "", "", false); });

// glance is what the answer says, at the foot of a small window that does not have it in sight.
const foot = document.createElement("div");
foot.className = "glance";
foot.ariaHidden = "true";
foot.addEventListener("click", () => document.querySelector("#answer").scrollIntoView());
const seen = new IntersectionObserver(([e]) => foot.classList.toggle("on", !e.isIntersecting && e.boundingClientRect.top > 0));
function glance() {
  const bet = document.querySelector("#answer .bet");
  seen.disconnect();
  foot.classList.remove("on");
  if (!bet || bet.closest(".unseen")) return;
  foot.innerHTML = bet.innerHTML;
  for (const part of foot.querySelectorAll("[id]")) part.removeAttribute("id");
  seen.observe(bet);
}

// read is the page at an address. Where the program comes with the page and is not there yet, what is one press away
// is a file, and the rest waits for the program.
let coming = window.dovetailHere;
coming?.then(() => { coming = undefined; });
async function read(address, file) {
  if (!file) await coming;
  const answer = await fetch(coming && file || address);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}
const whole = (page) => parts.every((part) => page.querySelector(part));

// live makes links and forms of a part show their page here.
function live(root) {
  const links = [...root.querySelectorAll("a.live")];
  links.forEach((link) => link.addEventListener("click", (e) => {
    if (e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
    e.preventDefault();
    const chip = link.closest(".by") && [...link.closest("ol").children].indexOf(link.closest("li")) + 1;
    go(link.getAttribute("href"), link.closest("#table") ? "#table a.live" : chip ? `#routine .chips li:nth-child(${chip}) summary`
      : link.matches(".out") ? "#routine .chips a.out" : `#routine a.live[href="${CSS.escape(link.getAttribute("href"))}"]`,
      link.dataset.file);
  }));
  for (const form of root.querySelectorAll("form.live")) {
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      const name = document.activeElement?.name;
      const kind = document.activeElement?.type === "range" ? " ~ .slider" : "";
      const query = new URLSearchParams(new FormData(form)).toString();
      go(form.getAttribute("action") + (query && `?${query}`), name ? `#routine [name="${name}"]${kind}` : "#routine form button");
    });
  }
  for (const list of root.querySelectorAll(".chips")) arrange(list);
}

// arrange lets the letters of a routine be dragged, or moved by arrow keys.
function arrange(list) {
  const chips = [...list.querySelectorAll(".chip")];
  const letters = chips.map((chip) => chip.querySelector("b").textContent);
  const move = (from, to) => {
    if (from === to || to < 0 || to >= letters.length) return;
    const word = letters.slice();
    word.splice(to, 0, ...word.splice(from, 1));
    const url = new URL(list.dataset.reorder, location);
    url.searchParams.set("word", word.join(""));
    go(url.pathname + url.search, `#routine .chips li:nth-child(${to + 1}) .chip`);
  };
  let held = -1;
  chips.forEach((chip, k) => {
    chip.draggable = true;
    chip.tabIndex = 0;
    chip.role = "group";
    chip.ariaLabel = `${letters[k]}, ${chip.title}`;
    chip.addEventListener("dragstart", (e) => { held = k; e.dataTransfer.setData("text/plain", letters[k]); });
    byTouch(chip, (to) => move(k, chips.indexOf(to)));
    chip.addEventListener("dragover", (e) => e.preventDefault());
    chip.addEventListener("drop", (e) => { e.preventDefault(); move(held, k); });
    chip.addEventListener("keydown", (e) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
      if (e.target !== chip) return;
      if (step) { e.preventDefault(); move(k, k + step); }
      const out = chip.querySelector("a.out");
      if (out && (e.key === "Delete" || e.key === "Backspace")) {
        e.preventDefault();
        go(out.getAttribute("href"), `#routine .chips li:nth-child(${Math.min(k + 1, letters.length - 1)}) .chip`, out.dataset.file);
      }
    });
  });
}

// byTouch lets a letter be dragged by a finger, for which browsers have no dragging, to where another lies; beside the
// letter a finger scrolls.
function byTouch(chip, drop) {
  chip.querySelector("b").addEventListener("pointerdown", (down) => {
    if (down.pointerType === "mouse") return;
    const under = (e) => document.elementsFromPoint(e.clientX, e.clientY).map((e) => e.closest(".chip")).find((c) => c && c !== chip);
    const stop = new AbortController();
    const on = (name, what) => document.addEventListener(name, what, { signal: stop.signal });
    chip.classList.add("held");
    on("pointerup", (e) => { stop.abort(); chip.classList.remove("held"); if (under(e)) drop(under(e)); });
    on("pointercancel", () => { stop.abort(); chip.classList.remove("held"); });
    on("pointermove", (e) => { chip.style.transform = `translate(${e.clientX - down.clientX}px, ${e.clientY - down.clientY}px)`; });
    stop.signal.addEventListener("abort", () => { chip.style.transform = ""; });
  });
}

// Who is here for the first time guesses before the answer is shown, or skips that. A routine that is changed shows it
// too.
function guess(form) {
  const answer = document.querySelector("#answer");
  if (localStorage.getItem("guessed")) return;
  answer.querySelector("h2").after(form);
  form.hidden = false;
  answer.classList.add("unseen");
  const slider = form.querySelector("input"), says = form.querySelector("output");
  slider.addEventListener("input", () => { says.value = slider.value; });
  const reveal = (said) => {
    localStorage.setItem("guessed", "1");
    answer.classList.remove("unseen");
    const told = document.createElement("p");
    told.className = "said";
    told.textContent = said;
    form.replaceWith(...(said ? [told] : []));
    glance();
  };
  form.addEventListener("submit", (e) => { e.preventDefault(); reveal(form.dataset.said.replace("{}", slider.value)); });
  form.querySelector(".pass").addEventListener("click", () => reveal(""));
}

const here = document.querySelector(".panels.routine, .panels.guess");
if (here) {
  live(here);
  document.body.append(foot);
}
document.querySelectorAll("form.guess").forEach(guess);
glance();
