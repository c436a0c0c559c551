/** A move in USI: `7g7f`, `8h2b+`, `G*5b`. */
export type Usi = string;

/** Whether there is a mate; `unknown`: a limit was reached first. */
export type Status = 'mate' | 'no_mate' | 'unknown';

/** Limits of a search. What is left out does not limit. */
export interface Limits {
  /** Nodes expanded. */
  nodes?: number;
  /** Wall-clock time. */
  seconds?: number;
  /** Called now and then with the nodes expanded so far. */
  progress?: (nodes: number) => void;
}

/** A check that does not mate (紛れ), and what becomes of it. */
export interface Try {
  /** The check, the reply, what follows. */
  moves: Usi[];
  japanese: string;
  /** Every reply that is proved to save the king; null where a limit left open which one does. */
  replies: Usi[] | null;
  /** How many other replies the limits left open. */
  unsure_replies: number;
  /** Where in the line the drop of a pawn would mate, which is forbidden (打ち歩詰め): in place of the move of this ply. */
  pawn_drop_mate: { ply: number; square: string } | null;
  /** Where the play ends; `further`: it was not followed to its end. */
  end: 'no_check' | 'repetition' | 'further';
  /** Where the king stands then. */
  king: string | null;
}

/** What came of {@link Engine.solve}. */
export interface Solved {
  /** The position, the defender's hand written out. */
  sfen: string;
  status: Status;
  /** The length, futile interpositions (無駄合) left out. */
  plies: number | null;
  /** Whether `plies` was proved to be the shortest. */
  plies_exact: boolean;
  /** The length with every interposition counted, where proved. */
  raw_plies: number | null;
  /** The main line (作意); null where it is not known. */
  main_line: Usi[] | null;
  main_line_japanese: string | null;
  nodes: number;
  seconds: number;
  /** The limit that was reached. */
  reached: 'time' | 'nodes' | 'plies' | 'memory' | 'solver' | 'stop' | null;
  /** Where there is no mate: what the attacker can try. */
  tries?: Try[];
}

/** What a line of a report shows. */
export type LineKind =
  | 'equal variation' | 'second solution' | 'promotion dual' | 'final dual' | 'exchange' | 'drop dual' | 'move-order dual'
  | 'detour' | 'interposition choice' | 'longer variation' | 'dual in variation' | 'undecided';

/** A line that shows something. */
export interface Finding {
  kind: LineKind;
  /** What else it is an instance of. */
  also: LineKind[];
  /** At which ply, counted from 1, it leaves the line. */
  ply: number;
  /** How long it is beside the line it leaves. */
  relation: 'shorter' | 'equal' | 'longer' | null;
  /** Its length from the start. */
  plies: number | null;
  /** Its moves from the start; where its length is null, up to the move that is meant. */
  moves: Usi[];
}

/** What came of {@link Engine.check}: the fields that `gyakusan check --format json` has, described in docs/check.md. */
export interface Report {
  sfen: string;
  attacker: 'black' | 'white';
  policy: 'traditional' | 'literal';
  status: Status;
  length: number | null;
  plies: number | null;
  raw_plies: number | null;
  main_line: Usi[] | null;
  main_line_japanese: string | null;
  /** 完全作; null: undecided. */
  complete: boolean | null;
  /** Sound under the lenient rule F. */
  complete_lenient: boolean | null;
  rules: Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f', boolean | null>;
  /** The flaws, counted; null where the length is not known. */
  flaws: Record<string, number | null> | null;
  /** What limits left open. */
  undecided: Record<string, unknown>;
  limits_reached: string[];
  superfluous_pieces: Array<{ same_line: boolean | null } & Record<string, unknown>>;
  lines: Finding[];
  given_line: Record<string, unknown> | null;
  nodes: number;
  questions: number;
  seconds: number;
  tries?: Try[];
}

/** A move of a position, and what comes of it. */
export interface Branch {
  move: Usi;
  japanese: string;
  status: Status;
  /** From the position before the move to the mate. */
  plies: number | null;
  best: boolean;
  /** A futile interposition (無駄合). */
  futile: boolean;
  /** Best play after it. */
  line: Usi[];
}

/** A solver and judge with memory of its own. After {@link Engine.free} every question is an error.
 *
 * An argument of another type, an option that there is not: a `TypeError` that names it. An SFEN that cannot be read, a limit
 * that is none: an `Error` that says why. */
