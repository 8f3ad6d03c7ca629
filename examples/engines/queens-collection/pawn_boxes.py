"""Pawns and boxes, everybody for themselves: the competitive game of The Queen's Collection, for two to four.

A weekend project.  `Table` knows the game, `PawnBoxes` answers whoever wants to play it: from Python, or as a program
that reads a request in JSON from each line of its input and writes the answer on a line of its output.

    python pawn_boxes.py
"""

import json
import random
import sys
from itertools import combinations

COLOURS = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white"]
WILD = "wild"

# The box as sold.  The number of rounds is the number of players, unless a smaller box says otherwise.
SOLD = {
    "colours": 8,
    "pawns": 3,
    "copies": 4,
    "wilds": 6,
    "hand": 2,
    "row": 3,
    "flips": 5,
    "pairs": 3,
    "swaps": 3,
}
SMALL = {
    "colours": 2,
    "pawns": 2,
    "copies": 3,
    "wilds": 2,
    "hand": 1,
    "row": 2,
    "flips": 2,
    "pairs": 2,
    "swaps": 2,
}
BOXES = {
    "full": SOLD,
    "two": SOLD,
    "three": SOLD,
    "duel": {**SMALL, "hand": 2, "row": 3, "flips": 3, "pairs": 3, "swaps": 3, "rounds": 1},
    "gone": {**SMALL, "colours": 3, "pawns": 1, "copies": 2, "wilds": 1, "rounds": 1},
    "match": {**SMALL, "copies": 2, "wilds": 1, "rounds": 2},
    "trio": {**SMALL, "wilds": 1, "rounds": 1},
    "levels": {**SMALL, "rounds": 1},
}


class NotNow(Exception):
    """Somebody tried what the rules forbid."""


