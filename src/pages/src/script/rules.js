/* The rules of the game, as fast as a page needs them to find short mates. Squares are those of positions; pieces
   are numbers, the attacker's and the defender's with different signs. A move is { from, to, kind, promotes }; of a
   drop `from` is 0. */

const KINDS = ["", "P", "L", "N", "S", "G", "B", "R", "K"];
const PAWN = 1, LANCE = 2, KNIGHT = 3, KING = 8, PROMOTED = 8;
/* As Black sees them: ahead, ahead to the left and right, left, right, back, back to the left and right. */
const WAYS = [-1, 9, -11, 10, -10, 1, 11, -9], JUMPS = [8, -12];
const GOLD_STEPS = 0b00111111, SLANTS = 0b11000110, STRAIGHTS = 0b00111001;
const STEPS = [0, 1, 0, 0, 0b11000111, GOLD_STEPS, 0, 0, 255, GOLD_STEPS, GOLD_STEPS, GOLD_STEPS, GOLD_STEPS, 0,
  STRAIGHTS, SLANTS];
const SLIDES = [0, 0, 1, 0, 0, 0, SLANTS, STRAIGHTS, 0, 0, 0, 0, 0, 0, SLANTS, STRAIGHTS];

function onBoard(at) { return at > 10 && at < 100 && at % 10 !== 0; }
function handOf(now, side) { return now.held[side === 1 ? 0 : 1]; }
function kingOf(now, side) { return now.kings[side === 1 ? 0 : 1]; }

/* A position for the rules. */
function readRules(position) {
  const now = { squares: new Int8Array(100), held: [new Int8Array(8), new Int8Array(8)], kings: [0, 0],
    side: position.black ? 1 : -1 };
  for (const [at, { kind, black }] of Object.entries(position.board)) {
    const number = KINDS.indexOf(base(kind)) + (kind[0] === "+" ? PROMOTED : 0);
    now.squares[at] = black ? number : -number;
    if (number === KING) { now.kings[black ? 0 : 1] = Number(at); }
  }
  position.hands.forEach((hand, side) => {
    for (const [kind, count] of Object.entries(hand)) { now.held[side][KINDS.indexOf(kind)] = count; }
  });
  return now;
}

function readMove(usi) {
  const to = square(usi.slice(2));
  if (usi[1] === "*") { return { from: 0, to, kind: KINDS.indexOf(usi[0]), promotes: false }; }
  return { from: square(usi), to, kind: 0, promotes: usi[4] === "+" };
}

function writeMove(move) {
  const name = at => String(Math.floor(at / 10)) + "abcdefghi"[at % 10 - 1];
  return (move.from ? name(move.from) : KINDS[move.kind] + "*") + name(move.to) + (move.promotes ? "+" : "");
}

/* The squares of the pieces of a side that attack a square. */
function attackersOf(squares, to, side) {
  const found = [];
  for (let way = 0; way < 8; way += 1) {
    const step = -WAYS[way] * side;
    for (let at = to + step, near = true; onBoard(at); at += step, near = false) {
      if (!squares[at]) { continue; }
      const piece = squares[at] * side;
      if (piece > 0 && ((near ? STEPS[piece] : 0) | SLIDES[piece]) >> way & 1) { found.push(at); }
      break;
    }
  }
  for (const jump of JUMPS) {
    const at = to - jump * side;
    if (onBoard(at) && squares[at] * side === KNIGHT) { found.push(at); }
  }
  return found;
}

function isAttacked(squares, to, side) { return to > 0 && attackersOf(squares, to, side).length > 0; }

function makeMove(now, move) {
  const squares = now.squares.slice(), held = now.held.map(hand => hand.slice()), kings = now.kings.slice();
  const mine = now.side === 1 ? 0 : 1, { from, to } = move;
  if (from) {
    const piece = squares[from], taken = Math.abs(squares[to]);
    if (taken && taken !== KING) { held[mine][taken > PROMOTED ? taken - PROMOTED : taken] += 1; }
    squares[from] = 0;
    squares[to] = piece + (move.promotes ? PROMOTED * now.side : 0);
    if (Math.abs(piece) === KING) { kings[mine] = to; }
  } else {
    held[mine][move.kind] -= 1;
    squares[to] = move.kind * now.side;
  }
  return { squares, held, kings, side: -now.side };
}

/* The position after a move of the side to move; `null` if it is against the rules. */
function tryMove(now, move) {
  const next = makeMove(now, move);
  if (isAttacked(next.squares, kingOf(next, now.side), -now.side)) { return null; }
  const drops = !move.from && move.kind === PAWN;
  if (drops && isAttacked(next.squares, kingOf(now, -now.side), now.side) && !repliesTo(next).length) { return null; }
  return next;
}

