import type { Branch, Checked, Solved, Try } from './answers.js';

export type * from './answers.js';

/** What came of {@link Engine.check}: docs/check.md describes its fields. */
export type Report = Checked;

/** A move in USI: `7g7f`, `8h2b+`, `G*5b`. */
export type Usi = string;

/** What ends a search from outside: an `AbortSignal` of a browser or of node. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
}

/** Limits of a search. What is left out does not limit. */
export interface Limits {
  /** Nodes expanded. */
  nodes?: number;
  /** Wall-clock time. */
  seconds?: number;
  /** Called now and then with the nodes expanded so far. An error thrown in it ends the search, which throws the same. */
  progress?: (nodes: number) => void;
  /** Looked at before the search and each time that `progress` would be called; the search then throws its `reason`. A
   * search lets nothing else run in its thread: to abort it from outside, let `progress` do it. */
  signal?: Signal;
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
  moves: Array<{ move: Usi; japanese: string; western: string }>;
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
  /** The same in western notation: `P-7f`, `Sx2c+`, `G*5b`. */
  western(sfen: string, moves: Usi[]): string[];
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

/** Where the WebAssembly comes from: an address, its bytes, or a `WebAssembly.Module`. */
export type Source = string | { readonly href: string } | ArrayBuffer | ArrayBufferView | object;

/** Loads the WebAssembly, once: from the package, or from `source`. In a browser the file `gyakusan_bg.wasm` is looked for
 * beside the module that is loaded: Vite and webpack take it along, beside a bundle of esbuild you have to put it. */
export declare function load(source?: Source | Promise<Source>): Promise<Gyakusan>;
