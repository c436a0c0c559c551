-- Schema 2: problems from anywhere, with what makes them worth looking at.
--
-- `problems` takes in what was imported: any pieces, any length, either side attacking, with or
-- without a mate. What only a problem with a mate has is NULL in the others, and a flaw whose count a
-- limit kept the judge from finishing is NULL where it found none so far; the rules then come out NULL
-- unless something else decides them. A problem belongs to families only once an enumeration has found
-- it (`material_id`). The columns from `sacrifices` on are measures; docs/columns.md defines all.

DROP VIEW published_table;
DROP VIEW family_problems;
DROP VIEW complete;
DROP VIEW rule_d;
DROP VIEW rule_c;
DROP VIEW rule_b;
DROP VIEW rule_a;
ALTER TABLE lines RENAME TO lines_1;
ALTER TABLE problems RENAME TO problems_1;

CREATE TABLE problems (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,           -- the position packed, the same for both mirror images
    sfen TEXT NOT NULL,                 -- found by enumeration: the canonical of the two mirror images
    attacker TEXT NOT NULL CHECK (attacker IN ('black', 'white')),
    status TEXT NOT NULL CHECK (status IN ('mate', 'no_mate', 'unknown')),
    plies INTEGER CHECK (plies >= 0),    -- futile interpositions left out
    raw_plies INTEGER,                  -- every interposition counted
    main_line TEXT NOT NULL,            -- USI, separated by a space; '' where there is none
    mirror_images INTEGER NOT NULL CHECK (mirror_images IN (1, 2)),
    material_id INTEGER REFERENCES materials (id),   -- NULL: no enumeration has found it
    pieces INTEGER NOT NULL,            -- in play: on the board or in the attacker's hand
    attacker_on_board INTEGER NOT NULL, -- kings left aside, here and below
    attacker_in_hand INTEGER NOT NULL,
    defender_on_board INTEGER NOT NULL,
    king TEXT NOT NULL,                 -- the defender's
    min_file INTEGER NOT NULL,          -- the box around kings and pieces
    max_file INTEGER NOT NULL,
    min_rank INTEGER NOT NULL,
    max_rank INTEGER NOT NULL,
    equal_before_last INTEGER,          -- second solutions as short as the main line
    longer_before_last INTEGER,         -- longer second solutions
    equal_at_last INTEGER,              -- further mating last moves
    longer_at_last INTEGER,             -- longer mates in place of the last move
    promotion_duals INTEGER,
    final_promotion_choice INTEGER,
    final_drop_choice INTEGER,
    equal_variations INTEGER,
    leftover INTEGER,                   -- pieces in hand at the end of the main line
    superfluous INTEGER,                -- pieces the mate does not need
    final_superfluous INTEGER,
    unmeasured_before_last INTEGER,     -- second solutions of open length; NULL in enumerated problems
    -- A: no second solution as short before the last move, nothing left over, nothing superfluous.
    rule_a INTEGER AS (status <> 'no_mate' AND equal_before_last = 0 AND leftover = 0
        AND superfluous = 0),
    -- B: nor a longer mate in place of the last move.
    rule_b INTEGER AS (rule_a AND longer_at_last = 0),
    -- C: no longer second solution anywhere; promoting or not counts as two moves.
    rule_c INTEGER AS (rule_d AND longer_at_last = 0 AND promotion_duals = 0),
    -- D: no second solution of any length before the last move, nothing superfluous.
    rule_d INTEGER AS (rule_a AND sound),
    -- 完全作: superfluous pieces left aside.
    sound INTEGER AS (status <> 'no_mate' AND equal_before_last = 0 AND longer_before_last = 0
        AND leftover = 0 AND coalesce(unmeasured_before_last, 0) = 0),
    box_width INTEGER AS (max_file - min_file + 1),
    box_height INTEGER AS (max_rank - min_rank + 1),
    sacrifices INTEGER,                 -- 捨駒
    drop_sacrifices INTEGER,            -- 打捨て
    board_sacrifices INTEGER,           -- 盤上の駒の捨駒
    major_sacrifices INTEGER,           -- 飛角捨て
    gold_sacrifices INTEGER,            -- 金捨て
    unguarded_sacrifices INTEGER,       -- 只捨て
    sacrifices_in_row INTEGER,          -- 連続捨駒
    first_move_sacrifice INTEGER,       -- 初手捨駒
    promotions INTEGER,                 -- 成る手
    non_promotions INTEGER,             -- 不成
    pure_non_promotions INTEGER,        -- 飛角歩不成
    defender_non_promotions INTEGER,    -- 玉方不成
    drops INTEGER,                      -- 打つ手
    board_moves INTEGER,                -- 動かす手
    far_drops INTEGER,                  -- 遠打
    limited_drops INTEGER,              -- 限定打
    pawn_drop_mates INTEGER,            -- 打歩詰の局面
    double_checks INTEGER,              -- 両王手
    discovered_checks INTEGER,          -- 空き王手
    captures INTEGER,                   -- 取る手
    first_move_captures INTEGER,        -- 初手取る手
    losses INTEGER,                     -- 取られる駒
    clearances INTEGER,                 -- 邪魔駒消去
    replacements INTEGER,               -- 打換え
    unmoved INTEGER,                    -- 不動駒
    interpositions INTEGER,             -- 合駒
    moved_interpositions INTEGER,       -- 移動合
    unguarded_interpositions INTEGER,   -- 中合
    interposed_kinds INTEGER,           -- 合駒の種類
    king_moves INTEGER,                 -- 玉の移動
    king_squares INTEGER,               -- 玉の通る升
    king_returns INTEGER,               -- 玉の往復
    king_travel INTEGER,                -- 玉の移動距離
    cycle_plies INTEGER,                -- 反復の周期
    cycle_repeats INTEGER,              -- 反復の回数
    promoted INTEGER,                   -- 成駒
    kinds TEXT,                         -- 図式
    single_kind INTEGER,                -- 一色図式
    small_pieces INTEGER,               -- 小駒図式
    bare_king INTEGER,                  -- 裸玉
    no_attackers INTEGER,               -- 無仕掛
    no_defenders INTEGER,               -- 無防備
    two_kings INTEGER,                  -- 双玉
    real_game INTEGER,                  -- 実戦型
    symmetric_first INTEGER,            -- 初形対称
    smoke INTEGER,                      -- 煙詰
    final_king TEXT,                    -- 詰上りの玉の位置
    final_pieces INTEGER,               -- 詰上りの駒数
    final_attackers INTEGER,            -- 詰上りの攻駒
    final_checkers INTEGER,             -- 詰上りの王手駒
    mated_in_centre INTEGER,            -- 都詰
    mated_in_corner INTEGER,            -- 雪隠詰
    contactless_mate INTEGER,           -- 透かし詰
    model_mate INTEGER,                 -- 清潔な詰上り
    symmetric_last INTEGER,             -- 詰上り対称
    tries INTEGER,                      -- 紛れ
    first_checks INTEGER,               -- 初手の王手
    variations INTEGER,                 -- 変化
    signature INTEGER,                  -- 手順の署名
    shape INTEGER,                      -- 配置の署名
    beauty REAL,                        -- 美しさ
    drop_duals INTEGER,                 -- 打点非限定
    move_order_duals INTEGER,           -- 手順前後
    detours INTEGER,                    -- 迂回手順
    interposition_choices INTEGER,      -- 合駒非限定
    variation_duals INTEGER,            -- 変別
    failing_tries INTEGER,              -- 不詰の紛れ
    near_tries INTEGER,                 -- 惜しい紛れ
    dfpn_nodes INTEGER,                 -- df-pnの探索局面数
    searched INTEGER                    -- 探索の版
) STRICT;