/* Whether a piece may stay unpromoted on a square. */
function mayStay(kind, to, side) {
  const rank = side === 1 ? to % 10 : 10 - to % 10;
  return kind === KNIGHT ? rank > 2 : kind === PAWN || kind === LANCE ? rank > 1 : true;
}

function addMoves(now, from, to, moves) {
  const kind = now.squares[from] * now.side, zone = at => (now.side === 1 ? at % 10 <= 3 : at % 10 >= 7);
  if (kind < KING && kind !== 5 && (zone(from) || zone(to))) { moves.push({ from, to, kind: 0, promotes: true }); }
  if (mayStay(kind, to, now.side)) { moves.push({ from, to, kind: 0, promotes: false }); }
}

function mayDrop(now, kind, to) {
  if (!handOf(now, now.side)[kind] || now.squares[to] || !mayStay(kind, to, now.side)) { return false; }
  if (kind !== PAWN) { return true; }
  for (let rank = 1; rank <= 9; rank += 1) {
    if (now.squares[to - to % 10 + rank] * now.side === PAWN) { return false; }
  }
  return true;
}

/* The replies of the side to move, which is in check: { move, next, between }, where `between` says that it interposes. */
function repliesTo(now) {
  const king = kingOf(now, now.side), checkers = attackersOf(now.squares, king, -now.side), replies = [];
  const add = (move, between) => {
    const next = tryMove(now, move);
    if (next) { replies.push({ move, next, between }); }
  };
  for (const way of WAYS) {
    const to = king + way;
    if (onBoard(to) && now.squares[to] * now.side <= 0) { add({ from: king, to, kind: 0, promotes: false }, false); }
  }
  if (checkers.length !== 1) { return replies; }
  /* From the king outwards. */
  let line = [];
  for (const way of WAYS) {
    const here = [];
    let at = king + way;
    for (; onBoard(at) && !now.squares[at]; at += way) { here.push(at); }
    if (at === checkers[0]) { line = here; }
  }
  for (const to of [checkers[0], ...line]) {
    const moves = [];
    for (const from of attackersOf(now.squares, to, now.side)) {
      if (from !== king) { addMoves(now, from, to, moves); }
    }
    for (let kind = 1; kind < KING; kind += 1) {
      if (to !== checkers[0] && mayDrop(now, kind, to)) { moves.push({ from: 0, to, kind, promotes: false }); }
    }
    for (const move of moves) { add(move, to !== checkers[0]); }
  }
  return replies;
}

/* The checks of the side to move: { move, next }. */
function checksOf(now) {
  const king = kingOf(now, -now.side), moves = [], { squares, side } = now;
  for (let from = 11; from < 100; from += 1) {
    const piece = squares[from] * side;
    if (piece <= 0 || from % 10 === 0) { continue; }
    if (piece === KNIGHT) {
      for (const jump of JUMPS) {
        const to = from + jump * side;
        if (onBoard(to) && squares[to] * side <= 0) { addMoves(now, from, to, moves); }
      }
    }
    for (let way = 0; way < 8; way += 1) {
      if (!((STEPS[piece] | SLIDES[piece]) >> way & 1)) { continue; }
      for (let to = from + WAYS[way] * side; onBoard(to) && squares[to] * side <= 0; to += WAYS[way] * side) {
        addMoves(now, from, to, moves);
        if (squares[to] || !(SLIDES[piece] >> way & 1)) { break; }
      }
    }
  }
  for (let kind = 1; kind < KING; kind += 1) {
    if (!handOf(now, side)[kind]) { continue; }
    const drop = to => { if (mayDrop(now, kind, to)) { moves.push({ from: 0, to, kind, promotes: false }); } };
    if (kind === KNIGHT) {
      for (const jump of JUMPS) { if (onBoard(king - jump * side)) { drop(king - jump * side); } }
    }
    for (let way = 0; way < 8; way += 1) {
      if (!((STEPS[kind] | SLIDES[kind]) >> way & 1)) { continue; }
      for (let at = king - WAYS[way] * side; onBoard(at) && !squares[at]; at -= WAYS[way] * side) {
        drop(at);
        if (!(SLIDES[kind] >> way & 1)) { break; }
      }
    }
  }
  const checks = [];
  for (const move of moves) {
    /* The king is never taken. */
    if (move.to === king) { continue; }
    const next = tryMove(now, move);
    if (next && isAttacked(next.squares, king, side)) { checks.push({ move, next }); }
  }
  return checks;
}
