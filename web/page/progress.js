// How far somebody is with a set of problems: kept on the device, counted for the statistics.

/** What is known of a problem that was tried: solved at the first try or later, with hints, given up. */
export function noted(before, { solved, wrong, helped, shown, date }) {
  const old = before ?? { tries: 0, solved: false, clean: false };
  const clean = solved && wrong === 0 && helped === 0 && !shown && !old.tries;
  return {
    tries: old.tries + 1,
    solved: old.solved || (solved && !shown),
    clean: old.clean || clean,
    date,
  };
}

/** The place of the next problem that is not solved yet, from a place on and then from the start; the one after it if all are. */
export function next(count, progress, from) {
  for (let step = 0; step < count; step += 1) {
    const at = (from + step) % count;
    if (!progress[at]?.solved) return at;
  }
  return from % count;
}

/** The numbers of a set: all, solved, solved at the first try without help, tries, and the same by length. */
export function statistics(problems, progress) {
  const lengths = new Map();
  const all = { count: problems.length, solved: 0, clean: 0, tries: 0 };
  problems.forEach(({ plies }, at) => {
    const is = progress[at];
    const row = lengths.get(plies) ?? { plies, count: 0, solved: 0, clean: 0 };
    row.count += 1;
    if (is?.solved) { row.solved += 1; all.solved += 1; }
    if (is?.clean) { row.clean += 1; all.clean += 1; }
    all.tries += is?.tries ?? 0;
    lengths.set(plies, row);
  });
  return { ...all, byLength: [...lengths.values()].sort((one, other) => one.plies - other.plies) };
}

/** Which of so many problems is that of a day: in their order, each once before any comes again. */
export function ofDay(count, date) {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86400000);
  // A step that has no divisor in common with the number leads to each.
  let step = Math.max(1, Math.floor(count * 0.618));
  const divisor = (one, other) => (other ? divisor(other, one % other) : one);
  while (divisor(count, step) !== 1) step += 1;
  return (((day % count) * step) % count + count) % count;
}
