/* Solving a problem on the board: the reader gives check, the page defends as best it can. It looks for short mates
   by itself; what is too hard for that it says. */

/* Positions that an answer may take. */
const MOST_POSITIONS = 60000;
/* A check that does not mate in time is looked at so many plies further. */
const FURTHER = 4;

function solving() {
  let problem = null, turns = [], chosen = null, ended = null, hints = 0, told = "";
  /* The moves of which one promotes, while that is asked. */
  let choice = null;
  const mates = new Mates(MOST_POSITIONS);
  const turn = () => turns[turns.length - 1];

  /* `text` is a pair, so that the language can change. */
  function tell(ja, en) { told = [ja, en]; show(); }

  function open(now) {
    problem = now;
    const position = readPosition(now.sfen), plies = now.columns.plies;
    const attacks = position.black === (now.columns.attacker !== "white");
    turns = [{ position, left: plies, line: now.main.map(([usi]) => usi), made: [] }];
    chosen = ended = choice = null;
    hints = 0;
    if (plies === null || !attacks || !now.main.length) {
      ended = "closed";
      const [ja, en] = now.columns.status === "no_mate" ? ["不詰です。解くものがありません。", "There is no mate: nothing to solve."]
        : ["この作品の詰手数は分かっていないので、ここでは解けません。", "Its length is not known: it cannot be solved here."];
      tell(ja, en);
    } else { tell("王手をかけてください。", "Your move: give check."); }
  }

  function now() { return ended && ended.position || turn().position; }

  function checks() { return checksOf(readRules(turn().position)).map(({ move }) => writeMove(move)); }

  /* What is found for a check: { reply, plies }, or { mated }, { refuted }, { hard }. */
  function answer(usi) {
    const { position, left, line } = turn(), after = makeMove(readRules(position), readMove(usi));
    /* The main line is best play, however long. */
    if (line[0] === usi) { return line.length > 1 ? { reply: line[1], plies: left - 1 } : { mated: true }; }
    const found = mates.ask(() => {
      for (let plies = left - 1; plies <= left - 1 + FURTHER; plies += 2) {
        if (!mates.defends(after, plies)) { continue; }
        const replies = mates.counted(after, repliesTo(after), plies);
        if (!replies.length) { return { mated: true }; }
        const longest = replies.filter(is => is.lasts === replies[0].lasts);
        return { reply: writeMove(longest[0].move), plies: longest[0].lasts };
      }
      /* Moves of the board show more than drops. */
      const replies = repliesTo(after).sort((one, other) => !one.move.from - !other.move.from);
      const saves = replies.find(({ next }) => !mates.attacks(next, left - 2 + FURTHER));
      return { refuted: writeMove(saves.move) };
    });
    return found || { hard: true };
  }

  /* A move as books print it, with the square it comes from. */
  function nameOf(position, usi) {
    const to = square(usi.slice(2)), from = usi[1] === "*" ? null : square(usi);
    const piece = from ? position.board[from].kind : usi[0];
    const promotes = is => position.black ? is % 10 <= 3 : is % 10 >= 7;
    const may = from !== null && "+" + piece in SIGNS && (promotes(from) || promotes(to));
    const end = from === null ? "打" : usi[4] === "+" ? "成" : may ? "不成" : "";
    const same = position.last && position.last.slice(2, 4) === usi.slice(2, 4);
    const place = same ? "同" : "０１２３４５６７８９"[Math.floor(to / 10)] + DIGITS[to % 10];
    return (position.black ? "☗" : "☖") + place + NAMES[piece] + end + (from ? "(" + from + ")" : "");
  }

  function move(usi) {
    chosen = choice = null;
    hints = 0;
    const { position, left, line, made } = turn(), after = play(position, usi), is = answer(usi);
    const check = nameOf(position, usi);
    if (is.hard) {
      tell(check + "：詰むかどうかは、このページでは調べきれません。gyakusan play なら答えます。",
        check + ": whether this mates is too hard for this page; gyakusan play answers.");
    } else if (is.mated) {
      const count = made.length + 1, more = problem.columns.plies < count;
      ended = { position: after, mated: true };
      const cooked = more && problem.columns.cooks > 0;
      tell(count + "手で詰みました。" + (more ? "最短は" + problem.columns.plies + "手です。" : "正解です。")
        + (cooked ? "この作品には余詰があります。" : ""),
        "Mate in " + count + (more ? "; " + problem.columns.plies + " are enough." : ": solved.")
        + (cooked ? " This problem has a second solution." : ""));
    } else if (is.refuted) {
      const reply = nameOf(after, is.refuted), plies = left + FURTHER;
      ended = { position: play(after, is.refuted), refuted: true };
      tell(check + " には " + reply + " で、" + plies + "手以内には詰みません。待ったで戻ります。",
        check + " is answered by " + reply + ": no mate within " + plies + " plies. Take it back.");
    } else {
      const longer = is.plies + 1 > left, follows = line[0] === usi && line[1] === is.reply;
      turns.push({ position: play(after, is.reply), left: is.plies - 1, line: follows ? line.slice(2) : [],
        made: [...made, usi, is.reply] });
      const reply = nameOf(after, is.reply);
      tell((longer ? "詰みますが、" + (is.plies + 1) + "手かかります(最短" + left + "手)。" : "") + "玉方 " + reply,
        (longer ? "This mates too, but in " + (is.plies + 1) + " plies; " + left + " are enough. " : "") + "Reply: " + reply);
    }
  }

  function back() {
    if (ended === "closed") { return; }
    if (ended) { ended = null; }
    else if (turns.length > 1) { turns.pop(); }
    chosen = choice = null;
    hints = 0;
    tell("王手をかけてください。", "Your move: give check.");
  }

  /* A move of best play, if the page knows or finds one. */
  function best() {
    const { left, line, position } = turn();
    if (line.length) { return line[0]; }
    const rules = readRules(position);
    return mates.ask(() => checksOf(rules).find(({ next }) => mates.defends(next, left - 1)))?.move;
  }

  function hint() {
    if (ended) { return; }
    const found = best();
    if (!found) {
      tell("ヒントは、このページでは探しきれません。", "This page cannot find a hint here.");
      return;
    }
    const usi = typeof found === "string" ? found : writeMove(found);
    hints += 1;
    chosen = usi.slice(0, 2);
    const name = nameOf(turn().position, usi);
    if (hints > 1) { tell("ヒント：" + name, "Hint: " + name); }
    else { tell("ヒント：この駒です。", "Hint: this piece."); }
  }

  /* A square or a piece in hand is pressed: `2c`, `G*`. */
  async function press(place) {
    if (ended) { return; }
    choice = null;
    const found = chosen && place[1] !== "*" ? checks().filter(is => is.startsWith(chosen) && is.slice(2, 4) === place) : [];
    if (found.length) {
      if (found.length > 1) {
        choice = found;
        show();
        byId("hand").querySelector("button").focus();
      } else { move(found[0]); }
      return;
    }
    const { position } = turn(), piece = place[1] === "*" ? true : position.board[square(place)];
    const mine = piece === true || piece && piece.black === position.black;
    if (chosen && !mine) {
      tell("その手は王手にならないか、指せません。", "That move is illegal or gives no check.");
      return;
    }
    /* Who presses the piece that a hint shows has it in hand. */
    const hinted = hints > 0 && chosen === place;
    hints = hinted ? 0 : hints;
    chosen = mine && (hinted || chosen !== place) ? place : null;
    show();
  }

  function show() {
    if (!problem || byId("solving").hidden) { return; }
    const position = now(), label = say(...told), svg = draw(position, problem.columns.attacker, label);
    const group = svg.firstChild;
    const at = name => middle(square(name));
    if (chosen && chosen[1] !== "*") {
      const [x, y] = at(chosen);
      group.append(shape("rect", { "class": "chosen", x: x - 48, y: y - 50.5, width: 96, height: 101 }));
    }
    if (chosen) {
      for (const usi of checks().filter(is => is.startsWith(chosen))) {
        const [cx, cy] = at(usi.slice(2));
        group.append(shape("circle", { "class": "target", cx, cy, r: 14 }));
      }
    }
    svg.classList.add("live");
    svg.addEventListener("click", event => {
      const held = event.target.closest("[data-place]");
      if (held && held.dataset.side === (position.black ? "black" : "white")) {
        press(held.dataset.place);
        return;
      }
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(group.getScreenCTM().inverse());
      const file = 9 - Math.floor(point.x / 100), rank = Math.floor(point.y / 105) + 1;
      if (file >= 1 && file <= 9 && rank >= 1 && rank <= 9) { press(file + "abcdefghi"[rank - 1]); }
    });
    byId("diagram").replaceChildren(svg);
    byId("told").textContent = label;
    const hand = position.hands[position.black ? 0 : 1];
    if (choice) {
      const answers = [["成", "Promote", true], ["不成", "Do not promote", false], ["やめる", "Cancel", null]];
      byId("hand").replaceChildren(...answers.map(([ja, en, promotes]) => {
        const button = element("button", { type: "button", "data-promotes": String(promotes) }, say(ja, en));
        button.addEventListener("click", () => {
          const usi = choice.find(is => is.endsWith("+") === promotes);
          choice = null;
          if (usi) { move(usi); } else { show(); }
        });
        return button;
      }));
    } else { byId("hand").replaceChildren(...(ended ? [] : HAND.filter(kind => hand[kind]).map(kind => {
      const button = element("button", { type: "button", "data-place": kind + "*",
        "aria-pressed": String(chosen === kind + "*") }, SIGNS[kind] + (hand[kind] > 1 ? kanji(hand[kind]) : ""));
      button.addEventListener("click", () => press(kind + "*"));
      return button;
    }))); }
    enable(byId("retract"), turns.length > 1 && ended !== "closed" || Boolean(ended && ended.position));
    enable(byId("hint"), !ended);
  }

  document.addEventListener("keydown", event => {
    if (event.key !== "Escape" || !(chosen || choice)) { return; }
    chosen = choice = null;
    show();
  });
  byId("hint").addEventListener("click", hint);
  byId("retract").addEventListener("click", back);
  return { open, show };
}
