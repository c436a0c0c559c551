// The words of the page in two languages.

import { language } from './settings.js';
import { WORDS } from './texts.js';

/** English words for one of something. */
const ONE = { plies: 'ply', problems: 'problem', nodes: 'node', checks: 'check', pieces: 'piece', positions: 'position' };

/** The words of a key; `{0}` … are filled in. */
export function words(key, ...values) {
  const pair = WORDS[key];
  if (!pair) return key;
  const isJapanese = language() === 'ja';
  const text = pair[isJapanese ? 0 : 1].replace(/\{(\d)\}/g, (_, i) => values[i]);
  return isJapanese ? text : text.replace(/(?<![\d,.])1 (plies|problems|nodes|checks|pieces|positions)\b/g, (_, many) => `1 ${ONE[many]}`);
}

export const number = (value) => Number(value).toLocaleString('en');
