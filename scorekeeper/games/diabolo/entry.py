"""The three ways of entering a round of Diabolo. The marks of all three are read by the same function."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.games.diabolo.cards import HAND_SUM
from scorekeeper.games.diabolo.problems import open_in
from scorekeeper.games.diabolo.rules import hidden_doublers
from scorekeeper.games.diabolo.scoring import (
    LEVEL,
    PLUS,
    SIGNS,
    Colour,
    Reading,
    nothing_to_decide,
    read_round,
    together,
)
from scorekeeper.games.diabolo.sentences import AHEAD, NO_SCORE, both_sides, hand_working, what_it_brings
from scorekeeper.games.entry import Ask, Chips, Counts, Keys, Secret, Sides, Step, Wait, Way, about_taps
from scorekeeper.games.pad import Changes, Choice, Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.suits import NOBODY
from scorekeeper.language.text import Literal, Plural, Text, join_sentences

SIDE_LABELS = {"trident": Literal("−"), "level": Text("tied"), "harp": Literal("+")}


TAPS: Mapping[str, Sequence[int]] = {"hands": (22, 27, 33), "fast": (15, 15, 15), "totals": (24, 28, 33)}
"""Mean number of taps that a round takes with three, four and five players, keyed by way.

Each doubler takes one more tap.
"""


def ways(setup: Setup) -> tuple[Way, ...]:
    """Return the ways of entering a round. The first one checks the most."""
    taps = {key: about_taps(setup, 3, counted) for key, counted in TAPS.items()}
    most, sums = (
        Text("Which side is ahead, who has the highest hand, and its sum."),
        Text("Add up both sides and each hand."),
    )
    return (
        Way(
            "hands",
            Text("Hands"),
            Text("Tap the side that is ahead, then everybody’s cards."),
            layout="rows",
            steps=hands,
            own=Text("Tap the side that is ahead, then your cards."),
            taps=taps["hands"],
        ),
        Way("fast", Text("Fast"), most, layout="rows", steps=fast, taps=taps["fast"]),
        Way("totals", Text("Totals"), sums, layout="keypad", steps=totals, taps=taps["totals"]),
    )


def hands(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return a step per row that asks for the side ahead, who doubles, and everybody's cards of the colour.

    The steps have the order in which the table scores the rows.

    Rule: diabolo/rows, diabolo/doubler-said
    """
    reading = read_round(setup, marks, round)
    steps = [
        _step(reading, colour, (_ask_side(reading, colour), *_ask_cards(reading, colour))) for colour in reading.colours
    ]
    return tuple(steps)


