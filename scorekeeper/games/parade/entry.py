"""The ways of entering a deal of Parade: what each of them asks, and what moving on to the next step writes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.games.cards import working
from scorekeeper.games.entry import Ask, Backs, Chips, Counts, Keys, Step, Way, about_taps
from scorekeeper.games.pad import Changes, Choice, Marks, Seat, Setup
from scorekeeper.games.parade.problems import open_in, unread_in
from scorekeeper.games.parade.scoring import BETTER_OPEN, Colour, Pile, Reading, read_round
from scorekeeper.games.parade.sentences import who_has_most
from scorekeeper.games.suits import NOBODY
from scorekeeper.language.text import Plural, Text

# What the ways have in common


def how_far(pile: Pile) -> Text | None:
    """Say how many cards of a pile have to be entered and how many already are.

    Return None if their number is not entered or is 0, or if their sum is known.
    """
    if not pile.count or pile.value is not None:
        return None
    if not pile.cards:
        return Plural("Enter %(count)s card", "Enter %(count)s cards", pile.count)
    return Plural(
        "Enter %(count)s card: %(read)s of %(count)s done",
        "Enter %(count)s cards: %(read)s of %(count)s done",
        pile.count,
        read=len(pile.cards),
    )


def count_missing(pile: Pile) -> int:
    """Return how many cards of a pile still have to be entered, or 0 if their sum is known."""
    return 0 if pile.value is not None else max((pile.count or 0) - len(pile.cards), 0)


def face_up(reading: Reading, colour: Colour) -> tuple[Ask, ...]:
    """Return asks for the cards of every pile that scores its face values.

    Rule: parade/values
    """
    flips = colour.flips
    read = [position for position, pile in enumerate(colour.piles) if pile.size and position not in flips]
    left = {position: count_missing(colour.piles[position]) for position in read}
    last = sum(left.values()) == 1
    return tuple(
        [
            Chips(seat, "cards", hint=how_far(pile), onward=last and left[position] == 1)
            for position, seat, _, pile in reading.each(colour.piles)
            if position in left
        ]
    )


# The quickest way


def flip_and_read(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return a step per colour that first asks who flips and how many cards, then for the other players' cards.

    Rule: parade/most, parade/values
    """
    reading = read_round(setup, marks, round)
    return tuple([_step(reading, colour) for colour in reading.colours])


def _step(reading: Reading, colour: Colour) -> Step:
    backs = [
        position
        for position in colour.flips
        if colour.piles[position].count and not colour.left_open(position) and not colour.read_both
    ]
    return Step(
        colour.slot,
        colour.slot,
        hint=_hint(reading, colour, backs),
        asks=tuple([_ask(reading, colour, position, backs) for position in range(len(reading.seats))]),
        choices=_choices(reading, colour, backs),
        then=reading.leave(colour, empty=not colour.told),
        done=not open_in(reading, colour) or _is_passed(reading, colour),
    )


def _is_passed(reading: Reading, colour: Colour) -> bool:
    """Return whether the table has moved on from a colour: a later colour has entries, and this one needs no more.

    It needs no more if it has entries and each of its piles is blank or complete.
    """
    return any(later.told for later in reading.list_later(colour)) and not unread_in(reading, colour)


def _ask(reading: Reading, colour: Colour, position: int, backs: Sequence[int]) -> Ask:
    """Return what a player is asked: the size of the pile, or its cards once it is known who flips.

    `backs` are the positions of the players who flip. They are shown the backs of their piles instead.
    """
    seat, pile = reading.seats[position], colour.piles[position]
    if position in backs:
        return Backs(seat, "cards", level=pile.count or 0)
    if backs or pile.size or colour.read_both:
        # Two tied piles of two players do not flip, so there the chip for “as many” is left out.
        level = colour.piles[backs[0]].count or 0 if backs and len(reading.seats) > 2 else 0
        return Chips(seat, "cards", level=level, hint=how_far(pile))
    return Counts(seat, "count")


