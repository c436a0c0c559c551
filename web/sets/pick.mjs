// Picks problems for the page out of databases of whole families: `node pick.mjs program one.db two.db … > ours.tsv`. Of each
// length those that are sound and leave no choice of promotion, one of each idea, from the families in turn, the most beautiful first.

import { execFileSync } from 'node:child_process';

/** How many of which length. */
const WANTED = { 3: 24, 5: 24, 7: 20, 9: 10, 11: 4 };

const [program, ...databases] = process.argv.slice(2);
const seen = new Set();
console.log('# SFEN, plies, checks that do not mate (tries) along the main line. Made by pick.mjs out of families that were enumerated to their end.');
for (const [plies, count] of Object.entries(WANTED)) {
  const lists = databases.map((database) => execFileSync(program, ['search', database, '--plies', plies, '--irredundant', '--ideas', '--limit', '60', '--json',
    '--where', 'max_rank <= 6 AND promotion_duals = 0 AND final_promotion_choice = 0'], { encoding: 'utf8' })
    .split('\n').filter(Boolean).map((line) => JSON.parse(line)));
  const picked = [];
  for (let turn = 0; picked.length < count && lists.some((list) => list.length > turn); turn += 1) {
    for (const list of lists) {
      const problem = list[turn];
      const line = problem && `${problem.plies} ${problem.main_line.replace(/[1-9]/g, '')}`;
      if (!problem || picked.length >= count || seen.has(line)) continue;
      seen.add(line);
      picked.push(problem);
    }
  }
  // The easy ones first.
  picked.sort((one, other) => one.tries - other.tries || one.id - other.id);
  for (const { sfen, plies: length, tries } of picked) {
    const [board, side, hands] = sfen.split(' ');
    const attacker = hands.replace(/\d*[a-z]/g, '') || '-';
    console.log([`${board} ${side} ${attacker} 1`, length, tries].join('\t'));
  }
}