INSERT INTO problems (id, key, sfen, attacker, status, plies, raw_plies, main_line, mirror_images,
    material_id, pieces, attacker_on_board, attacker_in_hand, defender_on_board, king,
    min_file, max_file, min_rank, max_rank, equal_before_last, longer_before_last, equal_at_last,
    longer_at_last, promotion_duals, final_promotion_choice, final_drop_choice, equal_variations,
    leftover, superfluous, final_superfluous)
SELECT id, key, sfen, 'black', 'mate', plies, plies, main_line, mirror_images,
    material_id, pieces, attacker_on_board, attacker_in_hand, defender_on_board, king,
    min_file, max_file, min_rank, max_rank, equal_before_last, longer_before_last, equal_at_last,
    longer_at_last, promotion_duals, final_promotion_choice, final_drop_choice, equal_variations,
    leftover, superfluous, final_superfluous
FROM problems_1;

-- Lines other than the main line.
CREATE TABLE lines (
    problem_id INTEGER NOT NULL REFERENCES problems (id),
    kind TEXT NOT NULL CHECK (kind IN
        ('equal variation', 'second solution', 'promotion dual', 'final dual', 'drop dual',
        'move-order dual', 'detour', 'interposition choice', 'longer variation',
        'dual in variation', 'undecided')),
    moves TEXT NOT NULL,                -- USI from the start, separated by a space
    PRIMARY KEY (problem_id, kind, moves)
) STRICT, WITHOUT ROWID;

INSERT INTO lines SELECT problem_id, kind, moves FROM lines_1;
DROP TABLE lines_1;
DROP TABLE problems_1;

