-- Schema 3: what a file says of a problem, whole; bitmaps, by which a search finds problems that meet
-- rare conditions.

-- The problem as it stands in the file, with variations, comments and headers in their order: an object of
-- `gyakusan export --format jsonl`. NULL where there is no more than the other columns say.
ALTER TABLE sources ADD COLUMN record TEXT;
-- 1: the format has a place for variations, so that these are all the file's author wanted to give.
ALTER TABLE sources ADD COLUMN whole INTEGER NOT NULL DEFAULT 0;

-- The bitmaps are made from `problems` after a load, for databases of some thousand problems: rank 0 is the
-- most beautiful problem, among equals the one with the least number. A bitmap says at which ranks
-- a column has a value, or a square a piece. What is written afterwards is noted by triggers in
-- `bitmap_changes` and looked at apart, until the bitmaps are made anew.

-- Name of a column with its value, or a square (5e) with the piece there in SFEN (+R).
CREATE TABLE bitmaps (
    name TEXT NOT NULL,
    value ANY NOT NULL,
    ranks BLOB NOT NULL,                -- the portable format of roaring bitmaps
    PRIMARY KEY (name, value)
) STRICT, WITHOUT ROWID;

-- The columns and squares that have bitmaps: where one has none for a value, no problem has that.
CREATE TABLE bitmap_columns (
    name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Numbers of 1,024 problems from rank 1024 * chunk on, and the lines they have.
CREATE TABLE bitmap_ranks (
    chunk INTEGER PRIMARY KEY,
    ids BLOB NOT NULL,                  -- 64 bits each, the least significant byte first
    lines BLOB NOT NULL                 -- 32 bits each: equal for equal signatures; 0: none
) STRICT;

-- How many problems have a line.
CREATE TABLE bitmap_lines (
    signature INTEGER PRIMARY KEY,
    problems INTEGER NOT NULL
) STRICT;

-- Problems that were written, changed or deleted since.
CREATE TABLE bitmap_changes (
    problem_id INTEGER PRIMARY KEY
) STRICT;

-- They had columns that bitmaps know now.
DROP INDEX IF EXISTS problems_beauty;
DROP INDEX IF EXISTS problems_king;