def fast(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return a step per row that asks for the side ahead, who doubles, who has the most, and how much.

    If both sums are entered, for example by the referee, the side is not asked for. Then a tap on the amount also
    leads to the next open row.

    Decision: diabolo-highest
    """
    reading = read_round(setup, marks, round)
    steps = []
    for colour in reading.colours:
        asks = _ask_highest(reading, colour)
        steps.append(
            _step(reading, colour, asks if colour.sign and colour.told_by_sums else (_ask_side(reading, colour), *asks))
        )
    return tuple(steps)


def totals(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return a step per row that asks for the sums of both sides and, unless these are tied, the sums of the hands.

    Rule: diabolo/hand-sums
    """
    reading = read_round(setup, marks, round)
    steps = [
        _step(reading, colour, _ask_sums(reading, colour), doublers(reading, colour)) for colour in reading.colours
    ]
    unsaid = Text("What do the two sides add up to?")
    return tuple(
        [
            replace(step, hint=unsaid if colour.sign is None else step.hint, told=_find_closed_seats(reading, colour))
            for step, colour in zip(steps, reading.colours, strict=True)
        ]
    )


def _step(reading: Reading, colour: Colour, asks: tuple[Ask, ...], choices: tuple[Choice, ...] = ()) -> Step:
    # The row has its points, and who is left blank has none: the table went on without entering more.
    done = not open_in(reading, colour) or (colour.points is not None and _is_passed(reading, colour))
    choices = (*choices, *together(reading, colour))
    return Step(
        colour.slot,
        colour.slot,
        hint=_hint(reading, colour),
        asks=asks,
        choices=choices,
        then=_moving_on(reading, colour),
        done=done,
    )


def _find_closed_seats(reading: Reading, colour: Colour) -> tuple[Seat, ...] | None:
    """Return all seats if the row is complete because of a mark for the whole table, otherwise None.

    Such a mark is “Nobody has this colour” or “That's everything”.
    """
    said = reading.all or colour.nobody
    return tuple(reading.seats) if said and not open_in(reading, colour) else None


def _is_passed(reading: Reading, colour: Colour) -> bool:
    """Return whether the side that is ahead is already named in any later row."""
    return any(later.side for later in reading.list_later(colour))


def _moving_on(reading: Reading, colour: Colour) -> Changes:
    """Return the marks that are written when the table moves on from a row.

    If one side is ahead but no hand is entered, they say that nobody has the colour. After the last row, they also say
    “That's everything”. Neither is written while doublers are still being decided in secret.
    """
    empty = bool(colour.sign) and not colour.told and not colour.waits
    # Secret decisions must not be closed by a tap on Next, so the round is not complete before them.
    return reading.leave(colour, empty, final=not any(map(reading.find_undecided, reading.colours)))


def _hint(reading: Reading, colour: Colour) -> Text:
    """Say what is to be entered next in this row, or what the row is worth."""
    if colour.sign is None:
        return Text("Which side is ahead?")
    sums = both_sides(colour.harp or 0, colour.trident or 0) if colour.counted else None
    if colour.sign == LEVEL:
        return join_sentences((sums, NO_SCORE)) if sums else NO_SCORE
    ahead = sums or AHEAD[colour.sign]
    if colour.waits:
        return join_sentences((ahead, Text("Everybody decides in secret whether to double.")))
    if colour.told and colour.points is not None:
        said = what_it_brings(
            reading.names, colour.sign, colour.values, colour.points, colour.doubled, colour.look.word
        )
        return join_sentences(said)
    if colour.unmeasured:
        who = reading.names[colour.tops[0]]
        return Text("How much does %(who)s have in %(colour)s?", colour=colour.look.word, who=who)
    return join_sentences(_ask_for_hands(reading, colour, ahead))


def _ask_for_hands(reading: Reading, colour: Colour, ahead: Text) -> tuple[Text, Text]:
    """Return two sentences: which side is ahead, or who doubles, and that everybody shows the colour."""
    word = colour.look.word
    if any(hand.decided for hand in colour.hands) and colour.sign == PLUS:
        return who_doubles(reading, colour), Text("Everybody shows %(colour)s.", colour=word)
    if colour.sign == PLUS and any(map(reading.has_doubler, range(len(reading.seats)))):
        return ahead, Text("Who doubles? Then everybody shows %(colour)s.", colour=word)
    return ahead, Text("Everybody shows %(colour)s.", colour=word)


def _ask_side(reading: Reading, colour: Colour) -> Sides:
    """Return the buttons that name the side ahead. A second tap on one takes it back."""
    spot = reading.spot(colour.slot, "side")
    choices = [
        Choice(
            SIDE_LABELS[side],
            {spot: None if colour.side == side else side},
            "" if sign == LEVEL else side,
            colour.sign == sign,
        )
        for side, sign in SIGNS.items()
    ]
    return Sides(None, "side", tuple(choices))


def _ask_cards(reading: Reading, colour: Colour) -> tuple[Ask, ...]:
    """Return asks for any secret decisions, and then for everybody's cards of the colour if the row is not tied."""
    first = decisions(reading, colour)
    if not colour.sign or (first and not colour.told):
        return first
    return first + tuple(
        [
            Chips(
                seat,
                "hand",
                hint=hand_working(hand.cards, hand.own) if hand.own is not None else None,
                tick="double" if can_double(reading, colour, position) else "",
            )
            for position, seat, _, hand in reading.each(colour.hands)
        ]
    )


def _ask_highest(reading: Reading, colour: Colour) -> tuple[Ask, ...]:
    """Return asks for any secret decisions, and then for who doubles, who has the most, and how much.

    If the row is tied or its sign is unknown, only the secret decisions are asked for.
    """
    asks = list(decisions(reading, colour))
    if not colour.sign or (asks and not colour.told):
        return tuple(asks)
    # Doublers that were decided in secret are known, so nobody is asked about them again.
    openly = () if hidden_doublers(reading.setup) else doublers(reading, colour)
    if openly:
        asks.append(Sides(None, "double", openly, hint=Text("Who doubles?")))
    holders = [*_offer_holders(reading, colour), _offer_nobody(reading, colour)]
    asks.append(Sides(None, "top", tuple(holders), hint=Text("Who has the highest hand?")))
    tops = colour.tops
    if tops and not any(colour.hands[position].cards for position in tops):
        told = [position for position in tops if colour.hands[position].sum is not None]
        # Tied hands are equal, so one sum is enough: that of the player who already has one.
        seat = reading.seats[(*told, *tops)[0]]
        asks.append(Counts(seat, "sum", HAND_SUM, hint=Text("How many points?"), onward=colour.told_by_sums))
    return tuple(asks)


def _offer_holders(reading: Reading, colour: Colour) -> tuple[Choice, ...]:
    """Return a button per player that names this player as having the most. A second tap takes name and sum back."""
    choices = []
    for position, seat, name, hand in reading.each(colour.hands):
        top, written = reading.spot(colour.slot, "top", seat), reading.spot(colour.slot, "sum", seat)
        changes: dict[Spot, Mark | None] = {top: None if hand.top else 1}
        if hand.top and hand.sum is not None:
            changes[written] = None
        if not hand.top and colour.nobody:
            changes[reading.spot(colour.slot, NOBODY)] = None
        # If hands were entered instead of names, the highest of them is shown as chosen.
        chosen = hand.top or (not colour.tops and position in colour.leaders)
        choices.append(Choice(Text("%(who)s", who=name), changes, chosen=chosen))
    return tuple(choices)


def _offer_nobody(reading: Reading, colour: Colour) -> Choice:
    """Return the button for “Nobody has this colour”. It also deletes who was named as having the most, and the sum.

    A second tap takes the mark back.
    """
    spot = reading.spot(colour.slot, NOBODY)
    changes: dict[Spot, Mark | None] = {spot: None if colour.nobody else 1}
    for position in () if colour.nobody else colour.tops:
        seat = reading.seats[position]
        changes |= {reading.spot(colour.slot, "top", seat): None, reading.spot(colour.slot, "sum", seat): None}
    return Choice(Text("nobody"), changes, chosen=colour.nobody)


def _ask_sums(reading: Reading, colour: Colour) -> tuple[Ask, ...]:
    """Return asks for numbers to type: the sums of both sides and, unless these are tied, the sums of the hands."""
    sides = [Keys(None, box, upto=HAND_SUM) for box in ("trident", "harp")]
    if colour.sign == LEVEL:
        return tuple(sides)
    sums = [
        Keys(seat, "sum", hint=hand_working(hand.cards, hand.own or 0) if hand.cards else None, upto=HAND_SUM)
        for _, seat, _, hand in reading.each(colour.hands)
    ]
    return (*sides, *sums)


# Doublers


def can_double(reading: Reading, colour: Colour, position: int) -> bool:
    """Return whether a player is openly offered to double: in a PLUS row, if the doubler is left or used in this row.

    Rule: diabolo/doubler
    """
    if colour.sign != PLUS or colour.waits:
        return False
    return colour.hands[position].doubler or reading.has_doubler(position)


def doublers(reading: Reading, colour: Colour) -> tuple[Choice, ...]:
    """Return a button for each player who can openly double this row. A second tap takes the doubling back.

    Rule: diabolo/doubler
    """
    return tuple(
        [
            Choice(
                Text("%(who)s ×2", who=name),
                {reading.spot(colour.slot, "double", seat): reading.no_doubler if hand.doubler else 1},
                chosen=hand.doubler,
            )
            for position, seat, name, hand in reading.each(colour.hands)
            if can_double(reading, colour, position)
        ]
    )


def decisions(reading: Reading, colour: Colour) -> tuple[Ask, ...]:
    """Return an ask per player for the secret decision about a row, or none if the row does not wait for any.

    Players are asked about one row after another. Those who need not decide about this row now are told why.

    Rule: diabolo/doubler-said
    """
    if not colour.waits:
        return ()
    # A player can use the doubler once, so an earlier row must be decided before a later one.
    first = next((row for row in reading.colours if reading.find_undecided(row)), colour)
    undecided = reading.find_undecided(colour)
    asks: list[Ask] = []
    for position, seat, _, hand in reading.each(colour.hands):
        if hand.decided:
            asks.append(Wait(seat, "double", hint=Text("decided")))
        elif position not in undecided:
            asks.append(Wait(seat, "double", hint=Text("doubler already used")))
        elif colour is not first:
            asks.append(Wait(seat, "double", hint=Text("first %(colour)s", colour=first.look.word)))
        else:
            hint = Text("Double %(colour)s?", colour=colour.look.word)
            asks.append(Secret(seat, "double", _offer_decision(reading, colour, position), hint=hint))
    return tuple(asks)


def _offer_decision(reading: Reading, colour: Colour, position: int) -> tuple[Choice, ...]:
    """Return buttons to use or keep the doubler.

    They also write that players without a doubler do not double, because that is no secret.
    """
    spot = reading.spot(colour.slot, "double", reading.seats[position])
    rest = nothing_to_decide(reading, colour)
    return (
        Choice(Text("Use my doubler"), {spot: 1, **rest}),
        Choice(Text("Keep my doubler"), {spot: 0, **rest}),
    )


def who_doubles(reading: Reading, colour: Colour) -> Text:
    """Say who doubles this row, once that is known.

    Rule: diabolo/doubler
    """
    names = tuple([reading.names[position] for position in colour.doubled])
    if not names:
        return Text("Nobody doubles %(colour)s.", colour=colour.look.word)
    return Plural(
        "%(who)s doubles %(colour)s.", "%(who)s double %(colour)s.", len(names), who=names, colour=colour.look.word
    )
