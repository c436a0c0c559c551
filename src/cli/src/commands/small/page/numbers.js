/* The number of a position among all arrangements of a game's pieces: how it is made, the manual tells under "How positions are
   numbered". Positions are seen by the side to move: `mine` and `theirs`. */

/* Ways to choose so many of so many. */
const CHOOSE = Array.from({ length: 32 }, () => Array(8).fill(0));
CHOOSE.forEach((row, n) => {
  row[0] = 1;
  for (let k = 1; n > 0 && k < 8; k += 1) { row[k] = CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k]; }
});

class Numbers {
  /* `start` is a position with all pieces of the game. */
  constructor(rules, start) {
    this.rules = rules;
    this.kinds = rules.kinds.slice(1).map((kind, at) => {
      const count = start.squares.filter(piece => piece?.kind === at + 1).length + start.hands[0][at + 1] + start.hands[1][at + 1];
      return this.kindOf(Math.min(count, 7), kind.promoted !== null);
    });
    this.pairs = new Map();
    for (let mine = 0; mine < rules.squares; mine += 1) {
      for (let theirs = 0; theirs < rules.squares; theirs += 1) {
        const [one, other] = [this.half(mine), this.half(theirs)];
        if (mine !== theirs && (one < 0 || one === 0 && other <= 0)) { this.pairs.set(mine * rules.squares + theirs, this.pairs.size); }
      }
    }
    /* The first number of each material. */
    this.bases = [0];
    const materials = this.kinds.reduce((product, kind) => product * kind.counts.length, 1);
    for (let material = 0; material < materials; material += 1) {
      this.bases.push(this.bases[material] + this.sizeOf(material) * this.pairs.size);
    }
  }

  get size() { return this.bases.at(-1); }

  /* How many of a kind can stand as whose, promoted or not, and be in my hand: `places` has the place of each choice. */
  kindOf(total, promotes) {
    const radix = total + 1, counts = [], places = new Map();
    for (let number = 0; number < radix ** 5; number += 1) {
      const digits = [0, 1, 2, 3, 4].map(at => Math.floor(number / radix ** at) % radix);
      const sum = digits.reduce((one, other) => one + other);
      if (sum <= total && (promotes || digits[2] + digits[3] === 0) && (this.rules.drops || digits[4] === 0)) {
        places.set(number, counts.length);
        counts.push(digits);
      }
    }
    return { radix, counts, places };
  }

  sizeOf(material) {
    const chosen = [...this.kinds].reverse().map(kind => {
      const counts = kind.counts[material % kind.counts.length];
      material = Math.floor(material / kind.counts.length);
      return counts;
    }).reverse();
    let left = this.rules.squares - 2, size = 1;
    for (const count of chosen.flatMap(counts => counts.slice(0, 4))) {
      if (count > left) { return 0; }
      size *= CHOOSE[left][count];
      left -= count;
    }
    return size;
  }

  /* Below 0 on the left, above 0 on the right. */
  half(square) { return 2 * (square % this.rules.width) + 1 - this.rules.width; }

  mirrored(square) {
    const x = square % this.rules.width;
    return square - x + this.rules.width - 1 - x;
  }

  /* Of two mirror images one number. */
  of(position) {
    const seen = this.seen(position);
    const mirror = () => this.number(seen.map(men => ({ ...men, square: this.mirrored(men.square) })), position);
    const king = mine => seen.find(piece => piece.kind === 0 && piece.mine === mine);
    const side = this.half(king(true).square) || this.half(king(false).square);
    if (side < 0) { return this.number(seen, position); }
    return side > 0 ? mirror() : Math.min(this.number(seen, position), mirror());
  }

  /* The pieces on the board as the side to move sees them. */
  seen({ squares, turn }) {
    const pieces = squares.map((piece, at) => piece && { ...piece, mine: piece.side === turn, square: turn === 0 ? at : this.rules.squares - 1 - at });
    return pieces.filter(Boolean);
  }

  number(seen, { hands, turn }) {
    const squaresOf = isOne => seen.filter(isOne).map(piece => piece.square).sort((one, other) => one - other);
    const [[mine], [theirs]] = [true, false].map(side => squaresOf(piece => piece.kind === 0 && piece.mine === side));
    const free = new Set(Array.from({ length: this.rules.squares }, (_, at) => at).filter(at => at !== mine && at !== theirs));
    let number = this.pairs.get(mine * this.rules.squares + theirs), material = 0;
    this.kinds.forEach(({ radix, counts, places }, at) => {
      const sets = [[true, false], [false, false], [true, true], [false, true]];
      let digits = hands[turn][at + 1] * radix ** 4;
      sets.forEach(([side, promoted], nth) => {
        const squares = squaresOf(piece => piece.kind === at + 1 && piece.mine === side && piece.promoted === promoted);
        const below = square => [...free].filter(other => other < square).length;
        const place = squares.reduce((sum, square, before) => sum + CHOOSE[below(square)][before + 1], 0);
        number = number * CHOOSE[free.size][squares.length] + place;
        squares.forEach(square => free.delete(square));
        digits += squares.length * radix ** nth;
      });
      material = material * counts.length + places.get(digits);
    });
    return this.bases[material] + number;
  }
}
