/* The numbers of a run. What begins with more spaces than what stands before it is a part of that. */

/* Each with its parts; without those that are 0. */
function nested(counts) {
  const all = { parts: [] }, open = [[-1, all]];
  for (const [name, count] of counts) {
    const depth = name.search(/\S/), is = { name: name.trim(), count, parts: [] };
    if (!count) { continue; }
    while (open[open.length - 1][0] >= depth) { open.pop(); }
    open[open.length - 1][1].parts.push(is);
    open.push([depth, is]);
  }
  return all.parts;
}

/* In lists that no column may break: what has no parts stands together, what has some alone. */
function together(all) {
  const lists = [];
  let last = null;
  for (const is of all) {
    if (!last || is.parts.length || last[0].parts.length) { lists.push(last = []); }
    last.push(is);
  }
  return lists;
}
