// What a format cannot hold, and what a program does not read of it. Each gap has a name, which says why, and one of
//   lose(form)            makes of a copy of our form the one that is read,
//   refuses(form, text)   tells whether the program refuses the text,
//   garbles(form, text)   tells whether it may refuse the text or read something else.

import { hasCsaWord } from './normal.mjs';

/** A gap that changes nodes one by one. */
const ofNodes = (name, change) => ({
  name,
  lose: (form) => {
    form.nodes.forEach((node) => change(node, form));
    return form;
  },
});

/** A gap through which some endings come out as interruptions. */
const asInterrupted = (name, isLost) => ofNodes(name, (node) => {
  if (node.end && isLost(node.end)) node.end = '中断';
});

const noWord = asInterrupted('CSA has no word for some endings: we write CHUDAN', (end) => !hasCsaWord(end));

/** What the formats cannot hold, whoever reads them. */
export const FORMATS = {
  kif: [],
  ki2: [ofNodes('KI2 has no times', (node) => { node.ms = 0; })],
  csa: [
    // The nodes of the main line come first.
    { name: 'CSA has no variations', lose: (form) => ({ ...form, nodes: form.nodes.slice(0, form.plies + 1) }) },
    noWord,
  ],
  jkf: [noWord],
};

// tsshogi.

const emptyLines = ofNodes('it leaves out the empty lines of comments', (node) => {
  node.comment = node.comment.split('\n').filter((line) => line !== '').join('\n');
});

/** Three, five and seven pieces. */
const HANDICAPS = ['lnsgkgsn1', '2sgkgsn1', '1nsgkgs2', '2sgkg3', '3gkgs2']
  .map((rank) => `${rank}/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1`);

// json-kifu-format.

const KNOWN = ['詰み', '不詰', '投了', '中断', '封じ手', '千日手', '持将棋', '切れ負け', '反則勝ち', '反則負け'];
const isUnknown = ({ end }) => end && !KNOWN.includes(end);

const foul = { name: 'it plays moves by rules of its own, fouls, too', garbles: (form) => form.hasFoul };
const sealed = asInterrupted('it takes 封じ手 for 中断', (end) => end === '封じ手');

/** Before the first move it takes lines for headers as long as they have a full-width colon. */
function headers(form) {
  const [start] = form.nodes;
  const lines = start.comment.split('\n');
  const first = lines.findIndex((line) => !line.includes('：'));
  start.comment = first < 0 ? '' : lines.slice(first).join('\n');
  return form;
}

/** Whether a variation stands in place of an ending. */
const replacesEnding = ({ nodes }) => nodes.some(({ ply, end }, index) => end && nodes[index + 1]?.ply === ply);

/** Whether a variation leaves another one behind its first move, and moves to the same square. */
function repeatsSquare({ nodes }) {
  const path = [];
  return nodes.some((node, index) => {
    const before = path[node.ply - 1];
    const begins = index > 0 && nodes[index - 1].ply !== node.ply - 1;
    path[node.ply] = { ...node, begins };
    return begins && before?.begins && node.usi?.slice(2, 4) === before.usi?.slice(2, 4);
  });
}

/** What the programs do not read. */
export const PROGRAMS = {
  'tsshogi.ki2': [],
  'tsshogi.csa': [emptyLines],
  'tsshogi.jkf': [
    { name: 'it does not know the presets 3, 5, 5_L, 7_L and 7_R', refuses: ({ sfen }) => HANDICAPS.includes(sfen) },
  ],
  'jkf.kif': [
    foul,
    { name: 'it takes comments for headers where no move follows', lose: (form) => (form.nodes.length === 1 ? headers(form) : form) },
    {
      name: `it knows no endings but ${KNOWN.join(', ')}`,
      lose: (form) => ({ ...form, nodes: form.nodes.filter((node) => !isUnknown(node)) }),
    },
    sealed,
  ],
  'jkf.ki2': [
    foul,
    { name: `it knows no endings but ${KNOWN.join(', ')}`, refuses: ({ nodes }) => nodes.some(isUnknown) },
    { name: 'it knows no comments on endings', refuses: (form, text) => /^まで.*\n\*/m.test(text) },
    { name: 'it does not look for the origins of moves in variations that stand in place of an ending', garbles: replacesEnding },
    { name: 'it takes 同 for another square where a variation leaves one behind its first move', garbles: repeatsSquare },
    { name: 'it takes comments before the first move for headers', lose: headers },
    sealed,
  ],
  'jkf.csa': [foul],
  'jkf.jkf': [foul],
};
