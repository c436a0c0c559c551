/* The page of one problem, whose number stands behind `#` in its address. */

/* At most so many of the same line are shown. */
const MOST_NEAR = 12;

function listFeatures(problem) {
  const box = byId("features");
  box.replaceChildren();
  about.themes.forEach(([en, ja], theme) => {
    const rows = element("dl");
    for (const column of about.columns) {
      const value = problem.columns[column.name];
      if (column.theme !== theme || value === null) { continue; }
      let text = typeof value === "number" ? number(value) : value;
      if (Object.hasOwn(WORDS, text)) { text = say(WORDS[text], text.replace("_", " ")); }
      if (holdsSquares(column)) { text = squareName(value); }
      if (column.kind === "flag") { text = value ? say("はい", "yes") : say("いいえ", "no"); }
      rows.append(element("div", { "class": value === 0 ? "zero" : "", "data-column": column.name },
        element("dt", { title: say(column.ja, column.en) }, nameOf(column)), element("dd", {}, text)));
    }
    if (rows.children.length) {
      const absent = Array.from(rows.children).every(row => row.className === "zero");
      box.append(element("section", { "class": absent ? "zero" : "" }, element("h3", {}, say(ja, en)), rows));
    }
  });
}

async function listNear(at, isStill) {
  const [count, places] = await loadNear(at), others = count - 1, near = places.filter(other => other !== at);
  const shown = await Promise.all(near.slice(0, MOST_NEAR).map(loadProblem));
  if (!isStill()) { return; }
  const words = others ? say("玉から見て同じ作意手順の作品 " + others + "作",
    counted(others, "", "other problem", "other problems") + " with the same main line as seen from the king")
    : say("この報告にはありません。", "There are none in this report.");
  byId("others").textContent = words;
  byId("near").replaceChildren(...shown.map(problem => element("li", {}, cardOf(problem))));
  byId("near").hidden = !shown.length;
  if (others > MOST_NEAR) {
    const rest = others - MOST_NEAR;
    byId("near").append(element("li", {}, say("ほか" + rest + "作", "and " + rest + " more")));
  }
}

async function problem() {
  let at = null, shown = null, turns = 0;
  const board = player(), game = solving();
  /* Solutions are shown when they are asked for: problem by problem, or all with `?solution`. */
  let revealed = asked.has("solution");

  function reveal(now) {
    revealed = now;
    byId("solving").hidden = revealed;
    /* What a problem is made of tells much of its solution. */
    for (const id of ["stepping", "moves", "made-of"]) { byId(id).hidden = !revealed; }
    byId("reveal").textContent = revealed ? say("自分で解く", "Solve it yourself") : say("解答を見る", "Show the solution");
    board.show();
    game.show();
  }

  function missing(words) {
    byId("missing").textContent = words;
    byId("missing").hidden = words === "";
    byId("problem").hidden = words !== "";
    if (words !== "") { heading("作品", "Problem"); }
  }

  function heading(ja, en) {
    document.querySelector("h1 .t[lang=ja]").textContent = ja;
    document.querySelector("h1 .t[lang=en]").textContent = en;
  }

  function words() {
    if (at === undefined) {
      missing(about.count ? say("この番号の作品はこの報告にありません。", "This report has no problem with this number.")
        : say("作品がありません。", "There are no problems."));
    }
    if (!shown || at === undefined) { return; }
    const { author, publication, published, columns } = shown;
    byId("about").textContent = [lengthOf(shown), columns.rule_e === 1 ? say("完全作", "complete")
      : columns.status === "mate" && columns.rule_e === 0 ? say("不完全作", "not complete") : "",
      author, publication, published].filter(Boolean).join(" · ");
    heading("作品 " + shown.id + titleOf(shown), "Problem " + shown.id + " " + titleOf(shown));
    setTitle();
    byId("sfen").value = shown.sfen;
    byId("copied").textContent = "";
    reveal(revealed);
    listFeatures(shown);
    byId("alike").hidden = shown.idea === null;
    byId("alike").textContent = say("同じ筋の作品をすべて見る", "All problems of this idea");
    byId("alike").href = "gallery.html#" + encodeURIComponent(JSON.stringify([[], "beauty", "down", "all", 1, 1, shown.idea]));
    const here = at;
    listNear(at, () => here === at).catch(error => { byId("others").textContent = fileMissing(error); });
  }

  async function open() {
    /* The way to the content is no problem. */
    const hash = location.hash === "#main" ? "" : location.hash;
    if (hash === "" && shown) { return; }
    const turn = turns += 1;
    try {
      const id = hash.slice(1) || String(await idAt(0));
      const here = await placeOf(id);
      if (turn !== turns) { return; }
      at = here;
      shown = null;
      if (here === undefined) { words(); return; }
      /* From what was found last in the gallery to the next of it. */
      const found = keptFor("found"), among = found ? found.indexOf(here) : -1;
      const places = among < 0 ? [here - 1, here + 1] : [found[among - 1] ?? -1, found[among + 1] ?? -1];
      const around = await Promise.all(places.map(idAt));
      if (turn !== turns) { return; }
      ["previous", "next"].forEach((name, side) => {
        byId(name).hidden = around[side] === null;
        byId(name).href = "#" + around[side];
      });
      const loaded = await loadProblem(here);
      if (turn !== turns) { return; }
      shown = loaded;
      missing("");
      board.open(loaded);
      game.open(loaded);
      revealed = asked.has("solution");
      words();
      if (turn > 1) { scrollTo(0, 0); }
      html.dataset.ready = id;
    } catch (error) { missing(fileMissing(error)); }
  }

  const zeros = byId("zeros"), whole = () => byId("features").classList.toggle("whole", zeros.checked);
  zeros.checked = remembered("zeros") === "1";
  zeros.addEventListener("change", () => { remember("zeros", zeros.checked ? "1" : "0"); whole(); });
  whole();
  redraw.push(words);
  copyOnClick(byId("copy"), byId("sfen"), byId("copied"));
  byId("reveal").addEventListener("click", () => reveal(!revealed));
  byId("kif").addEventListener("click", () => saveKif(shown));
  window.addEventListener("hashchange", open);
  await open();
}
