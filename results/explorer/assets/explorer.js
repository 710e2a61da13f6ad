// What the pages do beyond links and forms: long answers with their progress, decks that move,
// and games that are played. Every number comes from the server.

import { offer } from "./charts.js";
import { given } from "./check.js";

const token = () => document.querySelector("meta[name=token]").content;

// Long answers are computed one at a time, in the order of the page; who leaves ends them.
const leaving = new AbortController();
addEventListener("pagehide", () => leaving.abort());
addEventListener("pageshow", (e) => { if (e.persisted) location.reload(); });
let turn = Promise.resolve();

// dress gives the parts of a page what they do.
export function dress(root) {
  for (const section of root.querySelectorAll("section.slow")) {
    section.querySelector(".start").addEventListener("click", () => later(section));
    if (section.dataset.auto) later(section);
  }
  for (const deck of root.querySelectorAll(".player")) moving(deck);
  offer(root);
  // A slider says where it stands, beside it or in the field that it sets; who lets it go gets the answer. A choice
  // decides which other fields there are.
  for (const slider of root.querySelectorAll("input[type=range]:not(.free)")) {
    const says = slider.closest("label").querySelector("output, input[type=text]");
    slider.hidden = false;
    slider.addEventListener("input", () => { says.value = slider.value; });
    slider.addEventListener("change", () => slider.form.requestSubmit());
  }
  for (const choice of root.querySelectorAll(".models select, select[data-decides]")) choice.addEventListener("change", () => choice.form.requestSubmit());
  // An address has what is not as usual, and nothing else.
  for (const form of root.querySelectorAll("form.fields")) {
    form.addEventListener("formdata", (e) => {
      for (const field of form.elements) if (field.name && field.value === field.dataset.usual) e.formData.delete(field.name);
    });
  }
}

// halt ends what a section computes, as it is to be replaced.
export function halt(section) { section.stop?.abort(); }

function later(section) {
  const job = section.querySelector(".job");
  const stop = section.stop = new AbortController();
  job.querySelector(".start").hidden = true;
  const button = job.querySelector(".stop");
  button.hidden = false;
  button.addEventListener("click", () => stop.abort(), { once: true });
  job.querySelector("progress").hidden = false;
  job.querySelector(".says").textContent = section.dataset.computes;
  const signal = AbortSignal.any([leaving.signal, stop.signal]);
  turn = turn.then(() => ask(section, job, signal)).catch(() => {});
}

async function ask(section, job, signal) {
  const says = job.querySelector(".says");
  const end = (text) => {
    job.querySelector("progress").hidden = job.querySelector(".stop").hidden = job.querySelector(".best").hidden = true;
    job.querySelector(".start").hidden = !text && Boolean(section.dataset.auto || section.querySelector("h2.unseen"));
    says.textContent = text;
    section.dataset.state = text ? "failed" : "done";
  };
  try {
    await window.dovetailHere; // where the program comes with the page
    const [path, query] = section.dataset.ask.split("?");
    const about = await given(section), fields = new URLSearchParams(query);
    for (const [name, value] of about?.fields ?? []) fields.set(name, value);
    if (about) section.querySelector(".shown").replaceChildren(); // a verdict on other decks
    const [to, body] = about ? [`${path}?${fields}`, about.text] : [path, fields];
    const post = () => fetch(to, { method: "POST", headers: { "X-Token": token() }, body, signal });
    let answer = await post();
    while (answer.status === 409) { // what was stopped before it has not ended yet
      await new Promise((done) => { setTimeout(done, 200); });
      answer = await post();
    }
    if (!answer.ok) return end(await answer.text());
    for await (const [name, data] of events(answer.body)) {
      if (name === "progress") {
        job.querySelector("progress").value = data.share;
        says.textContent = data.says;
        const best = job.querySelector(".best");
        best.hidden = !data.best?.length;
        if (data.best) best.querySelector("ol").replaceChildren(...data.best.map((text) => { const li = document.createElement("li"); li.textContent = text; return li; }));
      } else if (name === "panel") {
        show(section, job, data);
      } else if (name === "failed") {
        return end(data);
      } else if (name === "done") {
        return end("");
      }
    }
    end(section.dataset.stopped);
  } catch (e) {
    end(signal.aborted ? section.dataset.stopped : String(e));
  }
}

