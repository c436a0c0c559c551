-- Schema 10: when a sacrifice shows its effect, what the mated king and the idle pieces look like, and trees that are kept.

ALTER TABLE problems ADD COLUMN sacrifice_delay INTEGER;    -- 捨駒の効果までの手数
ALTER TABLE problems ADD COLUMN king_openness INTEGER;      -- 玉の開放度
ALTER TABLE problems ADD COLUMN idle_attackers INTEGER;     -- 詰上りの遊び駒

-- What `features --trees` solved: tries (紛れ) and variations (変化) of a problem's main line. A problem has none until then.
CREATE TABLE trees (
    problem_id INTEGER PRIMARY KEY REFERENCES problems (id) ON DELETE CASCADE,
    nodes INTEGER NOT NULL,             -- for each question to the solver
    tree BLOB NOT NULL                  -- checks and replies in 2 bits each, variations in 16 bits a move
) STRICT;

-- A tree belongs to its line.
CREATE TRIGGER trees_of_other_lines AFTER UPDATE OF sfen, attacker, main_line, plies ON problems
WHEN OLD.sfen IS NOT NEW.sfen OR OLD.attacker IS NOT NEW.attacker
    OR OLD.main_line IS NOT NEW.main_line OR OLD.plies IS NOT NEW.plies
BEGIN
    DELETE FROM trees WHERE problem_id = OLD.id;
END;