def _hint(reading: Reading, colour: Colour, backs: Sequence[int]) -> Text:
    names, two = reading.names, len(reading.seats) == 2
    if backs:
        return _say_who_flips(names, backs)
    if colour.read_both:
        return Text("No pile has 2 more cards. Enter both.")
    if any(colour.sizes) and (two or all(colour.sizes)):
        return who_has_most(names, colour.sizes, colour.flips, colour.look.word)
    if colour.nobody and not any(colour.sizes):
        return Text("Nobody has %(colour)s.", colour=colour.look.word)
    if two:
        return Text("Tap the size of the pile that has 2 more cards.")
    return Text("Who has the biggest pile? Tap its size.")


def _say_who_flips(names: Sequence[str], backs: Sequence[int]) -> Text:
    who = tuple([names[position] for position in backs])
    others = [name for position, name in enumerate(names) if position not in backs]
    if len(names) == 2:
        return Text("%(who)s flips. Enter %(other)s’s cards.", who=who, other=others[0])
    if not others:
        return Text("%(who)s flip. Nothing to enter.", who=who)
    return Plural(
        "%(who)s flips. Enter the others.",
        "%(who)s flip. Enter the others.",
        len(who),
        who=who,
    )


def _choices(reading: Reading, colour: Colour, backs: Sequence[int]) -> tuple[Choice, ...]:
    if len(reading.seats) == 2 and not backs:
        spot = reading.spot(colour.slot, "read")
        if colour.read_both:
            return (Choice(Text("One pile has 2 more"), {spot: None}),)
        return (Choice(Text("No pile has 2 more: enter both"), {spot: 1}),)
    return tuple(
        [
            Choice(
                Text("%(who)s leaves %(cards)s face up", who=reading.names[position], cards=working(cards)),
                {reading.spot(colour.slot, "cards", reading.seats[position], value): 1 for value in cards},
            )
            for position in backs
            if colour.best_of and (cards := BETTER_OPEN.get(colour.piles[position].count or 0))
        ]
    )


# All ways

TAPS: Mapping[str, Sequence[int]] = {
    "flip": (26, 28, 35, 35, 36),
    "checked": (27, 34, 46, 50, 55),
    "deck": (28, 43, 53, 53, 52),
    "totals": (41, 54, 74, 87, 99),
}
"""Mean number of taps, with all keys, that a deal takes with two, three, four, five and six players, keyed by way."""


def ways(setup: Setup) -> tuple[Way, ...]:
    """Return the ways of entering a deal, the quickest first.

    Decision: quickest-first
    """
    taps = {key: about_taps(setup, 2, counted) for key, counted in TAPS.items()}
    flip = Text("Tap the size of the biggest pile, then enter the others.")
    return (
        Way("flip", Text("Flip and enter"), flip, layout="rows", steps=flip_and_read, taps=taps["flip"]),
        Way(
            "checked",
            Text("Checked"),
            Text("Count every pile first, then enter the cards that score."),
            layout="rows",
            steps=checking_steps,
            # Phones of their own use this way, because who flips is known only once everybody has counted.
            own=Text("Tap how many you have, then enter the cards that stay face up."),
            taps=taps["checked"],
        ),
        Way(
            "deck",
            Text("Full deck"),
            Text("Choose a player, then tap every card they have."),
            layout="deck",
            steps=full_deck,
            taps=taps["deck"],
        ),
        Way(
            "totals",
            Text("Totals"),
            Text("Number of cards, then their sum."),
            layout="keypad",
            steps=totals,
            taps=taps["totals"],
        ),
    )


