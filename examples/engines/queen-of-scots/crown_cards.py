"""Queen of Scots: The Card Game, for two to four, as it is played at our table.

A weekend project.  `Game` knows the rules, `CrownCards` answers whoever wants to play: from Python, or as a program
that reads a request in JSON from each line of its input and writes the answer on a line of its output.

    python crown_cards.py
"""

import json
import random
import sys
from itertools import combinations

JEWEL = "Crown Jewels"
ROYALS = ["King James", "Regent", "Heir"]

# What is in the box: how many of each card, and what it counts.
FULL_DECK = {
    "Cook": (10, 5),
    "Maid": (10, 5),
    "Monk": (10, 10),
    "Page": (10, 10),
    "Piper": (10, 15),
    "Scribe": (10, 20),
    "King James": (6, 40),
    "Regent": (4, 30),
    "Heir": (4, 30),
    JEWEL: (8, 50),
}
FULL = {"deck": FULL_DECK, "hand": 11, "target": 1000, "rounds": 20}
BOXES = {
    "full": FULL,
    "two": FULL,
    "three": FULL,
    "duel": {
        "deck": {"Cook": (3, 1), "King James": (2, 3), "Regent": (1, 2), JEWEL: (3, 2)},
        "hand": 3,
        "target": 6,
        "rounds": 1,
    },
    "people": {"deck": {"Cook": (5, 1), "Maid": (4, 2), JEWEL: (1, 3)}, "hand": 2, "target": 5, "rounds": 1},
    "family": {
        "deck": {"Cook": (1, 1), "King James": (3, 1), "Regent": (2, 2), "Heir": (1, 3), JEWEL: (2, 2)},
        "hand": 3,
        "target": 5,
        "rounds": 1,
    },
    "jewels": {
        "deck": {"Cook": (3, 1), "King James": (2, 2), JEWEL: (5, 3)},
        "hand": 3,
        "target": 8,
        "rounds": 1,
    },
    "twins": {
        "deck": {"Cook": (3, 1), "Maid": (2, 1), "King James": (2, 2), JEWEL: (2, 2)},
        "hand": 3,
        "target": 4,
        "rounds": 1,
    },
    "trio": {"deck": {"Cook": (6, 1), "Maid": (5, 2), JEWEL: (1, 1)}, "hand": 2, "target": 1, "rounds": 1},
    "match": {"deck": {"Cook": (6, 1), JEWEL: (1, 2)}, "hand": 2, "target": 3, "rounds": 3},
}


class Refused(Exception):
    """Somebody tried what the rules forbid."""


def sort_of_set(cards):
    """What a new set is a set of: a card's name, or "court" for royals of several names; None if it is no set."""
    figures = [card for card in cards if card != JEWEL]
    royal = all(card in ROYALS for card in figures)
    if len(figures) < 2 or len(cards) < (2 if royal else 3):
        return None
    if len(set(figures)) == 1:
        return figures[0]
    return "court" if royal else None


