"""The columns of problems as properties. `None` is what is not known.

Made by `cargo run -p gyakusan-answers --features schema --example types`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Fields(Mapping[str, Any]):
    """Something with a value for each column of problems."""

    __slots__ = ()

    @property
    def id(self) -> int | None:
        """Number of the problem in this database; never used for another one. [番号]"""
        value: int | None = self["id"]
        return value

    @property
    def key(self) -> bytes | None:
        """The position packed: the same for both mirror images and for exchanged sides, different for everything
        else. [局面の鍵]"""
        value: bytes | None = self["key"]
        return value

    @property
    def attacker(self) -> str | None:
        """`black` or `white`: the side that gives mate. [攻方]"""
        value: str | None = self["attacker"]
        return value

    @property
    def status(self) -> str | None:
        """`mate`, `no_mate` (不詰) or `unknown` (a limit was reached) [詰・不詰]"""
        value: str | None = self["status"]
        return value

    @property
    def plies(self) -> int | None:
        """Exact length, futile interpositions (無駄合) left out, but counted in a database imported under the
        policy `literal`; `None` without mate or where not known. [手数; plies]"""
        value: int | None = self["plies"]
        return value

    @property
    def raw_plies(self) -> int | None:
        """Exact length, every interposition counted; `None` where not proved: for an enumerated problem with a
        rook, bishop or lance the deep search proves it. [手数 (合駒をすべて数える); plies]"""
        value: int | None = self["raw_plies"]
        return value

    @property
    def mirror_images(self) -> int | None:
        """1 for a problem that is its own mirror image, else 2: sum(mirror_images) counts both images. [左右反転形の数;
        positions]"""
        value: int | None = self["mirror_images"]
        return value

    @property
    def material_id(self) -> int | None:
        """Row of `materials` with the pieces in play; `None` for a problem that no enumeration has found, which
        belongs to no family. [駒の組]"""
        value: int | None = self["material_id"]
        return value

    @property
    def pieces(self) -> int | None:
        """Pieces in play: on the board or in the attacker's hand, the kings left aside. [使用駒数; pieces]"""
        value: int | None = self["pieces"]
        return value

    @property
    def attacker_on_board(self) -> int | None:
        """Attacker's pieces on the board at the start, a king left aside. [盤上の攻駒; pieces]"""
        value: int | None = self["attacker_on_board"]
        return value

    @property
    def attacker_in_hand(self) -> int | None:
        """Pieces in the attacker's hand at the start. [攻方持駒; pieces]"""
        value: int | None = self["attacker_in_hand"]
        return value

    @property
    def defender_on_board(self) -> int | None:
        """Defender's pieces on the board at the start, the king left aside. [玉方の盤上の駒; pieces]"""
        value: int | None = self["defender_on_board"]
        return value

    @property
    def king(self) -> str | None:
        """Square of the defender's king, as in `sfen`. [玉の位置]"""
        value: str | None = self["king"]
        return value

    @property
    def min_file(self) -> int | None:
        """The smallest file of the box around kings and pieces on the board, as in `sfen`. [駒の右端の筋; file]"""
        value: int | None = self["min_file"]
        return value

    @property
    def max_file(self) -> int | None:
        """The largest file of the box around kings and pieces on the board, as in `sfen`. [駒の左端の筋; file]"""
        value: int | None = self["max_file"]
        return value

    @property
    def min_rank(self) -> int | None:
        """The first rank of the box around kings and pieces on the board, 1 for a. [駒の上端の段; rank]"""
        value: int | None = self["min_rank"]
        return value

    @property
    def max_rank(self) -> int | None:
        """The last rank of the box around kings and pieces on the board, 9 for i. [駒の下端の段; rank]"""
        value: int | None = self["max_rank"]
        return value

    @property
    def rule_e(self) -> bool | None:
        """Complete: a mate, nothing left over, and on the main line no second solution (余詰) before the last
        move, with or without superfluous pieces; `None` where a limit left it open, or a file of an earlier
        version does not tell. [完全作 (規則E)]"""
        value: bool | None = self["rule_e"]
        return value

    @property
    def complete_lenient(self) -> bool | None:
        """Complete, where second solutions on the main line are allowed that are an exchange 非限定, a change of
        order 手順前後 or a detour 迂回手順. [規則F]"""
        value: bool | None = self["complete_lenient"]
        return value

    @property
    def minimal(self) -> bool | None:
        """No piece can go to the defender's hand and leave a mate of the same length, sound or not. [極小]"""
        value: bool | None = self["minimal"]
        return value

    @property
    def irredundant(self) -> bool | None:
        """`rule_e`, and no piece can go to the defender's hand and leave a problem of the same length with
        `rule_e`. [余剰駒なし]"""
        value: bool | None = self["irredundant"]
        return value

    @property
    def irredundant_lenient(self) -> bool | None:
        """`complete_lenient`, and no piece can go to the defender's hand and leave a problem of the same length
        with `complete_lenient`. [余剰駒なし (規則F)]"""
        value: bool | None = self["irredundant_lenient"]
        return value

    @property
    def cooks(self) -> int | None:
        """Second solutions of any length before the last move of the main line. [余詰; moves]"""
        value: int | None = self["cooks"]
        return value

    @property
    def exchange_duals(self) -> int | None:
        """Of `cooks`, those that exchange one move (the same piece to another square, or another piece of its
        kind to the same) and go on with the very same moves to the mate. [非限定; moves]"""
        value: int | None = self["exchange_duals"]
        return value

    @property
    def move_order_duals(self) -> int | None:
        """Of `cooks`, those that play the main line's moves in another order or come back to it as soon. [手順前後;
        moves]"""
        value: int | None = self["move_order_duals"]
        return value

    @property
    def detours(self) -> int | None:
        """Of `cooks`, longer ways that come back to the main line. [迂回手順; moves]"""
        value: int | None = self["detours"]
        return value

    @property
    def equal_before_last(self) -> int | None:
        """Second solutions before the last move of any longest line that leaves nothing over, as short as the
        main line. [同手数の余詰; moves]"""
        value: int | None = self["equal_before_last"]
        return value

    @property
    def longer_before_last(self) -> int | None:
        """Longer second solutions before the last move of any such line. [長手数の余詰; moves]"""
        value: int | None = self["longer_before_last"]
        return value

    @property
    def equal_at_last(self) -> int | None:
        """Other last moves that mate. [最終手余詰; moves]"""
        value: int | None = self["equal_at_last"]
        return value

    @property
    def longer_at_last(self) -> int | None:
        """Longer mates by another check in place of the last move. [長手数の最終手余詰; moves]"""
        value: int | None = self["longer_at_last"]
        return value

    @property
    def promotion_duals(self) -> int | None:
        """Moves before the last that mate as fast with and without promotion. [成不成非限定; moves]"""
        value: int | None = self["promotion_duals"]
        return value

    @property
    def final_promotion_choice(self) -> bool | None:
        """The last move mates with and without promotion. [最終手の成不成]"""
        value: bool | None = self["final_promotion_choice"]
        return value

    @property
    def final_drop_choice(self) -> bool | None:
        """Several drops of one kind mate at the last move. [最終手の打点]"""
        value: bool | None = self["final_drop_choice"]
        return value

    @property
    def equal_variations(self) -> int | None:
        """Replies off the main line that last as long and leave nothing over. [変同; moves]"""
        value: int | None = self["equal_variations"]
        return value

    @property
    def leftover(self) -> int | None:
        """Pieces in the attacker's hand at the end of the main line. [駒余り; pieces]"""
        value: int | None = self["leftover"]
        return value

    @property
    def superfluous(self) -> int | None:
        """Pieces that can go to the defender's hand and leave a sound problem of the same length (by rule E, or
        by F where the problem itself is sound by F only); a piece that stops a second solution is needed. [余剰駒;
        pieces]"""
        value: int | None = self["superfluous"]
        return value

    @property
    def final_superfluous(self) -> bool | None:
        """The final position has a piece that the mate does not need: a measure, no flaw. [詰上りの余剰駒]"""
        value: bool | None = self["final_superfluous"]
        return value

    @property
    def unmeasured_before_last(self) -> int | None:
        """Second solutions before the last move of which it is undecided whether they are longer; `None` for
        enumerated problems, which have none. [手数未確定の余詰; moves]"""
        value: int | None = self["unmeasured_before_last"]
        return value

    @property
    def checksum(self) -> int | None:
        """64 bits (FNV-1a) of the columns before it, `id` and `material_id` left aside: a verification finds
        damaged rows with it. [チェックサム]"""
        value: int | None = self["checksum"]
        return value

    @property
    def rule_a(self) -> bool | None:
        """No second solution as short before the last move of any longest line that leaves nothing over, nothing
        left over, and `minimal`; `None` where a limit left it open. [規則A]"""
        value: bool | None = self["rule_a"]
        return value

    @property
    def rule_b(self) -> bool | None:
        """A, and no longer mate in place of the last move. [規則B]"""
        value: bool | None = self["rule_b"]
        return value

    @property
    def rule_c(self) -> bool | None:
        """D, no longer mate in place of the last move, no promotion dual. [規則C]"""
        value: bool | None = self["rule_c"]
        return value

    @property
    def rule_d(self) -> bool | None:
        """A, and no second solution of any length before the last move. [規則D]"""
        value: bool | None = self["rule_d"]
        return value

    @property
    def complete(self) -> bool | None:
        """Another name of `rule_e`. [完全作]"""
        value: bool | None = self["complete"]
        return value

    @property
    def box_width(self) -> int | None:
        """Width of the box around kings and pieces on the board. [範囲の幅; files]"""
        value: int | None = self["box_width"]
        return value

    @property
    def box_height(self) -> int | None:
        """Height of the box around kings and pieces on the board. [範囲の高さ; ranks]"""
        value: int | None = self["box_height"]
        return value

    @property
    def sacrifices(self) -> int | None:
        """Attacker's moves whose piece the defender's next move captures on its square. [捨駒; moves]"""
        value: int | None = self["sacrifices"]
        return value

    @property
    def drop_sacrifices(self) -> int | None:
        """Sacrifices by a drop. [打捨て; moves]"""
        value: int | None = self["drop_sacrifices"]
        return value

    @property
    def board_sacrifices(self) -> int | None:
        """Sacrifices of a piece from the board. [盤上の駒の捨駒; moves]"""
        value: int | None = self["board_sacrifices"]
        return value

    @property
    def major_sacrifices(self) -> int | None:
        """Sacrifices of a rook or bishop, promoted or not. [飛角捨て; moves]"""
        value: int | None = self["major_sacrifices"]
        return value

    @property
    def gold_sacrifices(self) -> int | None:
        """Sacrifices of a gold. [金捨て; moves]"""
        value: int | None = self["gold_sacrifices"]
        return value

    @property
    def unguarded_sacrifices(self) -> int | None:
        """Sacrifices on a square that no other piece of the attacker guards after the move. [只捨て; moves]"""
        value: int | None = self["unguarded_sacrifices"]
        return value

    @property
    def sacrifices_in_row(self) -> int | None:
        """The most sacrifices that follow one another without another move of the attacker's between. [連続捨駒;
        moves]"""
        value: int | None = self["sacrifices_in_row"]
        return value

    @property
    def first_move_sacrifice(self) -> bool | None:
        """The attacker's first move is a sacrifice. [初手捨駒]"""
        value: bool | None = self["first_move_sacrifice"]
        return value

    @property
    def promotions(self) -> int | None:
        """Attacker's moves that promote. [成る手; moves]"""
        value: int | None = self["promotions"]
        return value

    @property
    def non_promotions(self) -> int | None:
        """Attacker's moves that could have promoted and did not, where promoting and the same moves after it
        would not mate. [不成; moves]"""
        value: int | None = self["non_promotions"]
        return value

    @property
    def pure_non_promotions(self) -> int | None:
        """Non-promotions of a rook, bishop or pawn, which promotion would only strengthen. [飛角歩不成; moves]"""
        value: int | None = self["pure_non_promotions"]
        return value

    @property
    def defender_non_promotions(self) -> int | None:
        """Defender's moves that could have promoted and did not, where promoting and the same moves after it
        would not mate. [玉方不成; moves]"""
        value: int | None = self["defender_non_promotions"]
        return value

    @property
    def drops(self) -> int | None:
        """Attacker's moves that drop. [打つ手; moves]"""
        value: int | None = self["drops"]
        return value

    @property
    def board_moves(self) -> int | None:
        """Attacker's moves with a piece on the board. [動かす手; moves]"""
        value: int | None = self["board_moves"]
        return value

    @property
    def far_drops(self) -> int | None:
        """Drops of a rook, bishop or lance at least two king's steps from the king. [遠打; moves]"""
        value: int | None = self["far_drops"]
        return value

    @property
    def limited_drops(self) -> int | None:
        """Drops of a kind that could give check from other squares, where no other of these works: before the
        last move none mates at all, as the last move none mates at once (futile interpositions left out); `None`
        where second solutions before the last move are recorded. [限定打; moves]"""
        value: int | None = self["limited_drops"]
        return value

    @property
    def pawn_drop_mates(self) -> int | None:
        """Positions of the main line in which a pawn in the attacker's hand would mate by a drop, which is
        forbidden. [打歩詰の局面; positions]"""
        value: int | None = self["pawn_drop_mates"]
        return value

    @property
    def double_checks(self) -> int | None:
        """Attacker's moves after which two pieces give check. [両王手; moves]"""
        value: int | None = self["double_checks"]
        return value

    @property
    def discovered_checks(self) -> int | None:
        """Attacker's moves after which a piece other than the moved one gives check, double checks included.
        [空き王手; moves]"""
        value: int | None = self["discovered_checks"]
        return value

    @property
    def captures(self) -> int | None:
        """Attacker's moves that capture. [取る手; moves]"""
        value: int | None = self["captures"]
        return value

    @property
    def first_move_captures(self) -> bool | None:
        """The attacker's first move captures. [初手取る手]"""
        value: bool | None = self["first_move_captures"]
        return value

    @property
    def losses(self) -> int | None:
        """Attacker's pieces that the defender captures on the main line. [取られる駒; pieces]"""
        value: int | None = self["losses"]
        return value

    @property
    def clearances(self) -> int | None:
        """Squares which an attacker's piece leaves that stood there at the start, and which another attacker's
        piece later goes to or gives check across. [邪魔駒消去; squares]"""
        value: int | None = self["clearances"]
        return value

    @property
    def replacements(self) -> int | None:
        """Attacker's drops on a square where the attacker's piece that stood there last was of another kind.
        [打換え; moves]"""
        value: int | None = self["replacements"]
        return value

    @property
    def unmoved(self) -> int | None:
        """Attacker's pieces on the board at the start from whose square nothing of the attacker's moves on the
        main line. [不動駒; pieces]"""
        value: int | None = self["unmoved"]
        return value

    @property
    def interpositions(self) -> int | None:
        """Defender's moves that interpose: not with the king, to an empty square between it and the one sliding
        piece that gives check. [合駒; moves]"""
        value: int | None = self["interpositions"]
        return value

    @property
    def moved_interpositions(self) -> int | None:
        """Interpositions by a piece on the board. [移動合; moves]"""
        value: int | None = self["moved_interpositions"]
        return value

    @property
    def unguarded_interpositions(self) -> int | None:
        """Interpositions on a square that no piece of the defender's guards, the king included. [中合; moves]"""
        value: int | None = self["unguarded_interpositions"]
        return value

    @property
    def interposed_kinds(self) -> int | None:
        """Kinds of pieces that the defender interposes by drops. [合駒の種類; kinds]"""
        value: int | None = self["interposed_kinds"]
        return value

    @property
    def king_moves(self) -> int | None:
        """Moves of the defender's king. [玉の移動; moves]"""
        value: int | None = self["king_moves"]
        return value

    @property
    def king_squares(self) -> int | None:
        """Different squares on which the king stands on the main line, its first one included. [玉の通る升; squares]"""
        value: int | None = self["king_squares"]
        return value

    @property
    def king_returns(self) -> int | None:
        """Moves of the king to a square where it has stood before. [玉の往復; moves]"""
        value: int | None = self["king_returns"]
        return value

    @property
    def king_travel(self) -> int | None:
        """Distance in king's steps between the king's first square and the one where it is mated. [玉の移動距離;
        king's steps]"""
        value: int | None = self["king_travel"]
        return value

    @property
    def cycle_plies(self) -> int | None:
        """Period of the moves that repeat in a row, as in 馬鋸: each move taken as piece, displacement and
        promotion; even, at least twice, over 8 plies or more; of several stretches the longest, then the shorter
        period; 0 where nothing repeats. [反復の周期; plies]"""
        value: int | None = self["cycle_plies"]
        return value

    @property
    def cycle_repeats(self) -> int | None:
        """How many times in a row the moves of `cycle_plies` are made; 0 where nothing repeats. [反復の回数; times]"""
        value: int | None = self["cycle_repeats"]
        return value

    @property
    def promoted(self) -> int | None:
        """Promoted pieces on the board at the start, either side's. [成駒; pieces]"""
        value: int | None = self["promoted"]
        return value

    @property
    def kinds(self) -> str | None:
        """Kinds that take part besides the kings, on the board or in the attacker's hand, as letters in the
        order RBGSNLP: N 桂図式, GS 金銀図式, RB 飛角図式. [図式]"""
        value: str | None = self["kinds"]
        return value

    @property
    def single_kind(self) -> bool | None:
        """Exactly one kind takes part. [一色図式]"""
        value: bool | None = self["single_kind"]
        return value

    @property
    def small_pieces(self) -> bool | None:
        """Pieces take part, but neither rook nor bishop. [小駒図式]"""
        value: bool | None = self["small_pieces"]
        return value

    @property
    def bare_king(self) -> bool | None:
        """Nothing is on the board but the defender's king. [裸玉]"""
        value: bool | None = self["bare_king"]
        return value

    @property
    def no_attackers(self) -> bool | None:
        """The attacker has no piece on the board, a king left aside. [無仕掛]"""
        value: bool | None = self["no_attackers"]
        return value

    @property
    def no_defenders(self) -> bool | None:
        """The defender has no piece on the board but its king. [無防備]"""
        value: bool | None = self["no_defenders"]
        return value

    @property
    def two_kings(self) -> bool | None:
        """The attacker has a king, too. [双玉]"""
        value: bool | None = self["two_kings"]
        return value

    @property
    def real_game(self) -> bool | None:
        """The defender has a lance on 1a and a knight on 2a, or on 9a and 8a, both unpromoted. [実戦型]"""
        value: bool | None = self["real_game"]
        return value

    @property
    def symmetric_first(self) -> bool | None:
        """At the start the pieces on the board are their own image in a mirror on the king's file. [初形対称]"""
        value: bool | None = self["symmetric_first"]
        return value

    @property
    def smoke(self) -> bool | None:
        """All 38 pieces besides the kings are on the board at the start, and at most three at the end of the
        main line. [煙詰]"""
        value: bool | None = self["smoke"]
        return value

    @property
    def final_king(self) -> str | None:
        """Square on which the king is mated, as the attacker sees it. [詰上りの玉の位置]"""
        value: str | None = self["final_king"]
        return value

    @property
    def final_pieces(self) -> int | None:
        """Pieces on the board at the end of the main line, the kings left aside. [詰上りの駒数; pieces]"""
        value: int | None = self["final_pieces"]
        return value

    @property
    def final_attackers(self) -> int | None:
        """Attacker's pieces on the board at the end of the main line, a king left aside. [詰上りの攻駒; pieces]"""
        value: int | None = self["final_attackers"]
        return value

    @property
    def final_checkers(self) -> int | None:
        """Pieces that give check at the end of the main line; 2: mate by double check. [詰上りの王手駒; pieces]"""
        value: int | None = self["final_checkers"]
        return value

    @property
    def mated_in_centre(self) -> bool | None:
        """The king is mated on 5e. [都詰]"""
        value: bool | None = self["mated_in_centre"]
        return value

    @property
    def mated_in_corner(self) -> bool | None:
        """The king is mated in one of the four corners. [雪隠詰]"""
        value: bool | None = self["mated_in_corner"]
        return value

    @property
    def contactless_mate(self) -> bool | None:
        """No attacker's piece stands next to the mated king. [透かし詰]"""
        value: bool | None = self["contactless_mate"]
        return value

    @property
    def model_mate(self) -> bool | None:
        """One piece gives mate, and each square next to the king is denied to it once only: by an own piece that
        stands there or by one attacker's piece. [清潔な詰上り]"""
        value: bool | None = self["model_mate"]
        return value

    @property
    def symmetric_last(self) -> bool | None:
        """At the end of the main line the pieces on the board are their own image in a mirror on the king's
        file. [詰上り対称]"""
        value: bool | None = self["symmetric_last"]
        return value

    @property
    def tries(self) -> int | None:
        """Legal checks at the attacker's positions of the main line other than the main line's own moves,
        whether they mate or not. [紛れ; moves]"""
        value: int | None = self["tries"]
        return value

    @property
    def first_checks(self) -> int | None:
        """Legal checks that the attacker has at its first move. [初手の王手; moves]"""
        value: int | None = self["first_checks"]
        return value

    @property
    def variations(self) -> int | None:
        """Legal replies at the defender's positions of the main line other than the main line's own moves, every
        interposition counted. [変化; moves]"""
        value: int | None = self["variations"]
        return value

    @property
    def signature(self) -> int | None:
        """Stands for the main line seen from the king's first square, mirror images the same: equal for near
        copies that share it; 64 bits of a SHA-256, so that different lines have different ones for all practical
        purposes. [手順の署名]"""
        value: int | None = self["signature"]
        return value

    @property
    def shape(self) -> int | None:
        """Stands for side to move and board at the start seen from the king's square, mirror images the same,
        hands left aside: equal for problems that are shifted, mirrored, or have other hands. [配置の署名]"""
        value: int | None = self["shape"]
        return value

    @property
    def beauty(self) -> float | None:
        """Weighted sum of other columns, `None` counting as 0; the weights and their version are in the table
        `weights`; `None` without a main line. [美しさ; points]"""
        value: float | None = self["beauty"]
        return value

    @property
    def drop_duals(self) -> int | None:
        """Second solutions that drop the main drop's kind on another square. [打点非限定; moves]"""
        value: int | None = self["drop_duals"]
        return value

    @property
    def interposition_choices(self) -> int | None:
        """Kinds that could have been interposed as well on the main line. [合駒非限定; moves]"""
        value: int | None = self["interposition_choices"]
        return value

    @property
    def variation_duals(self) -> int | None:
        """Second solutions inside variations. [変別; moves]"""
        value: int | None = self["variation_duals"]
        return value

    @property
    def failing_tries(self) -> int | None:
        """Of `tries`, those after which there is no mate. [不詰の紛れ; moves]"""
        value: int | None = self["failing_tries"]
        return value

    @property
    def near_tries(self) -> int | None:
        """Of `tries`, those that exactly one reply refutes. [惜しい紛れ; moves]"""
        value: int | None = self["near_tries"]
        return value

    @property
    def dfpn_nodes(self) -> int | None:
        """Nodes that this program's df-pn expands from an empty table until it knows that there is a mate.
        [df-pnの探索局面数; nodes]"""
        value: int | None = self["dfpn_nodes"]
        return value

    @property
    def searched(self) -> int | None:
        """Version of the deep search that was tried; `None`: none has come here. Where it is there and a
        searched column is `None`, a limit was reached. [探索の版]"""
        value: int | None = self["searched"]
        return value

    @property
    def idea(self) -> int | None:
        """Stands for what the attacker plays, coarser than `signature`: each move's kind of piece (gold-like
        ones the same, sacrificed ones, too), whether it is dropped, or does not promote though it could, and its
        square seen from the king; what repeats in a row counts once; mirror images the same. [筋の署名]"""
        value: int | None = self["idea"]
        return value

    @property
    def sacrifice_delay(self) -> int | None:
        """The most plies from a sacrifice taken by a piece other than the king to the first check that this
        piece would have answered, or would have left an escape from, had it not taken; 0 if there is none.
        [捨駒の効果までの手数; plies]"""
        value: int | None = self["sacrifice_delay"]
        return value

    @property
    def king_openness(self) -> int | None:
        """Squares next to the mated king that are on the board and have none of its own pieces: 3 at most in a
        corner, 8 in the open. [玉の開放度; squares]"""
        value: int | None = self["king_openness"]
        return value

    @property
    def idle_attackers(self) -> int | None:
        """Attacker's pieces on the board at the end, a king left aside, without which (one at a time) the king
        is mated all the same. [詰上りの遊び駒; pieces]"""
        value: int | None = self["idle_attackers"]
        return value
