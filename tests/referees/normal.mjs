// The form in which records of different programs are compared:
//   { sfen, nodes: [{ ply, usi | end, comment, ms }, …] }
// The first node is the start. The others come as files have them: a line to its end, then what leaves it, the last to
// leave first. `end` is the word of KIF files. A node that says nothing has the comment "" and 0 ms: some programs
// cannot tell these from none.

import * as tsshogi from 'tsshogi';

const { SpecialMoveType: T } = tsshogi;

/** The words of KIF files, of tsshogi, and of JKF, where these have one. */
const ENDINGS = [
  ['詰み', T.MATE, 'TSUMI'], ['不詰', T.NO_MATE, 'FUZUMI'], ['投了', T.RESIGN, 'TORYO'], ['中断', T.INTERRUPT, 'CHUDAN'],
  ['千日手', T.REPETITION_DRAW, 'SENNICHITE'], ['持将棋', T.IMPASS, 'JISHOGI'], ['引き分け', T.DRAW, 'HIKIWAKE'],
  ['最大手数', T.MAX_MOVES, 'MAX_MOVES'], ['入玉勝ち', T.ENTERING_OF_KING, 'KACHI'], ['トライ', T.TRY],
  ['切れ負け', T.TIMEOUT, 'TIME_UP'], ['反則勝ち', T.FOUL_WIN], ['反則負け', T.FOUL_LOSE, 'ILLEGAL_MOVE'],
  ['不戦勝', T.WIN_BY_DEFAULT], ['不戦敗', T.LOSE_BY_DEFAULT], ['待った', undefined, 'MATTA'], ['エラー', undefined, 'ERROR'],
];
const table = (from, to) => new Map(ENDINGS.map((names) => [names[from], names[to]]).filter(([key]) => key));
const OF_TSSHOGI = table(1, 0);
const OF_JKF = table(2, 0);
const TO_TSSHOGI = table(0, 1);
const TO_JKF = table(0, 2);

/** Whether CSA and JKF have a word for an ending; that for 反則勝ち depends on the side. */
export const hasCsaWord = (end) => end === '反則勝ち' || TO_JKF.get(end) !== undefined;

const ORDER = 'RBGSNLPrbgsnlp';
const RANKS = 'abcdefghi';
const LETTERS = { FU: 'P', KY: 'L', KE: 'N', GI: 'S', KI: 'G', KA: 'B', HI: 'R', OU: 'K' };

/** Programs order the hands as they like; the move number is not part of the position. */
export function canonicalSfen(sfen) {
  const [board, side, hands] = sfen.split(' ');
  const counts = new Map();
  for (const [, count, letter] of hands.matchAll(/(\d*)([a-zA-Z])/g)) {
    counts.set(letter, (counts.get(letter) ?? 0) + (count === '' ? 1 : Number(count)));
  }
  const held = [...ORDER].filter((letter) => counts.get(letter) > 0);
  const sorted = held.map((letter) => (counts.get(letter) > 1 ? counts.get(letter) : '') + letter);
  return `${board} ${side} ${sorted.join('') || '-'} 1`;
}

/** Whether Black is to move where something with this number comes. */
export const isBlack = (sfen, ply) => (sfen.split(' ')[1] === 'b') === (ply % 2 === 1);

/** Empty lines inside a comment are a part of it, those at its end are not. */
const comment = (lines) => lines.join('\n').replace(/\n+$/, '');

/** A record as a line of JSON has it; besides, the plies of its main line, and whether there is a foul. */
export function fromOurs(json) {
  const lines = [{ ...json, first_ply: 1 }, ...(json.variations ?? [])];
  const steps = lines.map(({ moves, foul, ending }) => [
    ...(moves || '').split(' ').filter((usi) => usi !== '').map((usi) => ({ usi })),
    ...(foul ? [{ usi: foul }] : []),
    ...(ending ? [{ end: ending }] : []),
  ]);
  const nodes = [];
  const add = (ply, step, { comments = [], times = [] }) => nodes.push({
    ply,
    ...step,
    comment: comment(comments.filter((is) => is.ply === ply).map((is) => is.text)),
    ms: times.find((is) => is.ply === ply)?.ms ?? 0,
  });
  /** What a line has at this ply and after it, then what leaves it there. */
  const visit = (index, ply) => {
    const step = steps[index][ply - lines[index].first_ply];
    if (step) {
      add(ply, step, lines[index]);
      visit(index, ply + 1);
    }
    lines.forEach((line, other) => {
      const parent = (line.parent ?? -1) + 1;
      if (other > 0 && parent === index && line.first_ply === ply) visit(other, ply);
    });
  };
  add(0, {}, lines[0]);
  visit(0, 1);
  return { sfen: canonicalSfen(json.sfen), nodes, plies: steps[0].length, hasFoul: lines.some(({ foul }) => foul) };
}

