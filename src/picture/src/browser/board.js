/* Boards as books print them. The signs and the empty board stand in the page as outlines. */

const SPACE = "http://www.w3.org/2000/svg";
const SIGNS = { P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉",
  "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍" };
const DIGITS = "〇一二三四五六七八九十";

function shape(name, attributes, ...content) {
  const is = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) { is.setAttribute(key, value); }
  is.append(...content);
  return is;
}

/* A sign around a place, upside down for the defender. */
function sign(char, x, y, size, turned) {
  const scale = (turned ? -size : size) / 1000;
  const use = shape("use", { href: "#u" + char.codePointAt(0).toString(16),
    transform: `translate(${x - scale * 500} ${y - scale * 500}) scale(${scale})` });
  if (char === "☖") {
    use.setAttribute("fill", "none");
    use.setAttribute("stroke", "currentColor");
    use.setAttribute("stroke-width", "70");
  }
  return use;
}

function kanji(count) {
  return count > 10 ? "十" + DIGITS[count - 10] : DIGITS[count];
}

/* A hand from top to bottom, a small gap before each kind. A press on a kind finds it. */
function drawHand(hand, side, x) {
  const column = [side === "black" ? "☗" : "☖", "持", "駒"], gaps = [3], kinds = [];
  for (const kind of HAND) {
    if (!hand[kind]) { continue; }
    gaps.push(column.length);
    kinds[column.length] = kind;
    column.push(SIGNS[kind], ...(hand[kind] > 1 ? kanji(hand[kind]) : ""));
  }
  if (column.length === 3) { column.push("な", "し"); }
  const size = Math.min(68, 945 / (column.length + gaps.length * .2));
  let y = 0;
  return column.flatMap((char, at) => {
    if (gaps.includes(at)) { y += size * .2; }
    y += size;
    const drawn = sign(char, x, y - size / 2, size, false);
    if (!kinds[at]) { return [drawn]; }
    const place = { x: x - 45, y: y - size, width: 90, height: size, fill: "none", "pointer-events": "all" };
    return [drawn, shape("rect", { ...place, "data-place": kinds[at] + "*", "data-side": side })];
  });
}

function middle(square) {
  return [(9.5 - Math.floor(square / 10)) * 100, (square % 10 - .5) * 105];
}

/* The position as a picture. The hand of the side that defends is drawn only where it is something
   else than the rest of the set. */
function draw(now, attacker, label) {
  const both = attacker === "white" || isShort(now), left = both ? 108.75 : 21.25;
  const group = shape("g", { transform: `translate(${left} 66.25)` },
    shape("rect", { "class": "ground", width: 900, height: 945, fill: "none" }));
  if (now.last) {
    const [x, y] = middle(square(now.last.slice(2)));
    group.append(shape("rect", { "class": "tint", x: x - 50, y: y - 52.5, width: 100, height: 105 }));
    if (now.last[1] !== "*") {
      const [cx, cy] = middle(square(now.last));
      group.append(shape("circle", { cx, cy, r: 11, fill: "none", stroke: "currentColor", "stroke-width": 4 }));
    }
  }
  group.append(shape("use", { href: "#board" }));
  for (const [at, piece] of Object.entries(now.board)) {
    group.append(sign(SIGNS[piece.kind], ...middle(Number(at)), 88, !piece.black));
  }
  group.append(...drawHand(now.hands[0], "black", 1018));
  if (both) { group.append(...drawHand(now.hands[1], "white", -64)); }
  const about = label === "" ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
  return shape("svg", { "class": "diagram", viewBox: `0 0 ${left + 1072.5} 1032.5`, fill: "currentColor",
    ...about }, group);
}
