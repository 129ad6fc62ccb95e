"""What is missing or impossible in a deal of Parade.

A colour has eleven different cards, which must meet all counts and sums together. A set of cards is a number whose bits
are the values 0 to 10. Cards are dealt to one claim after another, and only the set used so far matters for the rest.
There are at most 462 sets of one size (11 choose 5), so the answer is exact and quick.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorekeeper.games.pad import END, Choice, Problem, Seat
from scorekeeper.games.parade.cards import PER_COLOUR, SLOTS, VALUES, card_name, edition
from scorekeeper.games.parade.scoring import EACH_KEEPS, LEAD_OF_TWO, Colour, Pile, Reading, find_flipping, most_cards
from scorekeeper.games.parade.sentences import who_has_most
from scorekeeper.games.suits import NOBODY, contradict_nobody, contradict_sum, find_blanks, offer_nobody
from scorekeeper.language.text import Plural, Text

Claim = tuple[int, int]
"""The number of cards in a pile and their sum, as entered."""


# Which cards a colour may hold


def card_set(values: Iterable[int]) -> int:
    """Return the set of these values as a number, with bit 3 set for the value 3.

    Rule: parade/cards
    """
    return sum({1 << value for value in values})


def _piles() -> dict[Claim, list[int]]:
    piles: dict[Claim, list[int]] = {}
    for cards in range(1 << PER_COLOUR):
        values = [value for value in VALUES if cards >> value & 1]
        piles.setdefault((len(values), sum(values)), []).append(cards)
    return piles


# All 2,048 sets are listed once, when the module is loaded; there are few enough to look each claim up.
PILES = _piles()
"""All sets of cards of one colour, keyed by their number of cards and their sum."""


def deals(claims: Sequence[Claim], known: int = 0) -> Iterator[set[int]]:
    """Deal cards of one colour to one claim after another. After each, yield all possible sets of the cards used.

    A claim is a number of cards and their sum. `known` is the set of cards used before. If there is no possible set,
    the claims cannot all be met.

    Rule: parade/cards
    """
    used = {known}
    # The claim with the fewest possible piles first, so that few combinations have to be followed.
    for claim in sorted(claims, key=lambda claim: len(PILES.get(claim, ()))):
        piles = PILES.get(claim, ())
        used = {cards | pile for cards in used for pile in piles if not cards & pile}
        yield used


def possible(claims: Sequence[Claim], known: int = 0, unread: int = 0) -> bool:
    """Return whether distinct cards can meet all claims of one colour.

    `known` is the set of cards already entered. The cards of the `claims` come on top of these, and so do `unread`
    further cards, of which only the number is known.

    Rule: parade/cards
    """
    if known.bit_count() + unread + sum(count for count, _ in claims) > PER_COLOUR:
        return False
    # Cards of which only the number is known can be any that remain, so counting them above is enough.
    return all(deals(claims, known))


# What cannot be in a colour


RARE_SIZE = 8
"""The size from which a pile is unusual enough to be asked about, with three or more players."""


def clashes(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Yield a problem for each thing that is impossible in this colour.

    Rule: parade/cards, parade/most, parade/two, */agree
    """
    yield from _two_owners(reading, colour)
    yield from _counted_short(reading, colour)
    yield from _other_sum(reading, colour)
    holders = [position for position, pile in enumerate(colour.piles) if pile.size or pile.sum]
    yield from contradict_nobody(reading, colour, "count", holders)
    yield from _two_ahead(reading, colour)
    yield from _outgrown(reading, colour)
    count = sum(max(pile.size or 0, len(pile.cards)) for pile in colour.piles)
    # With too many cards no sums fit either, and one reason is enough.
    if count > PER_COLOUR:
        yield _too_many(reading, colour, count)
    else:
        yield from _impossible(reading, colour)