/** A record of tsshogi. */
export function fromTsshogi(record) {
  const nodes = [];
  record.forEach(({ ply, move, comment: text, elapsedMs }) => {
    // A word that it does not know itself it keeps as it stands.
    const word = OF_TSSHOGI.get(move.type) ?? OF_JKF.get(move.name) ?? move.name;
    const step = ply === 0 ? {} : 'usi' in move ? { usi: move.usi } : { end: word };
    nodes.push({ ply, ...step, comment: comment([text]), ms: elapsedMs });
  });
  return { sfen: canonicalSfen(record.initialPosition.sfen), nodes };
}

/** A record for tsshogi to write. */
export function toTsshogi({ sfen, nodes }) {
  const record = new tsshogi.Record(tsshogi.Position.newBySFEN(sfen));
  for (const { ply, usi, end, comment: text, ms } of nodes) {
    if (ply > 0) {
      record.goto(ply - 1);
      const type = TO_TSSHOGI.get(end);
      const ending = () => (type ? tsshogi.specialMove(type) : tsshogi.anySpecialMove(end));
      record.append(usi ? record.position.createMoveByUSI(usi) : ending(), { ignoreValidation: true });
      record.current.setElapsedMs(ms);
    }
    record.current.comment = text;
  }
  record.goto(0);
  record.resetAllBranchSelection();
  return record;
}

const square = ({ x, y }) => x + RANKS[y - 1];

/** JKF names the side that made the foul, KIF files the one to move. */
function fromJkfWord(word, black) {
  const guilty = /^([-+])ILLEGAL_ACTION$/.exec(word)?.[1];
  if (guilty) return (guilty === '+') === black ? '反則負け' : '反則勝ち';
  return OF_JKF.get(word) ?? word;
}

/** A record of json-kifu-format; `start` is its first position in SFEN, and `said` picks what counts of its comments. */
export function fromJkf({ moves }, start, said) {
  const nodes = [];
  const add = (ply, step, { comments = [], time }) => {
    const { h = 0, m = 0, s = 0 } = time?.now ?? {};
    nodes.push({ ply, ...step, comment: comment(comments.flatMap(said)), ms: ((h * 60 + m) * 60 + s) * 1000 });
  };
  const visit = (line, at, ply, last) => {
    const entry = line[at];
    if (!entry) return;
    const { move, special, forks = [] } = entry;
    // An entry may only carry what leaves the line there, or a word that its reader did not know.
    if (special) add(ply, { end: fromJkfWord(special, isBlack(start, ply)) }, entry);
    const to = move?.to ?? last;
    if (move) {
      const origin = move.from ? square(move.from) : `${LETTERS[move.piece]}*`;
      add(ply, { usi: origin + square(to) + (move.from && move.promote ? '+' : '') }, entry);
    }
    visit(line, at + 1, ply + 1, to);
    for (const fork of forks) visit(fork, 0, ply, last);
  };
  add(0, {}, moves[0]);
  visit(moves, 1, 1);
  return { sfen: canonicalSfen(start), nodes };
}

const KINDS = Object.fromEntries(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind]));
const place = (usi) => ({ x: Number(usi[0]), y: RANKS.indexOf(usi[1]) + 1 });

/** The entries of JKF for json-kifu-format to make uniform. */
export function toJkf({ sfen, nodes }) {
  const moves = [];
  // The list that the node read last at each ply stands in, and its entry.
  const path = [];
  for (const { ply, usi, end, comment: text, ms } of nodes) {
    const entry = {};
    if (usi) {
      const to = place(usi.slice(2));
      entry.move = usi[1] === '*' ? { to, piece: KINDS[usi[0]] } : { from: place(usi), to, promote: usi.endsWith('+') || undefined };
    } else if (end) {
      const guilty = isBlack(sfen, ply) ? '-' : '+';
      entry.special = end === '反則勝ち' ? `${guilty}ILLEGAL_ACTION` : TO_JKF.get(end) ?? 'CHUDAN';
    }
    if (ms > 0) entry.time = { now: { m: Math.floor(ms / 60000), s: Math.floor(ms / 1000) % 60 }, total: { h: 0, m: 0, s: 0 } };
    if (text !== '') entry.comments = text.split('\n');
    const before = path[ply - 1];
    let list = before?.list ?? moves;
    if (before?.next) {
      // The alternatives hang on the move they replace.
      list = [];
      (before.next.forks ??= []).push(list);
    } else if (before) before.next = entry;
    list.push(entry);
    path[ply] = { list, next: undefined };
  }
  return moves;
}
