// The problem of the day, out of the short ones that the page brings along.

import { ofDay } from './progress.js';
import { PROBLEMS } from './set-ours.js';
import { words } from './words.js';

/** That of a day of this place's calendar. */
export function ofToday(date = new Date()) {
  const short = PROBLEMS.filter(([, plies]) => plies >= 5 && plies <= 9);
  const [sfen, plies] = short[ofDay(short.length, date)];
  return { sfen, plies, title: words('todayTitle', date.getMonth() + 1, date.getDate()) };
}
