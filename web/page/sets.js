// Sets of problems: those that the page brings along, and one that was opened.

import { words } from './words.js';

const ours = (from, to) => async () => (await import('./set-ours.js')).PROBLEMS.filter(([, plies]) => plies >= from && plies <= to);

/** The sets, by the name under which progress is kept. `load` gives problems as [SFEN, plies]; of a classic as they were handed
 * down. */
const SHIPPED = [
  { id: 'ours-3', name: () => words('setOurs', 3), about: 'setOursAbout', count: 24, load: ours(3, 3) },
  { id: 'ours-5', name: () => words('setOurs', 5), about: 'setOursAbout', count: 24, load: ours(5, 5) },
  { id: 'ours-7', name: () => words('setOurs', 7), about: 'setOursAbout', count: 20, load: ours(7, 7) },
  { id: 'ours-9', name: () => words('setOursLong'), about: 'setOursAbout', count: 14, load: ours(9, 99) },
  { id: 'musou', name: () => words('setMusou'), about: 'setMusouAbout', isClassic: true, count: 100, load: async () => (await import('./set-musou.js')).PROBLEMS },
  { id: 'zukou', name: () => words('setZukou'), about: 'setZukouAbout', isClassic: true, count: 51, load: async () => (await import('./set-zukou.js')).PROBLEMS },
];

/** What was opened last: a list, or what was found in a database. */
let opened = null;

/** Makes a set of problems, each with `sfen`, `plies`, `title`. */
export function openSet(name, problems) {
  // The same list is the same set when it is opened again.
  let hash = 5381;
  for (const { sfen } of problems) for (const char of sfen) hash = (hash * 33 + char.charCodeAt(0)) | 0;
  opened = { id: `own-${(hash >>> 0).toString(36)}`, name: () => name, about: 'setOwnAbout', count: problems.length, load: async () => problems.map(({ sfen, plies, title }) => [sfen, plies, title]) };
  return opened;
}

export const sets = () => (opened ? [opened, ...SHIPPED] : SHIPPED);

/** The problems of a set. */
export async function problemsOf(set) {
  return (await set.load()).map(([sfen, plies, title = ''], at) => ({ sfen, plies, title, at }));
}