export declare class Engine {
  /** Takes so many megabytes, from 1 to 2048; 64 if left out. */
  constructor(megabytes?: number);
  /** Solves a position. @throws if nobody can be mated in it */
  solve(sfen: string, limits?: Limits): Solved;
  /** Finds every flaw. `line` is compared with best play; `thorough` spends more on what is hard to decide. */
  check(sfen: string, options?: Limits & { line?: Usi[]; thorough?: boolean }): Report;
  /** Every move after `moves`, of the attacker every check; `nodes` limits the question about each, 300,000 if left
   * out; `seconds` limits all of them together. */
  branches(sfen: string, options?: Limits & { moves?: Usi[] }): Branch[];
  /** Why a check after `moves` does not mate; 300,000 nodes at most if nothing else is said. */
  refute(sfen: string, check: Usi, options?: Limits & { moves?: Usi[] }): Try[];
  /** Gives the memory back. */
  free(): void;
}

/** A position as {@link Gyakusan.position} tells it. */
export interface Position {
  sfen: string;
  attacker: 'black' | 'white';
  attacker_to_move: boolean;
  mated: boolean;
  /** The legal moves, of the attacker those that give check. */
  moves: Array<{ move: Usi; japanese: string }>;
  /** The squares of the pieces that give check. */
  checkers: string[];
  /** Where the drop of a pawn would mate, which is forbidden (打ち歩詰め). */
  pawn_drop_mate: string | null;
}

/** A problem of a file. */
export interface Problem {
  sfen: string;
  main_line: Usi[];
  title: string | null;
  author: string | null;
  /** What is odd about the file. */
  notices: string[];
}

/** Moves in a row, with what a file says of them. */
export interface Line {
  /** In USI, with spaces between them. */
  moves: string;
  /** An illegal move after them, with which the line ended (反則). */
  foul?: Usi;
  /** How the line ended, in the words of KIF files: `詰み`, `投了`. */
  ending?: string;
  /** Each with the number of the move before it; 0 at the start. */
  comments?: Array<{ ply: number; text: string }>;
  /** How long moves took. */
  times?: Array<{ ply: number; ms: number }>;
}

/** All that a file says of a problem or a game: a line of `gyakusan convert --to jsonl`. What is empty is left out. */
export interface GameRecord extends Line {
  /** The line of the file where it begins, counted from 1. */
  line: number;
  /** What is odd about the file. */
  notices: string[];
  /** The position before the first move. An empty hand of the defender's is written `0p` if pieces are missing. */
  sfen: string;
  plies?: number;
  moves_ja?: string;
  /** If a file has a key twice, the last value remains. */
  headers?: Record<string, string>;
  /** `parent` is the variation that is left, by its place in this list; null for the main line. */
  variations?: Array<Line & { parent: number | null; first_ply: number }>;
}

/** A problem that cannot be read. */
export interface Unreadable {
  /** The line of the file; null if the file as a whole cannot be read. */
  line: number | null;
  error: string;
}

/** What {@link load} gives. */
export interface Gyakusan {
  Engine: typeof Engine;
  position(sfen: string, moves?: Usi[]): Position;
  /** The names of moves; the list ends before a move that is not legal. */
  japanese(sfen: string, moves: Usi[]): string[];
  mirror(sfen: string): string;
  /** Reads KIF, KI2, BOD, CSA, SFEN lists, CSV, lines of JSON, JSON Kifu Format; the ending of `name` tells which, else the
   * contents. A thousand problems at most. */
  read(file: string | Uint8Array, name?: string): Problem[];
  /** Reads the same files with all that they say, and any number of problems. The defender's hand is read as the file lists
   * it; if the file does not mention it, it holds all pieces left over. `shortSet` leaves such a hand empty, `fullSet` gives the
   * defender all pieces left over, whatever the file lists. */
  records(file: string | Uint8Array, name?: string, options?: { shortSet?: boolean; fullSet?: boolean }): Array<GameRecord | Unreadable>;
  /** A KIF file; `others` are lines from the start that leave the main line. */
  kif(sfen: string, options?: { line?: Usi[]; others?: Usi[][]; title?: string; author?: string }): string;
  /** The outline of a sign of diagrams as an SVG path, in a box of 1000 by 1000. */
  outline(sign: string): string | undefined;
}

/** Loads the WebAssembly, once: from the package in node, from beside the module in a browser, or from `source`. */
export declare function load(source?: BufferSource | WebAssembly.Module | URL | string): Promise<Gyakusan>;
