/* The Towers of Hanoi with DISCS discs: the peg of each; disc 0 is the smallest. */

#include "game.h"

struct State {
    unsigned char peg[DISCS];
};

static void start(State *s) {
    *s = (State){.peg = {0}};
}

/* A code is three times the peg that a disc leaves, and the peg that it comes to. */
static int moves(const State *s, int codes[MOST_MOVES]) {
    int top[3] = {DISCS, DISCS, DISCS}, count = 0, right = 0;
    for (int disc = DISCS - 1; disc >= 0; disc--) {
        top[s->peg[disc]] = disc;
        right += s->peg[disc] == 2;
    }
    for (int from = 0; from < 3 && right < DISCS; from++)
        for (int to = 0; to < 3; to++)
            if (top[from] < top[to]) codes[count++] = 3 * from + to;
    return count;
}

static void make(State *s, int code) {
    int disc = 0;
    while (s->peg[disc] != code / 3) disc++;
    s->peg[disc] = code % 3;
}

static uint64_t pack(const State *s) {
    uint64_t key = 0;
    for (int i = 0; i < DISCS; i++) key = key << 2 | s->peg[i];
    return key;
}

static void unpack(uint64_t key, State *s) {
    for (int i = DISCS - 1; i >= 0; i--, key >>= 2) s->peg[i] = key & 3;
}
