/* A problem of the report as a card. `near`: how many problems share its line, itself among them. */

function cardOf(problem, near = 1) {
  const { status, rule_e: complete } = problem.columns, notes = [];
  if (status === "mate" && complete === 0) { notes.push(say("不完全作", "not complete")); }
  if (near > 1) { notes.push(say("同じ手順 " + near + "作", near + " of this line")); }
  return card(problem, "problem.html#" + problem.id, notes);
}