-- One row for each import.
CREATE TABLE imports (
    id INTEGER PRIMARY KEY,
    program TEXT NOT NULL,              -- version
    policy TEXT NOT NULL,               -- the rules of length and soundness it went by
    options TEXT NOT NULL,              -- of the command
    started TEXT NOT NULL,              -- UTC
    finished TEXT,
    problems INTEGER NOT NULL,          -- sources taken in
    refused INTEGER NOT NULL            -- problems of the files that were not
) STRICT;

-- Where a problem comes from, once for each place it was found at.
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    problem_id INTEGER NOT NULL REFERENCES problems (id),
    import_id INTEGER NOT NULL REFERENCES imports (id),
    file TEXT NOT NULL,                 -- name without folder
    number INTEGER NOT NULL,            -- of the problem in the file, from 1
    sfen TEXT,                          -- as it stands there, where problems.sfen is another image
    title TEXT,                         -- 作品名
    author TEXT,                        -- 作者
    publication TEXT,                   -- 発表誌
    published TEXT,                     -- 発表年月, as it was written
    stated_plies INTEGER,               -- 手数 as it was stated
    stated_line TEXT,                   -- the line given there, USI, for the position as it stands there
    longer_variations INTEGER,          -- 変長: replies that last longer than that line
    shorter_than_given INTEGER,         -- 早詰: checks that mate sooner than that line
    comment TEXT,
    headers TEXT NOT NULL,              -- what else was said, a JSON object of texts
    UNIQUE (problem_id, file, number)
) STRICT;

-- The weights of `beauty`: one row.
CREATE TABLE weights (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version TEXT NOT NULL,              -- equal for equal weights
    toml TEXT NOT NULL
) STRICT;

CREATE VIEW rule_a AS SELECT * FROM problems WHERE rule_a;
CREATE VIEW rule_b AS SELECT * FROM problems WHERE rule_b;
CREATE VIEW rule_c AS SELECT * FROM problems WHERE rule_c;
CREATE VIEW rule_d AS SELECT * FROM problems WHERE rule_d;
CREATE VIEW complete AS SELECT * FROM problems WHERE rule_d;

-- A problem once for each family it belongs to.
CREATE VIEW family_problems AS
SELECT
    f.id AS family_id,
    f.code AS family,
    f.options AS family_options,
    f.catalog,
    f.name_ja,
    f.name_en,
    p.*
FROM problems p
JOIN memberships m ON m.material_id = p.material_id
JOIN families f ON f.id = m.family_id
WHERE (f.longest IS NULL OR p.plies <= f.longest)
    AND (f.defender_pieces OR p.defender_on_board = 0)
    AND (f.superfluous OR p.superfluous = 0)
    AND p.min_rank >= f.min_rank AND p.max_rank <= f.max_rank
    AND (p.min_file >= f.min_file AND p.max_file <= f.max_file
        OR 10 - p.max_file >= f.min_file AND 10 - p.min_file <= f.max_file);

-- Family by plies: both mirror images counted under each rule, and what others have counted.
-- Families without options are counted material by material first, which is much quicker.
CREATE VIEW published_table AS
WITH
material_counts AS MATERIALIZED (
    SELECT material_id, plies,
        sum(mirror_images * rule_a) AS rule_a,
        sum(mirror_images * rule_b) AS rule_b,
        sum(mirror_images * rule_c) AS rule_c,
        sum(mirror_images * rule_d) AS rule_d
    FROM problems
    WHERE superfluous = 0
    GROUP BY material_id, plies
),
counts AS (
    SELECT f.id AS family_id, c.plies, sum(c.rule_a) AS rule_a, sum(c.rule_b) AS rule_b,
        sum(c.rule_c) AS rule_c, sum(c.rule_d) AS rule_d
    FROM families f
    JOIN memberships m ON m.family_id = f.id
    JOIN material_counts c ON c.material_id = m.material_id
    WHERE f.options = ''
    GROUP BY f.id, c.plies
    UNION ALL
    SELECT family_id, plies, sum(mirror_images * rule_a), sum(mirror_images * rule_b),
        sum(mirror_images * rule_c), sum(mirror_images * rule_d)
    FROM family_problems
    WHERE family_options <> ''
    GROUP BY family_id, plies
),
cells AS (
    SELECT family_id, plies FROM counts UNION SELECT family_id, plies FROM published
)
SELECT f.id AS family_id, f.code AS family, f.options AS family_options, f.catalog,
    f.name_ja, f.name_en, cells.plies,
    c.rule_a, c.rule_b, c.rule_c, c.rule_d, p.count AS published
FROM cells
JOIN families f ON f.id = cells.family_id
LEFT JOIN counts c ON c.family_id = cells.family_id AND c.plies = cells.plies
LEFT JOIN published p ON p.family_id = cells.family_id AND p.plies = cells.plies
ORDER BY f.id, cells.plies;
