// The board as an SVG picture that can be touched.

import { KINDS, sign, square } from './setup.js';
import { SIGNS } from './signs.js';

const WIDE = 100;
const HIGH = 105;
const LEFT = 24;
const TOP = 190;
const STRIP = 128;
/** Room of a kind in a hand. */
const STEP = 108;
const FULL = [LEFT + 9 * WIDE + 62, TOP + 9 * HIGH + 24 + STRIP];
const NS = 'http://www.w3.org/2000/svg';

function element(name, attributes, parent) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

function drawSign(parent, text, x, y, size, turned = false) {
  const path = SIGNS[text];
  const half = size / 2;
  const scale = size / 1000;
  const how = turned ? `translate(${x + half} ${y + half}) scale(${-scale})` : `translate(${x - half} ${y - half}) scale(${scale})`;
  if (path) element('path', { d: path, transform: how, fill: 'currentColor' }, parent);
}

function drawGrid(parent) {
  let lines = '';
  for (let i = 1; i < 9; i += 1) lines += `M${i * WIDE} 0V${9 * HIGH}M0 ${i * HIGH}H${9 * WIDE}`;
  element('rect', { width: 9 * WIDE, height: 9 * HIGH, fill: '#f6e2b4' }, parent);
  element('path', { d: lines, stroke: 'currentColor', 'stroke-width': 2.5, fill: 'none' }, parent);
  element('rect', { width: 9 * WIDE, height: 9 * HIGH, fill: 'none', stroke: 'currentColor', 'stroke-width': 7 }, parent);
}

function drawPieces(parent, setup) {
  setup.squares.forEach((piece, at) => {
    if (!piece) return;
    const group = element('g', { class: 'piece', 'data-square': at }, parent);
    const [x, y] = middle(at);
    drawSign(group, sign(piece), x, y, 88, piece.white);
  });
}

/** The kinds of a hand from left to right; in the box each has its place, whether there or not. */
const slots = (hand, counts) => (hand === 'w' ? ['K', ...KINDS] : KINDS.filter((kind) => counts[kind] !== 0));

const middle = (at) => [((at % 9) + 0.5) * WIDE, (Math.floor(at / 9) + 0.5) * HIGH];

/** A small picture of a position, for galleries. */
export function thumbnail(setup) {
  const hand = KINDS.filter((kind) => setup.hand[kind] > 0);
  const svg = element('svg', { viewBox: `-10 -10 ${9 * WIDE + 20} ${9 * HIGH + (hand.length ? 130 : 20)}` });
  drawGrid(svg);
  drawPieces(svg, setup);
  let x = 60;
  for (const kind of hand) {
    drawSign(svg, sign({ kind }), x, 9 * HIGH + 65, 90);
    if (setup.hand[kind] > 1) numeral(svg, setup.hand[kind], x + 66, 9 * HIGH + 85, 56);
    x += setup.hand[kind] > 1 ? 150 : 105;
  }
  return svg;
}

function numeral(parent, count, x, y, size) {
  const text = element('text', { x, y, 'font-size': size, 'text-anchor': 'middle', fill: 'currentColor' }, parent);
  text.textContent = count;
}

