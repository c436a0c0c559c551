/* A problem as a small board that leads to its page. */

function lengthOf(problem) {
  const { plies, status } = problem.columns;
  if (status === "no_mate") { return say("不詰", "no mate"); }
  if (plies === null) {
    return status === "mate" ? say("詰み(手数未確定)", "mate, length unknown") : say("手数未確定", "length unknown");
  }
  return counted(plies, "手詰", "ply", "plies");
}

function titleOf(problem) {
  return problem.title ? say("「" + problem.title + "」", "“" + problem.title + "”") : "";
}

/* `notes` are words below it. */
function card(problem, href, notes) {
  const { beauty, attacker } = problem.columns;
  const name = element("span", {}, element("span", { "class": "length" }, lengthOf(problem)), " № " + problem.id);
  const title = [titleOf(problem), problem.author].filter(Boolean).join(" ");
  if (title) { name.append(element("span", { "class": "work" }, title)); }
  const told = beauty === null ? notes : [say("美しさ ", "beauty ") + number(beauty), ...notes];
  return element("a", { "class": "card", href },
    draw(readPosition(problem.sfen), attacker, ""), name, element("small", {}, told.join(" · ")));
}
