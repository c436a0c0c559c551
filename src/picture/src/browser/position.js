/* Positions: read from SFEN, changed by moves in USI. A square is 10 times its file plus its rank. */

const HAND = ["R", "B", "G", "S", "N", "L", "P"];
const SET = { R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };

function base(kind) { return kind.replace("+", ""); }

function readPosition(sfen) {
  const [rows, turn, held] = sfen.split(" ");
  const board = {}, hands = [{}, {}];
  let file = 9, rank = 1, promoted = "";
  for (const sign of rows) {
    if (sign === "/") { rank += 1; file = 9; }
    else if (sign === "+") { promoted = "+"; }
    else if (/[1-9]/.test(sign)) { file -= Number(sign); }
    else {
      board[file * 10 + rank] = { kind: promoted + sign.toUpperCase(), black: sign < "a" };
      promoted = "";
      file -= 1;
    }
  }
  for (const [, count, sign] of held.matchAll(/([0-9]*)([A-Za-z])/g)) {
    hands[sign < "a" ? 0 : 1][sign.toUpperCase()] = Number(count || 1);
  }
  return { board, hands, black: turn !== "w", last: null };
}

function square(text) { return Number(text[0]) * 10 + text.charCodeAt(1) - 96; }

function play(from, usi) {
  const board = { ...from.board }, hands = from.hands.map(hand => ({ ...hand }));
  const hand = hands[from.black ? 0 : 1], to = square(usi.slice(2));
  if (usi[1] === "*") {
    hand[usi[0]] -= 1;
    board[to] = { kind: usi[0], black: from.black };
  } else {
    const origin = square(usi), piece = board[origin], taken = board[to];
    if (taken) { hand[base(taken.kind)] = (hand[base(taken.kind)] || 0) + 1; }
    delete board[origin];
    board[to] = { kind: usi[4] === "+" ? "+" + piece.kind : piece.kind, black: piece.black };
  }
  return { board, hands, black: !from.black, last: usi };
}

/* Whether the set lacks pieces: what one side holds is then not the rest of it. */
function isShort(now) {
  const left = { ...SET };
  for (const piece of Object.values(now.board)) { left[base(piece.kind)] -= 1; }
  return HAND.some(kind => left[kind] !== (now.hands[0][kind] || 0) + (now.hands[1][kind] || 0));
}
