// Judges what gyakusan writes, and shows it what others write. Each line of the standard input is
//   {"record": a record as a line of its JSON, "texts": {"kif": …, "ki2": …, "csa": …, "jkf": …}},
// where the texts are what it writes of the record. Each line of the answer is
//   {"differences": [text, …], "gaps": [name, …], "texts": {"tsshogi.kif": …, …}}:
// what the programs read otherwise, the gaps in them that showed (see gaps.mjs), and what they write of the record; null
// where json-kifu-format does not play a foul.

import { createInterface } from 'node:readline';
import { FORMATS, PROGRAMS } from './gaps.mjs';
import { fromOurs } from './normal.mjs';
import { READERS } from './read.mjs';
import { WRITERS } from './write.mjs';

const said = (error) => String(error?.message ?? error).split('\n')[0];

/** A form in words, one line for the start and each node. */
const inWords = ({ sfen, nodes }) => [sfen, ...nodes.map((node) => JSON.stringify(node))].join('\n');

/** The first place where a form is another one than expected: what differs there, and how. */
function difference(expected, found) {
  if (expected.sfen !== found.sfen) return `start: ${expected.sfen} is ${found.sfen}`;
  for (let at = 0; at < Math.max(expected.nodes.length, found.nodes.length); at += 1) {
    const [here, there] = [expected.nodes[at], found.nodes[at]];
    const what = !here || !there ? 'nodes' : ['ply', 'usi', 'end', 'comment', 'ms'].find((key) => here[key] !== there[key]);
    if (what) return `${what}: ${JSON.stringify(here)} is ${JSON.stringify(there)}`;
  }
  return undefined;
}

/** The form without what the gaps take of it; their names go to `seen`. */
function through(gaps, form, seen) {
  let left = form;
  for (const { name, lose } of gaps.filter((gap) => gap.lose)) {
    const less = lose(structuredClone(left));
    if (difference(left, less)) seen.push(name);
    left = less;
  }
  return left;
}

/** Reads what we write of a record as a program does. */
function read(program, format, form, text, answer) {
  const name = `${program}.${format}`;
  const gaps = PROGRAMS[name] ?? [];
  const kept = through(FORMATS[format], form, []);
  const garbled = gaps.find((gap) => gap.garbles?.(kept, text));
  if (garbled) {
    answer.gaps.push(`${name}: ${garbled.name}`);
    return;
  }
  const refusal = gaps.find((gap) => gap.refuses?.(kept, text));
  let found;
  try {
    found = READERS[program][format](text);
  } catch (error) {
    if (refusal) answer.gaps.push(`${name}: ${refusal.name}`);
    else answer.differences.push(`${name} refuses: ${said(error)}\n${text}\nexpected:\n${inWords(kept)}`);
    return;
  }
  const seen = [];
  const expected = through(gaps, kept, seen);
  const what = refusal ? `is not refused: ${refusal.name}` : difference(expected, found);
  answer.gaps.push(...seen.map((gap) => `${name}: ${gap}`));
  if (what) answer.differences.push(`${name}: ${what}\n${text}\nexpected:\n${inWords(expected)}\nfound:\n${inWords(found)}`);
}

function judge({ record, texts }) {
  const form = fromOurs(record);
  const answer = { differences: [], gaps: [], texts: {} };
  for (const [program, readers] of Object.entries(READERS)) {
    for (const format of Object.keys(readers)) read(program, format, form, texts[format], answer);
  }
  for (const [name, write] of Object.entries(WRITERS)) {
    try {
      answer.texts[name] = write(form);
    } catch (error) {
      answer.texts[name] = null;
      const isKnown = name.startsWith('jkf') && form.hasFoul;
      if (!isKnown) answer.differences.push(`${name} is not written: ${said(error)}\n${inWords(form)}`);
    }
  }
  return answer;
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(judge(JSON.parse(line)))}\n`);
}
