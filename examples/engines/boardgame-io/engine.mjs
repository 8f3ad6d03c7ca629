// The game of game.mjs, played by boardgame.io's own client, as an engine under test.

import { createRequire } from "node:module";
import { serve } from "../../../queensbench/conformance/adapters/adapter.mjs";
import { game } from "./game.mjs";

const require = createRequire(import.meta.url);
const { Client } = require("boardgame.io/client");

class Engine {
  name = "boardgame.io tic-tac-toe";
  version = require("boardgame.io/package.json").version;

  reset() {
    this.client?.stop();
    this.client = Client({ game, numPlayers: 2, debug: false });
    this.client.start();
  }

  do({ moves }) {
    for (const { seat, move, args } of moves) {
      const before = this.client.getState()._stateID;
      this.client.updatePlayerID(seat);
      if (!(move in this.client.moves)) return { refused: `there is no ${move}` };
      this.client.moves[move](args.cell);
      if (this.client.getState()._stateID === before) return { refused: "boardgame.io ignored it" };
    }
  }

  to_move() {
    const { ctx } = this.client.getState();
    return { to_move: ctx.gameover ? [] : [ctx.currentPlayer] };
  }

  moves() {
    const { G, ctx } = this.client.getState();
    const found = ctx.gameover ? [] : game.ai.enumerate(G, ctx);
    return { moves: found.map(({ move, args: [cell] }) => ({ move, args: { cell } })) };
  }

  state() {
    const { G, ctx } = this.client.getState();
    // Once the game is over it is nobody's turn, although boardgame.io still names a player.
    return { state: { owners: G.owners, ...(ctx.gameover ? {} : { current: ctx.currentPlayer }) } };
  }

  result() {
    const { gameover } = this.client.getState().ctx;
    return { over: gameover !== undefined, winners: gameover?.winner ? [gameover.winner] : [] };
  }
}

serve(new Engine());