// show puts a panel in the place of what a section showed, below its button.
function show(section, job, html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("section");
  for (const child of [...section.children]) if (child !== job && !child.matches("h2")) child.remove();
  const shown = [...fresh.children].filter((child) => !child.matches(".job, h2"));
  if (section.querySelector("h2.unseen")) job.before(...shown); else section.append(...shown);
  for (const link of section.querySelectorAll("details.printed")) section.append(link);
  section.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
  offer(section);
}

// events reads server-sent events from the body of an answer.
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const [, name, data] = part.match(/^event: (.*)\ndata: (.*)$/);
      yield [name, JSON.parse(data)];
    }
  }
}

// player steps through a number of states, by buttons and arrow keys, or by itself.
function player(root, states, every, show) {
  let at = 0, clock = 0;
  const go = (to) => { at = Math.max(0, Math.min(states - 1, to)); show(at); };
  const halt = () => { clearInterval(clock); clock = 0; };
  root.querySelector(".back").addEventListener("click", () => { halt(); go(at - 1); });
  root.querySelector(".on").addEventListener("click", () => { halt(); go(at + 1); });
  root.querySelector(".run").addEventListener("click", () => {
    if (clock) return halt();
    if (at === states - 1) go(0);
    clock = setInterval(() => { go(at + 1); if (at === states - 1) halt(); }, every);
  });
  root.addEventListener("keydown", (e) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key];
    if (!step || e.target.draggable || e.target.matches(".deck .card")) return;
    e.preventDefault();
    halt();
    go(at + step);
  });
  show(0);
}

// moving is the deck that moves: a card keeps its colour, and goes where the shuffle puts it. Where a card can be
// followed, who presses one sees it stand out, and the places that it comes to.
async function moving(root) {
  const { decks, n } = root.dataset.cards ? JSON.parse(root.dataset.cards) : await (await fetch(root.dataset.decks)).json();
  const table = root.querySelector(".deck"), which = root.querySelector(".which");
  const follow = (card) => {
    cards.forEach((one, k) => one.classList.toggle("followed", k === card - 1));
    which.textContent = card;
    root.querySelector(".places").textContent = decks.map((deck) => deck.indexOf(card) + 1).join(" → ");
  };
  const cards = Array.from({ length: n }, (_, k) => {
    const card = document.createElement(which ? "button" : "span");
    card.className = "card";
    card.textContent = k + 1;
    card.style.background = `hsl(${Math.round(306 * k / n)} 65% 72%)`;
    if (which) {
      card.type = "button";
      card.addEventListener("click", () => follow(k + 1));
    }
    table.append(card);
    return card;
  });
  if (which) {
    rove(cards);
    follow(Number(root.dataset.card));
  }
  let at = 0, begun = false;
  const lay = () => {
    const wide = 38, high = 32, across = Math.max(1, Math.min(26, Math.floor(table.clientWidth / wide)));
    table.style.height = `${Math.ceil(n / across) * high}px`;
    decks[at].forEach((card, place) => {
      cards[card - 1].style.transform = `translate(${(place % across) * wide}px, ${Math.floor(place / across) * high}px)`;
    });
  };
  new ResizeObserver(lay).observe(table);
  player(root, decks.length, 900, (k) => { at = k; root.querySelector(".at").textContent = k; table.classList.toggle("moves", begun); begun = true; lay(); });
}

// rove makes a row of things one stop of the tab key, with arrow keys between them.
export function rove(all) {
  all.forEach((one, k) => {
    one.tabIndex = k === 0 ? 0 : -1;
    one.addEventListener("keydown", (e) => {
      const to = all[k + { ArrowLeft: -1, ArrowRight: 1 }[e.key]];
      if (!to) return;
      e.preventDefault();
      one.tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
    });
  });
}

