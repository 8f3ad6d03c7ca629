// Lets Queensbench play with the engine: `node main.mjs`.
import { BALLS, BOXES, Patience } from './engine.mjs';
import { converse, isProgram, seeded } from '../lines.mjs';

const MODES = { 'queue4/standard': BOXES, 'queue4/royal-ball': BALLS };
const PARTS = ['deck', 'piles', 'trash', 'hand', 'goal', 'putBackUsed', 'joined'];
const KEPT = [...PARTS, 'stage', 'ending', 'throughDeck'];

let boxes = BOXES;
let game = null;
let seat = null;

const pairs = (counts) => Object.entries(counts).map(([rank, count]) => [Number(rank), count]);

function cardsOnTable() {
  return {
    deck: pairs(game.count(game.deck)),
    piles: game.names().map((name) => [name, game.piles[name].map((card) => card.rank)]),
    trash: pairs(game.count(game.trash)),
    put_back_used: game.putBackUsed,
  };
}

// Whether somebody asks for one of the options, to the letter.
function isOption({ move, args = {} }) {
  const same = (option) => Object.keys({ ...option.args, ...args }).every((key) => option.args[key] === args[key]);
  return game.options().some((option) => option.move === move && same(option));
}

export const answers = {
  hello({ mode }) {
    if (!MODES[mode]) throw new Error(`this engine does not play ${mode}`);
    boxes = MODES[mode];
  },
  reset({ instance, seats, seed }) {
    if (!boxes[instance.name]) return { unsupported: `no box is called ${instance.name}` };
    game = new Patience(boxes[instance.name], seeded(seed));
    [seat] = seats;
    return {};
  },
  to_move: () => ({ to_move: game.over || game.atChance ? [] : [seat] }),
  moves: () => ({ moves: game.options() }),
  do({ moves: [wish] }) {
    if (!isOption(wish)) return { refused: 'you cannot do that now' };
    game.do(wish);
    return {};
  },
  chance({ outcome }) {
    if (!game.atChance) return { refused: 'no card is due' };
    const { shows } = game;
    if (outcome && outcome.move !== shows) return { refused: `this is a ${shows}` };
    const card = outcome ? outcome.args.card : game.deck.at(-1).rank;
    if (!game.flip(card)) return { refused: 'the deck has no such card' };
    return outcome ? {} : { drew: { move: shows, args: { card } } };
  },
  state: () => ({ state: cardsOnTable() }),
  result() {
    if (!game.over) return { over: false };
    return { over: true, winners: game.lost() ? [] : [seat], scores: { [seat]: game.score() } };
  },
  snapshot: () => ({ snapshot: Object.fromEntries(KEPT.map((key) => [key, structuredClone(game[key])])) }),
  undo({ snapshot }) {
    Object.assign(game, structuredClone(snapshot));
    return {};
  },
};

if (isProgram(import.meta)) converse({ name: 'four-in-line', version: '0.9' }, answers);
