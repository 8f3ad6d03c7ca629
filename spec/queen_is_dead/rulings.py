"""The Queen Is Dead: every question that the booklet leaves open, with all its readings.

The list was written from reading alone, before anything was encoded; what encoding revealed is marked
``found="encoding"``.
"""

from __future__ import annotations

from queensbench.language import Reading, Rulings, ruling


class StartRoll(Reading):
    """How the starting player is rolled for."""

    BOTH_DICE = "Two: each player in turn rolls both dice and adds them up."
    OWN_DIE = "One: each player rolls the die of their own colour."


class Chooser(Reading):
    """Who chooses what an ability leaves open."""

    OWNER = "The player whose character acts, on the opponent's turn too."
    CURRENT = "The player whose turn it is, for both characters."


class OptionalSwap(Reading):
    """Whether a Pilot or Spy must swap."""

    OPTIONAL = "No: they swap twice, once or not at all."
    OBLIGATORY = "Yes: once at the least; only the second swap is optional."


class MasterShown(Reading):
    """When a Recruit turns the Master up."""

    COMPARED = "As soon as the Recruit is due, before numbers are compared, even if it then does not act."
    ACTING = "Only when the Recruit itself acts; until then its player states the number."


class MixedReveal(Reading):
    """Which tile is turned up in the mixed case after a Spy has moved it."""

    SAME_TILE = "The tile that lay face down when the dice were rolled, wherever it lies now."
    SAME_PLACE = "The tile that lies at the rolled position now, if it is face down."


class AimedFaceDown(Reading):
    """Whether a face-down tile that was aimed at is turned up at the end of the mixed case."""

    TURNED_UP = "Yes: it was face down before, so nothing was turned down."
    KEPT_DOWN = (
        "No: it stays face down for this turn, as what was turned down does, unless a Guard protects it."
    )


class PrincessRevives(Reading):
    """Whether the Princess may turn up a tile that was turned down earlier this turn."""

    ANY_TILE = "Yes: only the tile opposite the acting one is barred from being turned up again."
    NOT_THIS_TURN = "No: whatever was turned down this turn stays down until the next."


class WinCheck(Reading):
    """When it is checked whether somebody has won."""

    AT_ONCE = "At every single token and tile: the first event decides."
    AFTER_ABILITY = "When a character's ability, or a repositioning, has been carried out whole."
    END_OF_TURN = "When the turn is over."
    LOSS_AT_ONCE = "For a Princess turned down at once, for the tokens when the turn is over."


class ThreeOfEach(Reading):
    """Whether more tokens of a colour than the stated number win too."""

    AT_LEAST = "Yes: the stated number of each colour or more wins."
    EXACTLY = "No: the stated number of each colour wins, no more of any."


class SixOrWin(Reading):
    """A player has all tokens of one colour and the winning set at the same moment."""

    RETURN_FIRST = "The return: the whole colour goes back, and then the winning set is looked for."
    WIN_FIRST = "The set: it is looked for before anything goes back."


class LastAndSixth(Reading):
    """The last token of a colour is somebody's sixth, and another character of that colour is still to act."""

    TAKES = "Yes: the supply holds that colour again by then."
    NONE = "No: there was one token for the two characters, and the first of them had it."


class TokenFirst(Reading):
    """In which order the sentences of an ability are carried out."""

    AS_PRINTED = "Yes: the sentences of an ability are carried out in the order in which they are printed."
    PLAYERS_CHOICE = (
        "No: the player takes it before the rest of the ability or after all of it, where that can matter; only a "
        "Noble's additional token is always the second."
    )


class GamblerTakes(Reading):
    """Whether the Gambler's two tokens are one event or two."""

    TOGETHER = "At once: both are taken as one event."
    ONE_BY_ONE = "One and then another: what the first brings about happens before the second."


class NobleChoice(Reading):
    """Whether the Noble may name a colour for the extra token of which there is none."""

    AVAILABLE = "No: a colour must be named that the supply holds, if it holds any."
    ANY_COLOUR = "Yes: any colour may be named as long as one is left; of an empty one no token is taken."


class NobleShort(Reading):
    """Whether the Noble takes the extra token when there is no yellow one."""

    EXTRA_STILL = "Yes: the extra token is taken all the same."
    NOTHING = "No: without the first token there is no additional one."


class NothingToGive(Reading):
    """An Entertainer who has no token to give."""

    TAKES_STILL = "Yes: the gift is left out, and a token is taken."
    NO_TAKING = "No: without a gift there is no taking either."


class BothHaveSet(Reading):
    """Both players are found to have the winning set at the same check."""

    BOTH = "Both of them."
    CURRENT = "The one whose turn it is."