class Game:
    """Rounds of drawing, laying and discarding until somebody's score has passed the mark."""

    def __init__(self, seats, box, seed):
        self.dice = random.Random(seed)
        self.seats = seats
        self.box = box
        self.names = list(box["deck"])
        self.scores = dict.fromkeys(seats, 0)
        self.round = 1
        self.dealer = self.first_dealer = self.turn = seats[0]
        self.victors = []
        self.clear_table()
        self.stage = "dealer"

    def clear_table(self):
        self.stock = [card for card in self.names for _ in range(self.box["deck"][card][0])]
        self.dice.shuffle(self.stock)
        self.heap = []  # face up; its last card is on top
        self.anybody_discarded = False
        self.hands = {seat: [] for seat in self.seats}
        self.sets = []
        self.due = []

    def left_of(self, seat):
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def right_of(self, seat):
        return self.seats[self.seats.index(seat) - 1]

    # ---------------------------------------------------------------------------------------- dealing

    def lot(self, seat):
        """The lot decides who deals first; who sits left of that player begins every round."""
        if self.stage != "dealer" or seat not in self.seats:
            raise Refused("no lot is drawn now")
        self.dealer = self.first_dealer = seat
        self.stage = "shuffle"

    def deal(self):
        if self.stage != "shuffle":
            raise Refused("the round is on")
        self.clear_table()
        seat = self.dealer
        for _ in self.seats:
            seat = self.left_of(seat)
            self.due += [seat] * self.box["hand"]
        self.due.append("heap")
        self.stage = "dealing"

    def come(self, card):
        """The next card of the stock turns out to be this one."""
        if not self.due or card not in self.stock:
            raise Refused(f"no {card} can come now")
        self.stock.remove(card)
        place = self.due.pop(0)
        if place == "heap":
            self.heap.append(card)
            self.begin_turn(self.left_of(self.first_dealer))
        else:
            self.hands[place].append(card)
            if self.stage == "drawing":
                self.stage = "play"

    # ------------------------------------------------------------------------------------- picking up

    def begin_turn(self, seat):
        self.turn = seat
        self.stage = "pick"
        self.see_to_stock()

    def see_to_stock(self):
        """With nothing to pick up the heap below its top is the new stock; without such cards the turn goes on."""
        if self.stage != "pick" or self.stock or self.grabs():
            return
        self.turn_heap_over()
        if not self.stock:
            self.stage = "play"

    def turn_heap_over(self):
        self.stock, self.heap = self.heap[:-1], self.heap[-1:]
        self.dice.shuffle(self.stock)

    def draw(self):
        if self.stage != "pick":
            raise Refused("picking up is what a turn begins with, once")
        if not self.stock:
            self.turn_heap_over()
        if self.stock:
            self.stage = "drawing"
            self.due = [self.turn]
        else:
            self.stage = "play"

    def grabs(self):
        """All choices of cards in hand that win the heap: they are laid with its top card at once."""
        hand = self.hands[self.turn]
        if not self.heap or not self.anybody_discarded:
            return []
        top = self.heap[-1]
        jewels = hand.count(JEWEL)
        if top == JEWEL:
            # Whoever holds two of them, no more and no less, lays the third with two cards that make a set with it.
            if jewels != 2:
                return []
            pairs = sorted(set(combinations(sorted(card for card in hand if card != JEWEL), 2)))
            return [pair for pair in pairs if sort_of_set([*pair, JEWEL])]
        # Otherwise two of the same card or more; one will do if a wild card makes up for the other.
        return [
            (top,) * same + (JEWEL,) * wild
            for same in range(1, hand.count(top) + 1)
            for wild in range(jewels + 1)
            if same + wild >= 2
        ]

    def grab(self, cards):
        if self.stage != "pick" or tuple(cards) not in self.grabs():
            raise Refused("these cards do not win the heap")
        top = self.heap.pop()
        for card in cards:
            self.hands[self.turn].remove(card)
        self.hands[self.turn] += self.heap
        self.heap = []
        self.stage = "play"
        self.new_set([top, *cards])

    # ----------------------------------------------------------------------------------------- laying

    def new_set(self, cards):
        self.sets.append({"owner": self.turn, "sort": sort_of_set(cards), "cards": list(cards)})
        self.after_laying()

    def after_laying(self):
        if self.hands[self.turn]:
            self.see_to_stock()
        else:
            self.end_round()

    def melds(self):
        """All cards that may be laid as a new set: three, or two royals.  What goes with them is added afterwards."""
        hand = sorted(self.hands[self.turn], key=self.names.index)
        choices = {*combinations(hand, 2), *combinations(hand, 3)}
        return sorted(choice for choice in choices if sort_of_set(choice))

    def meld(self, cards):
        cards = tuple(sorted(cards, key=self.names.index))
        if self.stage not in ("pick", "play") or cards not in self.melds():
            raise Refused("these cards are no new set")
        for card in cards:
            self.hands[self.turn].remove(card)
        self.new_set(cards)

    def additions(self):
        """All additions as (card, owner of the set, sort of the set): wild cards go onto anybody's set."""
        found = []
        for card in sorted(set(self.hands[self.turn])):
            for one in self.sets:
                fits = card == one["sort"] or (one["sort"] == "court" and card in ROYALS)
                if card == JEWEL or (fits and one["owner"] == self.turn):
                    found.append((card, one["owner"], one["sort"]))
        return sorted(set(found))

    def add(self, card, owner, sort):
        if self.stage not in ("pick", "play") or (card, owner, sort) not in self.additions():
            raise Refused("this card does not go there")
        target = next(one for one in self.sets if (one["owner"], one["sort"]) == (owner, sort))
        self.hands[self.turn].remove(card)
        target["cards"].append(card)
        self.after_laying()

    # ------------------------------------------------------------------------------- the end of a turn

    def discards(self):
        return sorted({card for card in self.hands[self.turn] if card != JEWEL})

    def discard(self, card):
        if self.stage != "play" or card not in self.discards():
            raise Refused("this card cannot be discarded now")
        self.hands[self.turn].remove(card)
        self.heap.append(card)
        self.anybody_discarded = True
        if self.hands[self.turn]:
            self.begin_turn(self.right_of(self.turn))
        else:
            self.end_round()

    def rest(self):
        """Whoever holds nothing but wild cards discards nothing."""
        if self.stage != "play" or self.discards():
            raise Refused("a card must be discarded")
        self.begin_turn(self.right_of(self.turn))

    # ---------------------------------------------------------------------------------------- scoring

    def worth(self, cards):
        """Wild cards count nothing."""
        return sum(self.box["deck"][card][1] for card in cards if card != JEWEL)

    def end_round(self):
        gained = {seat: -self.worth(self.hands[seat]) for seat in self.seats}
        for one in self.sets:
            gained[one["owner"]] += self.worth(one["cards"])
        for seat in self.seats:
            self.scores[seat] += gained[seat]
        past = [seat for seat in self.seats if self.scores[seat] > self.box["target"]]
        if past:
            self.victors = self.first_of(past, gained)
            self.stage = "over"
        elif self.round == len(self.seats):
            best = max(self.scores.values())
            self.victors = [seat for seat in self.seats if self.scores[seat] == best]
            self.stage = "over"
        elif self.round == self.box["rounds"]:
            self.stage = "over"
        else:
            self.round += 1
            self.dealer = self.left_of(self.dealer)
            self.stage = "shuffle"

    def first_of(self, past, gained):
        """Who wins of those that are past the mark: of two the better round, then whoever went out; three share."""
        if len(past) != 2:
            return past
        best = max(gained[seat] for seat in past)
        level = [seat for seat in past if gained[seat] == best]
        return [self.turn] if self.turn in level else level


