-- Schema 6: with rooks, bishops and lances a few positions mate in more plies than a run counts. Their lengths are not
-- known, so they are no rows; the manifest says how many there are. NULL in runs of earlier versions, which stopped
-- at such families.

ALTER TABLE runs ADD COLUMN longer INTEGER;
