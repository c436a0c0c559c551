// What is asked of a column, in the words that people type: `7..11`, `true`.

import { words } from './words.js';

/** Whether a column of this type holds numbers. */
export const isNumber = (type) => /^(?:INTEGER|REAL)/.test(type);

const NUMBER = /^[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i;

const FLAGS = new Map([['true', 1], ['false', 0]]);

/** A number as it was written, or null where there is nothing: SQLite reads it, also one of 64 bits. */
function numberOf(column, text, value) {
  if (text === '') return null;
  if (!NUMBER.test(text) || !Number.isFinite(Number(text))) throw new Error(words('noRange', column, value));
  return text;
}

/** A square as the columns of texts have it: 1一 is 1a. */
function inUsi(value) {
  const ranks = '一二三四五六七八九';
  return value.replace(/^([1-9])([一二三四五六七八九])$/, (_, file, rank) => file + 'abcdefghi'[ranks.indexOf(rank)]);
}

/** The comparisons that a condition stands for, each an operator of SQL and a value. Of a number `=` takes a range as the
 * options of the program do: `3`, `7..`, `..5`, `7..11`; 0 and 1 are no and yes. */
export function asked(column, operator, value, type) {
  if (!isNumber(type) || operator === 'LIKE') return [[operator, inUsi(value)]];
  const flag = FLAGS.get(value);
  if (flag !== undefined) return [[operator, flag]];
  const ends = value.split('..').map((end) => numberOf(column, end, value));
  const [low, high = low] = ends;
  if (ends.length > 2 || (low === null && high === null)) throw new Error(words('noRange', column, value));
  if (operator !== '=') {
    if (ends.length > 1) throw new Error(words('onlyEqual', column, value));
    return [[operator, low]];
  }
  if (low !== null && high !== null) {
    if (Number(low) > Number(high)) throw new Error(words('emptyRange', column, value));
    // What is counted is whole.
    if (type.startsWith('INTEGER') && Math.ceil(low) > Math.floor(high)) throw new Error(words('noWhole', column, value));
  }
  return [['>=', low], ['<=', high]].filter(([, end]) => end !== null);
}
