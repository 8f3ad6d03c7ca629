"""The Queen Is Dead: every question that the booklet leaves open, with all its readings.

The list was written from reading alone, before anything was encoded; what encoding revealed is marked
``found="encoding"``.
"""

from __future__ import annotations

from queensbench.language import Reading, Rulings, ruling


class StartRoll(Reading):
    """How the starting player is rolled for."""

    BOTH_DICE = "Each player in turn rolls both dice and adds them up."
    OWN_DIE = "Each player rolls one die, the one of their colour."


class Chooser(Reading):
    """Whose choice is what an ability leaves open."""

    OWNER = "The player whose character acts chooses."
    CURRENT = "The player whose turn it is chooses for both characters."


class OptionalSwap(Reading):
    """Must a Pilot or Spy swap."""

    OPTIONAL = "They swap twice, once or not at all."
    OBLIGATORY = "They swap once at the least; only the second swap is optional."


class MasterShown(Reading):
    """When a Recruit turns the Master up."""

    COMPARED = "As soon as the Recruit is due, before the numbers are compared: even if it then does not act."
    ACTING = "Only when the Recruit itself acts; until then its player states the number."


class MixedReveal(Reading):
    """Which tile is turned up in the mixed case after a Spy has moved it."""

    SAME_TILE = "The tile that lay face down when the dice were rolled, wherever it lies now."
    SAME_PLACE = "The tile that lies at the rolled position now, if it is face down."


class AimedFaceDown(Reading):
    """Is a face-down tile that was aimed at turned up at the end of the mixed case."""

    TURNED_UP = "It is turned up: it was face down before, so nothing was turned down."
    KEPT_DOWN = "It stays face down for this turn, as a tile does that was turned down."


class PrincessRevives(Reading):
    """May the Princess turn up a tile that was turned down earlier this turn."""

    ANY_TILE = "She may: only the tile opposite the acting one is barred from being turned up again."
    NOT_THIS_TURN = "She may not: whatever was turned down this turn stays down until the next."


class WinCheck(Reading):
    """When it is looked at whether somebody has won."""

    AT_ONCE = "At every single token and tile: the first event decides."
    AFTER_ABILITY = "When a character's ability, or a repositioning, has been carried out whole."
    END_OF_TURN = "When the turn is over."


class ThreeOfEach(Reading):
    """How many tokens of each colour win."""

    AT_LEAST = "The stated number of each colour or more."
    EXACTLY = "The stated number of each colour, no more of any."


class SixOrWin(Reading):
    """A player has all tokens of one colour and the winning set at the same moment."""

    RETURN_FIRST = "The whole colour goes back first; then the winning set is looked for."
    WIN_FIRST = "The winning set is looked for first."


class GamblerTakes(Reading):
    """Are the Gambler's two tokens one event or two."""

    TOGETHER = "Both are taken as one event."
    ONE_BY_ONE = "One after the other: what the first brings about happens before the second."


class NobleChoice(Reading):
    """May the Noble name a colour for the extra token of which there is none."""

    AVAILABLE = "A colour must be named that the supply holds, if it holds any."
    ANY_COLOUR = "Any colour may be named; of an empty one no token is taken."


class NobleShort(Reading):
    """Does the Noble take the extra token when there is no yellow one."""

    EXTRA_STILL = "The extra token is taken all the same."
    NOTHING = "Nothing is taken: without the first token there is no additional one."


class NothingToGive(Reading):
    """An Entertainer who has no token to give."""

    TAKES_STILL = "The gift is left out, the taking is done."
    NO_TAKING = "Without a gift there is no taking either."


class BothHaveSet(Reading):
    """Both players are found to have the winning set at the same check."""

    BOTH = "Both have won."
    CURRENT = "The player whose turn it is has won."


class LossAndSet(Reading):
    """At one check, the same player has the winning set and a Princess who is face down."""

    LOSS = "The player has lost: the Princess counts first."
    SET = "The player has won: the tokens count first."


class FirstTurn(Reading):
    """What the starting player may not do on their first turn."""

    NEITHER_OPTION = "Neither swap two tiles nor change the Master."
    NO_SWAP = "Not swap two tiles; the Master may be changed."