// The game: a row a move; the cards of the first row can be exchanged.
for (const root of document.querySelectorAll(".game")) {
  const rows = [...root.querySelectorAll("tr")].slice(1);
  player(root, rows.length + 1, 500, (k) => {
    rows.forEach((row, i) => {
      row.classList.toggle("now", k > 0 && i === k - 1);
      row.classList.toggle("later", k > 0 && i >= k);
    });
    const box = root.querySelector(".tall");
    if (k > 0) box.scrollTop = rows[k - 1].offsetTop - box.clientHeight / 2;
  });
  const exchanged = JSON.parse(sessionStorage.getItem("exchanged") ?? "[]"); // decks before the one here
  const undo = root.querySelector(".undo");
  undo.hidden = exchanged.length === 0;
  undo.addEventListener("click", () => {
    const before = exchanged.pop();
    sessionStorage.setItem("exchanged", JSON.stringify(exchanged));
    location.assign(before);
  });
  if (rows.length === 0) continue;
  const cards = [...rows[0].querySelectorAll(".card")];
  let held = -1;
  const exchange = (a, b) => {
    if (a === b || a < 0) return;
    sessionStorage.setItem("exchanged", JSON.stringify([...exchanged.slice(-50), location.href]));
    const names = cards.map((card) => card.textContent);
    [names[a], names[b]] = [names[b], names[a]];
    const url = new URL(location);
    url.searchParams.set("deck", names.join(" "));
    location.assign(url);
  };
  rove(cards);
  cards.forEach((card, k) => {
    card.draggable = true;
    card.setAttribute("role", "button");
    const pick = () => {
      if (held >= 0) return exchange(held, k);
      held = k;
      card.classList.add("held");
    };
    card.addEventListener("click", pick);
    card.addEventListener("keydown", (e) => {
      if (e.key === "Enter" || e.key === " ") { e.preventDefault(); pick(); }
    });
    card.addEventListener("dragstart", (e) => { held = k; e.dataTransfer.setData("text/plain", card.textContent); });
    card.addEventListener("dragover", (e) => e.preventDefault());
    card.addEventListener("drop", (e) => { e.preventDefault(); exchange(held, k); });
  });
}

dress(document);

// A term says what it means to who presses it, as well as to who points at it.
const meaning = document.createElement("p");
meaning.className = "meaning";
meaning.popover = "auto";
document.body.append(meaning);
document.addEventListener("click", (e) => {
  const term = e.target.closest?.("button.term");
  if (!term) return;
  meaning.textContent = term.title;
  meaning.showPopover();
  const box = term.getBoundingClientRect();
  meaning.style.top = `${Math.max(0, Math.min(box.bottom + 6, innerHeight - meaning.offsetHeight))}px`;
  meaning.style.left = `${Math.max(8, Math.min(box.left, innerWidth - meaning.offsetWidth - 8))}px`;
});

// Dark and light are as the browser has them, until somebody chooses; the choice is kept, and theme.js has it back.
for (const theme of document.querySelectorAll(".theme")) { // which an embedded page has not
  const dark = matchMedia("(prefers-color-scheme: dark)");
  theme.addEventListener("click", () => {
    const is = document.documentElement.dataset.theme || (dark.matches ? "dark" : "light");
    localStorage.setItem("theme", document.documentElement.dataset.theme = is === "dark" ? "light" : "dark");
  });
}

// A word is built from letters too, and a row of numbers from them, which blanks part.
for (const bar of document.querySelectorAll(".letters")) {
  const word = document.getElementsByName(bar.dataset.word)[0];
  const keys = [...bar.children];
  bar.hidden = false;
  rove(keys);
  const row = bar.matches(".row");
  const last = row ? /\s*(\d+|\D)\s*$/ : /.$/;
  for (const key of keys) {
    key.addEventListener("click", () => {
      const before = row && word.value.trim() ? `${word.value.trim()} ` : word.value;
      word.value = key.matches(".delete") ? word.value.replace(last, "") : before + (key.value || key.textContent);
    });
  }
}

// A menu that opens over the page closes as soon as something else is pressed, or by the escape key.
const menus = "details.by, details.share";
document.addEventListener("click", (e) => {
  for (const menu of document.querySelectorAll(menus)) if (menu.open && !menu.contains(e.target)) menu.open = false;
});
document.addEventListener("keydown", (e) => {
  const menu = e.key === "Escape" && e.target.closest?.(menus);
  if (menu?.open) { menu.open = false; menu.querySelector("summary").focus(); }
});
// It lies within the window wherever its button stands, which depends on the fonts.
document.addEventListener("toggle", (e) => {
  const menu = e.target.open && e.target.matches(menus) && e.target.querySelector(".menu");
  if (!menu) return;
  menu.style.translate = "";
  const { left, right } = menu.getBoundingClientRect();
  menu.style.translate = `${Math.max(8 - left, 0) || Math.min(document.documentElement.clientWidth - 8 - right, 0)}px`;
}, true);
