// Queue 4, a game of patience with one deck of cards: the standard game, and The Royal Ball.
//
// The deck is a real pile of cards, top card last. A game is in one of a few stages, and `options` says what can be
// done in each. Readings of the rules that can be argued about are marked "Reading:".

const PILES = ['A', 'B', 'C', 'D'];
const SUITS = 'SHDC';

// The deck as sold, and smaller ones that can be looked through whole. `spare`: how many other cards the deck must hold
// for a card to go back.
export const BOXES = {
  full: { ranks: 13, copies: 4, piles: 4, spare: 10 },
  six: { ranks: 3, copies: 2, piles: 2, spare: 3 },
  eight: { ranks: 4, copies: 2, piles: 2, spare: 4 },
  three_queues: { ranks: 4, copies: 2, piles: 3, spare: 4 },
  twelve: { ranks: 4, copies: 3, piles: 2, spare: 6 },
  ten_million: { ranks: 6, copies: 2, piles: 2, spare: 3 },
};

// The same for The Royal Ball: which ranks are faces, and with how many cards each pile begins.
export const BALLS = {
  full: { ...BOXES.full, jack: 11, queen: 12, king: 13, opening: 2 },
  opening: { ranks: 4, copies: 2, piles: 2, spare: 4, jack: 2, queen: 3, king: 4, opening: 1 },
  pairs: { ranks: 4, copies: 2, piles: 2, spare: 3, queen: 3, king: 4, opening: 2 },
  court: { ranks: 5, copies: 2, piles: 2, spare: 4, jack: 3, queen: 4, king: 5, opening: 2 },
};

const action = (move, args = {}) => ({ move, args });

export class Patience {
  constructor(box, random) {
    this.box = box;
    this.random = random;
    this.deck = [];
    for (let rank = 1; rank <= box.ranks; rank += 1) {
      for (const suit of SUITS.slice(0, box.copies)) this.deck.push({ rank, suit });
    }
    this.shuffle();
    this.piles = Object.fromEntries(PILES.slice(0, box.piles).map((name) => [name, []]));
    this.trash = [];
    this.hand = null; // the drawn card, once its face is known
    this.goal = null; // where it goes: { pile, slot }, and slot is null for a new pile
    this.putBackUsed = false;
    this.joined = null; // the pile that a face card has just gone to
    this.stage = box.opening ? 'dealing' : 'turn';
    this.ending = null; // 'fourth', 'walked away', or 'deck'
    this.throughDeck = false;
  }

  // ---------------------------------------------------------------- what can be done

  get over() {
    return this.stage === 'over';
  }

  // Whether the next thing is that a card shows its face.
  get atChance() {
    return this.shows !== null;
  }

  get shows() {
    return { dealing: 'deal', flipping: 'flip', peeking: 'peeked', helping: 'help' }[this.stage] ?? null;
  }

  options() {
    // Reading: one may look through the deck with the drawn card lying hidden, and so learn what it is.
    if (this.stage === 'turn') return [...this.goals(), action('peek'), action('walk_away')];
    if (this.stage === 'peeked') return [...this.goals(), action('walk_away')];
    // Reading: a card that lies open may still be left, as long as it has gone nowhere.
    if (this.stage === 'deciding') {
      return [...(this.mayPutBack() ? [action('put_back')] : []), action('keep'), action('walk_away')];
    }
    // Reading: a Jack's help may be declined.
    if (this.stage === 'offered') return [action('accept'), action('decline')];
    if (this.stage === 'placing') return this.hosts().map((pile) => action('host', { pile }));
    if (this.stage === 'recalling') return this.prey().map((pile) => action('recall', { pile }));
    if (this.stage === 'raiding') return this.prey().map((pile) => action('raid', { pile }));
    return [];
  }

  goals() {
    const found = [];
    const empty = this.names().find((name) => this.piles[name].length === 0);
    if (empty) found.push(action('open', { pile: empty }));
    for (const name of this.names()) {
      const pile = this.piles[name];
      // Between three of a rank there are two places that come to the same: one of them is enough.
      const same = (slot) => slot >= 2 && slot < pile.length && pile[slot - 2].rank === pile[slot].rank;
      for (let slot = 0; pile.length > 0 && slot <= pile.length; slot += 1) {
        if (!same(slot)) found.push(action('slip', { pile: name, slot }));
      }
    }
    return found;
  }

  // Once a game, if enough other cards are left. Reading: only a card on its way to a pile that stands.
  mayPutBack() {
    return !this.putBackUsed && this.goal.slot !== null && this.deck.length >= this.box.spare;
  }

  // ---------------------------------------------------------------- doing it

  do({ move, args }) {
    if (move === 'peek') this.stage = 'peeking';
    if (move === 'open') this.aim({ pile: args.pile, slot: null });
    if (move === 'slip') this.aim({ pile: args.pile, slot: args.slot });
    if (move === 'walk_away') this.walkAway();
    if (move === 'put_back') this.putBack();
    if (move === 'keep') this.keep();
    if (move === 'accept') this.stage = 'helping';
    if (move === 'decline') this.settle();
    if (move === 'host') this.host(args.pile);
    if (move === 'recall') this.recall(args.pile);
    if (move === 'raid') this.raid(args.pile);
  }

  aim(goal) {
    this.goal = goal;
    this.stage = this.hand ? 'deciding' : 'flipping';
  }

