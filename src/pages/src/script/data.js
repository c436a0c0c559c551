/* What the scripts in data/ hand on, each loaded when something first asks for it. */

const loads = new Map(), takers = new Map();
let about = null;

/* Called by the scripts. */
function take(name, value) { takers.get(name)(value); }

function load(name) {
  if (!loads.has(name)) {
    loads.set(name, new Promise((resolve, reject) => {
      takers.set(name, resolve);
      const script = element("script", { src: "data/" + name + ".js" });
      script.addEventListener("error", () => reject(new Error("data/" + name + ".js")));
      document.head.append(script);
    }));
  }
  return loads.get(name);
}

async function loadAbout() {
  about = await load("about");
  about.named = new Map(about.columns.map(column => [column.name, column]));
  about.terms = new Map();
  for (const { term } of about.columns) { about.terms.set(term, (about.terms.get(term) || 0) + 1); }
}

/* The values that cells stand for: one for all, a list, or runs of equal values. */
function values(cells, count) {
  if (Array.isArray(cells)) { return cells; }
  if (cells === null || typeof cells !== "object") { return new Array(count).fill(cells); }
  const all = [];
  for (let at = 0; at < cells.runs.length; at += 2) {
    for (let n = cells.runs[at + 1]; n > 0; n -= 1) { all.push(cells.runs[at]); }
  }
  return all;
}

/* The scripts of one kind are numbered. */
function numbered(name, number) { return name + "-" + String(number).padStart(4, "0"); }

/* Problems stand in blocks, of which filters and sorting load one after the other. */
function blocks() { return Math.ceil(about.count / about.block); }
function blockOf(at) { return Math.floor(at / about.block); }
function blockLength(block) { return Math.min(about.block, about.count - block * about.block); }

/* A column of the problems of a block. */
async function loadColumn(name, block) {
  const column = about.named.get(name);
  column.values = column.values || [];
  if (!column.values[block]) {
    const told = "all" in column ? column : column.blocks[block] || {};
    const cells = "all" in told ? told.all : await load(numbered("column-" + name, block));
    column.values[block] = values(cells, blockLength(block));
  }
  return column.values[block];
}

/* Between which numbers a column is in a block; `null` if that is not told. */
function rangeOf(column, block) {
  const told = "all" in column ? column : column.blocks[block];
  if (told && "all" in told) { return typeof told.all === "number" ? [told.all, told.all] : null; }
  return told || null;
}

/* How many problems have the line of the one at a place, itself among them, and the places of the first. */
async function loadNear(at) {
  const groups = await load(numbered("groups", blockOf(at))), group = groups[at % about.block];
  if (group === null) { return [1, [at]]; }
  return (await load(numbered("members", Math.floor(group / about.members))))[group % about.members];
}

/* How many problems have an idea. */
async function countOfIdea(idea) {
  return (await load(numbered("alike", Math.floor(idea / about.members))))[idea % about.members];
}

/* The number in the database of the problem at a place; `null` if there is none. */
async function idAt(at) {
  if (at < 0 || at >= about.count) { return null; }
  return (await load(numbered("ids", blockOf(at))))[at % about.block];
}

/* The last of some ascending numbers that is not greater than one; -1 if all are. */
function lastUpTo(numbers, one) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= one) { low = middle + 1; } else { high = middle; }
  }
  return low - 1;
}

/* The place of the problem with a number in the database; `undefined` if there is none. */
async function placeOf(id) {
  const script = /^[0-9]+$/.test(id) ? lastUpTo(about.places, Number(id)) : -1;
  if (script < 0) { return undefined; }
  const [ids, places] = await load(numbered("places", script)), at = lastUpTo(ids, Number(id));
  return ids[at] === Number(id) ? places[at] : undefined;
}

/* The problem at a place, its columns by name. */
async function loadProblem(at) {
  const part = await load(numbered("part", Math.floor(at / about.part))), within = at % about.part;
  if (!part.values) { part.values = part.columns.map(cells => values(cells, part.problems.length)); }
  const problem = part.problems[within];
  if (!problem.columns) {
    problem.columns = {};
    about.columns.forEach((column, index) => { problem.columns[column.name] = part.values[index][within]; });
  }
  return problem;
}

/* The name of a column; the English one besides where several share a term. */
function nameOf(column) {
  const en = column.name.replace(/_/g, " ");
  return say(about.terms.get(column.term) > 1 ? column.term + " (" + en + ")" : column.term, en);
}

function fileMissing(error) {
  return say("読み込めないファイルがあります: ", "This file cannot be read: ") + error.message;
}
