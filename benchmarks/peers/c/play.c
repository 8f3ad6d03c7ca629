/* Random games, each move drawn uniformly: play GAMES SEED. */

#include <stdio.h>
#include <stdlib.h>

#include GAME

static uint64_t seed;

/* A number below a bound, by an xorshift generator; the bias of the remainder is below 2^-59. */
static int below(int bound) {
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (int)((seed * 0x2545f4914f6cdd1du >> 1) % bound);
}

int main(int count, char **words) {
    if (count != 3) return 2;
    uint64_t games = strtoull(words[1], NULL, 10), steps = 0, squares = 0;
    seed = strtoull(words[2], NULL, 10) | 1;
    int codes[MOST_MOVES];
    State s;
    for (uint64_t game = 0; game < games; game++) {
        uint64_t length = 0;
        start(&s);
        for (int ways; (ways = moves(&s, codes)); length++) make(&s, codes[below(ways)]);
        steps += length;
        squares += length * length;
    }
    printf("games %llu\nsteps %llu\nsquares %llu\n", (unsigned long long)games, (unsigned long long)steps,
           (unsigned long long)squares);
    return 0;
}
