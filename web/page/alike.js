// How near two positions are to one another.

/** The 81 squares of a board as signs, and the attacker's hand. */
function flat(sfen) {
  const [board, , hands = '-'] = sfen.split(' ');
  const squares = [];
  for (const [, plus, letter, skip] of board.matchAll(/(\+?)([A-Za-z])|([1-9])/g)) {
    if (skip) for (let i = 0; i < Number(skip); i += 1) squares.push('');
    else squares.push(plus + letter);
  }
  const hand = {};
  for (const [, count, letter] of hands.matchAll(/(\d*)([A-Z])/g)) hand[letter] = Number(count || 1);
  return { squares, hand };
}

/** On how many squares they differ, and in how many pieces of the attacker's hand. */
export function distance(one, other) {
  const [a, b] = [flat(one), flat(other)];
  let far = 0;
  for (let at = 0; at < 81; at += 1) if ((a.squares[at] ?? '') !== (b.squares[at] ?? '')) far += 1;
  for (const kind of 'RBGSNLP') far += Math.abs((a.hand[kind] ?? 0) - (b.hand[kind] ?? 0));
  return far;
}
