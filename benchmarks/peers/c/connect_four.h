/* Connect-4 on a grid of WIDTH by HEIGHT; row 0 is the lowest.  Only lines through the last disc are looked at. */

#include "game.h"

struct State {
    unsigned char cell[WIDTH][HEIGHT], fill[WIDTH], turn, over;
};

static void start(State *s) {
    *s = (State){.turn = 1};
}

static int moves(const State *s, int codes[MOST_MOVES]) {
    int count = 0;
    for (int x = 0; x < WIDTH && !s->over; x++)
        if (s->fill[x] < HEIGHT) codes[count++] = x;
    return count;
}

/* How many discs of that side lie beside a place, in one direction. */
static int run(const State *s, int x, int y, int dx, int dy, int side) {
    int length = 0;
    for (x += dx, y += dy; x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT && s->cell[x][y] == side; x += dx, y += dy)
        length++;
    return length;
}

static void make(State *s, int x) {
    static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int y = s->fill[x]++, full = 1;
    s->cell[x][y] = s->turn;
    for (int i = 0; i < WIDTH; i++) full &= s->fill[i] == HEIGHT;
    s->over = full;
    for (int i = 0; i < 4; i++) {
        int dx = ways[i][0], dy = ways[i][1];
        if (run(s, x, y, dx, dy, s->turn) + run(s, x, y, -dx, -dy, s->turn) >= 3) s->over = 1;
    }
    s->turn = 3 - s->turn;
}

#if WIDTH * HEIGHT <= 30
static uint64_t pack(const State *s) {
    uint64_t key = (uint64_t)s->over << 1 | (s->turn - 1);
    for (int x = 0; x < WIDTH; x++)
        for (int y = 0; y < HEIGHT; y++) key = key << 2 | s->cell[x][y];
    return key;
}

static void unpack(uint64_t key, State *s) {
    for (int x = WIDTH - 1; x >= 0; x--) {
        s->fill[x] = 0;
        for (int y = HEIGHT - 1; y >= 0; y--, key >>= 2) {
            s->cell[x][y] = key & 3;
            s->fill[x] += s->cell[x][y] != 0;
        }
    }
    s->turn = (key & 1) + 1;
    s->over = key >> 1 & 1;
}
#endif