class Table:
    """The game: whose turn it is, where every card and every pawn is, and what happens next."""

    def __init__(self, seats, box, seed, fewer_colours=0, fewer_wilds=0):
        self.dice = random.Random(seed)
        self.box = box
        self.seats = seats
        self.colours = COLOURS[: box["colours"]]
        self.rounds = box.get("rounds", len(seats))
        # A harder game leaves out a card of each colour, and some wilds, for good.
        self.deck = [colour for colour in self.colours for _ in range(box["copies"] - fewer_colours)]
        self.deck += [WILD] * (box["wilds"] - fewer_wilds)
        self.round = 1
        self.marks = dict.fromkeys(seats, 0)
        self.gone = []  # cards that were put back into the box; they stay there in later rounds too
        self.starter = self.turn = seats[0]
        self.set_up()
        self.stage = "starter"

    def set_up(self):
        """Everything on the table as a round begins, before any card is dealt."""
        self.stock = list(self.deck)
        for card in self.gone:
            self.stock.remove(card)
        self.dice.shuffle(self.stock)
        self.heap = []
        self.row = []
        self.fresh = []
        self.pairs = 0
        self.due = []
        self.pawns = dict.fromkeys(self.colours, self.box["pawns"])
        self.hands = {seat: [] for seat in self.seats}
        self.taken = dict.fromkeys(self.seats, 0)
        self.emptied = dict.fromkeys(self.seats, 0)

    def left_of(self, seat):
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    # -------------------------------------------------------------------------------- cards from the stock

    def want(self, stage, places):
        """Cards are due at these places, one after the other: a seat's hand, the row, or face up before the player."""
        self.stage = stage
        self.due = places
        self.look_for_cards()

    def look_for_cards(self):
        """The heap becomes the stock as soon as a card is wanted and none is left, and no sooner."""
        if self.due and not self.stock:
            self.stock, self.heap = self.heap, []
            self.dice.shuffle(self.stock)
        if self.stock and self.due:
            return
        self.due = []
        if self.stage == "dealing":
            self.begin_turn(self.starter)
        elif self.stage == "restocking":
            self.begin_turn(self.left_of(self.turn))

    def turn_over(self, card):
        """The stock's next card turns out to be this one."""
        if not self.due or card not in self.stock:
            raise NotNow(f"no {card} can come now")
        self.stock.remove(card)
        place = self.due.pop(0)
        if place == "row":
            self.row.append(card)
        elif place == "fresh":
            self.show(card)
            return
        else:
            self.hands[place].append(card)
        self.look_for_cards()

    # ------------------------------------------------------------------------------------------ the rounds

    def name_starter(self, seat):
        if self.stage != "starter" or seat not in self.seats:
            raise NotNow("the starter is named once, before the first round")
        self.starter = seat
        self.deal()

    def deal(self):
        self.turn = self.starter
        places = []
        seat = self.starter
        for _ in self.seats:
            places += [seat] * self.box["hand"]
            seat = self.left_of(seat)
        self.want("dealing", places + ["row"] * self.box["row"])

    def begin_turn(self, seat):
        self.turn = seat
        self.pairs = 0
        self.stage = "flip"

    def end_turn(self):
        self.want("restocking", ["row"] * (self.box["row"] - len(self.row)))

    def boxes_in_play(self):
        return [colour for colour in self.colours if self.pawns[colour]]

    def end_round(self):
        for seat in self.seats:
            self.marks[seat] += 3 * self.emptied[seat] + 2 * self.taken[seat] - len(self.hands[seat])
        if self.round == self.rounds:
            self.stage = "over"
            return
        self.round += 1
        self.starter = self.left_of(self.starter)
        self.set_up()
        self.deal()

    def winners(self):
        best = max(self.marks.values())
        return [seat for seat in self.seats if self.marks[seat] == best]

    # ------------------------------------------------------------------------------ first half of a turn

    def can_flip(self):
        return self.stage == "flip" and bool(self.stock or self.heap)

    def flip(self):
        if not self.can_flip():
            raise NotNow("no card can be flipped now")
        self.want("flip", ["fresh"])

    def show(self, card):
        """A flipped card: a twin of it, among the others or in hand, spoils them all.  Two wilds are twins too."""
        twin = card in self.fresh or card in self.hands[self.turn]
        self.fresh.append(card)
        if twin:
            self.heap += self.fresh
            self.fresh = []
            self.begin_taking()
        elif len(self.fresh) == self.box["flips"]:
            self.keep()

    def keep(self):
        if self.stage != "flip" or self.due:
            raise NotNow("there is nothing to keep")
        self.hands[self.turn] += self.fresh
        self.fresh = []
        self.begin_taking()

    # ----------------------------------------------------------------------------- second half of a turn

    def begin_taking(self):
        self.stage = "take"
        if not self.matches() and not self.swaps():
            self.end_turn()

    def matches(self):
        """All matches as (card or two equal cards of the hand, card of the row, the colour that they stand for)."""
        hand = self.hands[self.turn]
        offers = [(card,) for card in sorted(set(hand))]
        offers += [(card, card) for card in sorted(set(hand)) if hand.count(card) >= 2]
        found = []
        for offer in offers:
            for shown in sorted(set(self.row)):
                found += [
                    (offer, shown, colour) for colour in self.colours if self.fits(offer, shown, colour)
                ]
        return found

    def fits(self, offer, shown, colour):
        """A wild is every colour, on either side; two equal cards of the hand are every colour as well."""
        mine = len(offer) == 2 or offer[0] in (colour, WILD)
        return mine and shown in (colour, WILD)

    def match(self, offer, shown, colour):
        if self.stage not in ("take", "more") or self.pairs >= self.box["pairs"]:
            raise NotNow("no pair can be made now")
        if (tuple(offer), shown, colour) not in self.matches():
            raise NotNow("these cards make no pair")
        seat = self.turn
        for card in offer:
            self.hands[seat].remove(card)
        self.row.remove(shown)
        self.pairs += 1
        if not self.pawns[colour]:
            self.gone += [*offer, shown]
        else:
            self.heap += [*offer, shown]
            self.pawns[colour] -= 1
            self.taken[seat] += 1
            if not self.pawns[colour]:
                self.emptied[seat] += 1
            if len(self.boxes_in_play()) <= 1:
                self.end_round()
                return
        self.stage = "more"
        if self.pairs == self.box["pairs"] or not self.row or not self.hands[seat]:
            self.end_turn()

    def done(self):
        if self.stage != "more":
            raise NotNow("a turn ends so after its first pair")
        self.end_turn()

    def swaps(self):
        """All swaps as (cards given, cards got): as many of the one as of the other, and none for its like."""
        hand, row = sorted(self.hands[self.turn]), sorted(self.row)
        found = []
        for size in range(1, min(self.box["swaps"], len(hand), len(row)) + 1):
            gets = sorted(set(combinations(row, size)))
            for give in sorted(set(combinations(hand, size))):
                found += [(give, get) for get in gets if not set(give) & set(get)]
        return found

    def swap(self, give, get):
        give, get = tuple(sorted(give)), tuple(sorted(get))
        if self.stage != "take" or (give, get) not in self.swaps():
            raise NotNow("these cards cannot be swapped now")
        for card in give:
            self.hands[self.turn].remove(card)
            self.row.append(card)
        for card in get:
            self.row.remove(card)
            self.hands[self.turn].append(card)
        self.end_turn()


