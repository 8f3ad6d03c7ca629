/* The sliding puzzle of ROWS by COLUMNS: the tiles in reading order; 0 is the gap. */

#include "game.h"

#define PLACES (ROWS * COLUMNS)

struct State {
    unsigned char tile[PLACES], gap;
};

static void start(State *s) {
    for (int i = 0; i < PLACES; i++) s->tile[i] = (i + 1) % PLACES;
    s->gap = PLACES - 1;
}

/* A code is the place whose tile slides into the gap. */
static int moves(const State *s, int codes[MOST_MOVES]) {
    int row = s->gap / COLUMNS, column = s->gap % COLUMNS, count = 0;
    if (row > 0) codes[count++] = s->gap - COLUMNS;
    if (row < ROWS - 1) codes[count++] = s->gap + COLUMNS;
    if (column > 0) codes[count++] = s->gap - 1;
    if (column < COLUMNS - 1) codes[count++] = s->gap + 1;
    return count;
}

static void make(State *s, int from) {
    s->tile[s->gap] = s->tile[from];
    s->tile[from] = 0;
    s->gap = from;
}

static uint64_t pack(const State *s) {
    uint64_t key = 0;
    for (int i = 0; i < PLACES; i++) key = key << 4 | s->tile[i];
    return key;
}

static void unpack(uint64_t key, State *s) {
    for (int i = PLACES - 1; i >= 0; i--, key >>= 4) {
        s->tile[i] = key & 15;
        if (!s->tile[i]) s->gap = i;
    }
}
