// Made by `cargo run -p gyakusan-answers --features schema --example types`.

/** Whether there is a mate. */
export type Status = 'mate' | 'no_mate' | 'unknown' | 'error';

/** A move in a position, and what follows it. */
export interface Branch {
  /** In USI. */
  move: string;
  /** In Japanese. */
  japanese: string;
  /** Whether there is a mate after it. */
  status: Status;
  /** From the position before the move to the mate, in plies. */
  plies: number | null;
  /** Whether it is best play, futile interpositions aside. */
  best: boolean;
  /** Whether it is a futile interposition (無駄合). */
  futile: boolean;
  /** Best play after it, in USI. */
  line: Array<string>;
}

/** The flaws, each counted apart. A count is a lower bound if something is left open, and null where none was found and a limit left open whether there is one. */
export interface Flaws {
  /** 余詰: further steps that mate, in any number of plies, before the last move of the main line. */
  cooks: number | null;
  /** 非限定: of the cooks, those after which the very same continuation mates. */
  exchange_duals: number | null;
  /** 手順前後: of the cooks, those that come back to the main line as soon, or play its moves in another order. */
  move_order_duals: number | null;
  /** 迂回手順: of the cooks, longer ways that come back to the main line. */
  detours: number | null;
  /** Other moves before the last, in the whole tree, that mate in as many plies. */
  equal_before_last: number | null;
  /** Other moves before the last, in the whole tree, that mate in more plies. */
  longer_before_last: number | null;
  /** 最終手余詰: other last moves that mate. */
  equal_at_last: number | null;
  /** 最終手余詰: other moves in place of the last that mate in more plies. */
  longer_at_last: number | null;
  /** 成不成非限定: moves before the last that mate with and without promotion. */
  promotion_duals: number | null;
  /** Whether the last move mates with and without promotion. */
  final_promotion_choice: boolean | null;
  /** Whether several drops mate at the last move. */
  final_drop_choice: boolean | null;
  /** 変同: replies off the main line that last as long and leave nothing in hand. */
  equal_variations: number | null;
  /** 駒余り: pieces in the attacker's hand at the end of the main line. */
  leftover: number | null;
  /** 余剰駒: pieces that can go to the defender's hand and leave a sound problem of the same length. */
  superfluous: number | null;
  /** Whether the final position has a piece that the mate does not need: a measure, not a flaw. */
  final_superfluous: boolean | null;
  /** 余詰: other moves before the last that mate, whether in more plies is undecided. */
  unmeasured_before_last: number | null;
  /** 早詰: moves by which the attacker mates sooner than the given line. */
  shorter_than_given: number | null;
  /** 打点非限定: of the second solutions, those that drop the same kind on another square. */
  drop_duals: number | null;
  /** 合駒非限定: kinds that could have been interposed as well, on the main line. */
  interposition_choices: number | null;
  /** 変長: replies that last longer than the given line. */
  longer_variations: number | null;
  /** 変別: second solutions inside variations of the main line. */
  variation_duals: number | null;
  /** Of the superfluous pieces, those without which the main line stays best play. */
  superfluous_same_line: number | null;
}

/** Why a move of a given line cannot be played. */
export type Fault = 'illegal' | 'no_check';

/** A move of a given line, and what is wrong with it. */
export interface FaultRemark {
  /** The ply, counted from 1. */
  ply: number;
  /** The move. */
  move: string;
  /** What is wrong. */
  what: Fault;
}

/** How a move leaves best play. */
export type Departure = 'loses_mate' | 'longer' | 'shorter' | 'futile';

/** A move of a given line, and what is wrong with it. */
export interface DepartureRemark {
  /** The ply, counted from 1. */
  ply: number;
  /** The move. */
  move: string;
  /** What is wrong. */
  what: Departure;
}

/** How a given line compares with best play. */
export interface GivenLine {
  /** Its moves. */
  moves: Array<string>;
  /** The first move that cannot be played; the moves after it were not examined. */
  fault: FaultRemark | null;
  /** Whether it ends in mate. */
  mates: boolean;
  /** Whether it mates and is of the exact length; null where that is unknown, or where there is a fault. */
  exact_length: boolean | null;
  /** The first move that leaves best play. */
  leaves: DepartureRemark | null;
}

