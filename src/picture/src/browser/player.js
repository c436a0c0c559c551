/* The board of one problem: steps through its main line and the lines that leave it, by buttons, by
   keys, and by the moves themselves. */

/* Lines that stand in the page at once; the others are a click away. */
const MOST_LINES = 12;

function player() {
  let problem = null, all = [], line = 0, ply = 0, buttons = [], unfolded = false;

  function nameOfLine(is) {
    if (is.shared === null) { return say("作意", "Main line"); }
    return say(is.ja + "(" + (is.shared + 1) + "手目から)", is.en + ", from move " + (is.shared + 1));
  }

  function board() {
    if (byId("stepping").closest("[hidden]")) { return; }
    const { moves, shared } = all[line], move = moves[ply - 1];
    const now = moves.slice(0, ply).reduce((now, [usi]) => play(now, usi), readPosition(problem.sfen));
    let words = move ? say(ply + "手目 ", "Move " + ply + ": ") + move[1] + " (" + move[0] + ")"
      : say("初形", "Start");
    if (ply > 0 && ply === moves.length) {
      const mated = shared === null && problem.columns.status === "mate";
      words += mated ? say(" — 詰み", " — mate") : say(" — 終わり", " — end");
    }
    byId("diagram").replaceChildren(draw(now, problem.columns.attacker, words));
    if (byId("shown").textContent !== words) { byId("shown").textContent = words; }
    for (const id of ["first", "back"]) { enable(byId(id), ply > 0); }
    for (const id of ["forth", "last"]) { enable(byId(id), ply < moves.length); }
    for (const is of buttons) {
      /* A move that the main line shares with the line shown stands in the main line. */
      const here = is.line === line || (is.line === 0 && ply <= shared);
      if (here && is.ply === ply) { is.button.setAttribute("aria-current", "step"); }
      else { is.button.removeAttribute("aria-current"); }
    }
  }

  function step(to) {
    ply = Math.min(Math.max(0, to), all[line].moves.length);
    board();
  }

  function go(to, at) {
    line = Math.min(Math.max(0, to), all.length - 1);
    if (line > MOST_LINES && !unfolded) { unfold(); }
    step(at);
  }

  /* To the line before or behind, where it leaves the main line. */
  function leap(by) {
    const to = Math.min(Math.max(0, line + by), all.length - 1);
    go(to, (all[to].shared || 0) + 1);
  }

  function unfold() {
    unfolded = true;
    list();
  }

  function list() {
    const box = byId("lines");
    box.replaceChildren();
    buttons = [];
    const shown = unfolded ? all : all.slice(0, 1 + MOST_LINES);
    shown.forEach((is, number) => {
      const row = element("ol", { "class": "line", "aria-label": nameOfLine(is) });
      is.moves.slice(is.shared || 0).forEach(([usi, words], index) => {
        const at = (is.shared || 0) + index + 1;
        const button = element("button", { type: "button", "class": "move" },
          element("span", { lang: "ja" }, at + " " + words), element("small", {}, usi));
        button.addEventListener("click", () => go(number, at));
        buttons.push({ line: number, ply: at, button });
        row.append(element("li", {}, button));
      });
      box.append(element("p", { "class": "line-name" }, nameOfLine(is)), row);
      if (!is.moves.length) {
        const none = problem.columns.status === "no_mate" ? say("詰みはありません。", "There is no mate.")
          : say("作意は分かっていません。", "The main line is not known.");
        row.replaceWith(element("p", {}, none));
      }
    });
    if (shown.length < all.length) {
      const rest = all.length - shown.length;
      const more = element("button", { type: "button", id: "more" },
        counted(rest, "本の手順をさらに見る", "more line", "more lines"));
      more.addEventListener("click", () => {
        unfold();
        board();
        buttons.find(is => is.line === 1 + MOST_LINES).button.focus();
      });
      box.append(element("p", {}, more));
    }
    if (problem.undecided) {
      box.append(element("p", { "class": "note" }, counted(problem.undecided, "手は詰むかどうか未確定です。",
        "further move was left undecided.", "further moves were left undecided.")));
    }
  }

  function open(now) {
    problem = now;
    all = [{ moves: now.main, shared: null }];
    for (const [en, ja, shared, moves] of now.others) {
      all.push({ en, ja, shared, moves: now.main.slice(0, shared).concat(moves) });
    }
    line = ply = 0;
    unfolded = false;
  }

  /* In the language of the page. */
  function show() {
    list();
    board();
  }

  const keys = {
    ArrowLeft: () => step(ply - 1), ArrowRight: () => step(ply + 1),
    Home: () => step(0), End: () => step(Infinity),
    ArrowUp: () => leap(-1), ArrowDown: () => leap(1)
  };
  byId("first").addEventListener("click", keys.Home);
  byId("back").addEventListener("click", keys.ArrowLeft);
  byId("forth").addEventListener("click", keys.ArrowRight);
  byId("last").addEventListener("click", keys.End);
  document.addEventListener("keydown", event => {
    const changed = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (changed || !problem || byId("stepping").closest("[hidden]") || !keys[event.key] || event.target.matches("input, select")) { return; }
    /* With one line only, up and down scroll. */
    if (/Up|Down/.test(event.key) && all.length === 1) { return; }
    event.preventDefault();
    keys[event.key]();
  });
  return { open, show };
}
