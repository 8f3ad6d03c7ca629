/* Tic-tac-toe: spots in reading order; Cross is 1 and begins. */

#include "game.h"

struct State {
    unsigned char mark[9], turn, over;
};

static void start(State *s) {
    *s = (State){.turn = 1};
}

static int moves(const State *s, int codes[MOST_MOVES]) {
    int count = 0;
    for (int spot = 0; spot < 9 && !s->over; spot++)
        if (!s->mark[spot]) codes[count++] = spot;
    return count;
}

static void make(State *s, int spot) {
    static const int lines[8][3] = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
    };
    s->mark[spot] = s->turn;
    int full = 1;
    for (int i = 0; i < 9; i++) full &= s->mark[i] != 0;
    s->over = full;
    for (int i = 0; i < 8; i++) {
        const int *line = lines[i];
        if (s->mark[line[0]] == s->turn && s->mark[line[1]] == s->turn && s->mark[line[2]] == s->turn) s->over = 1;
    }
    s->turn = 3 - s->turn;
}

static uint64_t pack(const State *s) {
    uint64_t key = (uint64_t)s->over << 1 | (s->turn - 1);
    for (int i = 0; i < 9; i++) key = key << 2 | s->mark[i];
    return key;
}

static void unpack(uint64_t key, State *s) {
    for (int i = 8; i >= 0; i--, key >>= 2) s->mark[i] = key & 3;
    s->turn = (key & 1) + 1;
    s->over = key >> 1 & 1;
}
