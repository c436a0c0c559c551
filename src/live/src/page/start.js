/* The run, or one of its problems: its number stands behind `#` in the address. */

const board = player();
let opened = null;

function go() {
  const asked = location.hash.slice(1), is = known.get(Number(asked));
  byId("run").hidden = asked !== "";
  byId("problem").hidden = asked === "";
  if (asked === "") {
    opened = null;
    if (state) { show(); }
    return;
  }
  byId("play").hidden = !is;
  byId("missing").hidden = Boolean(is);
  byId("missing").textContent = say("この作品はもう一覧にありません。より美しい作品が見つかりました。",
    "This problem is not shown any more: the run has found more beautiful ones.");
  byId("heading").textContent = is ? lengthOf(is) + " № " + is.id + say(" 美しさ ", ", beauty ") + number(is.columns.beauty) : say("作品", "Problem");
  if (is && is !== opened) {
    byId("sfen").value = is.sfen;
    byId("copied").textContent = "";
    byId("svg").href = "/board/" + is.id + ".svg";
    board.open(is);
    board.show();
    byId("heading").focus();
    scrollTo(0, 0);
  }
  opened = is;
}

setLabels();
copyOnClick(byId("copy"), byId("sfen"), byId("copied"));
byId("kif").addEventListener("click", () => saveKif(opened));
window.addEventListener("hashchange", go);
window.addEventListener("resize", () => { if (state) { show(); } });
ask();
