-- Schema 9: a checksum over every table, which whoever writes through this program keeps up to date. Rows that another
-- program or a bad disk changed, added or took away do not match it: `gyakusan verify` looks for damage with it.

CREATE TABLE checksums (
    name TEXT PRIMARY KEY,              -- of the table
    rows INTEGER NOT NULL,
    sum INTEGER NOT NULL                -- of the checksums of the rows, in whatever order
) STRICT, WITHOUT ROWID;