def _too_many(reading: Reading, colour: Colour, count: int) -> Problem:
    holders = [seat for _, seat, _, pile in reading.each(colour.piles) if pile.size]
    word = colour.look.word
    text = Text(
        "%(count)s %(colour)s cards entered, but there are only %(most)s.", count=count, colour=word, most=PER_COLOUR
    ).by("cards")
    return Problem(tuple([reading.spot(colour.slot, "count", seat) for seat in holders]), text)


def rarities(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Yield doubts about piles so big that the number is probably a slip.

    Piles entered card by card and numbers that the table has confirmed are left out.

    Rule: */slip
    """
    for _, seat, name, pile in reading.each(colour.piles):
        size = pile.size or 0
        # Above eleven the number is impossible and reported as such. Cards entered one by one are no slip.
        if len(reading.seats) > 2 and RARE_SIZE <= size <= PER_COLOUR and not (pile.sure or pile.complete):
            word = colour.look.word
            text = Text(
                "%(who)s has %(count)s %(colour)s cards. That is unusual: is it right?",
                who=name,
                count=size,
                colour=word,
            ).by("slip")
            right = Choice(Text("That’s right"), {reading.spot(colour.slot, "sure", seat): 1})
            yield Problem((reading.spot(colour.slot, "count", seat),), text, False, (right,))


def _two_owners(reading: Reading, colour: Colour) -> Iterator[Problem]:
    for value in VALUES:
        owners = [(seat, name) for _, seat, name, pile in reading.each(colour.piles) if value in pile.cards]
        if len(owners) < 2:
            continue
        spots = {seat: reading.spot(colour.slot, "cards", seat, value) for seat, _ in owners}
        who = tuple([name for _, name in owners])
        card = card_name(colour.look, value)
        text = (
            Text("%(who)s both have %(card)s.", who=who, card=card).by("cards")
            if len(owners) == 2
            else Text("%(who)s all have %(card)s.", who=who, card=card).by("cards")
        )
        moves = [
            Choice(Text("Move to %(who)s", who=name), {**dict.fromkeys(spots.values()), spots[seat]: 1})
            for seat, name in owners
        ]
        yield Problem(tuple(spots.values()), text, True, tuple(moves))


def _counted_short(reading: Reading, colour: Colour) -> Iterator[Problem]:
    for _, seat, name, pile in reading.each(colour.piles):
        if pile.count is not None and pile.count < len(pile.cards):
            spot = reading.spot(colour.slot, "count", seat)
            text = Plural(
                "%(who)s has %(count)s %(colour)s card, not %(read)s as entered.",
                "%(who)s has %(count)s %(colour)s cards, not %(read)s as entered.",
                pile.count,
                who=name,
                read=len(pile.cards),
                colour=colour.look.word,
            ).by("agree")
            cure = Choice(Text("%(who)s has %(count)s", who=name, count=len(pile.cards)), {spot: len(pile.cards)})
            cards = tuple([reading.spot(colour.slot, "cards", seat, value) for value in pile.cards])
            yield Problem((spot, *cards), text, True, (cure,))


def _other_sum(reading: Reading, colour: Colour) -> Iterator[Problem]:
    for _, seat, name, pile in reading.each(colour.piles):
        # While cards are missing, they may still add up to the sum.
        if pile.sum is not None and pile.complete and pile.sum != sum(pile.cards):
            spot = reading.spot(colour.slot, "sum", seat)
            yield contradict_sum(spot, name, colour.look.word, pile.cards, pile.sum)


def _two_ahead(reading: Reading, colour: Colour) -> Iterator[Problem]:
    # The table said that nobody is two cards ahead, and the cards entered since say otherwise.
    if colour.read_both and colour.flips:
        position = colour.flips[0]
        spot = reading.spot(colour.slot, "read")
        ahead = who_has_most(reading.names, colour.sizes, colour.flips, colour.look.word)
        text = Text("%(colour)s: %(why)s", colour=colour.look.label, why=ahead)
        cure = Choice(Text("%(who)s flips", who=reading.names[position]), {spot: None})
        yield Problem((spot, reading.spot(colour.slot, "count", reading.seats[position])), text, True, (cure,))


def _outgrown(reading: Reading, colour: Colour) -> Iterator[Problem]:
    """Yield a problem if a pile was counted because it flips, but cannot flip because of another player's cards.

    Only cards that were entered one by one are compared with the count.
    """
    two = len(reading.seats) == 2
    top = max(pile.count or 0 for pile in colour.piles)
    shown = [0 if pile.count is not None else len(pile.cards) for pile in colour.piles]
    most = max(shown)
    # Of two players, a pile is counted only because it is two cards ahead. A single card cannot be.
    outgrown = most > 0 and top >= LEAD_OF_TWO if two else most > top
    counted = _find_counted(colour, top)
    if colour.read_both or not counted or not outgrown:
        return
    bigger = [position for position, size in enumerate(shown) if size == most]
    # Neither is two ahead, so the two piles have to be entered card by card.
    if two and not find_flipping((most, top)):
        yield _none_ahead(reading, colour, bigger[0], counted[0])
    else:
        yield _other_flips(reading, colour, bigger, counted)


def _find_counted(colour: Colour, top: int) -> list[int]:
    """Return the positions of the piles of which only the number of cards is known, `top`, and which do not flip."""
    return [
        position
        for position, pile in enumerate(colour.piles)
        if pile.count == top and pile.value is None and position not in colour.flips
    ]


def _other_flips(reading: Reading, colour: Colour, bigger: Sequence[int], counted: Sequence[int]) -> Problem:
    """Return the problem that the `counted` piles do not flip, because the `bigger` ones do."""
    most, top = len(colour.piles[bigger[0]].cards), colour.piles[counted[0]].count
    spots = [reading.spot(colour.slot, "count", reading.seats[position]) for position in (*bigger, *counted)]
    who = tuple([reading.names[position] for position in bigger])
    others = tuple([reading.names[position] for position in counted])
    text = Plural(
        "%(colour)s: %(who)s has %(most)s, but %(others)s flips %(top)s.",
        "%(colour)s: %(who)s has %(most)s, but %(others)s flip %(top)s.",
        len(counted),
        colour=colour.look.label,
        who=who[0],
        most=most,
        others=others,
        top=top,
    ).by("most")
    label = Plural(
        "%(who)s flips, enter %(others)s",
        "%(who)s flip, enter %(others)s",
        len(bigger),
        who=who,
        others=others,
    )
    return Problem(tuple(spots), text, True, (Choice(label, dict.fromkeys(spots[: len(bigger)], most)),))


def _none_ahead(reading: Reading, colour: Colour, shown: int, counted: int) -> Problem:
    """Return the problem that a pile of one of two players was counted because it flips, but is not two cards ahead.

    `counted` is the position of its player. `shown` is that of the other one, whose cards were entered one by one.
    """
    most = len(colour.piles[shown].cards)
    text = Text(
        "%(who)s has %(most)s %(colour)s, so %(other)s needs %(needed)s to flip but has %(top)s.",
        colour=colour.look.word,
        who=reading.names[shown],
        most=most,
        other=reading.names[counted],
        needed=most + LEAD_OF_TWO,
        top=colour.piles[counted].count,
    ).by("two")
    spots = tuple([reading.spot(colour.slot, "count", reading.seats[position]) for position in (shown, counted)])
    return Problem(spots, text, True, (Choice(Text("Enter both"), {reading.spot(colour.slot, "read"): 1}),))


def _impossible(reading: Reading, colour: Colour) -> Iterator[Problem]:
    known = card_set(value for pile in colour.piles for value in pile.cards)
    claims: list[tuple[Seat, str, Pile, Claim]] = []
    unread = 0
    for _, seat, name, pile in reading.each(colour.piles):
        # A complete pile is among the known cards already.
        if pile.size is None or pile.complete:
            continue
        if pile.sum is None:
            unread += pile.size - len(pile.cards)
        else:
            claims.append((seat, name, pile, (pile.size - len(pile.cards), pile.sum - sum(pile.cards))))
    if possible([claim for *_, claim in claims], known, unread):
        return
    yield from _unmet(reading, colour, claims)


def _unmet(reading: Reading, colour: Colour, claims: list[tuple[Seat, str, Pile, Claim]]) -> Iterator[Problem]:
    """Yield a problem for each sum that is impossible by itself. If there is none, yield one for all sums together.

    `claims` holds seat, name, pile and claim for each sum entered for a pile whose cards are not all known.
    """
    word = colour.look.word
    # A sum that is impossible by itself is named by itself; the others may be right.
    alone = [(seat, pile) for seat, _, pile, claim in claims if not possible([claim], card_set(pile.cards))]
    for seat, pile in alone:
        text = Plural(
            "%(count)s %(colour)s card cannot add up to %(sum)s.",
            "%(count)s %(colour)s cards cannot add up to %(sum)s.",
            pile.size or 0,
            colour=word,
            sum=pile.sum,
        ).by("cards")
        yield Problem((reading.spot(colour.slot, "sum", seat),), text)
    if not alone:
        sums = tuple([Text("%(who)s %(sum)s", who=name, sum=pile.sum) for _, name, pile, _ in claims])
        spots = tuple([reading.spot(colour.slot, "sum", seat) for seat, *_ in claims])
        yield Problem(spots, Text("No %(colour)s cards add up to %(sums)s.", colour=word, sums=sums).by("cards"))


# The deal as a whole, and what is still open


LONGEST_LINE = 20
"""The longest line at the end of a deal that is not asked about.

Of some 40,000 games played at random or greedily, none ended with more than 18 cards in the line.
"""


def still_open(reading: Reading) -> tuple[Problem, ...]:
    """Return a problem for each thing that is not entered yet, colour by colour, and one for all blank piles.

    If nothing at all is entered, return only one problem, which says so.

    Rule: */told
    """
    if not any(colour.told for colour in reading.colours):
        spots = tuple([reading.spot(colour.slot, NOBODY) for colour in reading.colours])
        return (Problem(spots, Text("Nothing entered yet.").by("told")),)
    untold = [problem for colour in reading.colours for problem in _open_in(reading, colour)]
    more = Plural("%(count)s more pile is blank.", "%(count)s more piles are blank.", 0).by("told")
    return (*untold, *find_blanks(reading, "count", more))


def open_in(reading: Reading, colour: Colour) -> bool:
    """Return whether anything of this colour is not entered yet, including blank piles.

    Rule: */told
    """
    return unread_in(reading, colour) or colour.has_blanks


def unread_in(reading: Reading, colour: Colour) -> bool:
    """Return whether nothing is entered for this colour, or one of its piles is begun but incomplete.

    Rule: */told
    """
    return any(True for _ in _open_in(reading, colour))


def whole_round(reading: Reading, is_open: bool) -> Iterator[Problem]:
    """Yield problems of the whole deal: impossible or unlikely numbers of cards in all colours together.

    `is_open` is set while entries are missing. Then only too many cards are a problem.

    Rule: parade/most-cards, parade/keep, parade/last-round, */slip
    """
    held = [sum(colour.sizes[position] for colour in reading.colours) for position in range(len(reading.seats))]
    players, count = len(held), sum(held)
    spots = tuple([reading.spot(SLOTS[-1], "count", seat) for seat in reading.seats])
    if count > most_cards(players):
        text = Text(
            "%(count)s cards are entered. With %(players)s players there can be at most %(most)s.",
            count=count,
            players=players,
            most=most_cards(players),
        ).by("most-cards")
        yield Problem(spots, text)
    # While entries are missing, few cards mean nothing.
    if is_open:
        return
    for spot, name, cards in zip(spots, reading.names, held, strict=True):
        if cards < EACH_KEEPS:
            text = Plural(
                "%(who)s has %(count)s card, but everybody keeps at least %(kept)s.",
                "%(who)s has %(count)s cards, but everybody keeps at least %(kept)s.",
                cards,
                who=name,
                kept=EACH_KEEPS,
            ).by("keep")
            yield Problem((spot,), text)
    six = any(all(colour.sizes[position] for colour in reading.colours) for position in range(players))
    # Once the deck is empty, every card is in front of somebody, discarded, or in the line.
    line = most_cards(players) + 1 - count
    # If somebody has six colours, the deck need not be empty, so the length of the line is unknown.
    if line > LONGEST_LINE and not reading.sure and (not six or edition(reading.setup.options).ruleset == "de2014"):
        text = Plural(
            "%(count)s card is entered and %(line)s are in the line. Is a pile missing?",
            "%(count)s cards are entered and %(line)s are in the line. Is a pile missing?",
            count,
            line=line,
        ).by("slip")
        yield Problem(spots, text, False, (Choice(Text("No card is missing"), {reading.spot(END, "sure"): 1}),))


def forgotten_zeros(reading: Reading, totals: Mapping[Seat, int]) -> Iterator[Problem]:
    """Yield a doubt if the lowest points are tied and a tied player may have a 0 that is not entered.

    A 0 changes no points, so it is easily left out, but it counts as a card where the fewest cards win. `totals` holds
    everybody's points.

    Rule: parade/tie, */slip
    """
    least = min(totals.values())
    tied = {seat: name for seat, name in zip(reading.seats, reading.names, strict=True) if totals[seat] == least}
    if len(tied) < 2 or reading.sure:
        return
    # A pile of which the number is known includes its 0.
    spots = [
        reading.spot(colour.slot, "cards", seat, 0)
        for colour in reading.colours
        if not colour.nobody and not any(0 in pile.cards for pile in colour.piles)
        for _, seat, _, pile in reading.each(colour.piles)
        if seat in tied and pile.count is None
    ]
    if spots:
        text = Text(
            "%(who)s are tied on points, so the number of cards decides. Is every 0 entered?", who=tuple(tied.values())
        ).by("tie")
        none = Choice(Text("No 0 is missing"), {reading.spot(END, "sure"): 1})
        yield Problem(tuple(spots), text, False, (none,))


def _open_in(reading: Reading, colour: Colour) -> Iterator[Problem]:
    if not colour.told:
        spot = reading.spot(colour.slot, NOBODY)
        cure = offer_nobody(spot, colour.look.word)
        text = Plural(
            "%(colour)s has not been entered yet.",
            "%(colour)s have not been entered yet.",
            1,
            colour=colour.look.label,
        ).by("told")
        yield Problem((spot,), text, True, (cure,))
    for position, seat, name, pile in reading.each(colour.piles):
        if pile.marked and colour.worth(position) is None:
            box = "count" if pile.size is None else "cards"
            yield Problem((reading.spot(colour.slot, box, seat),), _unread(colour, name, pile))


def _unread(colour: Colour, name: str, pile: Pile) -> Text:
    if pile.size is None:
        return Text("How many %(colour)s cards does %(who)s have?", colour=colour.look.word, who=name).by("told")
    if pile.cards:
        return Text(
            "Enter %(who)s’s %(colour)s: %(read)s of %(count)s done.",
            who=name,
            colour=colour.look.word,
            read=len(pile.cards),
            count=pile.size,
        ).by("told")
    return Plural(
        "Enter %(who)s’s %(colour)s: %(count)s card.",
        "Enter %(who)s’s %(colour)s: %(count)s cards.",
        pile.size,
        who=name,
        colour=colour.look.word,
    ).by("told")
