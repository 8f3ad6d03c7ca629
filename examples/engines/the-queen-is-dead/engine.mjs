// The Queen Is Dead! Long Live the Queen! for two gangs, the whole game.
//
// A game is a generator: it runs until somebody has to choose or dice have to fall, and hands out a question. `Duel`
// holds the question and puts the answer back in. Readings of the book that can be argued about are marked "Reading:".

// What is printed on the tiles: the number that says who acts first, and the colour of the icon.
const CAST = {
  sniper: { number: 1, icon: 'red' },
  assassin: { number: 2, icon: 'red' },
  schemer: { number: 3, icon: 'yellow' },
  noble: { number: 4, icon: 'yellow' },
  gambler: { number: 5 },
  princess: { number: 6 },
  pilot: { number: 7, icon: 'blue' },
  entertainer: { number: 8, icon: 'blue' },
  spy: { number: 9, icon: 'blue' },
  recruit: {},
  guard: {},
};

// The box as sold, and smaller ones that can be looked through whole.
export const BOXES = {
  full: { faces: 6, tokens: 6, goal: 3, recruits: 2, colours: ['red', 'yellow', 'blue'], cast: Object.keys(CAST) },
  blades: small(['sniper', 'assassin', 'princess', 'guard'], ['red']),
  stage: small(['princess', 'entertainer', 'spy', 'recruit'], ['blue']),
  court: small(['schemer', 'noble', 'gambler', 'princess'], ['yellow', 'blue']),
  pilots: { ...small(['sniper', 'princess', 'pilot', 'recruit'], ['red', 'blue']), tokens: 2, goal: 1 },
  salon: { ...small(['noble', 'gambler', 'princess', 'entertainer'], ['yellow', 'blue']), tokens: 4 },
};

function small(cast, colours) {
  return { faces: 2, tokens: 3, goal: 2, recruits: 1, colours, cast };
}

const mayLead = (who) => CAST[who].icon !== undefined;
const move = (name, args = {}) => ({ move: name, args });

export class Duel {
  constructor(box, seats) {
    this.box = box;
    this.seats = seats;
    this.lowest = 2;
    this.highest = 2 * box.faces;
    this.centre = box.faces + 1;
    this.stock = Object.fromEntries(box.colours.map((colour) => [colour, box.tokens]));
    this.gangs = Object.fromEntries(seats.map((seat) => [seat, this.freshGang()]));
    this.starter = null;
    this.turnOf = null;
    this.turnNumber = 0;
    this.winners = null;
    this.script = this.game();
    this.question = this.script.next().value;
  }

  freshGang() {
    const rack = Object.fromEntries(this.box.cast.map((who) => [who, who === 'recruit' ? this.box.recruits : 1]));
    rack.princess = 0;
    const line = new Map([[this.centre, { who: 'princess', up: true, felled: 0 }]]);
    const purse = Object.fromEntries(this.box.colours.map((colour) => [colour, 0]));
    return { rack, line, purse, boss: null };
  }

  get over() {
    return this.winners !== null;
  }

  // The answer to the present question; false if it is none of those on offer.
  answer(given) {
    const wanted = key(given);
    if (this.over || !this.question.options.some((option) => key(option) === wanted)) return false;
    this.question = this.script.next(given.args).value;
    return true;
  }

  // ---------------------------------------------------------------- the course of a game

  *game() {
    for (const seat of this.seats) yield* this.pickBoss(seat);
    for (const seat of this.seats) yield* this.layLine(seat);
    while (this.starter === null) {
      const firsts = [...this.seats, 'nobody'].map((first) => move('roll_off', { first }));
      const { first } = yield this.roll(firsts, (die) => this.rollOff(die));
      if (first !== 'nobody') this.starter = first;
    }
    this.turnOf = this.starter;
    while (!this.over) {
      this.turnNumber += 1;
      const totals = this.spots().map((total) => move('dice', { total }));
      const { total } = yield this.roll(totals, (die) => move('dice', { total: this.twoDice(die) }));
      yield* this.turn(total);
      if (!this.over) this.turnOf = this.rival(this.turnOf);
    }
  }

  *pickBoss(seat) {
    const gang = this.gangs[seat];
    const allowed = this.box.cast.filter((who) => mayLead(who));
    const { tile } = yield this.ask(seat, allowed.map((who) => move('pick_master', { tile: who })));
    gang.rack[tile] -= 1;
    gang.boss = { who: tile, up: false, felled: 0 };
  }

  *layLine(seat) {
    const gang = this.gangs[seat];
    for (const spot of this.spots()) {
      if (spot === this.centre) continue;
      const left = this.box.cast.filter((who) => gang.rack[who] > 0);
      const { tile } = yield this.ask(seat, left.map((who) => move('put_down', { tile: who })));
      gang.rack[tile] -= 1;
      gang.line.set(spot, { who: tile, up: false, felled: 0 });
    }
  }

