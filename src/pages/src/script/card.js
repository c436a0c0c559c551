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

/* `near`: how many problems share its line, itself among them. */
function card(problem, near) {
  const { beauty, attacker } = problem.columns, notes = [];
  if (beauty !== null) { notes.push(say("美しさ ", "beauty ") + number(beauty)); }
  if (problem.columns.status === "mate" && problem.columns.rule_e === 0) { notes.push(say("不完全作", "not complete")); }
  if (near > 1) { notes.push(say("類作 " + near, near + " of this line")); }
  const name = element("span", {}, element("b", {}, lengthOf(problem)), " № " + problem.id);
  const title = [titleOf(problem), problem.author].filter(Boolean).join(" ");
  if (title) { name.append(element("span", { "class": "work" }, title)); }
  return element("a", { "class": "card", href: "problem.html#" + problem.id },
    draw(readPosition(problem.sfen), attacker, ""), name, element("small", {}, notes.join(" · ")));
}
