// Topswops as a game: cards are exchanged, then the card on top says how many are turned over, until it is the ace.

for (const root of document.querySelectorAll(".swops")) {
  const games = JSON.parse(root.dataset.games), hand = root.querySelector(".hand"), said = root.querySelector(".said");
  const flip = root.querySelector(".flip"), show = root.querySelector(".show"), back = root.querySelector(".mine"), many = root.querySelector(".many");
  const fill = (text, ...values) => values.reduce((all, value) => all.replace("{}", value), text);
  const unit = (moves) => (moves === 1 ? root.dataset.single : root.dataset.unit), counted = (moves) => fill(moves === 1 ? root.dataset.countedOne : root.dataset.counted, moves);
  const best = {}; // moves that were reached, by the number of cards
  let game = games.find(({ n }) => n === 6) ?? games[0], deck = [], began = [], moves = 0, held = -1, aside;

  const draw = (turned = 0) => {
    hand.replaceChildren(...deck.map((card, k) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "big-card" + (k === 0 ? " top" : "") + (k === held ? " held" : "") + (k < turned ? " turned" : "");
      button.textContent = card === 1 ? "A" : card;
      button.style.animationDelay = `${k * 40}ms`;
      button.addEventListener("click", () => press(k));
      return button;
    }));
    root.querySelector(".count").textContent = moves;
    root.querySelector(".unit").textContent = unit(moves);
    root.querySelector(".goal").textContent = fill(root.dataset.beat, counted(best[game.n] ?? Math.ceil(game.moves * 0.6)), game.n);
    flip.textContent = fill(root.dataset.flip, deck[0]);
    flip.hidden = deck[0] === 1;
    back.hidden = moves === 0 && !aside;
  };
  const press = (k) => {
    if (moves === 0 && (held >= 0 || k > 0)) { // cards are exchanged before the first move
      if (held >= 0) [deck[held], deck[k]] = [deck[k], deck[held]];
      held = held >= 0 ? -1 : k;
      over();
      draw();
    } else if (k === 0) turn();
    hand.children[k].focus();
  };
  const turn = () => {
    if (deck[0] === 1) return;
    if (moves === 0) { began = deck.slice(); said.textContent = ""; }
    held = -1;
    const top = deck[0];
    deck = [...deck.slice(0, top).reverse(), ...deck.slice(top)];
    moves++;
    draw(top);
    if (deck[0] !== 1) return;
    if (!aside) best[game.n] = Math.max(best[game.n] ?? 0, moves);
    over();
    show.hidden = Boolean(aside);
  };
  const over = () => { // which a game is without a move where the ace lies on top
    said.textContent = deck[0] !== 1 ? "" : moves >= game.moves ? fill(root.dataset.best, counted(moves), game.n)
      : fill(root.dataset.over, counted(moves), game.n, counted(game.moves));
  };
  const lay = (cards) => { deck = cards.slice(); moves = 0; held = -1; show.hidden = true; over(); draw(); };
  const fresh = () => {
    aside = undefined;
    const cards = Array.from({ length: game.n }, (_, k) => k + 1);
    for (let k = game.n - 1; k > 0; k--) { const j = Math.floor(Math.random() * (k + 1)); [cards[k], cards[j]] = [cards[j], cards[k]]; }
    if (cards[0] === 1) cards.reverse();
    lay(cards);
  };
  flip.addEventListener("click", turn);
  root.querySelector(".fresh").addEventListener("click", fresh);
  show.addEventListener("click", () => {
    aside = began;
    lay(game.deck);
    flip.focus();
  });
  back.addEventListener("click", () => {
    const mine = aside ?? began;
    aside = undefined;
    lay(mine);
    hand.children[0].focus();
  });
  for (const one of games) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = one.n;
    button.addEventListener("click", () => { game = one; fresh(); mark(); });
    many.append(button, " ");
  }
  const mark = () => [...many.querySelectorAll("button")].forEach((button, k) => { button.ariaPressed = String(games[k] === game); });
  root.hidden = false;
  fresh();
  mark();
}