/** A limit that kept the judge from an answer. */
export type Limit = 'share' | 'stage' | 'nodes' | 'afterwards' | 'time' | 'memory' | 'depth' | 'solver' | 'stop';

export type LineKind = 'equal variation' | 'second solution' | 'promotion dual' | 'final dual' | 'exchange' | 'drop dual' | 'move-order dual' | 'detour' | 'interposition choice' | 'longer variation' | 'dual in variation' | 'undecided';

/** The length of a line compared with the line it leaves. */
export type Relation = 'shorter' | 'equal' | 'longer';

/** A line that shows something. */
export interface Finding {
  /** What it shows. */
  kind: LineKind;
  /** What else it is an instance of. */
  also: Array<LineKind>;
  /** At which ply, counted from 1, it leaves the line. */
  ply: number;
  /** Its length compared with the line it leaves; null if undecided or not asked for. */
  relation: Relation | null;
  /** Its length in plies from the start, by the policy; null if undecided or not asked for. */
  plies: number | null;
  /** Its moves from the start; where its length is null, up to the move in question. */
  moves: Array<string>;
}

/** Whether futile interpositions (無駄合) count. */
export type Policy = 'literal' | 'traditional';

/** The verdict by each rule; null where an open question could change it. Rules A to D apply to minimal problems only. */
export interface Rules {
  /** A minimal problem (極小) without leftover, and no second solution as short before the last move of any longest line. */
  a: boolean | null;
  /** A, and no longer mate by another check in place of the last move. */
  b: boolean | null;
  /** D, no longer mate in place of the last move, and no promotion dual. */
  c: boolean | null;
  /** A, and no second solution of any length before the last move. */
  d: boolean | null;
  /** 完全作: some longest line that leaves nothing over has no second solution before its last move. */
  e: boolean | null;
  /** E, where exchanges, changes of order and detours are no second solutions. */
  f: boolean | null;
}

/** Whether there is a mate. */
export type Status2 = 'mate' | 'no_mate' | 'unknown';

/** A superfluous piece (余剰駒). */
export interface Superfluous {
  /** Whose it is. */
  color: 'black' | 'white';
  /** Its kind. */
  kind: string;
  /** Whether its promoted side is up. */
  promoted: boolean;
  /** Where it stands; null in the attacker's hand. */
  square: string | null;
  /** Whether the main line stays best play without it; null where a limit was reached. */
  same_line: boolean | null;
}

/** How the line of a try ends. */
export type End = 'no_check' | 'repetition' | 'further';

/** A forbidden mate (打ち歩詰め). */
export interface PawnDrop {
  /** The ply of the move in place of which it would be played, counted from 1. */
  ply: number;
  /** The square of the drop. */
  square: string;
}

/** A try (紛れ). */
export interface Try {
  /** The check, a reply that saves the king, and the longest play after it, in USI. */
  moves: Array<string>;
  /** The check, a reply that saves the king, and the longest play after it, in Japanese. */
  japanese: string;
  /** Every reply that is proved to save the king; null where a limit left open which one does. */
  replies: Array<string> | null;
  /** How many other replies the limits left open. */
  unsure_replies: number;
  /** The first drop of a pawn that would mate in place of a move of the line (打ち歩詰め). */
  pawn_drop_mate: PawnDrop | null;
  /** How the line ends. */
  end: End;
  /** Where the king is at its end. */
  king: string | null;
}

/** A piece of a position besides the kings. */
export interface Spot {
  /** Whose it is. */
  color: 'black' | 'white';
  /** Its kind. */
  kind: string;
  /** Whether its promoted side is up. */
  promoted: boolean;
  /** Where it stands; null in the attacker's hand. */
  square: string | null;
}

