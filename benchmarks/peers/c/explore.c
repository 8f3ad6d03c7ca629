/* All states of a game, breadth first: a hash table of packed states, and the states of two levels. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include GAME

static uint64_t *table;          /* a packed state and one, or 0 where a place is free */
static uint64_t places = 1 << 10; /* a power of two, at least twice the number of states */
static uint64_t states;

static void *room(void *old, uint64_t bytes) {
    void *made = realloc(old, bytes);
    if (!made) {
        fprintf(stderr, "no room for %llu bytes\n", (unsigned long long)bytes);
        exit(1);
    }
    return made;
}

/* The place of a key in the table, or the free place where it belongs. */
static uint64_t *find(uint64_t key) {
    uint64_t hash = key * 0x9e3779b97f4a7c15u;
    for (hash ^= hash >> 32;; hash++) {
        uint64_t *place = &table[hash & (places - 1)];
        if (!*place || *place == key) return place;
    }
}

static void grow(void) {
    uint64_t *old = table, size = places;
    places *= 2;
    table = calloc(places, sizeof *table);
    if (!table) room(NULL, UINT64_MAX);
    for (uint64_t i = 0; i < size; i++)
        if (old[i]) *find(old[i]) = old[i];
    free(old);
}

static int add(uint64_t packed) {
    uint64_t *place = find(packed + 1);
    if (*place) return 0;
    *place = packed + 1;
    if (++states * 2 > places) grow();
    return 1;
}

int main(void) {
    uint64_t *now = NULL, *next = NULL, count = 1, found, space_now = 0, space_next = 0, transitions = 0;
    int depth = 0, codes[MOST_MOVES];
    State s, after;
    table = calloc(places, sizeof *table);
    if (!table) room(NULL, UINT64_MAX);
    now = room(now, sizeof *now * (space_now = MOST_MOVES));
    start(&s);
    now[0] = pack(&s);
    add(now[0]);
    for (;; depth++) {
        found = 0;
        for (uint64_t i = 0; i < count; i++) {
            unpack(now[i], &s);
            int ways = moves(&s, codes);
            transitions += ways;
            if (found + ways > space_next) next = room(next, sizeof *next * (space_next = 2 * (found + ways)));
            for (int k = 0; k < ways; k++) {
                after = s;
                make(&after, codes[k]);
                uint64_t packed = pack(&after);
                if (add(packed)) next[found++] = packed;
            }
        }
        if (!found) break;
        uint64_t *swapped = now, space = space_now;
        now = next, space_now = space_next;
        next = swapped, space_next = space;
        count = found;
    }
    printf("states %llu\ntransitions %llu\ndepth %d\n", (unsigned long long)states,
           (unsigned long long)transitions, depth);
    return 0;
}
