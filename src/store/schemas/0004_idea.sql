-- Schema 4: what a line is about, coarser than its signature.

-- 筋の署名: equal for problems that differ in trifles; see docs/columns.md.
ALTER TABLE problems ADD COLUMN idea INTEGER;
