/* The gallery: problems filtered, sorted, and shown a page at a time. What it shows stands behind `#`
   in its address, for the way back from a problem. */

const PER_PAGE = 24;
const FIRST = ["plies", "sacrifices", "attacker_in_hand"];

/* The places of the problems for which the conditions hold, in order. */
async function choose(conditions, sort, up, once) {
  const [order, groups, ...tests] = await Promise.all(
    [loadColumn(sort), load("groups"), ...conditions.map(testOf)]);
  const asked = tests.filter(Boolean);
  let found = [];
  for (let at = 0; at < about.count; at += 1) {
    if (asked.every(holds => holds(at))) { found.push(at); }
  }
  found.sort((one, other) => {
    const a = order[one], b = order[other];
    if (a === b) { return one - other; }
    if (a === null || b === null) { return a === null ? 1 : -1; }
    return (a < b) === up ? -1 : 1;
  });
  if (once) {
    const seen = new Set();
    found = found.filter(at => groups[at] === null || (!seen.has(groups[at]) && seen.add(groups[at])));
  }
  return found;
}

async function gallery() {
  let found = [], page = 1, turns = 0;
  const conditions = conditionList(byId("conditions"), () => apply());

  async function apply(keep) {
    const turn = turns += 1;
    try {
      const all = await choose(conditions.read(), byId("sort").value, byId("order").value === "up",
        byId("once").checked);
      if (turn !== turns) { return; }
      found = all;
      if (!keep) { page = 1; }
      await show();
    } catch (error) { byId("found").textContent = fileMissing(error); }
  }
  function note() {
    const state = [conditions.read(), byId("sort").value, byId("order").value, byId("once").checked, page];
    try {
      history.replaceState(null, "", "#" + encodeURIComponent(JSON.stringify(state)));
    } catch (refused) { /* then not */ }
  }
  async function show() {
    const turn = turns += 1, pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
    page = Math.min(Math.max(1, Math.floor(page) || 1), pages);
    const here = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    const cards = await Promise.all(here.map(async at => {
      const [problem, near] = await Promise.all([loadProblem(at), loadNear(at)]);
      return element("li", {}, card(problem, near.length));
    }));
    if (turn !== turns) { return; }
    byId("cards").replaceChildren(...cards);
    byId("found").textContent = say(number(found.length) + "作 / 全" + number(about.count) + "作",
      number(found.length) + " of " + counted(about.count, "", "problem", "problems"));
    byId("pages").hidden = pages === 1;
    byId("number").value = page;
    byId("number").max = pages;
    byId("of").textContent = "/ " + number(pages);
    enable(byId("earlier"), page > 1);
    enable(byId("later"), page < pages);
    note();
    html.dataset.ready = page;
  }
  function turn(to) {
    page = to;
    show().then(() => byId("found").scrollIntoView(),
      error => { byId("found").textContent = fileMissing(error); });
  }
  function start() {
    conditions.set(FIRST.map(name => [name]));
    listColumns(byId("sort"), "beauty");
    byId("order").value = "down";
    byId("once").checked = true;
  }
  function restore() {
    try {
      const [rows, sort, order, once, at] = JSON.parse(decodeURIComponent(location.hash.slice(1)));
      conditions.set(rows);
      if (about.named.has(sort)) { byId("sort").value = sort; }
      byId("order").value = order === "up" ? "up" : "down";
      byId("once").checked = Boolean(once);
      page = Number(at);
    } catch (none) { start(); }
  }

  start();
  restore();
  byId("filter").addEventListener("submit", event => { event.preventDefault(); apply(); });
  byId("filter").addEventListener("input", event => {
    if (!event.target.closest(".condition > select")) { apply(); }
  });
  byId("filter").addEventListener("reset", event => { event.preventDefault(); start(); apply(); });
  byId("add").addEventListener("click", () => conditions.add("pieces").focus());
  byId("earlier").addEventListener("click", () => turn(page - 1));
  byId("later").addEventListener("click", () => turn(page + 1));
  byId("number").addEventListener("change", () => turn(Number(byId("number").value)));
  redraw.push(() => {
    conditions.set(conditions.read());
    listColumns(byId("sort"), byId("sort").value);
    apply(true);
  });
  await apply(true);
}