/** How many questions a limit left open. */
export interface Undecided {
  /** Whether the exact length is open; then nothing else was asked. */
  length: boolean;
  /** Whether the number of leftover pieces is open. */
  leftover: boolean;
  /** Checks before the last move of the main line that may mate (余詰). */
  cooks: number;
  /** Cooks for which the verdict of rule F is open. */
  cook_kinds: number;
  /** Checks before the last move that may mate as fast as the main line. */
  equal_before_last: number;
  /** Checks before the last move that may mate, if so in more plies. */
  before_last: number;
  /** Checks in place of the last move that may mate. */
  at_last: number;
  /** Replies that may belong to the tree. */
  replies: number;
  /** Checks inside variations. */
  variations: number;
  /** Moves along the given line. */
  given_line: number;
  /** Pieces that may be superfluous. */
  superfluous: Array<Spot>;
}

/** The result of checking a problem. */
export interface Checked {
  /** The position, the defender's hand written out. */
  sfen: string;
  /** The attacker (攻方). */
  attacker: 'black' | 'white';
  /** How lengths are counted. */
  policy: Policy;
  /** Whether there is a mate. */
  status: Status2;
  /** The exact length in plies by the policy, where known. */
  length: number | null;
  /** The exact length by the policy `traditional`, where known. */
  plies: number | null;
  /** The exact length by the policy `literal`, where proved. */
  raw_plies: number | null;
  /** 完全作 (rule E): a mate, nothing left over, no 余詰 on the main line. */
  complete: boolean | null;
  /** 完全作 by rule F: as by rule E, but exchanges, changes of order and detours are no 余詰 but blemishes. */
  complete_lenient: boolean | null;
  /** No piece can go to the defender's hand and leave a mate of the same length, sound or not. */
  minimal: boolean | null;
  /** Complete, and no piece is superfluous (余剰駒): without any of them it is no complete problem of the same length. */
  irredundant: boolean | null;
  /** Complete by rule F, and no piece is superfluous by it (余剰駒). */
  irredundant_lenient: boolean | null;
  /** The verdicts by all rules. */
  rules: Rules;
  /** The flaws, counted; null where the length is not known. */
  flaws: Flaws | null;
  /** What limits left open. */
  undecided: Undecided;
  /** The limits that were reached, where something is left open. */
  limits_reached: Array<Limit>;
  /** The superfluous pieces. */
  superfluous_pieces: Array<Superfluous>;
  /** The lines that show the flaws. */
  lines: Array<Finding>;
  /** The given line. */
  given_line: GivenLine | null;
  /** Nodes that the solver expanded. */
  nodes: number;
  /** Questions that the solver was asked. */
  questions: number;
  /** The main line in USI; null where it is not known. */
  main_line: Array<string> | null;
  /** The main line in Japanese; null where it is not known. */
  main_line_japanese: string | null;
  /** Whether the set lacks pieces (駒不足). */
  short_set: boolean;
  /** The time it took. */
  seconds: number;
  /** Why there is no mate; only if asked for. */
  tries?: Array<Try>;
}

/** What stopped a solver before its end. */
export type Reached = 'time' | 'nodes' | 'solver' | 'plies' | 'memory' | 'depth' | 'stop';

/** The result of a search for a mate. */
export interface Solved {
  /** The problem in its canonical form, or the text that is not a problem. */
  sfen: string;
  /** Whether there is a mate. */
  status: Status;
  /** The length in plies without futile interpositions (無駄合); null where it is not known. */
  plies: number | null;
  /** Whether it is proved that no shorter mate exists. */
  plies_exact: boolean;
  /** The length in plies with every interposition counted; null where it is not proved. */
  raw_plies: number | null;
  /** Best play of both sides in USI; null where it is not known. */
  main_line: Array<string> | null;
  /** Best play of both sides in Japanese; null where it is not known. */
  main_line_japanese: string | null;
  /** Nodes expanded. */
  nodes: number;
  /** The time it took. */
  seconds: number;
  /** The limit that stopped the search; null if none did. */
  reached: Reached | null;
  /** Whether the set lacks pieces (駒不足). */
  short_set: boolean;
  /** What is wrong; only with the status `error`. */
  error?: string;
  /** Why there is no mate; only if asked for. */
  tries?: Array<Try>;
}
