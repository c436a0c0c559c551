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

/* A column of all problems. */
async function loadColumn(name) {
  const column = about.named.get(name);
  if (!column.values) {
    column.values = values("all" in column ? column.all : await load("column-" + name), about.count);
  }
  return column.values;
}

/* Of each group of problems that share a main line the places. */
let members = null;
async function loadMembers() {
  if (!members) {
    const groups = await load("groups");
    members = [];
    groups.forEach((group, at) => {
      if (group !== null) { (members[group] = members[group] || []).push(at); }
    });
  }
  return members;
}

/* The problems of the same line as the one at a place, itself among them. */
async function loadNear(at) {
  const [groups, members] = await Promise.all([load("groups"), loadMembers()]);
  return groups[at] === null ? [at] : members[groups[at]];
}

/* The problem at a place, its columns by name. */
async function loadProblem(at) {
  const name = "part-" + String(Math.floor(at / about.part)).padStart(4, "0");
  const part = await load(name), within = at % about.part;
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
