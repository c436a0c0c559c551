import type { Branch as AnyBranch, Checked, Solved as AnySolved, Status2, Try } from './answers.js';

export type {
  Departure, DepartureRemark, End, Fault, FaultRemark, Finding, Flaws, GivenLine, Limit, LineKind, PawnDrop, Reached, Relation,
  Rules, Spot, Superfluous, Try, Undecided,
} from './answers.js';

/** Whether there is a mate. */
export type Status = Status2;

/** The answer of {@link Engine.solve}. */
export interface Solved extends Omit<AnySolved, 'sfen' | 'status' | 'tries' | 'error'> {
  /** The position, the defender's hand written out. */
  sfen: string;
  /** Whether there is a mate. */
  status: Status;
  /** Why there is no mate: the tries (紛れ), the deepest first. Only with the status `no_mate`. */
  tries?: Try[];
}

/** The answer of {@link Engine.check}: the verdicts, the flaws counted, and the lines that show them. */
export interface Report extends Omit<Checked, 'policy' | 'tries'> {
  /** Futile interpositions (無駄合) do not count. */
  policy: 'traditional';
  /** Why there is no mate: the tries (紛れ), the deepest first. Only with the status `no_mate`. */
  tries?: Try[];
}

/** A move of {@link Engine.branches}, and what follows it. */
export interface Branch extends Omit<AnyBranch, 'status'> {
  /** Whether there is a mate after it. */
  status: Status;
}

/** A move in USI: `7g7f`, `8h2b+`, `G*5b`. */
export type Usi = string;

/** What is wrong, for programs:
 *
 * - `sfen`: an SFEN that cannot be read, or a position that cannot be; `at` says where, if it is a matter of one character
 * - `move`: a move that cannot be read, or not be played there
 * - `range`: a number that is too small or too large
 * - `argument`: arguments that do not go together
 * - `file`: a file that cannot be read; `line` says where, if it is a matter of one line
 * - `busy`: the engine is searching
 * - `freed`: the engine was given back
 * - `memory`: WebAssembly is out of memory, and of no use until it is loaded again
 * - `broken`: the engine broke down: likewise
 * - `load`: the WebAssembly or the worker cannot be loaded */
export type Code = 'sfen' | 'move' | 'range' | 'argument' | 'file' | 'busy' | 'freed' | 'memory' | 'broken' | 'load';

/** An error of the package. A value of another type or an option that there is not is a `TypeError` instead. */
export declare class GyakusanError extends Error {
  constructor(code: Code, message: string, more?: { at?: number; line?: number; cause?: unknown });
  readonly code: Code;
  /** The character of an SFEN, counted from 1. */
  readonly at?: number;
  /** The line of a file, counted from 1. */
  readonly line?: number;
}

/** What ends a search: an `AbortSignal` of a browser or of node. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
}

/** Limits of a search. What is left out or null does not limit. */
export interface Limits {
  /** Nodes expanded. */
  nodes?: number | null | undefined;
  /** Wall-clock time. */
  seconds?: number | null | undefined;
  /** Called now and then with the nodes expanded so far. An error thrown in it ends the search, which throws the same. It cannot
   * be asynchronous, nor ask the engine that searches. */
  progress?: ((nodes: number) => void) | null | undefined;
  /** Looked at before the search and each time that `progress` would be called; the search then throws its `reason`. Nothing
   * else runs in the thread of a search, no timer and no click, so only `progress` or another thread can abort it: see
   * `EngineWorker` in `gyakusan/worker`. */
  signal?: Signal | null | undefined;
}

/** Limits and options of {@link Engine.check}. */
export interface CheckOptions {
  /** A line that is compared with best play: see {@link GivenLine}. */
  line?: readonly Usi[] | null | undefined;
  /** Spends up to fifty times as much on what is hard to decide. */
  thorough?: boolean | null | undefined;
}

/** Where a question about moves is asked. */
export interface PlaceOptions {
  /** The moves before it. */
  moves?: readonly Usi[] | null | undefined;
}

/** A solver and judge with memory of its own. It answers one question at a time, and lets nothing else run meanwhile. */
export declare class Engine {
  /** `megabytes` is how large its table may grow, from 1 to 2048; 64 if left out. At first it takes less than one. */
  constructor(megabytes?: number);
  /** Solves a position. @throws if nobody can be mated in it */
  solve(sfen: string, limits?: Limits): Solved;
  /** Finds every flaw. */
  check(sfen: string, options?: Limits & CheckOptions): Report;
  /** Every move, of the attacker every check, the best first; `nodes` limits the question about each, 300,000 if left out;
   * `seconds` limits all of them together. */
  branches(sfen: string, options?: Limits & PlaceOptions): Branch[];
  /** Why a check does not mate: the try (紛れ). Empty if it does mate; with `replies` null if a limit left open whether it
   * does. 300,000 nodes at most if nothing else is said. @throws if it is no check */
  refute(sfen: string, check: Usi, options?: Limits & PlaceOptions): Try[];
  /** Gives the memory back to the package, for other engines. Every question after that is an error. */
  free(): void;
  /** The same at the end of a block with `using`. */
  [Symbol.dispose](): void;
}