class LossAndSet(Reading):
    """At one check, the same player has the winning set and a Princess who is face down."""

    LOSS = "Lost: the Princess counts first."
    SET = "Won: the tokens count first."


class FirstTurn(Reading):
    """What the starting player may not do on their first turn."""

    NEITHER_OPTION = "Yes: the starting player may neither swap two tiles nor change the Master."
    NO_SWAP = "No: only the swap of two tiles is barred; the Master may be changed."


class SwapFacing(Reading):
    """Whether tiles keep their side when two neighbours are swapped at the end of a turn."""

    KEPT = "No: each tile keeps its side."
    TURNED_DOWN = "Yes: both, as they are swapped, but for one that lay next to a face-up Guard."


class GuardAndMaster(Reading):
    """Whether a tile next to the player's own face-up Guard may become the Master, which sets it face down."""

    LEAVES_LINE = "Yes: it leaves the line, and the Guard keeps tiles of the line."
    PREVENTED = "No: the Guard keeps it from being turned face down."


class GuardReach(Reading):
    """Which tiles are adjacent to the Guard."""

    OWN_LINE = "No: only his two neighbours in his own line."
    ACROSS = "Yes: his two neighbours and the tile across the number bar, though it is the opponent's."


class RecruitAims(Reading):
    """Where a Recruit whose Master is a Sniper or an Assassin aims from."""

    RECRUIT = "From the Recruit's position in the line."
    NOWHERE = "From the Master, who lies beside the bar: at no tile."


