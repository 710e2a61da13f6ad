// A deck on the table that is shuffled as one watches: a riffle is cut in two and falls together, a deal goes into piles, and
// packets of an overhand or Hindu shuffle go over one by one. Who prefers less motion sees the decks alone.

import { rove } from "./explorer.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

// table lets a deck move, at once or when somebody presses the button.
export function table(root, begin) {
  const { decks, n, kinds, still: follow, named } = JSON.parse(root.dataset.cards);
  const felt = root.querySelector(".table"), run = root.querySelector(".run"), track = root.querySelector(".track");
  const cards = [...felt.children].sort((a, b) => a.dataset.number - b.dataset.number);
  const across = Math.max(13, Math.ceil(n / 4));
  const reads = root.parentNode.querySelector(".reads"), count = root.parentNode.querySelector(".named");
  let at = decks.length - 1, clock = 0, card = 0, reading = 0;
  felt.classList.add("moves");

  // place is where the card at a place of the deck lies, in shares of what there is.
  const place = (p) => [(p % across) / (across - 1), Math.floor(p / across)];
  const move = ([x, y]) => {
    const { clientWidth } = felt, { offsetWidth, offsetHeight } = cards[0];
    return `translate(${(x * (clientWidth - offsetWidth)).toFixed(1)}px, ${(y * offsetHeight * 0.78).toFixed(1)}px)`;
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

  // between is where a card waits halfway: in one of two halves, in a pile, or above its packet.
  const between = (kind, before, after) => {
    if (kind === "R") {
      let cut = 1;
      while (cut < n && after.indexOf(before[cut]) > after.indexOf(before[cut - 1])) cut++;
      return (p) => { const [x, y] = place(p); return [p < cut ? x * 0.44 : 0.56 + x * 0.44, y]; };
    }
    if (kind === "D") return (p) => [(p % 10) / 9, Math.floor(p / 10) * 0.5];
    return (p) => { const [x, y] = place(p); return [x, y - 0.35]; };
  };

  // read names card by card what the player named, as fast as one can follow.
  const hush = () => {
    clearInterval(reading);
    for (const one of cards) one.classList.remove("right", "now");
    count.textContent = named.reduce((sum, right) => sum + right, 0);
  };
  const read = () => {
    let p = 0, sum = 0;
    const step = () => {
      cards.forEach((one) => one.classList.remove("now"));
      if (p === n) return clearInterval(reading);
      const one = cards[decks[at][p] - 1];
      one.classList.add("now");
      one.classList.toggle("right", named[p] === 1);
      count.textContent = sum += named[p++];
    };
    if (still.matches) while (p < n) step(); else reading = setInterval(step, 90);
  };
  reads.hidden = false;
  reads.addEventListener("click", () => { stop(); show(decks.length - 1, false); read(); });

  const show = (to, moving) => {
    const before = decks[at], forth = to === at + 1;
    at = Math.max(0, Math.min(decks.length - 1, to));
    hush();
    lay();
    light();
    describe();
    if (!moving || still.matches) return;
    const half = forth ? between(kinds[at - 1], before, decks[at]) : undefined;
    decks[at].forEach((c, p) => {
      const old = before.indexOf(c), frames = [move(place(old)), ...(half ? [move(half(old))] : []), move(place(p))];
      cards[c - 1].animate(frames.map((transform) => ({ transform })), { duration: half ? 620 : 300, delay: half ? p * 5 : 0, easing: "ease-in-out", fill: "backwards" });
    });
  };
  const stop = () => { clearTimeout(clock); clock = 0; run.textContent = "▶"; };
  const play = () => {
    if (at === decks.length - 1) show(0, false);
    run.textContent = "❚❚";
    const step = () => {
      if (at === decks.length - 1) { stop(); return read(); }
      show(at + 1, true);
      clock = setTimeout(step, still.matches ? 500 : 950);
    };
    clock = setTimeout(step, 350);
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
    cards.forEach((c, i) => c.classList.toggle("followed", i === card - 1));
    track.hidden = !card;
    track.querySelector(".which").textContent = one.textContent;
    describe();
  }));
  new ResizeObserver(lay).observe(felt);
  lay();
  describe();
  if (begin && !still.matches) play();
}
