/* A problem with its main line as a file of KIF. */

const NAMES = { P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉",
  "+P": "と", "+L": "成香", "+N": "成桂", "+S": "成銀", "+B": "馬", "+R": "龍" };

function kifOf(problem) {
  let now = readPosition(problem.sfen), last = "";
  const held = hand => HAND.filter(kind => hand[kind]).map(kind => NAMES[kind] + (hand[kind] > 1 ? kanji(hand[kind]) : ""))
    .join("　") || "なし";
  const rows = Array.from({ length: 9 }, (_, rank) => "|" + Array.from({ length: 9 }, (_, file) => {
    const piece = now.board[(9 - file) * 10 + rank + 1];
    return piece ? (piece.black ? " " : "v") + SIGNS[piece.kind] : " ・";
  }).join("") + "|" + DIGITS[rank + 1]);
  const { plies, rule_e: complete } = problem.columns;
  const head = [["作品名", problem.title], ["作者", problem.author], ["発表誌", problem.publication],
    ["発表年月", problem.published], ["手合割", "詰将棋"], ["手数", plies],
    ["完全性", complete === null ? null : complete ? "完全" : "不完全"]]
    .filter(([, value]) => value !== null && value !== undefined)
    /* What has several lines would be read as other headers. */
    .map(([key, value]) => key + "：" + String(value).trim().replace(/\s*[\r\n]\s*/g, " "));
  const moves = problem.main.map(([usi], at) => {
    const to = usi.slice(2, 4), drops = usi[1] === "*", piece = drops ? usi[0] : now.board[square(usi)].kind;
    const place = to === last ? "同　" : "０１２３４５６７８９"[to[0]] + DIGITS[square(to) % 10];
    now = play(now, usi);
    last = to;
    return String(at + 1).padStart(4) + " " + place + NAMES[piece] + (drops ? "打" : (usi[4] ? "成" : "") + "(" + square(usi) + ")");
  });
  if (problem.columns.status === "mate") { moves.push(String(moves.length + 1).padStart(4) + " 詰み"); }
  const start = readPosition(problem.sfen);
  return ["#KIF version=2.0 encoding=UTF-8", ...head, "後手の持駒：" + held(start.hands[1]),
    "  ９ ８ ７ ６ ５ ４ ３ ２ １", "+---------------------------+", ...rows, "+---------------------------+",
    "先手の持駒：" + held(start.hands[0]), ...(start.black ? [] : ["後手番"]), ...(moves.length ? ["手数----指手---------消費時間--", ...moves] : []), ""].join("\n");
}

function saveKif(problem) {
  const link = element("a", { download: problem.id + ".kifu",
    href: URL.createObjectURL(new Blob([kifOf(problem)], { type: "text/plain;charset=utf-8" })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
