/* The file of a table, read where it is needed: what is in it, the manual tells under "The file of a table". */

const MAGIC = "gyakusan small 1\n", CHUNK = 65536, SUM = 32;
const won = byte => byte > 0 && byte % 2 === 0;

/* What a value is worth, the lower the better: quick wins, draws, slow losses. */
const rating = byte => (byte === 0 ? 0 : won(byte) ? byte - 1 - 256 : 256 - (byte - 1));
/* What a move leads to for the side that makes it. */
const before = byte => (byte === 0 ? 0 : byte + 1);
/* Who is to move has lost already. */
const LOST = 1;

class Table {
  /* A table from a file, or an error: `header` is the text that the table begins with. */
  static async open(rules, header, blob) {
    const bytes = new TextEncoder().encode(header);
    const first = new Uint8Array(await blob.slice(0, MAGIC.length + 4 + bytes.length).arrayBuffer());
    const length = new DataView(first.buffer).byteLength < MAGIC.length + 4 ? 0 : new DataView(first.buffer).getUint32(MAGIC.length, true);
    const text = new TextDecoder();
    const isIt = text.decode(first.slice(0, MAGIC.length)) === MAGIC && length === bytes.length && text.decode(first.slice(MAGIC.length + 4)) === header;
    if (!isIt) { throw new Error(say("このページの表ではありません", "This is not the table of this page")); }
    const table = new Table(rules, header, blob);
    if (blob.size !== table.start + table.body) { throw new Error(say("表が途中で切れています", "The table is incomplete")); }
    table.sums = new Uint8Array(await blob.slice(table.start - (table.chunks + 1) * SUM, table.start).arrayBuffer());
    return table;
  }

  constructor(rules, header, blob) {
    const number = name => Number(new RegExp(`^${name} = (\\d+)`, "m").exec(header)[1]);
    this.rules = rules;
    this.blob = blob;
    this.numbers = new Numbers(rules, rules.read(`${rules.start} b -`));
    this.words = Math.ceil(number("arrangements") / 64);
    this.values = this.words * 8 + Math.ceil(this.words / 4) * 4;
    this.body = this.values + number("positions");
    this.chunks = Math.ceil(this.body / CHUNK);
    this.start = MAGIC.length + 4 + new TextEncoder().encode(header).length + (this.chunks + 1) * SUM;
    this.read = new Map();
  }

  /* A chunk of the body, checked when it is first read. */
  chunk(at) {
    if (!this.read.has(at)) { this.read.set(at, this.checked(at)); }
    return this.read.get(at);
  }

  async checked(at) {
    const from = this.start + at * CHUNK;
    const bytes = await this.blob.slice(from, Math.min(from + CHUNK, this.start + this.body)).arrayBuffer();
    /* Some browsers have no sums for pages of the disk. */
    const sum = await globalThis.crypto?.subtle?.digest("SHA-256", bytes);
    if (sum && new Uint8Array(sum).some((byte, place) => byte !== this.sums[at * SUM + place])) {
      throw new Error(say("表が壊れています", "The table is damaged"));
    }
    return new DataView(bytes);
  }

  async number(at, bytes) {
    const view = await this.chunk(Math.floor(at / CHUNK));
    return bytes === 4 ? view.getUint32(at % CHUNK, true) : view.getUint8(at % CHUNK);
  }

  /* The value of a position as a byte: 0 for a draw, otherwise the plies and one; null if it is not in the table. */
  async value(position) {
    const number = this.numbers.of(position);
    const half = Math.floor(number / 32), bit = number % 32;
    const bits = await this.number(half * 4, 4);
    if ((bits >>> bit & 1) === 0) { return null; }
    const ones = word => { let count = 0; for (; word !== 0; word &= word - 1) { count += 1; } return count; };
    const block = Math.floor(half / 8);
    let place = await this.number(this.words * 8 + block * 4, 4) + ones(bits & (1 << bit) - 1);
    for (let other = block * 8; other < half; other += 1) { place += ones(await this.number(other * 4, 4)); }
    return this.number(this.values + place, 1);
  }

  /* The legal moves, best first, each with what it leads to. */
  async probe(position) {
    const moves = [];
    for (const move of this.rules.legal(position)) {
      const after = this.rules.isTry(position, move) ? LOST : await this.value(this.rules.play(position, move));
      if (after === null) { throw new Error(say("表が壊れています", "The table is damaged")); }
      moves.push({ move, usi: this.rules.usi(move), value: before(after) });
    }
    return moves.sort((one, other) => rating(one.value) - rating(other.value));
  }
}
