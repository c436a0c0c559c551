/* The run as it is now: asked every second. */

/* So many problems that were shown can still be opened. */
const MOST_KNOWN = 100;

let run = null, state = null, ended = false, missed = 0;
/* The problems by their numbers, those seen last at the end; the cards of those shown. */
const known = new Map(), cards = new Map();

function text(id, words) { if (byId(id).textContent !== words) { byId(id).textContent = words; } }

function problemOf(board) {
  return { id: board.number, sfen: board.sfen, main: board.moves, others: [],
    columns: { plies: board.plies, status: "mate", attacker: board.attacker, beauty: board.beauty, rule_e: 1 } };
}

function cardFor(board) {
  if (!cards.has(board.number)) {
    const is = card(problemOf(board), "#" + board.number, []);
    is.append(element("small", { lang: "ja" }, board.moves.slice(0, 3).map(([, words]) => words).join(" ")));
    is.append(...board.remarks.map(remark => element("small", { "class": "remark" }, remark)));
    cards.set(board.number, element("li", {}, is));
  }
  return cards.get(board.number);
}

function showBoards(id, list, taken) {
  /* A board stands in one place. */
  const shown = list.filter(board => !taken.has(board.number));
  for (const board of shown) {
    taken.add(board.number);
    known.delete(board.number);
    known.set(board.number, problemOf(board));
  }
  byId(id).hidden = shown.length === 0;
  const place = byId(id).querySelector(".boards"), wanted = shown.map(cardFor);
  if (wanted.length !== place.children.length || wanted.some((one, n) => place.children[n] !== one)) {
    place.replaceChildren(...wanted);
  }
}

function listCounts(counts) {
  const rowOf = ({ name, count, parts }) => {
    const row = element("li", {}, element("div", {}, element("span", {}, name), element("b", {}, number(count))));
    if (parts.length) { row.append(element("ul", {}, ...parts.map(rowOf))); }
    return row;
  };
  const lists = together(nested(counts));
  byId("kinds").hidden = lists.length === 0;
  byId("counts").replaceChildren(...lists.map(list => element("ul", {}, ...list.map(rowOf))));
}

function listLevels(levels) {
  byId("levels").hidden = levels.length === 0;
  const largest = Math.max(...levels.map(level => level[1]), 1);
  byId("levels").querySelector("tbody").replaceChildren(...levels.map(([plies, positions]) => {
    /* By the logarithm: lengths differ by thousands. */
    const bar = element("span", { "class": "bar" });
    bar.style.width = `${100 * Math.log1p(positions) / Math.log1p(largest)}%`;
    return element("tr", {}, element("th", { scope: "row" }, say(plies + "手", String(plies))), element("td", {}, number(positions)),
      element("td", { "class": "length" }, bar));
  }));
}

function rate(value) { return value < 10 ? value.toFixed(1) : number(Math.round(value)); }

function show() {
  document.title = state.title;
  text("title", state.title);
  text("end", state.stopped ? say("(中断しました)", "(the run was interrupted)") : say("(終了しました)", "(the run has ended)"));
  byId("end").hidden = !state.ended;
  text("what", state.phase || say("準備中", "getting ready"));
  text("steps", state.total ? `${number(state.done)} / ${number(state.total)}` : state.done ? number(state.done) : "");
  text("rate", state.rate >= .05 ? say(`毎秒 ${rate(state.rate)}`, `${rate(state.rate)}/s`) : "");
  const left = state.total && state.rate > 0 ? (state.total - state.done) / state.rate : 0;
  text("left", left > 1 && !state.ended ? say(`残り ${time(left)}`, `${time(left)} left`) : "");
  text("clock", time(state.seconds));
  byId("bar").hidden = !state.total;
  if (state.total) { byId("bar").value = state.done / state.total; }
  byId("speed").hidden = state.rates.length < 3 || Math.max(...state.rates) < 1e-6;
  if (!byId("speed").hidden && !byId("run").hidden) { drawCurve(byId("rates"), state.rates, state.seconds_of_a_rate); }
  listCounts(state.counts);
  listLevels(state.levels);
  const taken = new Set();
  showBoards("best", state.best, taken);
  showBoards("newest", state.newest, taken);
  const nothing = taken.size ? "" : state.nothing_yet || "";
  text("nothing", nothing);
  byId("nothing").hidden = nothing === "";
  /* A page may be looked at for days. */
  for (const number of cards.keys()) { if (!taken.has(number)) { cards.delete(number); } }
  for (const number of known.keys()) {
    if (known.size <= MOST_KNOWN) { break; }
    if (!taken.has(number)) { known.delete(number); }
  }
}

async function ask() {
  let told = null;
  try {
    told = await (await fetch("/state")).json();
  } catch (silent) {
    missed += 1;
    /* After its end nobody expects an answer; another run may come to the same address. */
    if (missed > 2 && !ended) {
      text("end", say("(応答がありません)", "(the run no longer responds)"));
      byId("end").hidden = false;
    }
  }
  if (told) {
    missed = 0;
    ended = told.ended;
    if (run !== told.run) {
      run = told.run;
      cards.clear();
      known.clear();
    }
    const first = state === null;
    state = told;
    show();
    if (first) { go(); }
  }
  setTimeout(ask, ended ? 5000 : 1000);
}
