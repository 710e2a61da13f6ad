// A deck on the table: first in its old order, then shuffled as one watches. It lies face down until it is read, card by
// card: each is named, and then turned. Who prefers less motion sees the decks alone, face up.

import { rove } from "./explorer.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

// table lets a deck move, at once and when somebody presses a button.
export function table(root) {
  const { decks, n, kinds, still: follow, named, said, passes } = JSON.parse(root.dataset.cards);
  const felt = root.querySelector(".table"), run = root.querySelector(".run"), track = root.querySelector(".track");
  const cards = [...felt.children].sort((a, b) => a.dataset.number - b.dataset.number);
  const names = cards.map((one) => one.textContent);
  const rows = Number(felt.dataset.rows), across = rows > 1 ? Math.ceil(n / rows) : 13;
  const panel = root.parentNode, reads = panel.querySelector(".reads"), all = panel.querySelector(".all");
  const says = ["asks", "says", "read"].map((name) => panel.querySelector(`.${name}`)), turn = panel.querySelector(".turn");
  const last = decks.length - 1;
  const picks = panel.querySelector(".passes");
  let at = last, clock = 0, card = 0, reading = 0, picking = 0, open = true; // whether all cards lie face up
  felt.classList.add("moves");

  // place is where the card at a place of the deck lies, in shares of what there is.
  const place = (p) => [(p % across) / (across - 1), Math.floor(p / across)];
  const move = ([x, y]) => {
    const { clientWidth, clientHeight } = felt, { offsetWidth, offsetHeight } = cards[0];
    return `translate(${(x * (clientWidth - offsetWidth)).toFixed(1)}px, ${(rows > 1 ? y * (clientHeight - offsetHeight) / (rows - 1) : 0).toFixed(1)}px)`;
  };
  const lay = () => decks[at].forEach((c, p) => { cards[c - 1].style.transform = move(place(p)); cards[c - 1].style.zIndex = p; });
  // light gives each run of old neighbours a colour.
  const light = () => {
    let run = 0;
    decks[at].forEach((c, p) => {
      const before = decks[at][p + 1] === c + 1, after = decks[at][p - 1] === c - 1;
      if (before && !after) run++;
      if (before || after) cards[c - 1].dataset.run = (run - 1) % 6 + 1; else delete cards[c - 1].dataset.run;
    });
  };
  const describe = () => {
    root.querySelector(".at").textContent = at;
    root.querySelector(".still").textContent = follow[at];
    if (card) track.querySelector(".places").textContent = decks.map((deck) => deck.indexOf(card) + 1).join(" → ");
  };
  const face = (one, up) => {
    if (one.classList.contains("down") === !up) return;
    one.classList.toggle("down", !up);
    one.ariaLabel = up ? null : root.dataset.down;
    if (!still.matches) one.animate([0, 1].map((wide) => ({ transform: `${one.style.transform} scaleX(${wide})` })), 180);
  };
  const ring = (upto) => decks[last].forEach((c, p) => cards[c - 1].classList.toggle("right", p < upto && named[p] === 1));
  // rest ends a reading. The deck lies face up or down then, and the page says what was named, or asks how many will be.
  const rest = () => {
    clearTimeout(reading);
    leave();
    for (const one of cards) { one.classList.remove("now"); face(one, open || at === 0); }
    felt.classList.remove("reading");
    ring(open && at === last ? n : 0);
    tell(open ? 2 : 0);
  };
  const tell = (which) => {
    says.forEach((one, k) => { one.hidden = k !== which; });
    all.ariaPressed = String(which === 2);
    turn.hidden = which !== 2;
  };

  // between is where a card waits halfway: in one of two halves, in a pile, or above its packet.
  const between = (kind, before, after) => {
    if (kind === "R") {
      let cut = 1;
      while (cut < n && after.indexOf(before[cut]) > after.indexOf(before[cut - 1])) cut++;
      return (p) => { const [x, y] = place(p); return [p < cut ? x * 0.44 : 0.56 + x * 0.44, y]; };
    }
    if (kind === "D") return (p) => [(p % 10) / 9, Math.floor(p / 10) * 0.5];
    if (kind === "E") return (p) => [Math.min(p, n - 1 - p) / (n / 2), p < n / 2 ? 0 : 0.5]; // each card beside its partner
    return (p) => { const [x, y] = place(p); return [x, y - 0.35]; };
  };

  // read names card by card what the player named, and turns each: slowly at first, then as fast as one can follow.
  const read = () => {
    let p = 0, sum = 0;
    const step = () => {
      cards.forEach((one) => one.classList.remove("now"));
      if (p === n || still.matches) {
        show(last, false, true);
        document.querySelector("#status").textContent = says[2].textContent;
        return;
      }
      const c = decks[last][p], one = cards[c - 1];
      face(one, true);
      one.classList.add("now");
      ring(p + 1);
      sum += named[p];
      says[1].querySelector("span").textContent = [p + 1, names[said[p] - 1], names[c - 1]].reduce((text, value) => text.replace("{}", value), says[1].dataset.says);
      says[1].querySelector("b").textContent = sum;
      reading = setTimeout(step, p++ < 4 ? 900 : Math.max(60, 6000 / n));
    };
    show(last, false, false);
    felt.classList.add("reading");
    tell(1);
    step();
  };

  // pick lights the cards that are picked up in a pass through the deck, and then those of the next. Those of the passes
  // before are pale.
  const pick = (k) => {
    stop();
    show(last, false, true);
    if (k === passes.length || !picks.isConnected) return;
    ring(0);
    felt.classList.add("picking");
    passes.forEach((pass, i) => { for (const c of pass) { cards[c - 1].classList.toggle("lit", i === k); cards[c - 1].classList.toggle("gone", i < k); } });
    const button = picks.querySelectorAll("button")[k];
    button.setAttribute("aria-current", "true");
    document.querySelector("#status").textContent = [k + 1, passes.length, button.textContent.trim()].reduce((text, value) => text.replace("{}", value), picks.dataset.says);
    if (!still.matches) picking = setTimeout(() => pick(k + 1), 1200);
  };
  const leave = () => {
    clearTimeout(picking);
    felt.classList.remove("picking");
    for (const one of cards) one.classList.remove("lit", "gone");
    picks?.querySelector("[aria-current]")?.removeAttribute("aria-current");
  };
  if (picks) {
    const all = [...picks.querySelectorAll("li")].map((li, k) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...li.childNodes);
      button.addEventListener("click", () => pick(k));
      li.append(button);
      return button;
    });
    rove(all);
    picks.addEventListener("toggle", () => picks.open ? pick(0) : show(at, false));
  }
  reads.hidden = all.hidden = false;
  reads.addEventListener("click", () => { stop(); read(); });
  all.addEventListener("click", () => { stop(); show(at, false, !open); });

  const show = (to, moving, up = open) => {
    const before = decks[at], forth = to === at + 1;
    at = Math.max(0, Math.min(last, to));
    open = up;
    lay();
    light();
    describe();
    rest();
    if (!moving || still.matches) return;
    const half = forth ? between(kinds[at - 1], before, decks[at]) : undefined;
    decks[at].forEach((c, p) => {
      const old = before.indexOf(c), frames = [move(place(old)), ...(half ? [move(half(old))] : []), move(place(p))];
      cards[c - 1].animate(frames.map((transform) => ({ transform })), { duration: half ? 620 : 300, delay: half ? p * 5 : 0, easing: "ease-in-out", fill: "backwards" });
    });
  };
  const stop = () => { clearTimeout(clock); clock = 0; run.textContent = "▶"; };
  const play = () => {
    if (at === last) show(0, false);
    run.textContent = "❚❚";
    const step = () => {
      show(at + 1, true);
      if (at === last) return stop();
      clock = setTimeout(step, still.matches ? 500 : 950);
    };
    clock = setTimeout(step, at === 0 ? 1200 : 350);
  };
  run.addEventListener("click", () => clock ? stop() : play());
  root.querySelector(".back").addEventListener("click", () => { stop(); show(at - 1, true); });
  root.querySelector(".on").addEventListener("click", () => { stop(); show(at + 1, true); });
  felt.role = "group"; // of cards that can be pressed
  rove([...felt.children]);
  for (const one of cards) {
    one.role = "button";
    one.addEventListener("keydown", (e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); one.click(); } });
  }
  cards.forEach((one, k) => one.addEventListener("click", () => {
    card = card === k + 1 ? 0 : k + 1;
    face(one, true);
    cards.forEach((c, i) => c.classList.toggle("followed", i === card - 1));
    track.hidden = !card;
    track.querySelector(".which").textContent = names[k];
    describe();
  }));
  new ResizeObserver(lay).observe(felt);
  show(last, false, still.matches);
  if (!open) play();
}
