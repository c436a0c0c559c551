// What an answer of the engine says, in an order for people. No page is needed here.

const COOKS = new Set(['second solution', 'longer variation']);
/** What is said of a limit; of the others, that some moves had no more to spend. */
const REACHED = { nodes: 'reachedNodes', time: 'reachedTime', memory: 'reachedMemory', solver: 'reachedSolver' };

/** The verdict: keys of words with their values, and whether it is good. */
export function verdict(answer) {
  if (answer.status !== 'mate') return { said: [[answer.status]], tone: answer.status === 'no_mate' ? 'bad' : '' };
  const exact = answer.plies !== null && answer.plies_exact !== false;
  const length = exact ? ['pliesMate', answer.plies] : answer.plies === null ? ['mate'] : ['mateUnproved', answer.plies];
  if (!('complete' in answer)) return { said: [length], tone: 'good' };
  const kind = answer.complete === true ? 'complete' : answer.complete === false ? 'incomplete' : 'undecided';
  return { said: [length, [kind]], tone: { complete: 'good', incomplete: 'bad', undecided: '' }[kind] };
}

/** The limits that were reached, as keys of words. */
export function reached(answer, isThorough) {
  const all = answer.limits_reached ?? (answer.reached ? [answer.reached] : []);
  const other = answer.complete === false ? 'reachedAnyway' : isThorough ? 'reachedThorough' : 'reachedOther';
  return [...new Set(all.map((limit) => REACHED[limit] ?? other))];
}

/** What is to be said of the line that was read: the key of words and a ply. */
export function given({ fault, leaves, mates }) {
  if (fault) return [`given_${fault.what}`, fault.ply];
  if (leaves) return [`given_${leaves.what}`, leaves.ply];
  return [mates ? 'given_best' : 'given_stops'];
}

/** The main line of what is kept and given away: the author's, where it mates, else the one that was found. */
export function mainLine(answer, line) {
  const told = answer?.given_line;
  const holds = line.length && (!answer || !told || (told.mates && !told.fault));
  return holds ? line : answer?.main_line ?? [];
}

/** What lines show alike is one: moves of one piece, and drops of one kind, that leave the same line in the same way. */
export function alike(lines) {
  const groups = new Map();
  for (const line of lines) {
    const at = line.ply - 1;
    const move = line.moves[at] ?? '';
    // From where, or which kind is dropped; the promotion of a piece is another flaw.
    const key = [line.kind, line.plies, line.relation, line.moves.slice(0, at).join(), move.slice(0, 2), move.endsWith('+')].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

/** The class of a flaw: how much it matters. */
export const weight = (kind) => (COOKS.has(kind) ? 'cook' : kind === 'dual in variation' || kind === 'undecided' ? 'light' : 'dual');

/** The lines of an answer: those that are known, what is wrong before what is a blemish, and those that are open. */
export function sorted(lines) {
  const order = (line) => ({ cook: 0, dual: 1, light: 2 })[weight(line.kind)];
  const known = lines.filter((line) => line.kind !== 'undecided').sort((one, other) => order(one) - order(other));
  return { known, open: lines.filter((line) => line.kind === 'undecided') };
}

/** The move that a line shows, and beside it what the main line plays there. */
export function arrows(line, main) {
  const at = line.ply - 1;
  const isSameLine = line.moves.slice(0, at).join() === main.slice(0, at).join();
  const shown = { move: line.moves[at], colour: weight(line.kind) === 'cook' ? 'cook' : 'dual' };
  // Of two drops on one square only one can be seen.
  const hides = shown.move?.[1] === '*' && main[at]?.[1] === '*' && shown.move.slice(2) === main[at].slice(2);
  const best = isSameLine && main[at] && main[at] !== shown.move && !hides ? [{ move: main[at], colour: 'main' }] : [];
  return shown.move ? [...best, shown] : best;
}

/** Whether a line is another one up to one of its moves, or that line itself; both in USI with blanks between. */
const isPart = (part, line) => line === part || line.startsWith(`${part} `);

/** What a KIF has besides the main line: lines that leave it, found or read, and comments, each as a row. */
export function kifRows(answer, main, { named, said, comments = new Map(), variations = [] }) {
  const lines = main.length ? answer?.lines ?? [] : [];
  const found = lines.filter((line) => line.kind !== 'undecided').map((line) => ({ moves: line.moves.join(' '), kind: said(line.kind) }));
  const isKnown = (one) => [main.join(' '), ...found.map(({ moves }) => moves)].some((line) => isPart(one, line));
  const read = main.length ? variations.filter((one) => !isKnown(one)) : [];
  const others = [...found.map(({ moves, kind }) => `${moves}\t${kind}`), ...read];
  const notes = lines.filter((line) => line.kind === 'undecided').map(({ moves }) => {
    const at = Math.max(moves.findIndex((move, ply) => move !== main[ply]), 0);
    return `${at}\t${said('undecided_move')} ${named(moves).slice(at).join(' ')}`;
  });
  for (const [path, text] of comments) {
    const moves = path ? path.split(' ') : [];
    const isMain = moves.every((move, at) => main[at] === move);
    for (const row of text.split(/\s*\n\s*/)) {
      if (isMain) notes.push(`${moves.length}\t${row}`);
      else others.push(`${read.find((line) => isPart(path, line)) ?? path}\t${row}\t${moves.length}`);
    }
  }
  return { others: others.join('\n'), notes: notes.join('\n') };
}
