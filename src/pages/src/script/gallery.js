/* The gallery: problems filtered, sorted, and shown a page at a time. What it shows stands behind `#`
   in its address, for the way back from a problem. */

const PER_PAGE = 24;
const FIRST = ["plies", "sacrifices", "attacker_in_hand", "rule_e"];

/* The order in which problems come first that differ, the most beautiful of each kind: of no column. */
const VARIED = "varied";

/* So many blocks are loaded at a time at the most, until there is a page to show. */
const MOST_BLOCKS = 5;

/* The problems of some blocks for which conditions hold, in order: their places. Of those that share a number of
   `once`, which is `groups` or `ideas`, only the first, if that is not `null`; all of one idea, if `idea` is not. */
async function choose(conditions, sort, up, once, idea, blocks) {
  const found = [];
  for (const block of blocks) {
    const [order, groups, ideas, ...tests] = await Promise.all([sort === VARIED ? load(numbered(VARIED, block)) : loadColumn(sort, block),
      once === null ? [] : load(numbered(once, block)), idea === null ? [] : load(numbered("ideas", block)),
      ...conditions.map(is => testOf(is, block))]);
    for (let n = 0; n < blockLength(block); n += 1) {
      if ((idea === null || ideas[n] === idea) && tests.every(holds => holds(n))) {
        found.push([block * about.block + n, order[n], once === null ? null : groups[n]]);
      }
    }
  }
  found.sort(([one, a], [other, b]) => {
    if (a === b) { return one - other; }
    if (a === null || b === null) { return a === null ? 1 : -1; }
    return (a < b) === up ? -1 : 1;
  });
  const seen = new Set();
  const first = ([, , group]) => group === null || (!seen.has(group) && seen.add(group));
  return found.filter(first).map(([at]) => at);
}

/* So many of what was found are kept for the way from problem to problem. */
const MOST_FOUND = 20000;

