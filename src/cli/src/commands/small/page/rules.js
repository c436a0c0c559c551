/* The rules of a game on a small board, which is given as data: `width`, `height`, `zone`, `compulsory`, `tries`, `drops`, `stuck`,
   `pawnDropMate`, `start`, and `kinds`, the king first: `letter`, `japanese`, `oneAFile`, `moves`, `promoted` (null, or `japanese` and
   `moves`). A move of a piece is [files to the right, ranks forwards, whether it goes on].

   A position has `squares` (ranks from above, files from the left; null, or `side`, `kind`, `promoted`), `hands` of both sides, and whose
   `turn` it is: 0 moves upwards. A move has `from` (null for a drop), `to`, `kind`, `promotes`. */

class Rules {
  constructor(game) {
    Object.assign(this, game);
    this.squares = game.width * game.height;
  }

  /* The position of a text such as `gle/1c1/1C1/ELG b -`. */
  read(text) {
    const [board, side, hand] = text.split(" ");
    const kindOf = sign => this.kinds.findIndex(kind => kind.letter === sign.toUpperCase());
    const sideOf = sign => (sign === sign.toUpperCase() ? 0 : 1);
    const squares = [];
    for (const [sign] of board.replaceAll("/", "").matchAll(/\d|\+?[a-z]/gi)) {
      if (/\d/.test(sign)) { squares.push(...Array(Number(sign)).fill(null)); continue; }
      const letter = sign.slice(-1);
      squares.push({ side: sideOf(letter), kind: kindOf(letter), promoted: sign.length > 1 });
    }
    const hands = [0, 1].map(() => Array(this.kinds.length).fill(0));
    for (const [, count, letter] of hand.matchAll(/(\d*)([a-z])/gi)) { hands[sideOf(letter)][kindOf(letter)] += Number(count || 1); }
    return { squares, hands, turn: side === "b" ? 0 : 1 };
  }

  /* The same as text; two positions are one if their texts are. */
  write({ squares, hands, turn }) {
    const cased = (side, kind) => (side === 0 ? this.kinds[kind].letter : this.kinds[kind].letter.toLowerCase());
    const ranks = [];
    for (let first = 0; first < this.squares; first += this.width) {
      const signs = squares.slice(first, first + this.width).map(piece => (piece ? (piece.promoted ? "+" : "") + cased(piece.side, piece.kind) : "."));
      ranks.push(signs.join("").replace(/\.+/g, empty => String(empty.length)));
    }
    const held = hands.map((hand, side) => hand.map((count, kind) => (count ? (count > 1 ? count : "") + cased(side, kind) : "")).join("")).join("");
    return `${ranks.join("/")} ${turn === 0 ? "b" : "w"} ${held || "-"}`;
  }

  movesOf(piece) { return piece.promoted ? this.kinds[piece.kind].promoted.moves : this.kinds[piece.kind].moves; }

  /* The square so many files to the right and ranks forwards, as a side sees it; null off the board. */
  beside(square, side, right, forwards) {
    const sign = side === 0 ? 1 : -1;
    const x = square % this.width + sign * right, y = Math.floor(square / this.width) - sign * forwards;
    return x >= 0 && x < this.width && y >= 0 && y < this.height ? y * this.width + x : null;
  }

  inZone(square, side) {
    const y = Math.floor(square / this.width);
    return side === 0 ? y < this.zone : y >= this.height - this.zone;
  }

  mayPromote(piece, from, to) {
    return !piece.promoted && this.kinds[piece.kind].promoted !== null && (this.inZone(from, piece.side) || this.inZone(to, piece.side));
  }

  /* 行き所のない駒. */
  isStuck(piece, square) {
    return !this.stuck && this.movesOf(piece).every(([right, forwards]) => this.beside(square, piece.side, right, forwards) === null);
  }

  /* Where a piece goes; to a square where it could never move again only if it promotes there. */
  targets(squares, from) {
    const piece = squares[from], found = [];
    for (const [right, forwards, slides] of this.movesOf(piece)) {
      for (let to = this.beside(from, piece.side, right, forwards); to !== null; to = this.beside(to, piece.side, right, forwards)) {
        if (squares[to]?.side === piece.side) { break; }
        if (this.mayPromote(piece, from, to) || !this.isStuck(piece, to)) { found.push(to); }
        if (squares[to] || !slides) { break; }
      }
    }
    return found;
  }

