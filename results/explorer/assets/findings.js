// The findings: who guesses sees the guess in the picture, and then the truth beside it; a slider chooses which state the
// picture and the sentence are of. Without this all states stand below the picture, a sentence each.

import { yours } from "./routine.js";

for (const story of document.querySelectorAll(".story")) {
  const picture = story.querySelector(".columns"), columns = [...picture.querySelectorAll(".column")];
  const form = story.querySelector("form.guess"), guess = form.querySelector("input"), says = form.querySelector("output");
  const setting = story.querySelector(".setting input"), states = [...story.querySelectorAll(".states li")];

  // A guess is a height in the picture, or a column of it.
  const [line, text] = picture.querySelectorAll(".mine"), { across } = story.dataset;
  const mine = () => {
    says.value = guess.value;
    const x = Number(columns[guess.value - across]?.dataset.middle), y = picture.dataset.zero - guess.value * picture.dataset.unit;
    const of = across ? { x1: x, x2: x, y1: 20, y2: picture.dataset.zero } : { x1: 0, x2: 360, y1: y, y2: y };
    for (const [name, value] of Object.entries(of)) line.setAttribute(name, value);
    text.setAttribute("x", across ? Math.min(Math.max(x, 70), 290) : 0);
    text.setAttribute("y", across ? 14 : y - 6);
    text.setAttribute("text-anchor", across ? "middle" : "start");
    text.textContent = story.dataset.mine.replace("{}", guess.value);
  };
  guess.addEventListener("input", mine);
  mine();

  // The routine that was chosen on the first page is a point where edges are shown after so many shuffles.
  const own = picture.querySelector(".yours"), column = own && columns[yours().shuffles - 1];
  if (column) {
    const x = Number(column.dataset.middle), { low, high, says } = yours(), at = (edge) => picture.dataset.zero - 100 * edge * picture.dataset.unit;
    const [lead, bar, top, end, name] = own.children;
    lead.setAttribute("points", `${x},38 ${x},${at(high)}`);
    for (const [e, of] of [[bar, { x1: x, x2: x, y1: at(low), y2: at(high) }], [top, { cx: x, cy: at(high) }], [end, { cx: x, cy: at(low) }], [name, { x, "text-anchor": x < 100 ? "start" : x > 260 ? "end" : "middle" }]])
      for (const [key, value] of Object.entries(of)) e.setAttribute(key, value);
    name.textContent = story.dataset.yours.replace("{}", says);
    picture.setAttribute("aria-label", `${picture.getAttribute("aria-label")} ${name.textContent}`);
    own.removeAttribute("hidden");
  }

  const choose = () => {
    for (const all of [columns, states]) all.forEach((one, k) => one.classList.toggle("now", k === setting.valueAsNumber));
    const { label } = states[setting.value].dataset;
    setting.nextElementSibling.value = setting.ariaValueText = label;
  };
  setting.addEventListener("input", choose);
  choose();

  form.hidden = false;
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    const said = document.createElement("p");
    said.className = "said";
    said.role = "status";
    form.replaceWith(said);
    said.textContent = form.dataset.said.replace("{}", guess.value);
    story.classList.add("shown");
    setting.focus({ preventScroll: true });
  });
}