class SwapPairs(Reading):
    """Which pairs a Pilot or a Spy swaps when swapping twice."""

    ANY_PAIRS = "No: any pair each time."
    SAME_PAIR = "Yes: the second swap is of the same two positions again."


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
        errata={
            StartRoll.BOTH_DICE: "Each player in turn rolls both dice; the higher total starts.",
            StartRoll.OWN_DIE: "Each player rolls the die of their own color; the higher number starts.",
        },
    )
    chooser: Chooser = ruling(
        Chooser.OWNER,
        question="Whose choice is what the ability of a character leaves open?",
        clauses=("activate.abilities", "turn.position.both"),
        hole="silent",
        why="Abilities speak to the player who has the character: they name an opponent and a line of one's own.",
        reasons={
            Chooser.OWNER: "An ability that names the opponent's tile must be read from its owner's side.",
            Chooser.CURRENT: "The steps of a turn are all told of the current player, who activates characters.",
        },
        speaks={Chooser.OWNER: ("sniper.target", "spy.swap"), Chooser.CURRENT: ("turn.order",)},
        errata={
            Chooser.OWNER: (
                "Every choice in an ability belongs to the owner of the active character, on either "
                "player's turn."
            ),
            Chooser.CURRENT: (
                "The current player makes every choice in the abilities of both active characters."
            ),
        },
    )
    optional_swap: OptionalSwap = ruling(
        OptionalSwap.OPTIONAL,
        question="Abilities must be used if possible, yet a Pilot and a Spy may swap: must they swap?",
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
        errata={
            OptionalSwap.OPTIONAL: (
                "The owner of an active Pilot or Spy may leave out the second swap or both."
            ),
            OptionalSwap.OBLIGATORY: (
                "The first swap of an active Pilot or Spy is obligatory; only the second may be left out."
            ),
        },
    )
    master_shown: MasterShown = ruling(
        MasterShown.COMPARED,
        question="When is the Master turned up for a Recruit at the rolled position?",
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
        errata={
            MasterShown.COMPARED: (
                "A face-up Recruit at the rolled position has its Master turned up before initiatives are"
                " compared, even if neither is then activated."
            ),
            MasterShown.ACTING: (
                "The Master is turned up only when the Recruit uses its ability; until then its owner "
                "announces the number."
            ),
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
        errata={
            MixedReveal.SAME_TILE: (
                "If the face-down tile has been moved meanwhile, turn it up where it lies now."
            ),
            MixedReveal.SAME_PLACE: (
                "If the face-down tile has been moved meanwhile, turn up the tile that lies at the rolled"
                " position now."
            ),
        },
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
        errata={
            AimedFaceDown.TURNED_UP: (
                "A face-down tile that a Sniper or an Assassin aimed at is turned up at the end all the same."
            ),
            AimedFaceDown.KEPT_DOWN: (
                "A face-down tile that a Sniper or an Assassin aimed at stays face down this turn, unless"
                " a Guard protects it."
            ),
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
        errata={
            PrincessRevives.ANY_TILE: (
                "The Princess may also turn up a tile that was turned down earlier in the same turn."
            ),
            PrincessRevives.NOT_THIS_TURN: (
                "The Princess cannot turn up a tile that was turned down earlier in the same turn."
            ),
        },
    )
    win_check: WinCheck = ruling(
        WinCheck.AT_ONCE,
        question="When is it looked at whether the game has ended by tokens or by a Princess?",
        clauses=("end.continue", "end.princess", "end.tokens", "princess.lose"),
        hole="two-way",
        why="Gaining the set and the turning of the Princess are events, and the loss is stated without delay.",
        reasons={
            WinCheck.AT_ONCE: "The event itself is what ends the game.",
            WinCheck.AFTER_ABILITY: "An Entertainer who completes the set must still give a token away.",
            WinCheck.END_OF_TURN: "What is repeated until then are turns, whole ones.",
            WinCheck.LOSS_AT_ONCE: "The loss is stated bare with the Princess; for tokens turns are repeated.",
        },
        speaks={
            WinCheck.AT_ONCE: ("princess.lose", "end.tokens"),
            WinCheck.AFTER_ABILITY: ("activate.must",),
            WinCheck.END_OF_TURN: ("end.continue",),
            WinCheck.LOSS_AT_ONCE: ("princess.lose", "end.continue"),
        },
        errata={
            WinCheck.AT_ONCE: (
                "Either ending takes effect at the very token or tile that brings it about, even in the "
                "middle of an ability."
            ),
            WinCheck.AFTER_ABILITY: (
                "Check both endings each time an ability or a repositioning has been completed."
            ),
            WinCheck.END_OF_TURN: "Check both endings when a turn is over, not before.",
            WinCheck.LOSS_AT_ONCE: (
                "A Princess who is turned down loses at once; the three tokens of each color are checked "
                "when the turn is over."
            ),
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
        errata={
            ThreeOfEach.AT_LEAST: ("A player with three tokens or more of each color wins."),
            ThreeOfEach.EXACTLY: (
                "Exactly three tokens of each color are needed; with four of a color a player does not win."
            ),
        },
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
        errata={
            SixOrWin.RETURN_FIRST: (
                "The six go back before it is checked whether the player has three of each color."
            ),
            SixOrWin.WIN_FIRST: (
                "A player who has three of each color with that token has won, and the six do not go back."
            ),
        },
    )
    last_and_sixth: LastAndSixth = ruling(
        LastAndSixth.TAKES,
        question=(
            "The last token of a colour is somebody's sixth, and all six go back: does the second character of that "
            "colour still get one this turn?"
        ),
        clauses=("tokens.last_token", "tokens.six.immediately", "tokens.supply_empty"),
        hole="contradictory",
        why="The six are back before the second character acts, and the supply is then not empty.",
        reasons={
            LastAndSixth.TAKES: "The return is immediate, and each token is taken from the supply as it then is.",
            LastAndSixth.NONE: "Where two share a colour with one token left, the lower initiative gets that one.",
        },
        speaks={
            LastAndSixth.TAKES: ("tokens.six.immediately",),
            LastAndSixth.NONE: ("tokens.last_token",),
        },
        errata={
            LastAndSixth.TAKES: (
                "If that last token makes a sixth and the six return, the other character takes one of them."
            ),
            LastAndSixth.NONE: (
                "This holds even if that last token makes a sixth and the six return: the other character takes none."
            ),
        },
    )
    token_first: TokenFirst = ruling(
        TokenFirst.AS_PRINTED,
        question="Must the token of an ability be taken before the rest of that ability is carried out?",
        clauses=("activate.abilities", "schemer.return", "entertainer.give"),
        hole="silent",
        why="What is printed as a row of instructions is followed from the first on, as the printed example does.",
        reasons={
            TokenFirst.AS_PRINTED: "In the example of play the Sniper has its token before it aims.",
            TokenFirst.PLAYERS_CHOICE: "One ability says which act comes after which; the others leave it open.",
        },
        speaks={
            TokenFirst.AS_PRINTED: ("example.sniper_aim", "example.assassin_target"),
            TokenFirst.PLAYERS_CHOICE: ("entertainer.take",),
        },
        errata={
            TokenFirst.AS_PRINTED: "Carry out the sentences of an ability in the order in which they are printed.",
            TokenFirst.PLAYERS_CHOICE: (
                "A player may take the token of an ability before or after the rest of it; the Noble's additional "
                "token always comes second."
            ),
        },
    )
    gambler_takes: GamblerTakes = ruling(
        GamblerTakes.TOGETHER,
        question="How does the Gambler take two tokens: at once, or one and then another?",
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
        errata={
            GamblerTakes.TOGETHER: "The Gambler takes both tokens at the same time.",
            GamblerTakes.ONE_BY_ONE: (
                "The Gambler takes the tokens one after the other; check for six of a color and for a winner "
                "after the first."
            ),
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
        errata={
            NobleChoice.AVAILABLE: "The additional token must be of a color that the supply still has.",
            NobleChoice.ANY_COLOUR: (
                "A color of which the supply is empty may be named for the additional token; then none is"
                " taken."
            ),
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
        errata={
            NobleShort.EXTRA_STILL: "The additional token is taken even if there was no yellow one.",
            NobleShort.NOTHING: "If there is no yellow token, no additional token is taken either.",
        },
    )
    nothing_to_give: NothingToGive = ruling(
        NothingToGive.TAKES_STILL,
        question="An Entertainer's player has no token to give: does the player take one all the same?",
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
        errata={
            NothingToGive.TAKES_STILL: "A player without tokens gives none, but takes one all the same.",
            NothingToGive.NO_TAKING: "A player without tokens gives none, and then takes none.",
        },
    )
    both_have_set: BothHaveSet = ruling(
        BothHaveSet.BOTH,
        question="Two players are found to have the winning set at the same check: who has won?",
        clauses=("end.tokens", "goal.tokens"),
        hole="silent",
        why=(
            "The sentence gives the game to a player who has the set, and both have it. Beside the house readings it "
            "never comes to that. Where tokens are looked at later, or none may be too many, a gift brings it about."
        ),
        reasons={
            BothHaveSet.BOTH: "Read word by word it is true of each of them.",
            BothHaveSet.CURRENT: "A game of succession has one winner, and the turn is somebody's.",
        },
        speaks={BothHaveSet.BOTH: ("end.tokens",), BothHaveSet.CURRENT: ("turn.first",)},
        errata={
            BothHaveSet.BOTH: (
                "If both players have three of each color at the same check, they share the victory."
            ),
            BothHaveSet.CURRENT: (
                "If both players have three of each color at the same check, the current player wins."
            ),
        },
    )
    loss_and_set: LossAndSet = ruling(
        LossAndSet.LOSS,
        question="A player has the winning set and a Princess face down at the same check: won or lost?",
        clauses=("end.princess", "end.tokens"),
        hole="contradictory",
        why=(
            "The loss is printed first, and a second time with the Princess herself. Beside the house readings the "
            "first event has decided; it comes to this where both endings are looked at later."
        ),
        reasons={
            LossAndSet.LOSS: "It is stated three times, once without any condition of time.",
            LossAndSet.SET: "Both endings are alternatives of equal rank, and tokens are the first goal named.",
        },
        speaks={LossAndSet.LOSS: ("princess.lose",), LossAndSet.SET: ("goal.tokens",)},
        errata={
            LossAndSet.LOSS: (
                "A player whose Princess lies face down at the check loses, whatever tokens they have."
            ),
            LossAndSet.SET: (
                "A player with three of each color wins even if their Princess lies face down at the same"
                " check."
            ),
        },
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
        errata={
            FirstTurn.NEITHER_OPTION: (
                "On their first turn the starting player may neither swap tiles nor change the Master."
            ),
            FirstTurn.NO_SWAP: (
                "On their first turn the starting player may change the Master, but not swap tiles."
            ),
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
            SwapFacing.TURNED_DOWN: "No clause speaks for it; an account of an earlier edition plays it so.",
        },
        speaks={SwapFacing.KEPT: ("reposition.swap",)},
        errata={
            SwapFacing.KEPT: "Tiles that change places stay face up or face down as they were.",
            SwapFacing.TURNED_DOWN: (
                "Both tiles that change places at the end of a turn are turned face down, except next to "
                "a face-up Guard."
            ),
        },
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
        errata={
            GuardAndMaster.LEAVES_LINE: (
                "A tile next to its own face-up Guard may be set aside as the new Master."
            ),
            GuardAndMaster.PREVENTED: (
                "A tile next to its own face-up Guard cannot be set aside as the new Master."
            ),
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
        errata={
            GuardReach.OWN_LINE: "Adjacent are the tiles to the left and right of the Guard in his own line.",
            GuardReach.ACROSS: (
                "Adjacent are the tiles to the left and right of the Guard and the opponent's tile across"
                " the number bar."
            ),
        },
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
        errata={
            RecruitAims.RECRUIT: (
                "A Recruit whose Master is a Sniper or an Assassin aims from its own position."
            ),
            RecruitAims.NOWHERE: (
                "A Recruit whose Master is a Sniper or an Assassin takes the token but aims at no tile."
            ),
        },
    )
    swap_pairs: SwapPairs = ruling(
        SwapPairs.ANY_PAIRS,
        question="Must a Pilot's second swap, and a Spy's, be of the same pair as the first?",
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
        errata={
            SwapPairs.ANY_PAIRS: "The second swap of a Pilot or a Spy may be of another pair than the first.",
            SwapPairs.SAME_PAIR: (
                "The second swap of a Pilot or a Spy may only be of the same two positions as the first."
            ),
        },
    )


r = QueenIsDeadRulings()
