// Lets Queensbench play with the engine: `node main.mjs`.
import { BOXES, Duel } from './engine.mjs';
import { converse, isProgram, seeded } from '../lines.mjs';

let duel = null;
let dice = null;

// The table as everybody sees it, or as one seat does: what lies face down on the other side is not known to it.
function table(viewer) {
  const state = { line: [], up: [], master: [], master_up: [], rack: [], purse: [], stock: [] };
  for (const seat of duel.seats) {
    const gang = duel.gangs[seat];
    const sees = viewer === null || viewer === seat;
    for (const spot of duel.spots()) {
      const tile = gang.line.get(spot);
      state.line.push([[seat, spot], tile && (sees || tile.up) ? tile.who : null]);
      state.up.push([[seat, spot], tile ? tile.up : null]);
    }
    state.master.push([seat, gang.boss && (sees || gang.boss.up) ? gang.boss.who : null]);
    state.master_up.push([seat, gang.boss ? gang.boss.up : null]);
    for (const who of duel.box.cast) state.rack.push([[seat, who], sees ? gang.rack[who] : null]);
    for (const colour of duel.box.colours) state.purse.push([[seat, colour], gang.purse[colour]]);
  }
  for (const colour of duel.box.colours) state.stock.push([colour, duel.stock[colour]]);
  state.turn = duel.turnOf;
  return state;
}

const refusal = 'that is not on offer';
const chanceIsNext = () => !duel.over && duel.question.seat === null;

export const answers = {
  reset({ instance, seats, seed }) {
    if (!BOXES[instance.name]) return { unsupported: `no box is called ${instance.name}` };
    duel = new Duel(BOXES[instance.name], seats);
    dice = seeded(seed);
    return {};
  },
  to_move: () => ({ to_move: duel.over || chanceIsNext() ? [] : [duel.question.seat] }),
  moves: () => ({ moves: duel.over || chanceIsNext() ? [] : duel.question.options }),
  do({ moves: [{ seat, ...wish }] }) {
    const turn = !duel.over && !chanceIsNext() && seat === duel.question.seat;
    return turn && duel.answer(wish) ? {} : { refused: refusal };
  },
  chance({ outcome }) {
    if (!chanceIsNext()) return { refused: 'nothing is left to chance now' };
    const drawn = outcome ?? duel.question.draw(dice);
    if (!duel.answer(drawn)) return { refused: refusal };
    return outcome ? {} : { drew: drawn };
  },
  state: ({ seat }) => ({ state: table(seat) }),
  result: () => ({ over: duel.over, winners: duel.winners ?? [] }),
};

if (isProgram(import.meta)) converse({ name: 'long-live-the-queen', version: '1.0' }, answers);