def counted(cards):
    return {card: cards.count(card) for card in set(cards)}


class CrownCards:
    """The game as others ask for it: each request is a method, each answer a dict."""

    name = "crown-cards"
    version = "1.1"

    def reset(self, instance, seats, seed=0):
        if instance["name"] not in BOXES:
            return {"unsupported": f"no box called {instance['name']}"}
        self.game = Game(list(seats), BOXES[instance["name"]], seed)
        return {}

    def waiting(self):
        """Whether a card or a lot has to come before anybody can do anything."""
        return bool(self.game.due) or self.game.stage == "dealer"

    def to_move(self):
        game = self.game
        if self.waiting() or game.stage == "over":
            return {"to_move": []}
        return {"to_move": [game.dealer if game.stage == "shuffle" else game.turn]}

    def moves(self):
        game = self.game
        if self.waiting() or game.stage == "over":
            return {"moves": []}
        if game.stage == "shuffle":
            return {"moves": [{"move": "deal"}]}
        found = [{"move": "meld", "args": {"cards": list(cards)}} for cards in game.melds()]
        for card, owner, sort in game.additions():
            found.append({"move": "add", "args": {"card": card, "owner": owner, "set": sort}})
        if game.stage == "pick":
            found += [{"move": "grab", "args": {"cards": list(cards)}} for cards in game.grabs()]
            return {"moves": [*found, {"move": "draw"}]}
        discards = [{"move": "discard", "args": {"card": card}} for card in game.discards()]
        return {"moves": found + (discards or [{"move": "rest"}])}

    def do(self, moves):
        (chosen,) = moves
        try:
            if [chosen.get("seat")] != self.to_move()["to_move"]:
                raise Refused("it is not this seat's turn")
            self.play(chosen["move"], chosen.get("args", {}))
        except (Refused, KeyError, TypeError, ValueError) as why:
            return {"refused": str(why)}
        return {}

    def play(self, move, args):
        game = self.game
        if move in ("grab", "meld"):
            getattr(game, move)(args["cards"])
        elif move == "add":
            game.add(args["card"], args["owner"], args["set"])
        elif move == "discard":
            game.discard(args["card"])
        elif move in ("deal", "draw", "rest"):
            getattr(game, move)()
        else:
            raise Refused(f"there is no move {move}")

    def chance(self, outcome):
        """The lot before the first round, and then cards from the stock."""
        game = self.game
        if outcome is None:
            lot = game.stage == "dealer"
            args = {"seat": game.dice.choice(game.seats)} if lot else {"card": game.dice.choice(game.stock)}
            outcome = drawn = {"move": "lot" if lot else "card", "args": args}
        else:
            drawn = None
        try:
            if outcome["move"] == "lot":
                game.lot(outcome["args"]["seat"])
            else:
                game.come(outcome["args"]["card"])
        except (Refused, KeyError) as why:
            return {"refused": str(why)}
        return {"drew": drawn} if drawn else {}

    def state(self, seat=None):
        """What lies on the table; `seat` sees its own hand only, and nobody sees the stock."""
        game = self.game
        seen = {
            "cards": game.names,
            "stage": game.stage,
            "turn": game.turn,
            "dealer": game.dealer,
            "round": game.round,
            "scores": dict(game.scores),
            "sets": [[one["owner"], one["sort"], counted(one["cards"])] for one in game.sets],
            "heap": counted(game.heap),
            "top": game.heap[-1] if game.heap else None,
            "hands": {who: counted(cards) for who, cards in game.hands.items() if seat in (None, who)},
            "stock": counted(game.stock) if seat is None else None,
        }
        return {"state": seen}

    def result(self):
        if self.game.stage != "over":
            return {"over": False}
        return {"over": True, "winners": self.game.victors, "scores": dict(self.game.scores)}

    def snapshot(self):
        return {
            "snapshot": json.dumps({key: value for key, value in vars(self.game).items() if key != "dice"})
        }

    def undo(self, snapshot):
        vars(self.game).update(json.loads(snapshot))
        return {}


def serve(engine, source=sys.stdin, sink=sys.stdout):
    """Answer the requests of `source` line by line until it ends or asks to quit."""
    asks = ["to_move", "moves", "chance", "state", "result", "snapshot", "undo"]
    for line in source:
        request = json.loads(line)
        number, ask = request.pop("id", None), request.pop("ask")
        if ask == "quit":
            return
        if ask == "hello":
            answer = {"name": engine.name, "version": engine.version, "protocol": 1, "can": asks}
        else:
            answer = getattr(engine, ask)(**request)
        print(json.dumps({"id": number, **answer}), file=sink, flush=True)


if __name__ == "__main__":
    serve(CrownCards())
