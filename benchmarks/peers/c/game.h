/* What explorer and player need of a game.  A state is packed into 64 bits where it is explored. */

#include <stdint.h>

#define MOST_MOVES 16

typedef struct State State;
static void start(State *);
static int moves(const State *, int codes[MOST_MOVES]); /* how many; none when the game is over */
static void make(State *, int code);
