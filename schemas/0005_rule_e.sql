-- Schema 5: sound as composers mean it (rule E: the main line has no 余詰), the same with what many
-- editors let pass (rule F), and superfluous pieces as what a *sound* problem can do without.
--
-- The verdicts are the judge's, each in a column of its own, NULL where it left them open. What a file of an
-- earlier version tells of them is taken over. It does not tell of a problem with second solutions in
-- some of several longest lines whether the main line has any: these columns are NULL then, until the
-- problem is judged again (`gyakusan features FILE.db --judge`).

DROP VIEW published_table;
DROP VIEW family_problems;
DROP VIEW complete;
DROP VIEW rule_d;
DROP VIEW rule_c;
DROP VIEW rule_b;
DROP VIEW rule_a;
DROP TRIGGER IF EXISTS bitmaps_insert;
DROP TRIGGER IF EXISTS bitmaps_update;
DROP TRIGGER IF EXISTS bitmaps_delete;
DELETE FROM bitmaps;
DELETE FROM bitmap_columns;
DELETE FROM bitmap_ranks;
DELETE FROM bitmap_lines;
DELETE FROM bitmap_changes;
ALTER TABLE lines RENAME TO lines_4;
ALTER TABLE sources RENAME TO sources_4;
ALTER TABLE problems RENAME TO problems_4;