class SwapFacing(Reading):
    """Do tiles keep their side when two neighbours are swapped at the end of a turn."""

    KEPT = "Each tile keeps its side."
    TURNED_DOWN = "Both tiles are turned face down as they are swapped."


class GuardAndMaster(Reading):
    """May a tile next to the player's own face-up Guard become the Master, which sets it face down."""

    LEAVES_LINE = "It may: it leaves the line, and the Guard keeps tiles of the line."
    PREVENTED = "It may not: the Guard keeps it from being turned face down."


class GuardReach(Reading):
    """Which tiles are adjacent to the Guard."""

    OWN_LINE = "The two neighbours in his own line."
    ACROSS = "Those, and the tile across the number bar, though it is the opponent's."


class RecruitAims(Reading):
    """From where a Recruit aims whose Master is a Sniper or an Assassin."""

    RECRUIT = "From the Recruit's position in the line."
    NOWHERE = "From the Master, who lies beside the bar: at no tile."


class SwapPairs(Reading):
    """Which pairs a Pilot or a Spy swaps when swapping twice."""

    ANY_PAIRS = "Any pair each time."
    SAME_PAIR = "The same pair of positions again."


class QueenIsDeadRulings(Rulings):
    """The rulings of The Queen Is Dead."""

    start_roll: StartRoll = ruling(
        StartRoll.BOTH_DICE,
        question="How many dice does each player roll for the start?",
        clauses=("setup.starter.roll", "setup.starter"),
        hole="two-way",
        why="A total is compared, and one die has no total.",
        reasons={
            StartRoll.BOTH_DICE: "The comparison is of totals, which takes two dice.",
            StartRoll.OWN_DIE: "There is one die in each player's colour, and the players roll at the same time.",
        },
        speaks={StartRoll.BOTH_DICE: ("setup.starter",), StartRoll.OWN_DIE: ("components.dice",)},
    )
    chooser: Chooser = ruling(
        Chooser.OWNER,
        question="Who chooses what an ability leaves open when it is the opponent's turn?",
        clauses=("activate.abilities", "turn.position.both"),
        hole="silent",
        why="Abilities speak to the player who has the character: they name an opponent and a line of one's own.",
        reasons={
            Chooser.OWNER: "An ability that names the opponent's tile must be read from its owner's side.",
            Chooser.CURRENT: "The steps of a turn are all told of the current player, who activates characters.",
        },
        speaks={Chooser.OWNER: ("sniper.target", "spy.swap"), Chooser.CURRENT: ("turn.order",)},
    )
    optional_swap: OptionalSwap = ruling(
        OptionalSwap.OPTIONAL,
        question="Abilities must be used if possible, yet a Pilot and a Spy may swap: must they?",
        clauses=("activate.must", "pilot.swap", "spy.swap"),
        hole="contradictory",
        why="The particular permission says what using that ability consists of.",
        reasons={
            OptionalSwap.OPTIONAL: "The ability itself is a permission; using it leaves the choice.",
            OptionalSwap.OBLIGATORY: "Otherwise the duty to use an ability says nothing about these two.",
        },
        speaks={
            OptionalSwap.OPTIONAL: ("pilot.swap", "spy.swap"),
            OptionalSwap.OBLIGATORY: ("activate.must",),
        },
    )
    master_shown: MasterShown = ruling(
        MasterShown.COMPARED,
        question="Is the Master turned up when numbers are compared, or when the Recruit acts?",
        clauses=("activate.recruit.reveal", "activate.order", "activate.tie", "recruit.reveal"),
        hole="two-way",
        why="The number is needed to find who acts first, and nobody need believe a number that is not shown.",
        reasons={
            MasterShown.COMPARED: "One sentence turns the Master up and lends its number: so before comparing.",
            MasterShown.ACTING: "A Recruit in a tie, or turned down in time, is not activated, so nothing is shown.",
        },
        speaks={
            MasterShown.COMPARED: ("activate.recruit.initiative",),
            MasterShown.ACTING: ("activate.tie", "activate.downed"),
        },
    )
    mixed_reveal: MixedReveal = ruling(
        MixedReveal.SAME_TILE,
        question="A Spy moves the face-down tile opposite: which tile is turned up afterwards?",
        clauses=("activate.mixed.reveal", "spy.swap"),
        hole="two-way",
        why="The sentence speaks of a tile by its state when the dice were rolled, not of a place.",
        reasons={
            MixedReveal.SAME_TILE: "The tile was named when the case was found; it is still that tile.",
            MixedReveal.SAME_PLACE: "The active thing is the position, and by then another tile is there.",
        },
        speaks={MixedReveal.SAME_TILE: ("activate.mixed",), MixedReveal.SAME_PLACE: ("turn.position",)},
    )
    aimed_face_down: AimedFaceDown = ruling(
        AimedFaceDown.TURNED_UP,
        question="An Assassin or Sniper aims at the face-down tile opposite: is that tile turned up afterwards?",
        clauses=("activate.mixed.reveal", "activate.downed.stays", "assassin.target", "sniper.target"),
        hole="two-way",
        why="What bars turning up speaks only of an opposing tile that was face up.",
        reasons={
            AimedFaceDown.TURNED_UP: "Nothing was turned down, so the exception does not begin.",
            AimedFaceDown.KEPT_DOWN: "The character's effect would be undone in the same breath.",
        },
        speaks={
            AimedFaceDown.TURNED_UP: ("activate.turns_down",),
            AimedFaceDown.KEPT_DOWN: ("activate.downed.stays",),
        },
    )
    princess_revives: PrincessRevives = ruling(
        PrincessRevives.ANY_TILE,
        question="A Sniper turns a tile down, then the Princess opposite acts: may she turn that tile up?",
        clauses=("princess.reveal", "activate.downed.stays"),
        hole="two-way",
        why="The bar is stated for the opposing tile alone, and the Princess may choose any.",
        reasons={
            PrincessRevives.ANY_TILE: "Her sentence knows no exception.",
            PrincessRevives.NOT_THIS_TURN: "What is turned down is meant to stay down for the turn.",
        },
        speaks={
            PrincessRevives.ANY_TILE: ("princess.reveal",),
            PrincessRevives.NOT_THIS_TURN: ("activate.downed.stays",),
        },
    )
    win_check: WinCheck = ruling(
        WinCheck.AT_ONCE,
        question="When is it looked at whether the game has ended?",
        clauses=("end.continue", "end.princess", "end.tokens", "princess.lose"),
        hole="two-way",
        why="Gaining the set and the turning of the Princess are events, and the loss is stated without delay.",
        reasons={
            WinCheck.AT_ONCE: "The event itself is what ends the game.",
            WinCheck.AFTER_ABILITY: "An Entertainer who completes the set must still give a token away.",
            WinCheck.END_OF_TURN: "What is repeated until then are turns, whole ones.",
        },
        speaks={
            WinCheck.AT_ONCE: ("princess.lose", "end.tokens"),
            WinCheck.AFTER_ABILITY: ("activate.must",),
            WinCheck.END_OF_TURN: ("end.continue",),
        },
    )
    three_of_each: ThreeOfEach = ruling(
        ThreeOfEach.AT_LEAST,
        question="Does a player with more than the stated number of some colour win?",
        clauses=("goal.tokens", "end.tokens"),
        hole="two-way",
        why="Who has four has gained three.",
        reasons={
            ThreeOfEach.AT_LEAST: "Accumulating a number is reaching it.",
            ThreeOfEach.EXACTLY: "The number is stated bare, and too many tokens of one colour are a fault elsewhere.",
        },
        speaks={ThreeOfEach.AT_LEAST: ("goal.tokens",), ThreeOfEach.EXACTLY: ("tokens.six",)},
    )
    six_or_win: SixOrWin = ruling(
        SixOrWin.RETURN_FIRST,
        question="One event brings a player the whole of one colour and the winning set: which counts?",
        clauses=("tokens.six.immediately", "end.tokens"),
        hole="contradictory",
        why="The return is to happen immediately, a word that the ending lacks.",
        reasons={
            SixOrWin.RETURN_FIRST: "Only the return is said to be immediate.",
            SixOrWin.WIN_FIRST: "The set was gained, and with it the game has ended.",
        },
        speaks={SixOrWin.RETURN_FIRST: ("tokens.six.immediately",), SixOrWin.WIN_FIRST: ("end.tokens",)},
    )
    gambler_takes: GamblerTakes = ruling(
        GamblerTakes.TOGETHER,
        question="Does the Gambler take two tokens at once, or one and then another?",
        clauses=("gambler.take",),
        hole="two-way",
        why="One sentence takes two tokens; where the book means two takings it says so.",
        reasons={
            GamblerTakes.TOGETHER: "It is one sentence and one taking.",
            GamblerTakes.ONE_BY_ONE: "Returning a full colour is to happen immediately, even between the two.",
        },
        speaks={
            GamblerTakes.TOGETHER: ("gambler.take",),
            GamblerTakes.ONE_BY_ONE: ("tokens.six.immediately",),
        },
    )
    noble_choice: NobleChoice = ruling(
        NobleChoice.AVAILABLE,
        question="May a Noble decline the extra token by naming a colour that has run out?",
        clauses=("noble.extra", "tokens.supply_empty", "activate.must"),
        hole="two-way",
        why="A token is taken from the supply, so it must be one that is there; and abilities are obligatory.",
        reasons={
            NobleChoice.AVAILABLE: "Using the ability is possible, so it must be used.",
            NobleChoice.ANY_COLOUR: "Any token may be named, and for an empty colour the book says what happens.",
        },
        speaks={
            NobleChoice.AVAILABLE: ("activate.must",),
            NobleChoice.ANY_COLOUR: ("tokens.supply_empty",),
        },
    )
    noble_short: NobleShort = ruling(
        NobleShort.EXTRA_STILL,
        question="No yellow token is left: does the Noble take the extra token?",
        clauses=("noble.extra", "tokens.supply_empty"),
        hole="two-way",
        why="The sentence on empty colours speaks of that colour only.",
        reasons={
            NobleShort.EXTRA_STILL: "Two takings are printed as two sentences; only the first fails.",
            NobleShort.NOTHING: "It is to be additional to something, and the player is said to take none at all.",
        },
        speaks={NobleShort.EXTRA_STILL: ("noble.extra",), NobleShort.NOTHING: ("tokens.supply_empty",)},
    )
    nothing_to_give: NothingToGive = ruling(
        NothingToGive.TAKES_STILL,
        question="An Entertainer's player has no token at all: what of giving and taking?",
        clauses=("entertainer.give", "entertainer.take", "entertainer.token"),
        hole="silent",
        why="What can be done of an ability must be done; the taking does not mention the gift.",
        reasons={
            NothingToGive.TAKES_STILL: "Each sentence stands alone and is carried out where possible.",
            NothingToGive.NO_TAKING: "The taking comes after the gift: it is an exchange.",
        },
        speaks={
            NothingToGive.TAKES_STILL: ("activate.must",),
            NothingToGive.NO_TAKING: ("entertainer.give",),
        },
    )
    both_have_set: BothHaveSet = ruling(
        BothHaveSet.BOTH,
        question="Two players are found to have the winning set at the same check: who has won?",
        clauses=("end.tokens", "goal.tokens"),
        hole="silent",
        why="The sentence gives the game to a player who has the set, and both have it.",
        reasons={
            BothHaveSet.BOTH: "Read word by word it is true of each of them.",
            BothHaveSet.CURRENT: "A game of succession has one winner, and the turn is somebody's.",
        },
        speaks={BothHaveSet.BOTH: ("end.tokens",), BothHaveSet.CURRENT: ("turn.first",)},
    )
    loss_and_set: LossAndSet = ruling(
        LossAndSet.LOSS,
        question="A player has the winning set and a Princess face down at the same check: won or lost?",
        clauses=("end.princess", "end.tokens"),
        hole="contradictory",
        why="The loss is printed first, and a second time with the Princess herself.",
        reasons={
            LossAndSet.LOSS: "It is stated three times, once without any condition of time.",
            LossAndSet.SET: "Both endings are alternatives of equal rank, and tokens are the first goal named.",
        },
        speaks={LossAndSet.LOSS: ("princess.lose",), LossAndSet.SET: ("goal.tokens",)},
    )
    first_turn: FirstTurn = ruling(
        FirstTurn.NEITHER_OPTION,
        question="Does the exception for the first turn bar the change of Master too?",
        clauses=("reposition.first_turn", "reposition.swap", "reposition.master"),
        hole="two-way",
        why="The exception uses the words of the heading that covers both options.",
        reasons={
            FirstTurn.NEITHER_OPTION: "Both options stand under that heading.",
            FirstTurn.NO_SWAP: "Only the first option moves a tile within the line.",
        },
        speaks={
            FirstTurn.NEITHER_OPTION: ("reposition.choice",),
            FirstTurn.NO_SWAP: ("reposition.swap",),
        },
    )
    swap_facing: SwapFacing = ruling(
        SwapFacing.KEPT,
        question="Are tiles turned face down when they are swapped at the end of a turn?",
        clauses=("reposition.swap",),
        hole="silent",
        why="The text speaks of positions only; where a tile changes its side it says so.",
        reasons={
            SwapFacing.KEPT: "Positions are swapped, nothing else.",
            SwapFacing.TURNED_DOWN: "An account of an earlier edition plays it so.",
        },
        speaks={SwapFacing.KEPT: ("reposition.swap",)},
    )
    guard_and_master: GuardAndMaster = ruling(
        GuardAndMaster.LEAVES_LINE,
        question="May a tile next to one's own face-up Guard be set aside face down as the new Master?",
        clauses=("guard.protects", "reposition.master", "reposition.master.face_down"),
        hole="two-way",
        why="The Guard protects; a player's own change of Master is no harm to the tile.",
        reasons={
            GuardAndMaster.LEAVES_LINE: "It is set aside first, and aside it is next to nobody.",
            GuardAndMaster.PREVENTED: "The Guard's sentence prevents all turning down of tiles next to him.",
        },
        speaks={
            GuardAndMaster.LEAVES_LINE: ("reposition.master",),
            GuardAndMaster.PREVENTED: ("guard.protects",),
        },
    )
    guard_reach: GuardReach = ruling(
        GuardReach.OWN_LINE,
        question="Does the Guard also keep the tile opposite him from being turned face down?",
        clauses=("guard.protects",),
        hole="two-way",
        why="Elsewhere adjacent is said of tiles in a line; the number bar lies between the lines.",
        reasons={
            GuardReach.OWN_LINE: "The tile across is called opposing, never adjacent.",
            GuardReach.ACROSS: "The sentence does not say whose tiles, and the tile across lies next to him.",
        },
        speaks={GuardReach.OWN_LINE: ("reposition.swap",), GuardReach.ACROSS: ("guard.protects",)},
    )
    recruit_aims: RecruitAims = ruling(
        RecruitAims.RECRUIT,
        question="Where does a Recruit aim whose Master is a Sniper or an Assassin?",
        clauses=("recruit.effect", "activate.recruit.as_master", "sniper.target", "assassin.target"),
        hole="two-way",
        why="The Recruit acts as if it had the ability, and the Recruit has a position.",
        reasons={
            RecruitAims.RECRUIT: "As if it had the ability: what the ability measures, it measures from the Recruit.",
            RecruitAims.NOWHERE: "The aim is measured from the character named, who lies at no position.",
        },
        speaks={
            RecruitAims.RECRUIT: ("activate.recruit.as_master",),
            RecruitAims.NOWHERE: ("sniper.symmetric",),
        },
    )
    swap_pairs: SwapPairs = ruling(
        SwapPairs.ANY_PAIRS,
        question="Do a Pilot's and a Spy's two swaps concern the same pair?",
        clauses=("pilot.swap.twice", "spy.swap.twice"),
        hole="two-way",
        why="Swapping one pair twice does nothing, and a permission to do nothing twice over has no point.",
        reasons={
            SwapPairs.ANY_PAIRS: "Each time a pair is swapped, and which is not said.",
            SwapPairs.SAME_PAIR: "One pair is named, and that is swapped up to twice.",
        },
        speaks={
            SwapPairs.ANY_PAIRS: ("pilot.swap", "spy.swap"),
            SwapPairs.SAME_PAIR: ("pilot.swap.twice", "spy.swap.twice"),
        },
    )


r = QueenIsDeadRulings()