/** A board in an SVG element. `touched(place, from)` is called for a click (`from` is null) or a drag. */
export class Board {
  constructor(svg, touched) {
    this.svg = svg;
    this.touched = touched;
    this.setup = null;
    this.selected = null;
    /** Whether the piece that is chosen was turned over just now. */
    this.turned = false;
    /** Where the keys are: file and rank from the upper left, rank -1 for the box and 9 for the attacker's hand. */
    this.cursor = null;
    this.last = null;
    this.arrows = [];
    this.targets = [];
    this.words = { black: '', white: '' };
    svg.setAttribute('viewBox', `0 0 ${FULL[0]} ${FULL[1]}`);
    svg.addEventListener('pointerdown', (event) => this.#down(event));
    svg.addEventListener('pointermove', (event) => this.#move(event));
    svg.addEventListener('pointerup', (event) => this.#up(event));
    svg.addEventListener('pointercancel', () => this.#drop());
  }

  /** Draws all anew. */
  draw(setup = this.setup) {
    this.setup = setup;
    this.svg.replaceChildren();
    this.#strip('w', setup.defender(), 4, this.words.white);
    this.#strip('b', setup.hand, TOP + 9 * HIGH + 20, this.words.black);
    const board = element('g', { transform: `translate(${LEFT} ${TOP})` }, this.svg);
    drawGrid(board);
    const tint = (at, fill) => element('rect', { x: (at % 9) * WIDE, y: Math.floor(at / 9) * HIGH, width: WIDE, height: HIGH, fill, 'fill-opacity': 0.55 }, board);
    if (this.last) tint(square(this.last.slice(2, 4)), '#f2b632');
    if (typeof this.selected === 'number') tint(this.selected, '#8fb8de');
    if (this.cursor) {
      const { file, rank } = this.cursor;
      const y = rank < 0 ? -TOP + 4 : rank > 8 ? 9 * HIGH + 24 : rank * HIGH;
      const at = rank < 0 || rank > 8 ? { x: 62 - 44 + file * STEP - LEFT, width: 100, height: STRIP - 8 } : { x: file * WIDE, width: WIDE, height: HIGH };
      element('rect', { ...at, y, fill: 'none', stroke: '#2f6fb3', 'stroke-width': 9, class: 'cursor' }, board);
    }
    for (let i = 1; i <= 9; i += 1) {
      drawSign(board, '０１２３４５６７８９'[i], (9.5 - i) * WIDE, -30, 44);
      drawSign(board, '〇一二三四五六七八九'[i], 9 * WIDE + 32, (i - 0.5) * HIGH, 44);
    }
    drawPieces(board, setup);
    for (const at of this.targets) {
      const [x, y] = middle(at);
      element('circle', { cx: x, cy: y, r: 15, fill: '#1f6b45', 'fill-opacity': 0.65 }, board);
    }
    for (const arrow of this.arrows) this.#arrow(board, arrow);
  }

  /** Shows where the keys are; `null`: nowhere. */
  point(cursor) {
    this.cursor = cursor;
    if (this.setup) this.draw();
  }

  /** The place that the keys are at. */
  cursorPlace() {
    const { file, rank } = this.cursor;
    if (rank >= 0 && rank < 9) return rank * 9 + file;
    const hand = rank < 0 ? 'w' : 'b';
    return { hand, kind: slots(hand, hand === 'w' ? this.setup.defender() : this.setup.hand)[file] };
  }

  /** A place is pressed. */
  press(place) {
    this.touched(place, null, this.#holds(place));
  }

  #strip(hand, counts, y, word) {
    const group = element('g', { class: 'strip', 'data-hand': hand }, this.svg);
    element('rect', { x: LEFT, y, width: 9 * WIDE, height: STRIP - 8, rx: 14, fill: '#efe3c8' }, group);
    const label = element('text', { x: LEFT + 14, y: y + 27, 'font-size': 26, fill: '#7a6c58' }, group);
    label.textContent = word;
    slots(hand, counts).forEach((kind, i) => {
      const count = counts[kind];
      if (!count) return;
      const x = LEFT + 62 + i * STEP;
      const piece = element('g', { 'data-hand': hand, 'data-kind': kind }, group);
      const chosen = this.selected?.hand === hand && this.selected.kind === kind;
      element('rect', { x: x - 44, y: y + 30, width: 100, height: 86, rx: 10, fill: '#8fb8de', 'fill-opacity': chosen ? 0.7 : 0 }, piece);
      drawSign(piece, sign({ kind }), x, y + 74, 72);
      if (count !== 1) {
        numeral(piece, count, x + 50, y + 102, 34);
        if (count < 0) piece.setAttribute('color', '#9b2c1f');
      }
    });
  }

  /** An arrow of a move, a ring where a piece is dropped or where one is meant. */
  #arrow(board, { move, square: meant, colour }) {
    const [x, y] = middle(square(meant ?? move.slice(2, 4)));
    if (meant || move[1] === '*') {
      element('circle', { cx: x, cy: y, r: 44, fill: 'none', stroke: colour, 'stroke-width': 9, class: 'mark' }, board);
      if (meant) return;
      const group = element('g', { color: colour, opacity: 0.9 }, board);
      drawSign(group, sign({ kind: move[0] }), x, y, 56);
      return;
    }
    const [fromX, fromY] = middle(square(move.slice(0, 2)));
    const length = Math.hypot(x - fromX, y - fromY);
    const [u, v] = [(x - fromX) / length, (y - fromY) / length];
    const [tipX, tipY] = [x - u * 12, y - v * 12];
    const [baseX, baseY] = [tipX - u * 40, tipY - v * 40];
    element('path', { d: `M${fromX} ${fromY}L${baseX} ${baseY}`, stroke: colour, 'stroke-width': 14, 'stroke-linecap': 'round', opacity: 0.8, class: 'mark' }, board);
    element('path', { d: `M${tipX} ${tipY}L${baseX - v * 26} ${baseY + u * 26}L${baseX + v * 26} ${baseY - u * 26}Z`, fill: colour, opacity: 0.9 }, board);
  }

  #point(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = Math.min(box.width / FULL[0], box.height / FULL[1]);
    return [
      (event.clientX - box.left - (box.width - FULL[0] * scale) / 2) / scale,
      (event.clientY - box.top - (box.height - FULL[1] * scale) / 2) / scale,
    ];
  }

  #place(event) {
    const [x, y] = this.#point(event);
    const file = Math.floor((x - LEFT) / WIDE);
    const rank = Math.floor((y - TOP) / HIGH);
    if (file >= 0 && file < 9 && rank >= 0 && rank < 9) return rank * 9 + file;
    // Beside the board there is nothing.
    if ((rank >= 0 && rank < 9) || x < 0 || x > FULL[0] || y < 0 || y > FULL[1]) return null;
    const hand = y < TOP ? 'w' : 'b';
    const counts = hand === 'w' ? this.setup.defender() : this.setup.hand;
    return { hand, kind: slots(hand, counts)[Math.floor((x - LEFT - 14) / STEP)] };
  }

  #holds(place) {
    if (typeof place === 'number') return this.setup.squares[place] !== null;
    const counts = place.hand === 'b' ? this.setup.hand : this.setup.defender();
    return place.kind !== undefined && counts[place.kind] > 0;
  }

  #down(event) {
    if (event.button > 0) return;
    const place = this.#place(event);
    if (place === null) return;
    this.drag = { place, x: event.clientX, y: event.clientY, ghost: null };
    this.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  #move(event) {
    const { drag } = this;
    if (!drag || !this.#holds(drag.place)) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
      const piece = typeof drag.place === 'number' ? this.setup.squares[drag.place] : { kind: drag.place.kind };
      drag.ghost = element('g', { color: '#9b2c1f', opacity: 0.85, 'pointer-events': 'none' }, this.svg);
      drawSign(drag.ghost, sign(piece), 0, 0, 104, piece.white);
    }
    const [x, y] = this.#point(event);
    drag.ghost.setAttribute('transform', `translate(${x} ${y - (event.pointerType === 'touch' ? 60 : 0)})`);
  }

  #up(event) {
    const { drag } = this;
    this.#drop();
    if (!drag) return;
    const place = this.#place(event);
    if (drag.ghost && place !== null) this.touched(place, drag.place);
    else if (!drag.ghost) this.press(drag.place);
  }

  #drop() {
    this.drag?.ghost?.remove();
    this.drag = null;
  }
}
