-- Schema 8: problems that an earlier version judged. Of several equal main lines it may have chosen another, and what is
-- counted along the line differs then. Whoever judges one of them again takes it off this list.

CREATE TABLE judged_earlier (
    problem_id INTEGER PRIMARY KEY REFERENCES problems (id)
) STRICT;

-- Up to version 4 runs listed minimal problems. Those of their families may be as these runs left them.
INSERT INTO judged_earlier
SELECT DISTINCT p.id
FROM runs r
JOIN run_families f ON f.run_id = r.id
JOIN memberships m ON m.family_id = f.family_id
JOIN problems p ON p.material_id = m.material_id
WHERE r.lists = 'minimal' AND p.status = 'mate' AND p.plies IS NOT NULL;