def checking_steps(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return a step per colour for the sizes of all piles, then one per colour for the cards of those that do not flip.

    Rule: parade/most, parade/values
    """
    reading = read_round(setup, marks, round)
    steps = [_sizes_step(reading, colour) for colour in reading.colours]
    steps += [_cards_step(reading, colour, asks) for colour in reading.colours if (asks := face_up(reading, colour))]
    last = steps[-1]
    then = {**last.then, **reading.finish()}
    steps[-1] = replace(last, then=then)
    return tuple(steps)


def full_deck(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return a step per colour in which each player's cards are tapped.

    Rule: parade/cards
    """
    reading = read_round(setup, marks, round)
    return tuple([_deck_step(reading, colour) for colour in reading.colours])


def totals(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return a step per colour for the number of each player's cards, and for the sums of the piles that do not flip.

    Rule: parade/most, parade/values
    """
    reading = read_round(setup, marks, round)
    return tuple([_typing_step(reading, colour) for colour in reading.colours])


def _sizes_step(reading: Reading, colour: Colour) -> Step:
    uncounted = [position for position in range(len(reading.seats)) if colour.uncounted(position)]
    asks = tuple(
        [
            Counts(
                seat,
                "count",
                hint=_count_entered(pile),
                blank=_mark_none(reading, colour, position),
                onward=uncounted == [position],
            )
            for position, seat, _, pile in reading.each(colour.piles)
        ]
    )
    hint = Text("How many cards does each player have? Tap the number.")
    if not uncounted and any(colour.sizes):
        hint = who_has_most(reading.names, colour.sizes, colour.flips, colour.look.word)
    then = {} if colour.told else {reading.spot(colour.slot, NOBODY): 1}
    done = colour.told and not any(colour.uncounted(position) for position in range(len(asks)))
    return Step(colour.slot, colour.slot, hint, asks, then=then, done=done)


def _mark_none(reading: Reading, colour: Colour, position: int) -> Changes:
    """Return the mark that says that a player has no cards of a colour; empty if something is already entered."""
    if colour.settled[position] or colour.piles[position].marked:
        return {}
    return {reading.spot(colour.slot, "count", reading.seats[position]): 0}


def _count_entered(pile: Pile) -> Text | None:
    """Say how many cards of an uncounted pile are entered, or return None if it is counted or blank."""
    if pile.count is not None or not pile.cards:
        return None
    return Plural("%(count)s card entered", "%(count)s cards entered", len(pile.cards))


def _cards_step(reading: Reading, colour: Colour, asks: tuple[Ask, ...]) -> Step:
    title = Text("Enter %(colour)s", colour=colour.look.word)
    done = not open_in(reading, colour)
    return Step(
        f"{colour.slot}-read", colour.slot, Text("Enter the cards that stay face up."), asks, done=done, title=title
    )


def _deck_step(reading: Reading, colour: Colour) -> Step:
    asks = tuple([Chips(seat, "cards", hint=how_far(pile)) for _, seat, _, pile in reading.each(colour.piles)])
    hint = Text("Choose a player, then tap every card they have.")
    # All colours lie on one screen: leaving it says nothing about the last one while others are unread.
    early = colour is reading.colours[-1] and not all(other.told for other in reading.colours[:-1])
    then = {} if early else reading.leave(colour, empty=not colour.told)
    return Step(colour.slot, colour.slot, hint, asks, then=then, done=not open_in(reading, colour))


def _find_known_seats(reading: Reading, colour: Colour) -> tuple[Seat, ...]:
    """Return the seats whose points in a colour are known, whichever way they were entered."""
    said = reading.all or colour.nobody
    return tuple(
        [
            seat
            for position, seat, _, pile in reading.each(colour.piles)
            if (said or pile.marked) and colour.worth(position) is not None
        ]
    )


def _typing_step(reading: Reading, colour: Colour) -> Step:
    counts, sums = [], []
    for position, seat, _, pile in reading.each(colour.piles):
        hint = working(pile.cards) if pile.cards else None
        counts.append(Keys(seat, "count", hint=hint, decides=True))
        if pile.size and position not in colour.flips:
            sums.append(Keys(seat, "sum", hint=hint))
    hint = Text("How many cards does each player have? Then enter the sum of what stays face up.")
    then = reading.leave(colour, empty=not colour.told)
    done = not open_in(reading, colour)
    return Step(
        colour.slot, colour.slot, hint, (*counts, *sums), then=then, done=done, told=_find_known_seats(reading, colour)
    )
