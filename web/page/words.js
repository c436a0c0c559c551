// The words of the page in two languages.

const WORDS = {
  subtitle: ['詰将棋を解く・検討する', 'solve and check tsume-shogi'],
  language: ['English', '日本語'],
  mirror: ['左右反転', 'Mirror'], clear: ['盤面消去', 'Clear'], undo: ['元に戻す', 'Undo'],
  paste: ['貼り付け', 'Paste'], save: ['保存', 'Save'], share: ['共有', 'Share'], read: ['読み込む', 'Read'],
  file: ['ファイルを選ぶ', 'Open a file'],
  setupHint: ['駒を引いて、または駒と行き先を順に押して並べます。盤上の駒を二度押すと成・不成と敵味方が替わります。', 'Drag pieces, or press a piece and then a square. Press a piece on the board twice to promote it or to change its side.'],
  keysHint: ['キーボードでは矢印と SFEN の駒の文字（大文字が攻方）、+、Delete、Enter が使えます。', 'Keys: arrows, the letters of SFEN (capitals are the attacker’s), +, Delete, Enter.'],
  playHow: ['攻方の駒を引くか、駒と行き先を順に押して王手をかけます。玉方は自動で応じます。', 'Drag an attacker’s piece, or press it and then a square, to give check. The defender replies by itself.'],
  backAtStart: ['手順の途中では駒を動かせません。初形に戻しました。', 'Pieces are set up at the start of the line only: here it is.'],
  solve: ['解く', 'Solve'], check: ['検討', 'Check'], play: ['指す', 'Play'], cancel: ['中止', 'Cancel'],
  limits: ['制限', 'Limits'], nodes: ['局面数', 'nodes'], seconds: ['秒', 'seconds'], memory: ['メモリー', 'memory'], threads: ['スレッド', 'threads'],
  thorough: ['念入りに検討', 'thorough check'],
  result: ['結果', 'Result'], tree: ['変化', 'Variations'], shelf: ['作品棚', 'Shelf'], database: ['データベース', 'Database'],
  handBlack: ['攻方持駒', 'attacker’s hand'], handWhite: ['駒箱・玉方持駒', 'box: the defender’s hand'],
  board: ['将棋盤', 'shogi board'], start: ['初形', 'start'],
  ply: ['{0}手目', 'move {0}'], plies: ['{0}手', '{0} plies'], pliesMate: ['{0}手詰', 'mate in {0}'],
  mateUnproved: ['詰み。{0}手以内（最短かどうかは未確認）', 'mate in {0} or fewer, not proved to be the shortest'],
  mate: ['詰み（手数未確認）', 'mate, length not known'],
  no_mate: ['不詰', 'no mate'], unknown: ['不明', 'undecided'],
  complete: ['完全作', 'complete'], incomplete: ['不完全', 'not complete'], undecided: ['完全かどうか不明', 'undecided whether it is complete'],
  reachedNodes: ['局面数の制限に達しました', 'the limit of nodes was reached'],
  reachedTime: ['時間の制限に達しました', 'the limit of time was reached'],
  reachedMemory: ['メモリーの制限に達しました', 'the memory is full'],
  reachedSolver: ['最短かどうかの確認は打ち切りました', 'the proof that the mate is the shortest was broken off'],
  reachedThorough: ['割り当てた局面数では決まらない手が残りました', 'some moves were left undecided within their share of nodes'],
  reachedAnyway: ['どう決まっても完全作ではないので、詳しく調べていない手があります', 'some moves were not looked at closely: whatever comes of them, it is not complete'],
  reachedOther: ['割り当てた局面数では決まらない手が残りました（「念入りに検討」で減ります）', 'some moves were left undecided within their share of nodes (a thorough check decides more)'],
  pieces: ['{0}枚', '{0}'], inHand: ['持駒の', 'in hand: '], comma: ['・', ', '],
  working: ['読んでいます… {0} 局面', 'searching… {0} nodes'], cancelled: ['中止しました。', 'cancelled'],
  facts: ['{0} 局面・{1} 秒・毎秒 {2} 局面', '{0} nodes · {1} s · {2} nodes a second'],
  aLine: ['詰み手順（最短とは限りません）', 'a line that mates, perhaps not the shortest'],
  takeBackFirst: ['まず「待った」で戻してください。', 'first take the wrong try back'],
  neither: ['やめる', 'Neither'],
  mainLine: ['作意', 'main line'], tries: ['紛れ', 'tries'], flaws: ['余詰・キズ', 'cooks, duals, flaws'],
  noneFound: ['制限内では見つかりませんでした', 'none was found within the limits'],
  givenLine: ['読み込んだ手順', 'the line that was read'],
  given_best: ['最善の手順です', 'is best play to the mate'], given_stops: ['ここまでは最善ですが、詰みで終わっていません', 'is best play as far as it goes; it stops before the mate'],
  given_illegal: ['{0}手目は指せません', 'move {0} is not legal'], given_no_check: ['{0}手目は王手ではありません', 'move {0} gives no check'],
  given_loses_mate: ['{0}手目で詰みを逃しています', 'move {0} loses the mate'], given_longer: ['{0}手目にもっと早い詰みがあります', 'move {0} takes longer than it could'],
  given_shorter: ['{0}手目にもっと長く持つ応手があります', 'move {0} is mated sooner than it could be'], given_futile: ['{0}手目は無駄合です', 'move {0} is a futile interposition'],
  noFlaws: ['余詰もキズもありません', 'no cook and no flaw'],
  leftover: ['駒余り', 'leftover pieces'], superfluous: ['余剰駒', 'superfluous piece'],
  atPly: ['{0}手目', 'move {0}'], longer: ['長手数', 'longer'], shorter: ['早詰', 'shorter'], equal: ['同手数', 'same length'],
  'equal variation': ['変同', 'equal variation'], 'second solution': ['余詰', 'second solution'],
  'promotion dual': ['成不成非限定', 'promotion dual'], 'final dual': ['最終手余詰', 'final dual'],
  exchange: ['非限定', 'exchange'], 'drop dual': ['打点非限定', 'drop dual'], 'move-order dual': ['手順前後', 'move-order dual'],
  detour: ['迂回手順', 'detour'], 'interposition choice': ['合駒非限定', 'interposition choice'],
  'longer variation': ['変長', 'longer variation'], 'dual in variation': ['変別', 'dual in variation'], undecided_move: ['未確認の手', 'undecided move'],
  treeHint: ['手を押すと盤が進み、▸ でその先の変化が開きます。', 'Press a move to see it on the board, ▸ to open what follows.'],
  futile: ['無駄合', 'futile'], best: ['最善', 'best'],
  playHint: ['攻方の手を指してください。', 'Your move: give check.'], hintMove: ['ヒント', 'Hint'], likewise: ['次も同様：', 'the same with '], takeBack: ['待った', 'Take back'],
  notCheck: ['王手になりません。', 'That is no check.'], notLegal: ['その手は指せません。', 'That is not legal.'],
  pawnDropMate: ['打ち歩詰めは反則です。', 'The drop of a pawn may not mate.'], twoPawns: ['二歩です。', 'There is a pawn on that file already.'],
  solved: ['詰みました。{0}手です。', 'Mate in {0}. Well done.'],
  longerThan: ['詰みますが、手数が長くなります。', 'That mates too, but it takes longer.'],
  wrong: ['{0} で逃れます：{1}', '{0} saves the king: {1}'],
  notDecided: ['この手で詰むかどうか、制限内では分かりません。', 'The limit leaves open whether this mates.'],
  openToPlay: ['制限内では詰むかどうか分かりませんでした。指すことはできます。', 'The limit leaves open whether there is a mate. You can play all the same.'],
  noMateToPlay: ['詰まない局面です。', 'There is no mate to find here.'],
  defence: ['玉方：{0}', 'reply: {0}'], promote: ['成', 'Promote'], keep: ['不成', 'Keep'],
  saved: ['作品棚に保存しました', 'saved on the shelf'], copied: ['URLを写しました', 'the address is on the clipboard'],
  shareUrl: ['このURLで共有できます：{0}', 'share this address: {0}'],
  empty: ['まだ何もありません。', 'Nothing here yet.'], open: ['開く', 'Open'], remove: ['消す', 'Remove'],
  cannotRead: ['読めません：{0}', 'cannot be read: {0}'], illegal: ['この局面は解けません：{0}', 'this position cannot be solved: {0}'],
  dropHere: ['gyakusan のデータベース（.db）をここに落とすか、選んでください。ファイルはこの端末から出ません。', 'Drop a gyakusan database (.db) here, or choose one. The file does not leave this device.'],
  opening: ['{0} を開いています…', 'opening {0}…'], count: ['{0} 題', '{0} problems'], search: ['検索', 'Search'], column: ['列', 'column'], comparison: ['比べ方', 'comparison'], value: ['値', 'value'], addCondition: ['条件を追加', 'Add a condition'],
  sortBy: ['並べ方', 'order by'], more: ['続き', 'More'], statistics: ['統計', 'Statistics'], completeOnly: ['完全作のみ', 'complete only'],
  close: ['閉じる', 'Close'], noLength: ['手数なし', 'no length'], plyHead: ['手数', 'plies'], countHead: ['題数', 'problems'],
  noSfen: ['SFEN ではありません', 'that is no SFEN'], firstOf: ['{0} 題のうち最初の作品です', 'the first of {0} problems'],
  moreNotices: ['ほか {0} 件', '{0} more'], between: ['。', '. '],
  nothingRead: ['局面がありません', 'there is no position in it'],
  badAddress: ['アドレスの「%」の表記が正しくありません', 'the address is broken: what follows a % is no character'],
  noRange: ['{0}：「{1}」は範囲ではありません。3、7..、..5、7..11 のように書きます', '{0}: “{1}” is no range; 3, 7.., ..5 or 7..11 is wanted'],
  emptyRange: ['{0}：{1} に入る数はありません', '{0}: the range {1} holds nothing'],
  noWhole: ['{0}：整数で数える項目です。{1} に整数はありません', '{0}: whole numbers are counted, and none is within {1}'],
  onlyEqual: ['{0}：範囲 {1} には「=」を使います', '{0}: a range such as {1} goes with ='],
  term: ['{0}', ''], meaning: ['{1}', '{2}'],
  notOurs: ['gyakusan のデータベースではありません', 'that is no database of gyakusan'],
  failed: ['できませんでした：{0}', 'that did not work: {0}'],
  noEngine: ['エンジンを読み込めません：{0}', 'the engine cannot be loaded: {0}'],
  brokeDown: ['計算が止まりました（{0}）。「制限」のメモリーを減らすと動くことがあります。', 'the engine broke down ({0}); it may work with less memory, see the limits'],
  tooDeep: ['深すぎて、ブラウザでは読み切れません', 'too deep for the room a browser gives'],
};

const keep = (key, value) => {
  try {
    if (value === undefined) return localStorage.getItem(key);
    localStorage.setItem(key, value);
  } catch { /* A page without storage forgets. */ }
  return null;
};

let language = keep('gyakusan.language') ?? (navigator.language?.startsWith('ja') ? 'ja' : 'en');

/** English words for one of something. */
const ONE = { plies: 'ply', problems: 'problem', nodes: 'node' };

/** The words of a key; `{0}` … are filled in. */
export function words(key, ...values) {
  const pair = WORDS[key];
  if (!pair) return key;
  const text = pair[language === 'ja' ? 0 : 1].replace(/\{(\d)\}/g, (_, i) => values[i]);
  return language === 'ja' ? text : text.replace(/(?<![\d,.])1 (plies|problems|nodes)\b/g, (_, many) => `1 ${ONE[many]}`);
}

/** Exchanges the languages. */
export function switchLanguage() {
  language = language === 'ja' ? 'en' : 'ja';
  keep('gyakusan.language', language);
}

/** Writes the words into the page. */
export function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = words(element.dataset.word);
  document.querySelector('#language').textContent = words('language');
}

export const number = (value) => Number(value).toLocaleString('en');

/** An HTML element with its children. */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}