def counted(cards):
    return {card: cards.count(card) for card in [*COLOURS, WILD] if card in cards}


class PawnBoxes:
    """The game as others ask for it: each request is a method, each answer a dict."""

    name = "pawn-boxes"
    version = "0.3"

    def reset(self, instance, seats, seed=0):
        if instance["name"] not in BOXES:
            return {"unsupported": f"no box called {instance['name']}"}
        asked = instance.get("parameters") or {}
        harder = {key: asked[key] for key in ("fewer_colours", "fewer_wilds") if key in asked}
        self.table = Table(list(seats), BOXES[instance["name"]], seed, **harder)
        return {}

    def to_move(self):
        table = self.table
        return {"to_move": [] if table.due or table.stage == "over" else [table.turn]}

    def moves(self):
        table = self.table
        if table.due or table.stage == "over":
            return {"moves": []}
        if table.stage == "starter":
            return {"moves": [{"move": "starter", "args": {"seat": seat}} for seat in table.seats]}
        if table.stage == "flip":
            return {"moves": [{"move": "flip"}] * table.can_flip() + [{"move": "keep"}]}
        found = [
            {
                "move": "double" if len(offer) == 2 else "single",
                "args": {"hand": offer[0], "row": shown, "as": colour},
            }
            for offer, shown, colour in table.matches()
        ]
        if table.stage == "more":
            return {"moves": [*found, {"move": "done"}]}
        swaps = [
            {"move": "swap", "args": {"give": list(give), "get": list(get)}} for give, get in table.swaps()
        ]
        return {"moves": found + swaps}

    def do(self, moves):
        (chosen,) = moves
        args = chosen.get("args", {})
        try:
            if chosen.get("seat", self.table.turn) != self.table.turn or self.table.due:
                raise NotNow("it is not this seat's turn")
            self.play(chosen["move"], args)
        except (NotNow, KeyError, TypeError) as why:
            return {"refused": str(why)}
        return {}

    def play(self, move, args):
        table = self.table
        if move == "starter":
            table.name_starter(args["seat"])
        elif move == "single":
            table.match((args["hand"],), args["row"], args["as"])
        elif move == "double":
            table.match((args["hand"], args["hand"]), args["row"], args["as"])
        elif move == "swap":
            table.swap(args["give"], args["get"])
        elif move in ("flip", "keep", "done"):
            getattr(table, move)()
        else:
            raise NotNow(f"there is no move {move}")

    def chance(self, outcome):
        """Every outcome is the next card of the stock."""
        table = self.table
        card = outcome["args"]["card"] if outcome else table.dice.choice(table.stock) if table.due else None
        try:
            table.turn_over(card)
        except NotNow as why:
            return {"refused": str(why)}
        return {} if outcome else {"drew": {"move": "card", "args": {"card": card}}}

    def state(self, seat=None):
        """What lies on the table; `seat` does not see the others' hands, nor what the stock and the heap hold."""
        table = self.table
        seen = {
            "stage": table.stage,
            "turn": table.turn,
            "starter": table.starter,
            "round": table.round,
            "pawns": dict(table.pawns),
            "heap": counted(table.heap) if seat is None else None,
            "gone": counted(table.gone),
            "row": counted(table.row),
            "fresh": counted(table.fresh),
            "taken": dict(table.taken),
            "emptied": dict(table.emptied),
            "marks": dict(table.marks),
            "hands": {who: counted(cards) for who, cards in table.hands.items() if seat in (None, who)},
            "stock": counted(table.stock) if seat is None else None,
        }
        return {"state": seen}

    def result(self):
        if self.table.stage != "over":
            return {"over": False}
        return {"over": True, "winners": self.table.winners(), "scores": dict(self.table.marks)}

    def snapshot(self):
        return {
            "snapshot": json.dumps({key: value for key, value in vars(self.table).items() if key != "dice"})
        }

    def undo(self, snapshot):
        vars(self.table).update(json.loads(snapshot))
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
    serve(PawnBoxes())