  // The top card shows its face; `wanted` is a rank to have on top, if somebody else deals. False if there is none left.
  flip(wanted) {
    if (wanted !== undefined) {
      const at = this.deck.findIndex((card) => card.rank === wanted);
      if (at < 0) return false;
      this.deck.push(...this.deck.splice(at, 1));
    }
    this.hand = this.deck.pop();
    if (this.stage === 'dealing') this.deal();
    else this.stage = { peeking: 'peeked', helping: 'placing', flipping: 'deciding' }[this.stage];
    return true;
  }

  // Piles are filled one after the other with cards that are no faces; then the faces go back into the deck.
  deal() {
    const short = () => this.names().find((name) => this.piles[name].length < this.box.opening);
    if (this.isFace(this.hand)) this.trash.push(this.hand);
    else {
      this.piles[short()].push(this.hand);
      for (const pile of Object.values(this.piles)) pile.sort((one, two) => one.rank - two.rank);
    }
    this.hand = null;
    if (short()) return;
    this.deck.push(...this.trash.splice(0));
    this.shuffle();
    this.stage = 'turn';
  }

  // Reading: the next card comes out for the same place.
  putBack() {
    this.putBackUsed = true;
    this.deck.push(this.hand);
    this.hand = null;
    this.shuffle();
    this.stage = 'flipping';
  }

  keep() {
    const { hand, goal } = this;
    const pile = this.piles[goal.pile];
    if (goal.slot === null) pile.push(hand);
    else if (fits(pile, goal.slot, hand)) pile.splice(goal.slot, 0, hand);
    // Reading: a card that finds its like in the pile goes there, wherever it was aimed.
    else if (pile.some((card) => card.rank === hand.rank)) {
      pile.splice(pile.findIndex((card) => card.rank === hand.rank), 0, hand);
    } else this.trash.push(hand, ...pile.splice(0));
    this.hand = null;
    this.goal = null;
    this.effect(hand, goal.pile);
  }

  settle() {
    if (this.rankIsGone()) this.finish('fourth');
    else if (this.deck.length === 0) this.finish('deck');
    else this.stage = 'turn';
  }

  // ---------------------------------------------------------------- The Royal Ball

  isFace({ rank }) {
    return [this.box.jack, this.box.queen, this.box.king].includes(rank);
  }

  // What a face card brings, also one that has cost its pile, and one that ends the game. What cannot be done is skipped.
  effect(card, joined) {
    const { jack, queen, king } = this.box;
    this.joined = joined;
    this.stage = { [jack]: 'offered', [queen]: 'recalling', [king]: 'raiding' }[card.rank] ?? 'turn';
    const idle = { offered: this.deck.length === 0, turn: true }[this.stage] ?? this.prey().length === 0;
    if (idle) this.settle();
  }

  // Reading: not the pile that the face card is in. Reading: a King wants one with a commoner in it.
  prey() {
    const wanted = (card) => this.stage !== 'raiding' || !this.isFace(card);
    return this.names().filter((name) => name !== this.joined && this.piles[name].some(wanted));
  }

  // Reading: a helping card joins cards, and begins a pile only if there are none.
  hosts() {
    const standing = this.names().filter((name) => this.piles[name].length > 0);
    return standing.length > 0 ? standing : this.names().slice(0, 1);
  }

  // Reading: a face card that helps has its own effect.
  host(name) {
    const pile = this.piles[name];
    const card = this.hand;
    const above = pile.findIndex(({ rank }) => rank > card.rank);
    pile.splice(above < 0 ? pile.length : above, 0, card);
    this.hand = null;
    this.effect(card, name);
  }

  // Reading: if the deck was through, it no longer is, and the game goes on.
  recall(name) {
    this.deck.push(...this.piles[name].splice(0));
    this.shuffle();
    this.settle();
  }

  raid(name) {
    this.trash.push(...this.piles[name].splice(0));
    this.settle();
  }

  // ---------------------------------------------------------------- the end

  // Reading: with the last card drawn the deck has been gone through, even if that card goes back.
  walkAway() {
    if (this.hand) this.deck.push(this.hand);
    this.hand = null;
    this.finish('walked away');
  }

  finish(ending) {
    this.ending = ending;
    this.throughDeck = ending === 'deck' || (ending === 'walked away' && this.deck.length === 1);
    this.stage = 'over';
  }

  // ---------------------------------------------------------------- counting

  rankIsGone() {
    const counts = this.count(this.trash);
    return Object.values(counts).some((count) => count === this.box.copies);
  }

  // Reading: every longest pile counts twice.
  score() {
    const lengths = this.names().map((name) => this.piles[name].length);
    const longest = Math.max(...lengths);
    let points = -this.deck.length;
    for (const length of lengths) points += this.throughDeck && length === longest ? 2 * length : length;
    return points;
  }

  // Reading: a fourth discard is a loss, whatever the score.
  lost() {
    return this.score() < 0 || this.ending === 'fourth';
  }

  names() {
    return Object.keys(this.piles);
  }

  // How many cards of each rank.
  count(cards) {
    const counts = {};
    for (let rank = 1; rank <= this.box.ranks; rank += 1) counts[rank] = 0;
    for (const { rank } of cards) counts[rank] += 1;
    return counts;
  }

  shuffle() {
    for (let last = this.deck.length - 1; last > 0; last -= 1) {
      const other = this.random(last + 1);
      [this.deck[last], this.deck[other]] = [this.deck[other], this.deck[last]];
    }
  }
}

// From low to high; equals may lie beside each other.
function fits(pile, slot, card) {
  const aboveBelow = slot === 0 || pile[slot - 1].rank <= card.rank;
  const belowAbove = slot === pile.length || card.rank <= pile[slot].rank;
  return aboveBelow && belowAbove;
}