async function gallery() {
  let found = [], page = 1, turns = 0, pagesShown = 0;
  /* How many of the blocks that may hold a problem are looked at, all of which those are, and up to which place. */
  let reach = 1, most = 0, looked = 0;
  /* The one idea (筋) that is shown; `null`: all. */
  let idea = null;
  const conditions = conditionList(byId("conditions"), () => apply());

  async function apply(keep, further = 0) {
    const turn = turns += 1;
    try {
      const asked = conditions.read().filter(asks);
      const fit = Array.from({ length: blocks() }, (_, block) => block)
        .filter(block => asked.every(is => mayHold(is, block)));
      const until = keep ? Math.max(1, reach) + further : 1;
      let now = Math.min(until, fit.length), all = [];
      for (let more = 0; ; more += 1) {
        const which = byId("which").value, once = which === "all" || idea !== null ? null : which;
        all = await choose(asked, byId("sort").value, isUp(), once, idea, fit.slice(0, now));
        if (turn !== turns) { return; }
        if (all.length >= PER_PAGE || now >= fit.length || more >= MOST_BLOCKS) { break; }
        now += 1;
      }
      [found, reach, most] = [all, now, fit.length];
      looked = now < fit.length ? fit[now] * about.block : about.count;
      if (!keep) { page = 1; }
      await show();
    } catch (error) { byId("found").textContent = fileMissing(error); }
  }
  function isUp() { return byId("sort").value === VARIED || byId("order").value === "up"; }
  function listOrders(chosen) {
    listColumns(byId("sort"), chosen);
    byId("sort").prepend(element("option", { value: VARIED }, say("異なる筋から", "variety")));
    byId("sort").value = chosen;
  }
  /* What is shown, as far as the numbers do not say it, and what is not looked at yet. */
  function tell() {
    const asked = conditions.read().filter(asks).length;
    byId("asked").textContent = asked ? counted(asked, "条件", "condition", "conditions") : "";
    byId("of-idea").hidden = idea === null;
    byId("order").closest(".choice").hidden = byId("sort").value === VARIED;
    byId("idea").textContent = idea === null ? "" : say("筋 " + (idea + 1) + " の作品だけ", "Only problems of idea " + (idea + 1));
    byId("reach").hidden = reach >= most;
    byId("looked").textContent = say("美しい順に" + number(looked) + "作まで調べました。並べ替えもその範囲の中で行います。",
      "Examined the " + number(looked) + " most beautiful problems; the order applies to these.");
    byId("further").textContent = say("さらに調べる", "Search further");
  }
  function addressOf(idea, page, reach) {
    const state = [conditions.read(), byId("sort").value, byId("order").value, byId("which").value, page, reach, idea];
    return "#" + encodeURIComponent(JSON.stringify(state));
  }
  function note() {
    try {
      history.replaceState(null, "", addressOf(idea, page, reach));
    } catch (refused) { /* then not */ }
  }
  async function show() {
    const showing = pagesShown += 1, pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
    page = Math.min(Math.max(1, Math.floor(page) || 1), pages);
    const here = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    const cards = await Promise.all(here.map(async at => {
      const [problem, near] = await Promise.all([loadProblem(at), loadNear(at)]);
      const each = idea === null && byId("which").value === "ideas";
      const is = element("li", {}, cardOf(problem, each ? 1 : near[0]));
      const count = each && problem.idea !== null ? await countOfIdea(problem.idea) : 1;
      if (count > 1) {
        is.append(element("a", { "class": "alike", href: addressOf(problem.idea, 1, 1) },
          say("この筋の" + number(count) + "作", "All " + number(count) + " of this idea")));
      }
      return is;
    }));
    if (showing !== pagesShown) { return; }
    byId("cards").replaceChildren(...cards);
    byId("found").textContent = say(number(found.length) + "作 / 全" + number(about.count) + "作",
      number(found.length) + " of " + counted(about.count, "", "problem", "problems"));
    tell();
    byId("pages").hidden = pages === 1;
    byId("number").value = page;
    byId("number").max = pages;
    byId("of").textContent = "/ " + number(pages);
    enable(byId("earlier"), page > 1);
    enable(byId("later"), page < pages);
    note();
    keepFor("found", found.length === about.count ? null : found.slice(0, MOST_FOUND));
    html.dataset.ready = page;
  }
  function turn(to) {
    page = to;
    show().then(() => byId("found").scrollIntoView(),
      error => { byId("found").textContent = fileMissing(error); });
  }
  function start() {
    conditions.set(FIRST.map(name => [name]));
    listOrders(VARIED);
    byId("order").value = "down";
    byId("which").value = "ideas";
    idea = null;
  }
  function restore() {
    try {
      const [rows, sort, order, which, at, far, one] = JSON.parse(decodeURIComponent(location.hash.slice(1)));
      conditions.set(rows);
      listOrders(about.named.has(sort) ? sort : VARIED);
      byId("order").value = order === "up" ? "up" : "down";
      byId("which").value = ["groups", "all"].includes(which) ? which : "ideas";
      page = Number(at);
      reach = Math.max(1, Math.floor(far) || 1);
      idea = Number.isInteger(one) ? one : null;
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
  byId("any-idea").addEventListener("click", () => {
    idea = null;
    apply();
  });
  /* To one idea, and the way back; the way to the content is none of these. */
  window.addEventListener("hashchange", () => {
    if (location.hash === "#main") { return; }
    restore();
    apply(true);
    scrollTo(0, 0);
  });
  /* Beside the boards where it is wide, folded above them on a telephone. */
  const wide = matchMedia("(min-width: 64rem)");
  const unfold = () => { byId("fold").open = wide.matches; };
  wide.addEventListener("change", unfold);
  unfold();
  byId("further").addEventListener("click", () => apply(true, 1));
  byId("earlier").addEventListener("click", () => turn(page - 1));
  byId("later").addEventListener("click", () => turn(page + 1));
  byId("number").addEventListener("change", () => turn(Number(byId("number").value)));
  redraw.push(() => {
    conditions.set(conditions.read());
    listOrders(byId("sort").value);
    apply(true);
  });
  await apply(true);
}
