// What axe finds wrong with a page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The windows that pages are looked at in: telephones, a tablet, a screen. */
export const SIZES = [[360, 640], [390, 844], [820, 1180], [1440, 900]];

/** What is wrong: each rule with the first elements that break it. */
export async function violations(page) {
  // Not as a script of the page: a page may forbid those that are not its own.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  // It would fetch the styles, which a page of the disk cannot.
  const { violations: found } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'], preload: location.protocol !== 'file:' }));
  return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')}`);
}
