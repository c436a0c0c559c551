-- Schema 1: problems, the families they belong to, the runs that found them.
--
-- A family's problems are those that use at most its pieces, so membership follows from the pieces
-- in play alone: `memberships` joins families to materials (multisets of pieces), not to problems,
-- and a problem of two families is one row all the same. What a catalog's options leave out further
-- is decided by columns of `families`, applied in one place: the view `family_problems`.

CREATE TABLE families (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL,                 -- N4, G2P1, ...
    options TEXT NOT NULL,              -- in words, '' when the catalog has none
    catalog TEXT NOT NULL,              -- name of the catalog file, without .toml
    name_ja TEXT NOT NULL,
    name_en TEXT NOT NULL,
    longest INTEGER,                    -- plies; NULL: no limit
    min_file INTEGER NOT NULL,          -- region of the start position
    max_file INTEGER NOT NULL,
    min_rank INTEGER NOT NULL,
    max_rank INTEGER NOT NULL,
    defender_pieces INTEGER NOT NULL,   -- 0: none but the king at the start
    superfluous INTEGER NOT NULL,       -- 1: problems with superfluous pieces belong too
    published_source TEXT,
    published_seconds REAL,
    published_memory_kb INTEGER,
    published_extended_positions INTEGER,
    UNIQUE (code, options)
) STRICT;

-- What others have counted; plies = 0: mated positions.
CREATE TABLE published (
    family_id INTEGER NOT NULL REFERENCES families (id),
    plies INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (family_id, plies)
) STRICT, WITHOUT ROWID;

-- Multisets of pieces in play, written like families: G1P1.
CREATE TABLE materials (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE memberships (
    material_id INTEGER NOT NULL REFERENCES materials (id),
    family_id INTEGER NOT NULL REFERENCES families (id),
    PRIMARY KEY (material_id, family_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE problems (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,           -- the position packed, the same for both mirror images
    sfen TEXT NOT NULL,                 -- the canonical of the two mirror images
    plies INTEGER NOT NULL CHECK (plies % 2 = 1),
    main_line TEXT NOT NULL,            -- USI, separated by a space
    mirror_images INTEGER NOT NULL CHECK (mirror_images IN (1, 2)),
    material_id INTEGER NOT NULL REFERENCES materials (id),
    pieces INTEGER NOT NULL,            -- in play: on the board or in the attacker's hand
    attacker_on_board INTEGER NOT NULL,
    attacker_in_hand INTEGER NOT NULL,
    defender_on_board INTEGER NOT NULL, -- the king left aside
    king TEXT NOT NULL,                 -- its square in USI
    min_file INTEGER NOT NULL,          -- the box around king and pieces
    max_file INTEGER NOT NULL,
    min_rank INTEGER NOT NULL,
    max_rank INTEGER NOT NULL,
    equal_before_last INTEGER NOT NULL,      -- second solutions as short as the main line
    longer_before_last INTEGER NOT NULL,     -- longer second solutions
    equal_at_last INTEGER NOT NULL,          -- further mating last moves
    longer_at_last INTEGER NOT NULL,         -- longer mates in place of the last move
    promotion_duals INTEGER NOT NULL,
    final_promotion_choice INTEGER NOT NULL,
    final_drop_choice INTEGER NOT NULL,
    equal_variations INTEGER NOT NULL,
    leftover INTEGER NOT NULL,               -- pieces in hand at the end of the main line
    superfluous INTEGER NOT NULL,            -- pieces the mate does not need
    final_superfluous INTEGER NOT NULL,
    -- A: no second solution as short before the last move, nothing left over, nothing superfluous.
    rule_a INTEGER AS (equal_before_last = 0 AND leftover = 0 AND superfluous = 0),
    -- B: nor a longer mate in place of the last move.
    rule_b INTEGER AS (rule_a AND longer_at_last = 0),
    -- C: no longer second solution anywhere; promoting or not counts as two moves.
    rule_c INTEGER AS (rule_d AND longer_at_last = 0 AND promotion_duals = 0),
    -- D: no second solution of any length before the last move: 完全作.
    rule_d INTEGER AS (rule_a AND longer_before_last = 0)
) STRICT;

-- Lines other than the main line.
CREATE TABLE lines (
    problem_id INTEGER NOT NULL REFERENCES problems (id),
    kind TEXT NOT NULL CHECK (kind IN
        ('equal variation', 'second solution', 'promotion dual', 'final dual')),
    moves TEXT NOT NULL,                -- USI from the start, separated by a space
    PRIMARY KEY (problem_id, kind, moves)
) STRICT, WITHOUT ROWID;

-- One row for each enumeration.
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('running', 'complete')),
    program TEXT NOT NULL,              -- version
    policy TEXT NOT NULL,               -- the rules of length and soundness it went by
    options TEXT NOT NULL,              -- of the command
    threads INTEGER NOT NULL,
    catalogs TEXT NOT NULL,             -- text of the catalog files
    started TEXT NOT NULL,              -- UTC
    finished TEXT,
    seconds REAL,
    peak_memory_kb INTEGER,
    problems INTEGER,                   -- rows that belong to the run's families
    verified INTEGER,                   -- solved again by an independent search
    differing INTEGER,                  -- of these, how many came out differently
    digest TEXT                         -- SHA-256 of the rows, sorted by key
) STRICT;

CREATE TABLE run_families (
    run_id INTEGER NOT NULL REFERENCES runs (id),
    family_id INTEGER NOT NULL REFERENCES families (id),
    PRIMARY KEY (run_id, family_id)
) STRICT, WITHOUT ROWID;

-- Levels that are written whole.
CREATE TABLE run_levels (
    run_id INTEGER NOT NULL REFERENCES runs (id),
    plies INTEGER NOT NULL,
    problems INTEGER NOT NULL,          -- rows
    positions INTEGER NOT NULL,         -- both mirror images counted
    PRIMARY KEY (run_id, plies)
) STRICT, WITHOUT ROWID;

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
