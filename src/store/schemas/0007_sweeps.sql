-- Schema 7: sweeps, runs that solve every position of a described set. They have no families: which problems are
-- theirs stands here, with how far they are and what they could not decide.

CREATE TABLE sweeps (
    run_id INTEGER PRIMARY KEY REFERENCES runs (id),
    catalog TEXT NOT NULL,              -- name of the catalog file, without .toml
    name_ja TEXT NOT NULL,
    name_en TEXT NOT NULL,
    part TEXT NOT NULL,                 -- of the set, in words; '' when all of it was asked for
    numbers INTEGER NOT NULL,           -- of the part
    done INTEGER NOT NULL,              -- numbers gone through
    illegal INTEGER NOT NULL,           -- of these: no positions
    images INTEGER NOT NULL,            -- mirror images of others
    no_check INTEGER NOT NULL,          -- positions without a check
    no_mate INTEGER NOT NULL,           -- positions without a mate, though there is a check
    larger INTEGER NOT NULL             -- bare kings that a part of the hand mates, too: these are not judged
) STRICT;

-- Positions that mate, sound or not, one of two mirror images. Those under sweeps.larger are not among them.
CREATE TABLE sweep_mates (
    run_id INTEGER NOT NULL REFERENCES runs (id),
    plies INTEGER NOT NULL,
    positions INTEGER NOT NULL,
    both_images INTEGER NOT NULL,       -- the same with both images counted
    PRIMARY KEY (run_id, plies)
) STRICT, WITHOUT ROWID;

-- Positions that a limit left open.
CREATE TABLE undecided (
    run_id INTEGER NOT NULL REFERENCES runs (id),
    number INTEGER NOT NULL,            -- in the set
    sfen TEXT NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('mate', 'length')),   -- whether there is a mate, or of how many plies
    nodes INTEGER NOT NULL,             -- the limit
    PRIMARY KEY (run_id, number)
) STRICT, WITHOUT ROWID;

-- Bare kings, where hands decide each other: what was asked.
CREATE TABLE sweep_hands (
    run_id INTEGER NOT NULL REFERENCES runs (id),
    number INTEGER NOT NULL,            -- in the set
    mates INTEGER CHECK (mates IN (0, 1)),   -- NULL: a limit left it open
    nodes INTEGER NOT NULL,             -- the limit
    judged INTEGER,                     -- the limit when it was judged; only hands no part of which mates are
    plies INTEGER,                      -- what the judge found
    problem_id INTEGER REFERENCES problems (id),   -- where it is listed
    PRIMARY KEY (run_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_problems (
    run_id INTEGER NOT NULL REFERENCES runs (id),
    problem_id INTEGER NOT NULL REFERENCES problems (id),
    PRIMARY KEY (run_id, problem_id)
) STRICT, WITHOUT ROWID;
