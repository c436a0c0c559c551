/* A board to look at and to move on: a tap on a piece, on the board or in hand, then one on a square. */

const say = (ja, en) => (language === "ja" ? ja : en);

function element(name, attributes = {}, ...content) {
  const is = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) { is.setAttribute(key, value); }
  is.append(...content);
  return is;
}

class Board {
  /* `below` is the side that sits below; `played` is called with each move that was made. */
  constructor(rules, below, played) {
    this.rules = rules;
    this.below = below;
    this.played = played;
    this.chosen = null;
    this.root = element("div", { "class": "game" });
  }

  /* Shows a position; `moves` are those that can be made, `last` is the move that was made last. */
  show(position, moves = [], last = null) {
    Object.assign(this, { position, moves, last, chosen: null, asked: null });
    this.draw();
  }

  draw() {
    const { rules, below } = this;
    const table = element("table", { "class": "board" });
    const order = Array.from({ length: rules.squares }, (_, at) => (below === 0 ? at : rules.squares - 1 - at));
    for (let first = 0; first < rules.squares; first += rules.width) {
      table.append(element("tr", {}, ...order.slice(first, first + rules.width).map(square => element("td", {}, this.square(square)))));
    }
    const parts = [this.hand(1 - below), table, this.hand(below)];
    if (this.asked) { parts.push(this.question()); }
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.place : null;
    this.root.replaceChildren(...parts);
    if (focused) { this.root.querySelector(`[data-place="${focused}"]`)?.focus(); }
  }

  owner(side) { return side === 0 ? "☗" : "☖"; }

  square(square) {
    const { rules, position } = this, piece = position.squares[square];
    const is = element("button", { type: "button", "data-place": `s${square}` }, piece ? rules.nameOf(piece) : "");
    const what = piece ? this.owner(piece.side) + rules.nameOf(piece) : say("空き", "empty");
    is.setAttribute("aria-label", rules.placeOf(square) + " " + what);
    const marks = { theirs: piece && piece.side !== this.below, last: this.last && (this.last.to === square || this.last.from === square),
      chosen: this.chosen?.from === square, target: this.chosen && this.of(this.chosen).some(move => move.to === square) };
    for (const [name, isSo] of Object.entries(marks)) { is.classList.toggle(name, Boolean(isSo)); }
    is.addEventListener("click", () => this.tap(square));
    return is;
  }

  hand(side) {
    const { rules, position } = this, is = element("p", { "class": "hand" }, this.owner(side) + " ");
    position.hands[side].forEach((count, kind) => {
      if (count === 0) { return; }
      const name = rules.kinds[kind].japanese + (count > 1 ? count : "");
      const held = element("button", { type: "button", "data-place": `h${side}${kind}`, "aria-label": `${this.owner(side)} ${say("持駒", "in hand")} ${name}` }, name);
      held.classList.toggle("chosen", side === position.turn && this.chosen?.from === null && this.chosen.kind === kind);
      if (side === position.turn) { held.addEventListener("click", () => this.choose({ from: null, kind })); }
      is.append(held);
    });
    if (is.children.length === 0) { is.append(say("持駒なし", "nothing in hand")); }
    return is;
  }

  /* The moves of what was tapped. */
  of({ from, kind }) { return this.moves.filter(move => move.from === from && (from !== null || move.kind === kind)); }

  choose(what) {
    this.chosen = this.of(what).length ? what : null;
    this.asked = null;
    this.draw();
  }

  tap(square) {
    const moves = this.chosen ? this.of(this.chosen).filter(move => move.to === square) : [];
    if (moves.length === 0) { this.choose({ from: square }); }
    else if (moves.length === 1) { this.make(moves[0]); }
    else { this.asked = moves; this.draw(); }
  }

  /* 成・不成. */
  question() {
    const answer = move => {
      const is = element("button", { type: "button", "data-place": `p${move.promotes}` }, move.promotes ? say("成", "promote") : say("不成", "do not promote"));
      is.addEventListener("click", () => this.make(move));
      return is;
    };
    return element("p", { "class": "choice", role: "group", "aria-label": say("成りますか", "Promote?") }, ...this.asked.map(answer));
  }

  make(move) {
    this.moves = [];
    this.played(move);
  }
}
