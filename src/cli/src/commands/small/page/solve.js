/* Problems to solve: at each of the attacker's moves but the last the line has the only check that mates. */

class Solving {
  /* A position, and the moves of its line. */
  constructor(rules, start, line) {
    this.rules = rules;
    this.start = start;
    this.line = line;
    this.again();
  }

  again() {
    this.position = this.rules.read(this.start);
    this.made = 0;
    this.last = null;
  }

  get isSolved() { return this.made === this.line.length; }

  get moves() { return this.isSolved ? [] : this.rules.legal(this.position); }

  isMate(after) { return this.rules.isChecked(after, after.turn) && this.rules.legal(after).length === 0; }

  /* Whether a move is right: as the line has it, at the last one whatever mates. Then the reply of the line follows. */
  play(move) {
    const after = this.rules.play(this.position, move), isLast = this.made + 1 === this.line.length;
    const isRight = isLast ? this.isMate(after) : this.rules.usi(move) === this.line[this.made];
    if (!isRight) { return this.rules.isChecked(after, after.turn) ? "wrong" : "no check"; }
    this.follow(move);
    if (this.isSolved) { return "solved"; }
    this.follow(this.rules.legal(this.position).find(reply => this.rules.usi(reply) === this.line[this.made]));
    return "right";
  }

  follow(move) {
    this.position = this.rules.play(this.position, move);
    this.last = move;
    this.made += 1;
  }
}

/* Makes the board of a problem one that can be moved on. */
function play(rules, section, { position, line }) {
  const solving = new Solving(rules, position, line);
  const told = element("p", { "class": "told", "aria-live": "polite" });
  const board = new Board(rules, 0, move => {
    const came = solving.play(move);
    told.textContent = {
      right: say("正解。続けてください", "Right. Go on"),
      solved: say("正解です", "Solved"),
      wrong: say("その手では詰みません", "That does not mate"),
      "no check": say("王手ではありません", "That is no check"),
    }[came];
    told.className = came === "right" || came === "solved" ? "told good" : "told bad";
    show();
  });
  const show = () => board.show(solving.position, solving.moves, solving.last);
  const again = element("button", { type: "button" }, say("初形に戻す", "Start again"));
  again.addEventListener("click", () => { solving.again(); told.textContent = ""; show(); });
  show();
  section.querySelector(".game").replaceWith(board.root, told, again);
}

/* Each problem when it comes into view: there may be thousands. */
function enliven(rules, problems) {
  const sections = [...document.querySelectorAll("section")];
  const places = new Map(sections.map((section, place) => [section, place]));
  const watching = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) { continue; }
      watching.unobserve(target);
      play(rules, target, problems[places.get(target)]);
    }
  }, { rootMargin: "400px" });
  sections.forEach(section => watching.observe(section));
}
