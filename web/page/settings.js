// What the user has chosen: language, looks, notation, motion, sound, limits.

import { keep, kept, written } from './store.js';

/** What there is to choose from, the first if nothing was chosen. */
export const CHOICES = {
  language: ['auto', 'ja', 'en'],
  theme: ['auto', 'light', 'dark'],
  look: ['wood', 'book', 'latin'],
  coordinates: ['auto', 'ja', 'western'],
  moves: ['auto', 'ja', 'western', 'usi'],
  motion: ['auto', 'off'],
  sound: ['off', 'on'],
  nodes: ['10000000', '100000', '1000000', '100000000', ''],
  seconds: ['60', '10', '30', '300', ''],
  memory: ['256', '64', '512', '1024'],
  thorough: ['off', 'on'],
};

// Pages of before 2026-11-29 kept the language alone, and not as JSON.
let chosen = { language: written('language'), ...kept('settings', {}) };
const listeners = [];

/** What is chosen. */
export function setting(name) {
  const value = chosen[name];
  // What an older page has kept need not be a choice any more.
  return CHOICES[name]?.includes(value) ? value : CHOICES[name]?.[0];
}

/** Chooses; whoever wants to know is told. */
export function choose(name, value) {
  chosen = { ...chosen, [name]: value };
  keep('settings', chosen);
  for (const listener of listeners) listener(name);
}

/** Calls `listener` with the name of each setting that changes. */
export function onChoice(listener) {
  listeners.push(listener);
}

/** The language of the page. */
export function language() {
  const is = setting('language');
  if (is !== 'auto') return is;
  return globalThis.navigator?.language?.startsWith('ja') ? 'ja' : 'en';
}

/** How squares and moves are written: by the language if nothing else was chosen. */
export function notation(name) {
  const is = setting(name);
  if (is !== 'auto') return is;
  return language() === 'ja' ? 'ja' : 'western';
}

/** Whether things may move. */
export function moves() {
  return setting('motion') === 'auto' && !globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
}

/** The limits of a search: of nodes and of seconds; undefined: none. */
export const limits = () => ['nodes', 'seconds'].map((name) => (setting(name) ? Number(setting(name)) : undefined));