  *turn(spot) {
    const active = this.seats.map((seat) => ({ seat, spot, tile: this.tileAt(seat, spot) }));
    const awake = active.filter((one) => one.tile.up);
    if (awake.length === 0) for (const { tile } of active) tile.up = true;
    if (awake.length === 2) yield* this.standoff(awake);
    if (awake.length === 1) {
      yield* this.act(awake[0]);
      // Reading: what is turned up is the tile that now lies at the rolled number on the sleeper's side. It may be
      // another one than before, if a Spy has been at work.
      if (!this.over) this.tileAt(this.rival(awake[0].seat), spot).up = true;
    }
    if (!this.over) yield* this.reposition();
  }

  // Two tiles face up: the lower number first, and neither if the numbers are equal.
  *standoff(pair) {
    const numbers = pair.map(({ seat, tile }) => this.numberOf(seat, tile));
    if (numbers[0] === numbers[1]) return;
    const order = numbers[0] < numbers[1] ? pair : [pair[1], pair[0]];
    yield* this.act(order[0]);
    if (!this.over && order[1].tile.up) yield* this.act(order[1]);
  }

  // A Recruit has its Master's number, whether or not the Master has been shown. A Guard has none and comes last.
  numberOf(seat, tile) {
    const who = tile.who === 'recruit' ? this.gangs[seat].boss.who : tile.who;
    return CAST[who].number ?? 99;
  }

  // One character acts.
  // Reading: whoever's turn it is chooses for both sides. Reading: a Master is shown when the Recruit really acts.
  // Reading: victory and defeat are looked at once the ability has been carried out whole.
  *act({ seat, spot, tile }) {
    let who = tile.who;
    if (who === 'recruit') {
      this.gangs[seat].boss.up = true;
      who = this.gangs[seat].boss.who;
    }
    const { icon } = CAST[who];
    if (icon) this.gain(seat, icon, this.stock);
    if (this[who]) yield* this[who](seat, spot);
    this.judge();
  }

  // ---------------------------------------------------------------- what the characters do besides taking their icon

  *sniper(seat, spot) {
    this.fell(this.rival(seat), 2 * this.centre - spot);
  }

  *assassin(seat, spot) {
    this.fell(this.rival(seat), spot);
  }

  *schemer(seat) {
    const purse = this.gangs[this.rival(seat)].purse;
    const choices = this.held(purse);
    if (choices.length === 0) return;
    const { colour } = yield this.ask(this.turnOf, choices.map((colour) => move('confiscate', { colour })));
    purse[colour] -= 1;
    this.stock[colour] += 1;
  }

  // Reading: any colour may be named, also one that has run out; then nothing comes of it. Without a stock none is named.
  *noble(seat) {
    if (this.held(this.stock).length === 0) return;
    const { colour } = yield this.ask(this.turnOf, this.box.colours.map((colour) => move('tax', { colour })));
    this.gain(seat, colour, this.stock);
  }

  // Two tokens in one theft: what they complete goes back when both are there. A last token is simply taken.
  *gambler(seat) {
    const purse = this.gangs[this.rival(seat)].purse;
    const options = [];
    for (const first of this.held(purse)) {
      const rest = this.held({ ...purse, [first]: purse[first] - 1 });
      for (const second of rest) options.push(move('rob', { first, second }));
    }
    if (options.length === 0) {
      for (const last of this.held(purse)) this.gain(seat, last, purse);
      return;
    }
    const { first, second } = yield this.ask(this.turnOf, options);
    this.take(seat, first, purse);
    this.take(seat, second, purse);
    this.giveBack(seat);
  }

  // Reading: what has been turned down in this turn cannot be turned up by her before the next.
  *princess(seat) {
    const sleeping = this.spots().filter((spot) => {
      const tile = this.tileAt(seat, spot);
      return !tile.up && tile.felled !== this.turnNumber;
    });
    if (sleeping.length === 0) return;
    const { spot } = yield this.ask(this.turnOf, sleeping.map((spot) => move('wake', { spot })));
    this.tileAt(seat, spot).up = true;
  }

  *pilot(seat) {
    yield* this.shuffle(seat);
  }

  *spy(seat) {
    yield* this.shuffle(this.rival(seat));
  }

  // Not at all, once, or twice: one answer for all of it.
  *shuffle(seat) {
    const options = [move('shift_none')];
    for (const a of this.pairs()) options.push(move('shift', { a }));
    for (const a of this.pairs()) for (const b of this.pairs()) options.push(move('shift_twice', { a, b }));
    const { a, b } = yield this.ask(this.turnOf, options);
    if (a !== undefined) this.exchange(seat, a);
    if (b !== undefined) this.exchange(seat, b);
  }

