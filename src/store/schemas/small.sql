-- Small boards: starts that were studied, and problems.

CREATE TABLE starts (
    game TEXT NOT NULL,                  -- the board
    army TEXT NOT NULL,                  -- the pieces of who moves first, from left to right
    zone INTEGER NOT NULL,               -- how many ranks promote
    winner TEXT CHECK (winner IN ('first', 'second', 'draw')),  -- NULL while it is open
    plies INTEGER,                       -- the win is there after so many at the latest
    line TEXT,                           -- one of the longest lines of the proof, moves in USI
    nodes INTEGER NOT NULL,              -- nodes of both searches
    proof_positions INTEGER,             -- positions of the winner that the proof has a move for; each was replayed
    first_cannot INTEGER NOT NULL,       -- 1 if it is proved that who moves first cannot force a win
    second_cannot INTEGER NOT NULL,      -- the same of who moves second
    PRIMARY KEY (game, army, zone)
) STRICT;

CREATE TABLE mates (
    game TEXT NOT NULL,
    position TEXT NOT NULL,              -- the attacker to move
    plies INTEGER NOT NULL,
    line TEXT NOT NULL,                  -- the main line (作意), moves in USI
    japanese TEXT NOT NULL,              -- the same in Japanese
    board INTEGER NOT NULL,              -- men on the board
    hand INTEGER NOT NULL,               -- pieces in the attacker's hand
    sacrifices INTEGER NOT NULL,         -- checks of the line whose piece is taken at once (捨駒)
    drops INTEGER NOT NULL,              -- checks of the line that are drops
    variations INTEGER NOT NULL,         -- replies off the line (変化)
    tries INTEGER NOT NULL,              -- checks off the line that do not mate (紛れ)
    PRIMARY KEY (game, position)
) STRICT;

CREATE TABLE lengths (
    game TEXT NOT NULL,
    plies INTEGER NOT NULL,
    won INTEGER NOT NULL,                -- positions won by checks alone in so many plies
    sound INTEGER NOT NULL,              -- those that are sound problems
    PRIMARY KEY (game, plies)
) STRICT;

CREATE VIEW summary AS
SELECT game, zone, coalesce(winner, 'open') AS winner, count(*) AS starts, max(plies) AS longest, sum(nodes) AS nodes
FROM starts GROUP BY game, zone, winner;