/** A position as {@link Gyakusan.position} tells it. */
export interface Position {
  /** The defender's hand written out. */
  sfen: string;
  attacker: 'black' | 'white';
  attacker_to_move: boolean;
  /** Whether the side to move is mated. */
  mated: boolean;
  /** The legal moves, of the attacker those that give check. */
  moves: Array<{ move: Usi; japanese: string; western: string }>;
  /** The squares of the pieces that give check. */
  checkers: string[];
  /** Where the drop of a pawn would mate, which is forbidden (打ち歩詰め). */
  pawn_drop_mate: string | null;
}

/** A problem of a file. */
export interface Problem {
  sfen: string;
  /** The solution as the file has it. */
  main_line: Usi[];
  title: string | null;
  author: string | null;
  /** What is odd about the file. */
  notices: string[];
}

/** Moves in a row, with what a file says of them. */
export interface Line {
  /** In USI, with spaces between them, as in the program's JSON; the answers of an engine have lists instead. */
  moves: string;
  /** An illegal move after them, with which the line ended (反則). */
  foul?: Usi;
  /** How the line ended, in the words of KIF files: `詰み`, `投了`. */
  ending?: string;
  /** Each with the number of the move before it; 0 at the start. */
  comments?: Array<{ ply: number; text: string }>;
  /** How long moves took. The ending may have taken its time, too: then its ply is one more than there are moves. */
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
  /** How many moves the main line has, or the length that the file states. */
  plies?: number;
  /** The moves in Japanese. */
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

/** A file: its text, or its bytes, whose encoding is found out. */
export type File = string | ArrayBuffer | ArrayBufferView;

/** How the defender's hand is read. If neither is chosen, it is read as the file lists it; if the file does not mention it, it
 * holds all pieces left over. */
export interface HandOptions {
  /** A hand that the file does not mention is empty. */
  shortSet?: boolean | null | undefined;
  /** The defender has all pieces left over, whatever the file lists. */
  fullSet?: boolean | null | undefined;
}

/** What a KIF file is made of. */
export interface KifOptions {
  /** The main line. */
  line?: readonly Usi[] | null | undefined;
  /** Lines from the start, each of which leaves the main line or another one before these end. */
  others?: ReadonlyArray<readonly Usi[]> | null | undefined;
  title?: string | null | undefined;
  author?: string | null | undefined;
}

/** What {@link load} gives. */
export interface Gyakusan {
  Engine: typeof Engine;
  /** A position after moves: who is to move, whether that is mate, and the moves there are. */
  position(sfen: string, moves?: readonly Usi[]): Position;
  /** The names of moves; the list ends before a move that is not legal. */
  japanese(sfen: string, moves: readonly Usi[]): string[];
  /** The same in western notation: `P-7f`, `Sx2c+`, `G*5b`. */
  western(sfen: string, moves: readonly Usi[]): string[];
  /** The SFEN with left and right exchanged. */
  mirror(sfen: string): string;
  /** Reads KIF, KI2, BOD, CSA, SFEN lists, CSV, lines of JSON, JSON Kifu Format; the ending of `name` tells which, else the
   * contents. @throws if nothing at all can be read */
  read(file: File, name?: string): Array<Problem | Unreadable>;
  /** Reads the same files with all that they say. */
  records(file: File, name?: string, options?: HandOptions): Array<GameRecord | Unreadable>;
  /** The text of a KIF file. @throws if a move is not legal, or if there is no place for one of the `others` */
  kif(sfen: string, options?: KifOptions): string;
  /** The outline of a sign of diagrams as an SVG path, in a box of 1000 by 1000 with y downwards. There are the kanji of pieces,
   * ☗ and ☖ (one outline: fill it, or draw its edge), 一 to 九, ０ to ９, and the characters of words such as 攻方 持駒 なし 手
   * 図 詰 題 正解; `undefined` for all others. */
  outline(sign: string): string | undefined;
}

/** A `WebAssembly.Module`: a declaration that needs no DOM. */
export interface CompiledModule {
  readonly [Symbol.toStringTag]?: 'WebAssembly.Module';
}

/** Where the WebAssembly comes from: an address (in node also the path of a file), its bytes, the answer of a server, or a
 * `WebAssembly.Module`. */
export type Source = string | { readonly href: string } | ArrayBuffer | ArrayBufferView | { arrayBuffer(): Promise<ArrayBuffer> } | CompiledModule;

/** Loads the WebAssembly, once: from the package, or from `source`. Once it is loaded, every call gives the same, whatever its
 * source. */
export declare function load(source?: Source | Promise<Source> | null): Promise<Gyakusan>;

declare global {
  // For libraries that do not know it yet.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}