  isChecked({ squares }, side) {
    const takesKing = (piece, from) => piece && piece.side !== side && this.targets(squares, from).some(to => squares[to]?.kind === 0);
    return squares.some(takesKing);
  }

  /* Who takes the king by leaving its own to be taken does not get there: such moves are none. */
  legal(position) {
    const moves = this.safe(position);
    if (this.pawnDropMate) { return moves; }
    const isForbidden = move => {
      if (move.from !== null || !this.kinds[move.kind].oneAFile) { return false; }
      const after = this.play(position, move);
      return this.isChecked(after, after.turn) && this.safe(after).length === 0;
    };
    return moves.filter(move => !isForbidden(move));
  }

  safe(position) {
    const { squares, hands, turn } = position, moves = [];
    squares.forEach((piece, from) => {
      if (piece?.side !== turn) { return; }
      for (const to of this.targets(squares, from)) {
        const may = this.mayPromote(piece, from, to), must = this.compulsory ? may : this.isStuck(piece, to);
        if (may) { moves.push({ from, to, kind: piece.kind, promotes: true }); }
        if (!must) { moves.push({ from, to, kind: piece.kind, promotes: false }); }
      }
    });
    hands[turn].forEach((count, kind) => {
      if (count === 0 || !this.drops) { return; }
      const piece = { side: turn, kind, promoted: false };
      const isSame = other => other && other.side === turn && other.kind === kind && !other.promoted;
      for (let to = 0; to < this.squares; to += 1) {
        const onFile = this.kinds[kind].oneAFile && squares.some((other, at) => at % this.width === to % this.width && isSame(other));
        if (!squares[to] && !onFile && !this.isStuck(piece, to)) { moves.push({ from: null, to, kind, promotes: false }); }
      }
    });
    return moves.filter(move => !this.isChecked(this.play(position, move), turn));
  }

  play({ squares, hands, turn }, { from, to, kind, promotes }) {
    const after = { squares: [...squares], hands: hands.map(hand => [...hand]), turn: 1 - turn };
    const taken = squares[to];
    if (from === null) {
      after.hands[turn][kind] -= 1;
      after.squares[to] = { side: turn, kind, promoted: false };
      return after;
    }
    if (taken && this.drops) { after.hands[turn][taken.kind] += 1; }
    after.squares[from] = null;
    after.squares[to] = { side: turn, kind, promoted: squares[from].promoted || promotes };
    return after;
  }

  /* トライ: the king comes to the far rank, where it cannot be taken. */
  isTry({ turn }, { from, to, kind }) {
    const y = Math.floor(to / this.width);
    return this.tries && from !== null && kind === 0 && y === (turn === 0 ? 0 : this.height - 1);
  }

  usi({ from, to, kind, promotes }) {
    const square = at => `${this.width - at % this.width}${"abcdef"[Math.floor(at / this.width)]}`;
    return from === null ? `${this.kinds[kind].letter}*${square(to)}` : square(from) + square(to) + (promotes ? "+" : "");
  }

  nameOf({ kind, promoted }) { return promoted ? this.kinds[kind].promoted.japanese : this.kinds[kind].japanese; }

  /* A square as it is written in Japanese. */
  placeOf(square) { return "１２３４５"[this.width - 1 - square % this.width] + "一二三四五六"[Math.floor(square / this.width)]; }

  /* A move in Japanese, with where the piece comes from if another of its kind could go there. */
  japanese(position, move) {
    const { from, to, kind, promotes } = move, { squares, turn } = position;
    const promoted = from !== null && squares[from].promoted;
    const isOther = other => other.to === to && other.from !== from && other.kind === kind && (other.from !== null && squares[other.from].promoted) === promoted;
    const others = this.legal(position).filter(isOther);
    let text = (turn === 0 ? "☗" : "☖") + this.placeOf(to) + this.nameOf({ kind, promoted });
    if (from === null) { return others.length ? text + "打" : text; }
    if (promotes) { text += "成"; }
    else if (this.mayPromote(squares[from], from, to)) { text += "不成"; }
    return others.some(other => other.from !== null) ? `${text}(${this.usi({ from, to: from }).slice(0, 2)})` : text;
  }
}
