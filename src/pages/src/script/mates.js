/* Short mates: whether there is one within so many plies, futile interpositions (無駄合) left out by the definition
   of docs/check.md. What takes more than so many positions is given up. */

/* Beyond so many positions what is known is forgotten: they take some 200 bytes each. */
const MOST_KNOWN = 200000;

class TooHard extends Error {}

class Mates {
  constructor(most) {
    this.most = most;
    this.known = new Map();
  }

  /* Begins a question, which may look at so many positions. */
  ask(question) {
    this.left = this.most;
    if (this.known.size > MOST_KNOWN) { this.known.clear(); }
    try { return question(); } catch (error) {
      if (error instanceof TooHard) { return null; }
      throw error;
    }
  }

  bounds(now) {
    const key = String.fromCharCode(...now.squares.map(is => is + 32), ...now.held[0], ...now.held[1], now.side + 1);
    let bounds = this.known.get(key);
    if (!bounds) {
      bounds = { mate: Infinity, none: -1 };
      this.known.set(key, bounds);
    }
    return bounds;
  }

  within(now, plies, decide) {
    const bounds = this.bounds(now);
    if (bounds.mate <= plies) { return true; }
    if (bounds.none >= plies) { return false; }
    this.left -= 1;
    if (this.left < 0) { throw new TooHard(); }
    const found = decide();
    if (found) { bounds.mate = Math.min(bounds.mate, plies); } else { bounds.none = Math.max(bounds.none, plies); }
    return found;
  }

  /* Whether the attacker, who is to move, mates within so many plies. */
  attacks(now, plies) {
    if (plies < 1) { return false; }
    return this.within(now, plies, () => {
      const checks = checksOf(now).map(({ next }) => [plies > 1 ? repliesTo(next).length : 0, next]);
      checks.sort(([a], [b]) => a - b);
      return checks.some(([, next]) => this.defends(next, plies - 1));
    });
  }

  /* Whether the defender, who is to move, is mated within so many plies. */
  defends(now, plies) {
    return this.within(now, plies, () => {
      const replies = repliesTo(now), direct = replies.filter(is => !is.between);
      if (plies < 2 && direct.length) { return false; }
      if (!direct.every(({ next }) => this.attacks(next, plies - 1))) { return false; }
      return direct.length === replies.length || this.counted(now, replies, plies) !== null;
    });
  }

  /* Of replies those that are not futile, the longest first, each with its plies; `null` if one lasts longer than
     `plies`. */
  counted(now, replies, plies) {
    const counted = [];
    let longest = 0;
    const count = reply => {
      const lasts = this.lasts(reply.next, plies);
      if (lasts === null) { return false; }
      counted.push({ ...reply, lasts });
      return true;
    };
    for (const reply of replies) { if (!reply.between && !count(reply)) { return null; } }
    const between = replies.filter(is => is.between);
    for (let at = 0; at < between.length;) {
      /* Those on one square are measured by what is nearer to the king. */
      longest = counted.reduce((most, is) => Math.max(most, is.lasts), 0);
      const to = between[at].move.to;
      let futileDrops = null;
      for (; at < between.length && between[at].move.to === to; at += 1) {
        const reply = between[at], drops = !reply.move.from;
        if (drops && futileDrops === null) { futileDrops = this.isFutile(now, reply, longest); }
        if (drops ? futileDrops : this.isFutile(now, reply, longest)) { continue; }
        if (!count(reply)) { return null; }
      }
    }
    return counted.sort((one, other) => other.lasts - one.lasts);
  }

  /* How many plies a reply lasts, itself included, after which the position is `next`; `null` if more than `most`. */
  lasts(next, most) {
    for (let plies = 2; plies <= most; plies += 2) {
      if (this.attacks(next, plies - 1)) { return plies; }
    }
    return null;
  }

  /* Whether an interposition changes nothing: the checker takes the piece with check, and without that piece the
     defender is mated as soon as he would be. */
  isFutile(now, { move, next }, longest) {
    const [checker] = attackersOf(now.squares, kingOf(now, now.side), next.side);
    const kind = Math.abs(next.squares[move.to]), taken = kind > PROMOTED ? kind - PROMOTED : kind;
    return checksOf(next).some(check => {
      if (check.move.from !== checker || check.move.to !== move.to) { return false; }
      const without = { ...check.next, held: check.next.held.map(hand => hand.slice()) };
      handOf(without, next.side)[taken] -= 1;
      if (!move.from) { handOf(without, now.side)[taken] += 1; }
      return this.defends(without, longest);
    });
  }
}
