/* A game against a table. */

/* Won and lost, in words, for the side to move. */
function valueInWords(byte) {
  if (byte === 0) { return say("引き分け", "draw"); }
  const plies = byte - 1;
  return won(byte) ? say(`${plies}手で勝ち`, `win in ${plies}`) : say(`${plies}手で負け`, `loss in ${plies}`);
}

class Game {
  constructor(rules, table) {
    this.rules = rules;
    this.table = table;
    this.begin();
  }

  begin() {
    this.positions = [this.rules.read(`${this.rules.start} b -`)];
    this.moves = [];
    this.won = null;
  }

  get position() { return this.positions.at(-1); }

  /* How it ended: who won, "draw" where a position came for the fourth time, or null while it goes on. */
  get end() {
    if (this.won !== null) { return this.won; }
    if (this.rules.legal(this.position).length === 0) { return 1 - this.position.turn; }
    const text = this.rules.write(this.position);
    return this.positions.filter(before => this.rules.write(before) === text).length >= 4 ? "draw" : null;
  }

  play(move) {
    if (this.rules.isTry(this.position, move)) { this.won = this.position.turn; }
    this.moves.push(this.rules.japanese(this.position, move));
    this.positions.push(this.rules.play(this.position, move));
    this.last = move;
  }

  /* Takes back so many moves. */
  back(count) {
    this.positions.length -= count;
    this.moves.length -= count;
    this.won = null;
    this.last = null;
  }

  async reply() { this.play((await this.table.probe(this.position))[0].move); }
}

/* The page: `you` are the side that the table does not play. */
class Playing {
  constructor(rules, table, root) {
    this.game = new Game(rules, table);
    this.you = 0;
    this.told = element("p", { "class": "told", "aria-live": "polite" });
    this.line = element("p", { "class": "line" });
    this.hints = element("ul", { "class": "hints" });
    this.board = new Board(rules, 0, move => { this.game.play(move); this.go(); });
    const button = (ja, en, does) => {
      const is = element("button", { type: "button" }, say(ja, en));
      is.addEventListener("click", () => { does(); });
      return is;
    };
    const buttons = element("p", { "class": "buttons" },
      button("先手で始める", "New game, moving first", () => this.begin(0)),
      button("後手で始める", "New game, moving second", () => this.begin(1)),
      button("待った", "Take back", () => this.back()),
      button("ヒント", "Hint", () => this.hint()));
    root.replaceChildren(this.board.root, this.told, buttons, this.hints, this.line);
    this.begin(0);
  }

  begin(you) {
    this.you = you;
    this.board.below = you;
    this.game.begin();
    this.game.last = null;
    return this.go();
  }

  back() {
    /* The first move of the table is not yours to take back. */
    if (this.game.moves.length <= this.you || this.isBusy) { return; }
    this.game.back(this.game.position.turn === this.you ? 2 : 1);
    this.go();
  }

  /* Shows where the game stands, and lets the table move. */
  async go() {
    const { game } = this, { end } = game;
    this.hints.replaceChildren();
    this.line.textContent = game.moves.join("");
    const isYours = game.position.turn === this.you;
    this.isBusy = end === null && !isYours;
    this.board.show(game.position, end === null && isYours ? game.rules.legal(game.position) : [], game.last);
    this.told.textContent = end === null ? (isYours ? say("あなたの番です", "Your move") : say("考えています", "Thinking"))
      : end === "draw" ? say("千日手で引き分け", "The position came for the fourth time: a draw")
        : end === this.you ? say("あなたの勝ちです", "You have won") : say("あなたの負けです", "You have lost");
    if (!this.isBusy) { return; }
    const at = game.position;
    try {
      await game.reply();
    } catch (error) {
      this.told.textContent = error.message;
      return;
    }
    if (game.positions.at(-2) === at) { await this.go(); }
  }

  async hint() {
    const { game } = this, at = game.position;
    if (game.end !== null || this.isBusy) { return; }
    const moves = await game.table.probe(at);
    if (game.position !== at) { return; }
    this.hints.replaceChildren(...moves.map(({ move, value }) => element("li", {}, `${game.rules.japanese(at, move)} ${valueInWords(value)}`)));
  }
}

/* Plays at once where the page has its table with it; otherwise its file is asked for. */
async function begin(rules, header, packed, root) {
  const open = async blob => new Playing(rules, await Table.open(rules, header, blob), root);
  if (packed) {
    const bytes = Uint8Array.from(atob(packed), sign => sign.charCodeAt(0));
    await open(new Blob([bytes]));
    return;
  }
  const field = element("input", { type: "file", id: "file" });
  const told = element("p", { "class": "told bad", role: "alert" });
  field.addEventListener("change", () => {
    if (field.files.length) { open(field.files[0]).catch(error => { told.textContent = error.message; }); }
  });
  root.replaceChildren(element("p", {}, element("label", { "for": "file" }, say("表のファイルを選んでください ", "Choose the file of the table ")), field), told);
}
