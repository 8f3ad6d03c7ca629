// Tic-tac-toe for boardgame.io. Two players claim the nine cells of a grid in turn; three in a row win.

import { createRequire } from "node:module";

const { INVALID_MOVE } = createRequire(import.meta.url)("boardgame.io/core");

const SIZE = 3;
const range = [...Array(SIZE).keys()];

/** The cells of every row, column and diagonal. */
const LINES = [
  ...range.map((row) => range.map((column) => SIZE * row + column)),
  ...range.map((column) => range.map((row) => SIZE * row + column)),
  range.map((step) => (SIZE + 1) * step),
  range.map((step) => (SIZE - 1) * (step + 1)),
];

const free = (owners) => [...owners.keys()].filter((cell) => owners[cell] === null);

export const game = {
  name: "tic-tac-toe",
  setup: () => ({ owners: Array(SIZE * SIZE).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    claim: ({ G, playerID }, cell) => {
      if (G.owners[cell] !== null) return INVALID_MOVE;
      G.owners[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const owned = (line) => line.every((cell) => G.owners[cell] === ctx.currentPlayer);
    if (LINES.some(owned)) return { winner: ctx.currentPlayer };
    if (free(G.owners).length === 0) return { draw: true };
  },
  ai: {
    enumerate: (G) => free(G.owners).map((cell) => ({ move: "claim", args: [cell] })),
  },
};
