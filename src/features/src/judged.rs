//! The columns that the record of a problem and the judge fill, and those that SQL makes of them.

use super::column::{Column, Kind::*, Source};
use super::examples;
use super::value::Field;

/// The columns of the record.
pub const RECORD: &[Column] = &[
    Column::given("id", Count, Source::Row)
        .term("番号")
        .means(
            "number of the problem in this database; never used for another one",
            "データベース内の番号",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::record("key", Bytes, |is| Field::Bytes(&is.key))
        .term("局面の鍵")
        .means(
            "the position packed: the same for both mirror images and for exchanged sides, different for everything else",
            "局面を圧縮した鍵。左右反転・先後反転は同じ値",
        )
        .example(&examples::KNIGHTS, "12040c04150494058a"),
    Column::record("sfen", Text, |is| Field::Text(&is.sfen))
        .term("局面")
        .means(
            "the position in SFEN, the defender's hand written out; of a problem found by enumeration the canonical of the two mirror images, of an imported one as it came",
            "局面(SFEN)。列挙した作品は左右のうち代表の向き、取り込んだ作品は元の向き",
        )
        .example(&examples::KNIGHTS, "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1"),
    Column::record("attacker", Text, |is| Field::Text(is.attacker))
        .term("攻方")
        .means("`black` or `white`: the side that gives mate", "攻方(blackまたはwhite)")
        .example(&examples::KNIGHTS, "black"),
    Column::record("status", Text, |is| Field::Text(is.status))
        .term("詰・不詰")
        .means(
            "`mate`, `no_mate` (不詰) or `unknown` (a limit was reached)",
            "mate(詰む)・no_mate(不詰)・unknown(未確定)",
        )
        .example(&examples::KNIGHTS, "mate"),
    Column::record("plies", Count, |is| is.plies.into())
        .unit("plies")
        .term("手数")
        .means(
            "exact length, futile interpositions (無駄合) left out, but counted in a database imported under the policy `literal`; NULL without mate or where not known",
            "手数(無駄合を除く。無駄合も数える方式(literal)で取り込んだデータベースでは数える)。不詰・未確定ならNULL",
        )
        .example(&examples::KNIGHTS, "7"),
    Column::record("raw_plies", Count, |is| is.raw_plies.into())
        .unit("plies")
        .term("手数 (合駒をすべて数える)")
        .means(
            "exact length, every interposition counted; NULL where not proved: for an enumerated problem with a rook, bishop or lance the deep search proves it",
            "すべての合駒を数えた手数。証明されていなければNULL。列挙した飛・角・香のある作品では、詳しい探索で求める",
        )
        .example(&examples::KNIGHTS, "7"),
    Column::record("main_line", Text, |is| Field::Text(&is.main_line))
        .term("作意")
        .means(
            "best play of both sides in USI, separated by a space; empty without mate; where `plies` is NULL a line that mates but may not be best play",
            "作意手順(USI)。不詰なら空。pliesがNULLなら、最善とは限らない詰み手順",
        )
        .example(&examples::KNIGHTS, "3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*2c"),
    Column::record("mirror_images", Count, |is| Some(is.mirror_images).into())
        .unit("positions")
        .term("左右反転形の数")
        .means(
            "1 for a problem that is its own mirror image, else 2: sum(mirror_images) counts both images",
            "左右対称の局面なら1、ほかは2",
        )
        .example(&examples::KNIGHTS, "2"),
    Column::given("material_id", Count, Source::Row)
        .term("駒の組")
        .means(
            "row of `materials` with the pieces in play; NULL for a problem that no enumeration has found, which belongs to no family",
            "`materials`の行。列挙で見つかっていない作品ではNULL",
        )
        .example(&examples::KNIGHTS, ""),
    Column::record("pieces", Count, |is| Some(is.pieces).into())
        .unit("pieces")
        .term("使用駒数")
        .means(
            "pieces in play: on the board or in the attacker's hand, the kings left aside",
            "盤上と攻方持駒の枚数(玉を除く)",
        )
        .example(&examples::KNIGHTS, "4"),
    Column::record("attacker_on_board", Count, |is| Some(is.attacker_on_board).into())
        .unit("pieces")
        .term("盤上の攻駒")
        .means(
            "attacker's pieces on the board at the start, a king left aside",
            "初形の盤上の攻方の枚数(玉を除く)",
        )
        .example(&examples::KNIGHTS, "3"),
    Column::record("attacker_in_hand", Count, |is| Some(is.attacker_in_hand).into())
        .unit("pieces")
        .term("攻方持駒")
        .means("pieces in the attacker's hand at the start", "初形の攻方の持駒の枚数")
        .example(&examples::KNIGHTS, "0"),
    Column::record("defender_on_board", Count, |is| Some(is.defender_on_board).into())
        .unit("pieces")
        .term("玉方の盤上の駒")
        .means(
            "defender's pieces on the board at the start, the king left aside",
            "初形の盤上の玉方の枚数(玉を除く)",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::record("king", Text, |is| Field::Text(is.king.usi()))
        .term("玉の位置")
        .means("square of the defender's king, as in `sfen`", "初形の玉の位置(sfenの向き)")
        .example(&examples::KNIGHTS, "3a"),
    Column::record("min_file", Count, |is| Some(is.region.0).into())
        .unit("file")
        .term("駒の右端の筋")
        .means(
            "the smallest file of the box around kings and pieces on the board, as in `sfen`",
            "初形の盤上の駒を囲む範囲の最小の筋",
        )
        .example(&examples::KNIGHTS, "2"),
    Column::record("max_file", Count, |is| Some(is.region.1).into())
        .unit("file")
        .term("駒の左端の筋")
        .means("the largest file of the box around kings and pieces on the board, as in `sfen`", "初形の盤上の駒を囲む範囲の最大の筋")
        .example(&examples::KNIGHTS, "3"),
    Column::record("min_rank", Count, |is| Some(is.region.2).into())
        .unit("rank")
        .term("駒の上端の段")
        .means("the first rank of the box around kings and pieces on the board, 1 for a", "初形の盤上の駒を囲む範囲の最初の段")
        .example(&examples::KNIGHTS, "1"),
    Column::record("max_rank", Count, |is| Some(is.region.3).into())
        .unit("rank")
        .term("駒の下端の段")
        .means("the last rank of the box around kings and pieces on the board, 9 for i", "初形の盤上の駒を囲む範囲の最後の段")
        .example(&examples::KNIGHTS, "4"),
    Column::record("rule_e", Flag, |is| is.soundness.complete.into())
        .term("完全作 (規則E)")
        .means(
            "complete: a mate, nothing left over, and on the main line no second solution (余詰) before the last move, with or without superfluous pieces; NULL where a limit left it open, or a file of an earlier version does not tell",
            "完全作:詰みがあり、駒余りがなく、作意の最終手より前に余詰がない(余剰駒は問わない)。未確定ならNULL",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::record("complete_lenient", Flag, |is| is.soundness.complete_lenient.into())
        .term("規則F")
        .means(
            "complete, where second solutions on the main line are allowed that are an exchange 非限定, a change of order 手順前後 or a detour 迂回手順",
            "余詰が非限定・手順前後・迂回手順だけの作品も含めた完全作",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::record("minimal", Flag, |is| is.soundness.minimal.into())
        .term("極小")
        .means(
            "no piece can go to the defender's hand and leave a mate of the same length, sound or not",
            "どの駒を玉方の持駒に移しても同手数で詰まなくなる(完全・不完全を問わない)",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::record("irredundant", Flag, |is| is.soundness.irredundant.into())
        .term("余剰駒なし")
        .means(
            "`rule_e`, and no piece can go to the defender's hand and leave a problem of the same length with `rule_e`",
            "完全作で余剰駒がない",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::record("irredundant_lenient", Flag, |is| is.soundness.irredundant_lenient.into())
        .term("余剰駒なし (規則F)")
        .means(
            "`complete_lenient`, and no piece can go to the defender's hand and leave a problem of the same length with `complete_lenient`",
            "規則Fで完全かつ余剰駒がない",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::record("cooks", Count, |is| is.flaws.cooks.into())
        .unit("moves")
        .term("余詰")
        .means(
            "second solutions of any length before the last move of the main line",
            "作意の最終手より前の余詰の数(手数を問わない)",
        )
        .example(&examples::KNIGHTS, "0"),
    Column::record("exchange_duals", Count, |is| is.flaws.exchange_duals.into())
        .unit("moves")
        .term("非限定")
        .means(
            "of `cooks`, those that exchange one move (the same piece to another square, or another piece of its kind to the same) and go on with the very same moves to the mate",
            "余詰のうち、一手を替えるだけで以下同手順で詰むもの(非限定)の数",
        )
        .example(&examples::KNIGHTS, "0"),
    Column::record("move_order_duals", Count, |is| is.flaws.move_order_duals.into())
        .unit("moves")
        .term("手順前後")
        .means(
            "of `cooks`, those that play the main line's moves in another order or come back to it as soon",
            "余詰のうち手順前後の数",
        )
        .example(&examples::KNIGHTS, "0"),
    Column::record("detours", Count, |is| is.flaws.detours.into())
        .unit("moves")
        .term("迂回手順")
        .means("of `cooks`, longer ways that come back to the main line", "余詰のうち迂回手順の数")
        .example(&examples::KNIGHTS, "0"),
    Column::record("equal_before_last", Count, |is| is.flaws.equal_before_last.into())
        .unit("moves")
        .term("同手数の余詰")
        .means(
            "second solutions before the last move of any longest line that leaves nothing over, as short as the main line",
            "駒余りのない最長手順すべてにおける、最終手より前の同手数の余詰の数",
        )
        .example(&examples::KNIGHTS, "0"),
    Column::record("longer_before_last", Count, |is| is.flaws.longer_before_last.into())
        .unit("moves")
        .term("長手数の余詰")
        .means(
            "longer second solutions before the last move of any such line",
            "駒余りのない最長手順すべてにおける、最終手より前の長手数の余詰の数",
        )
        .example(&examples::KNIGHTS, "0"),
    Column::record("equal_at_last", Count, |is| is.flaws.equal_at_last.into())
        .unit("moves")
        .term("最終手余詰")
        .means("other last moves that mate", "同手数の最終手余詰の数")
        .example(&examples::KNIGHTS, "0"),
    Column::record("longer_at_last", Count, |is| is.flaws.longer_at_last.into())
        .unit("moves")
        .term("長手数の最終手余詰")
        .means(
            "longer mates by another check in place of the last move",
            "最終手に代わる、長手数で詰む王手の数",
        )
        .example(&examples::KNIGHTS, "0"),
    Column::record("promotion_duals", Count, |is| is.flaws.promotion_duals.into())
        .unit("moves")
        .term("成不成非限定")
        .means(
            "moves before the last that mate as fast with and without promotion",
            "最終手より前の成不成非限定の数",
        )
        .example(&examples::KNIGHTS, "0"),
    Column::record("final_promotion_choice", Flag, |is| is.flaws.final_promotion_choice.into())
        .term("最終手の成不成")
        .means("the last move mates with and without promotion", "最終手が成・不成のどちらでも詰む")
        .example(&examples::KNIGHTS, "0"),
    Column::record("final_drop_choice", Flag, |is| is.flaws.final_drop_choice.into())
        .term("最終手の打点")
        .means("several drops of one kind mate at the last move", "最終手の打点が非限定である")
        .example(&examples::KNIGHTS, "0"),
    Column::record("equal_variations", Count, |is| is.flaws.equal_variations.into())
        .unit("moves")
        .term("変同")
        .means("replies off the main line that last as long and leave nothing over", "変同の数")
        .example(&examples::KNIGHTS, "0"),
    Column::record("leftover", Count, |is| is.flaws.leftover.into())
        .unit("pieces")
        .term("駒余り")
        .means(
            "pieces in the attacker's hand at the end of the main line",
            "詰上りの攻方の持駒の枚数",
        )
        .example(&examples::KNIGHTS, "0"),
    Column::record("superfluous", Count, |is| is.flaws.superfluous.into())
        .unit("pieces")
        .term("余剰駒")
        .means(
            "pieces that can go to the defender's hand and leave a sound problem of the same length (by rule E, or by F where the problem itself is sound by F only); a piece that stops a second solution is needed",
            "玉方の持駒に移しても同手数の完全作になる駒の数(余詰消しの駒は数えない)",
        )
        .example(&examples::KNIGHTS, "0"),
    Column::record("final_superfluous", Flag, |is| is.flaws.final_superfluous.into())
        .term("詰上りの余剰駒")
        .means(
            "the final position has a piece that the mate does not need: a measure, no flaw",
            "詰上りに不要な駒がある(不備ではない)",
        )
        .example(&examples::KNIGHTS, "0"),
    Column::record("unmeasured_before_last", Count, |is| is.unmeasured.into())
        .unit("moves")
        .term("手数未確定の余詰")
        .means(
            "second solutions before the last move of which it is undecided whether they are longer; NULL for enumerated problems, which have none",
            "手数が未確定の余詰の数。列挙した作品ではNULL",
        )
        .example(&examples::KNIGHTS, "0"),
    Column::given("checksum", Hash, Source::Row)
        .term("チェックサム")
        .means(
            "64 bits (FNV-1a) of the columns before it, `id` and `material_id` left aside: a verification finds damaged rows with it",
            "上の列(`id`・`material_id`を除く)のチェックサム。検証で破損を見つけるのに使う",
        )
        .example(&examples::KNIGHTS, "389147020888998176"),
];

/// What only the judge of single problems counts.
pub const CHECKED: &[Column] = &[
    Column::given(
        "drop_duals",
        Count,
        Source::Checked(|is| is.checked.drop_duals.into()),
    )
    .unit("moves")
    .term("打点非限定")
    .means(
        "second solutions that drop the main drop's kind on another square",
        "打点非限定の余詰の数",
    )
    .example(&examples::KNIGHTS, "0"),
    Column::given(
        "interposition_choices",
        Count,
        Source::Checked(|is| is.checked.interposition_choices.into()),
    )
    .unit("moves")
    .term("合駒非限定")
    .means(
        "kinds that could have been interposed as well on the main line",
        "作意中の合駒非限定の数",
    )
    .example(&examples::KNIGHTS, "0"),
    Column::given(
        "variation_duals",
        Count,
        Source::Checked(|is| is.checked.variation_duals.into()),
    )
    .unit("moves")
    .term("変別")
    .means("second solutions inside variations", "変化の中の余詰の数")
    .example(&examples::KNIGHTS, "0"),
];

/// What SQL makes of them.
pub const GENERATED: &[Column] = &[
    Column::given("rule_a", Flag, Source::Generated)
        .term("規則A")
        .means(
            "no second solution as short before the last move of any longest line that leaves nothing over, nothing left over, and `minimal`; NULL where a limit left it open",
            "最長手順すべてで最終手より前に同手数の余詰なし、駒余りなし、極小",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::given("rule_b", Flag, Source::Generated)
        .term("規則B")
        .means("A, and no longer mate in place of the last move", "Aかつ長手数の最終手余詰なし")
        .example(&examples::KNIGHTS, "1"),
    Column::given("rule_c", Flag, Source::Generated)
        .term("規則C")
        .means(
            "D, no longer mate in place of the last move, no promotion dual",
            "Dかつ長手数の最終手余詰なし、成不成非限定なし",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::given("rule_d", Flag, Source::Generated)
        .term("規則D")
        .means(
            "A, and no second solution of any length before the last move",
            "Aかつ最終手より前に余詰なし",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::given("complete", Flag, Source::Generated)
        .term("完全作")
        .means("another name of `rule_e`", "`rule_e`の別名")
        .example(&examples::KNIGHTS, "1"),
    Column::given("box_width", Count, Source::Generated)
        .unit("files")
        .term("範囲の幅")
        .means(
            "width of the box around kings and pieces on the board",
            "盤上の駒を囲む範囲の幅(筋の数)",
        )
        .example(&examples::KNIGHTS, "2"),
    Column::given("box_height", Count, Source::Generated)
        .unit("ranks")
        .term("範囲の高さ")
        .means("height of the box around kings and pieces on the board", "盤上の駒を囲む範囲の高さ(段の数)")
        .example(&examples::KNIGHTS, "4"),
];