  // A gift and a theft, told as one deal. A gift may complete a colour on the other side, which sends it back.
  *entertainer(seat) {
    const mine = this.gangs[seat].purse;
    const theirs = this.gangs[this.rival(seat)].purse;
    const options = [];
    for (const give of this.held(mine)) {
      const gifted = { ...theirs, [give]: (theirs[give] + 1) % this.box.tokens };
      const loot = this.held(gifted);
      if (loot.length === 0) options.push(move('gift', { give }));
      for (const get of loot) options.push(move('barter', { give, get }));
    }
    if (options.length === 0) for (const get of this.held(theirs)) options.push(move('snatch', { get }));
    if (options.length === 0) return;
    const { give, get } = yield this.ask(this.turnOf, options);
    if (give) this.gain(this.rival(seat), give, mine);
    if (get) this.gain(seat, get, theirs);
  }

  // ---------------------------------------------------------------- the end of a turn

  // Reading: in the very first turn no tiles are swapped, but the Master may change.
  *reposition() {
    const seat = this.turnOf;
    const gang = this.gangs[seat];
    const options = [move('done')];
    if (this.turnNumber > 1) for (const a of this.pairs()) options.push(move('reorder', { a }));
    for (const spot of this.spots()) {
      const tile = this.tileAt(seat, spot);
      if (tile.up && mayLead(tile.who)) options.push(move('promote', { spot }));
    }
    const { a, spot } = yield this.ask(seat, options);
    if (a !== undefined) this.exchange(seat, a);
    if (spot !== undefined) {
      const deposed = gang.boss;
      gang.boss = this.tileAt(seat, spot);
      gang.boss.up = false;
      gang.line.set(spot, deposed);
      deposed.up = true;
    }
  }

  // Reading: the set is exactly so many of each colour. A lost Princess counts before any set.
  judge() {
    const losers = this.seats.filter((seat) => !this.princessUp(seat));
    if (losers.length > 0) {
      this.winners = this.seats.filter((seat) => !losers.includes(seat));
      return;
    }
    const { colours, goal } = this.box;
    const done = this.seats.filter((seat) => colours.every((colour) => this.gangs[seat].purse[colour] === goal));
    if (done.length > 0) this.winners = done;
  }

  // ---------------------------------------------------------------- small things

  ask(seat, options) {
    return { seat, options };
  }

  // Nobody chooses: `draw` makes one of the options, given a die that counts from 0 up to below what it is asked for.
  roll(options, draw) {
    return { seat: null, options, draw };
  }

  twoDice(die) {
    return 2 + die(this.box.faces) + die(this.box.faces);
  }

  // Each side rolls both dice.
  rollOff(die) {
    const [one, two] = this.seats.map(() => this.twoDice(die));
    const first = one === two ? 'nobody' : this.seats[one > two ? 0 : 1];
    return move('roll_off', { first });
  }

  rival(seat) {
    return this.seats.find((other) => other !== seat);
  }

  tileAt(seat, spot) {
    return this.gangs[seat].line.get(spot);
  }

  spots() {
    return Array.from({ length: this.highest - this.lowest + 1 }, (_, i) => this.lowest + i);
  }

  // Neighbours in a line, by the lower number.
  pairs() {
    return this.spots().slice(0, -1);
  }

  held(purse) {
    return this.box.colours.filter((colour) => purse[colour] > 0);
  }

  princessUp(seat) {
    for (const tile of this.gangs[seat].line.values()) if (tile.who === 'princess') return tile.up;
    return true;
  }

  gain(seat, colour, from) {
    this.take(seat, colour, from);
    this.giveBack(seat);
  }

  // One token of a colour from a purse or the stock, if there is one.
  take(seat, colour, from) {
    if (!(from[colour] > 0)) return;
    from[colour] -= 1;
    this.gangs[seat].purse[colour] += 1;
  }

  // Who holds all tokens of a colour gives them back.
  giveBack(seat) {
    const { purse } = this.gangs[seat];
    for (const colour of this.box.colours) {
      if (purse[colour] !== this.box.tokens) continue;
      purse[colour] = 0;
      this.stock[colour] += this.box.tokens;
    }
  }

  exchange(seat, a) {
    const { line } = this.gangs[seat];
    const left = line.get(a);
    line.set(a, line.get(a + 1));
    line.set(a + 1, left);
  }

  fell(seat, spot) {
    const tile = this.tileAt(seat, spot);
    if (!tile.up || this.guarded(seat, spot)) return;
    tile.up = false;
    tile.felled = this.turnNumber;
  }

  // Reading: a Guard covers his neighbours in the line and the tile across from him.
  guarded(seat, spot) {
    const standing = (side, place) => {
      const tile = this.tileAt(side, place);
      return tile !== undefined && tile.who === 'guard' && tile.up;
    };
    return standing(seat, spot - 1) || standing(seat, spot + 1) || standing(this.rival(seat), spot);
  }
}

function key({ move, args = {} }) {
  return move + Object.keys(args).sort().map((name) => ` ${name}=${args[name]}`).join('');
}
