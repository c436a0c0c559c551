// What is asked of a column, in the words that people type: `7..11`, `true`.

import { words } from './words.js';

const NUMBER = /^[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i;

/** A number as it was written, or null where there is nothing: SQLite reads it, also one of 64 bits. */
function numberOf(column, text, value) {
  if (text === '') return null;
  if (!NUMBER.test(text) || !Number.isFinite(Number(text))) throw new Error(words('noRange', column, value));
  return text;
}

/** The comparisons that a condition stands for, each an operator of SQL and a value. Of a number `=` takes a range as the
 * options of the program do: `3`, `7..`, `..5`, `7..11`; 0 and 1 are no and yes. */
export function asked(column, operator, value, isNumber) {
  if (!isNumber || operator === 'LIKE') return [[operator, value]];
  const flag = { true: 1, false: 0 }[value];
  if (flag !== undefined) return [[operator, flag]];
  const [low, high, ...more] = value.split('..');
  if (high === undefined) return [[operator, numberOf(column, low, value)]];
  const [least, most] = [numberOf(column, low, value), numberOf(column, high, value)];
  if (more.length || (least === null && most === null)) throw new Error(words('noRange', column, value));
  if (operator !== '=') throw new Error(words('onlyEqual', column, value));
  if (least !== null && most !== null && Number(least) > Number(most)) throw new Error(words('emptyRange', column, value));
  return [['>=', least], ['<=', most]].filter(([, number]) => number !== null);
}
