"""Questions to the referee of Diabolo: how an input is read, what is answered and why, and the list of them."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from scorekeeper.games.diabolo.cards import (
    COLOUR_SUM,
    COPIES,
    HAND,
    HAND_SUM,
    HIGHEST,
    LOOKS,
    SLOTS,
    VALUES,
    fewest_cards,
    signed,
)
from scorekeeper.games.diabolo.scoring import (
    AHEAD,
    LEVEL,
    MINUS,
    both_sides,
    row_points,
    sign_of,
    verdict,
    what_it_brings,
    winning,
)
from scorekeeper.games.diabolo.turn import (
    MOST_IN_ROW,
    MOST_ON_SIDE,
    PLAYERS,
    SIDES,
    Row,
    can_play,
    deck_after_deal,
    in_row,
    locked,
    locks_needed,
    most_placements,
    place,
)
from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.games.question import Answer, Blank, Ruling, several
from scorekeeper.language.text import Plural, Text, joined

Question = Mapping[str, object]

TOO_LARGE = 10**15
"""No sum of a table comes near it."""

# How an input is read


CARDS = {f"{slot}-{value}": slot for slot in SLOTS for value in VALUES}
"""The colour of every card, by the way the card is written."""


def need(question: Question, key: str, within: str = "") -> object:
    """What stands under a key. Raises Malformed when the key is missing; `within` is the path there.

    Ours: how a question is spelled.
    """
    try:
        return question[key]
    except KeyError:
        raise Missing(f"{within}.{key}" if within else key, Text("This is missing.")) from None


def whole(value: object, key: str, least: int = -TOO_LARGE, most: int = TOO_LARGE) -> int:
    """A whole number from `least` to `most`. Raises Malformed. Ours: how a question is spelled."""
    if type(value) is int and least <= value <= most:
        return value
    if least == -TOO_LARGE:
        raise Malformed(key, Text("Write a whole number."))
    if most == TOO_LARGE:
        raise Malformed(key, Text("Write a whole number from %(least)s on.", least=least))
    raise Malformed(key, Text("Write a whole number from %(least)s to %(most)s.", least=least, most=most))


def word(value: object, key: str, known: Collection[str]) -> str:
    """One of the words that are known. Raises Malformed. Ours: how a question is spelled."""
    if not isinstance(value, str) or value not in known:
        raise Malformed(key, Text("Choose one of %(known)s.", known=", ".join(known)))
    return value


def words(value: object, key: str, known: Collection[str]) -> list[str]:
    """Several of the words that are known, each as often as it is said. Raises Malformed.

    Ours: how a question is spelled.
    """
    return [word(part, key, known) for part in several(value, key)]


def named(value: object, key: str) -> dict[str, object]:
    """Things under names, at least one. Raises Malformed. Ours: how a question is spelled."""
    if not isinstance(value, dict) or not value:
        raise Malformed(key, Text("Name the players here."))
    return value


def by_colour(value: object, key: str) -> dict[str, object]:
    """Things under colours. Raises Malformed. Ours: how a question is spelled."""
    if not isinstance(value, dict):
        raise Malformed(key, Text("Name the colours here."))
    for colour in value:
        word(colour, f"{key}.{colour}", SLOTS)
    return value


def values(value: object, key: str) -> list[int]:
    """The values of cards, any whole numbers. Raises Malformed. Ours: how a question is spelled."""
    found = [whole(part, key) for part in several(value, key)]
    whole(sum(found), key)
    return found


def names(value: object, key: str) -> list[str]:
    """The players, each named once. Raises Malformed. Ours: how a question is spelled."""
    found = several(value, key)
    told = [name for name in found if isinstance(name, str)]
    if not told or len(told) < len(found) or len(set(told)) < len(told):
        raise Malformed(key, Text("Name every player once."))
    return told


def rows(question: Question) -> dict[str, Row]:
    """What lies in each of the five rows; a colour that is left out has no cards there. Raises Malformed.

    Ours: how a question is spelled.
    """
    found: dict[str, Row] = {slot: dict.fromkeys(SIDES, ()) for slot in SLOTS}
    for colour, row in by_colour(need(question, "rows"), "rows").items():
        key = f"rows.{colour}"
        if not isinstance(row, dict) or not set(SIDES).issuperset(row):
            raise Malformed(key, Text("Write the two sides, heaven and hell."))
        found[colour] = {side: values(need(row, side, key), f"{key}.{side}") for side in SIDES}
    return found


def hands(question: Question) -> dict[str, dict[str, list[int]]]:
    """What everybody holds, by colour. Raises Malformed, also where nobody is named.

    Ours: how a question is spelled.
    """
    return {
        name: {
            colour: values(cards, f"hands.{name}.{colour}")
            for colour, cards in by_colour(hand, f"hands.{name}").items()
        }
        for name, hand in named(need(question, "hands"), "hands").items()
    }


# Rows, rounds and moves


REFUSALS = {
    "double_on_negative": Text("The trident is ahead: no doubler may be used, and none is spent.").by("doubler-idle"),
    "double_on_tied_row": Text("Both sides are level: no doubler may be used, and none is spent.").by("doubler-idle"),
    "double_already_used": Text("Everybody has one doubler a round.").by("spent"),
}
"""Why doublers cannot lie as they do; where several reasons hold, the first of these counts."""

NOT_THERE = {
    "wrong_row": Text("A card lies only in the row of its own colour.").by("own-row"),
    "row_locked": Text("This row has 5 cards and is locked.").by("five"),
    "side_full": Text("This side has 3 cards and takes no more.").by("three"),
}


def row(question: Question) -> Answer:
    """Score one row: which side is ahead, what everybody gets, and whose doubler is spent.

    Any whole numbers are added up; whether the cards can be is for `validate`.
    Source: rulebook IT, scoring, cases 1 to 3.
    """
    harp, trident = (sum(values(need(question, side), side)) for side in SIDES)
    held = {
        name: sum(values(cards, f"hands.{name}")) for name, cards in named(need(question, "hands"), "hands").items()
    }
    committed = set(words(need(question, "doubles"), "doubles", held))
    sign = sign_of(harp, trident)
    if wrong := _misused([(sign, committed)]):
        return _refused(wrong)
    players, sums = list(held), list(held.values())
    doubled = [position for position, name in enumerate(players) if name in committed]
    points = row_points(sign, sums, doubled)
    said = [*what_it_brings(players, sign, sums, points, doubled, Text("any")), both_sides(harp, trident), AHEAD[sign]]
    return {
        "sign": sign,
        "heaven": harp,
        "hell": trident,
        "points": dict(zip(players, points)),
        "spent": sorted(committed),
        "because": list(said),
    }


def whole_round(question: Question) -> Answer:
    """Score the five rows of a round, in the order that was agreed: totals, and whose doublers are spent.

    Source: rulebook IT, scoring; the order of the rows: rules.md D2.
    """
    whole(need(question, "n"), "n", 1)
    lying = rows(question)
    held = hands(question)
    doubles = {
        colour: set(words(who, f"doubles.{colour}", held))
        for colour, who in by_colour(need(question, "doubles"), "doubles").items()
    }
    order = words(need(question, "order"), "order", SLOTS)
    if len(set(order)) < len(order):
        raise Malformed("order", Text("Name every colour once."))
    order += [slot for slot in SLOTS if slot not in order]
    sides = {slot: (sum(lying[slot]["heaven"]), sum(lying[slot]["hell"])) for slot in order}
    if wrong := _misused([(sign_of(*sides[slot]), doubles.get(slot, set())) for slot in order]):
        return _refused(wrong)
    players = list(held)
    totals = dict.fromkeys(players, 0)
    because = []
    for slot in order:
        sign, sums = sign_of(*sides[slot]), [sum(held[name].get(slot, ())) for name in players]
        doubled = [position for position, name in enumerate(players) if name in doubles.get(slot, set())]
        points = row_points(sign, sums, doubled)
        for name, gained in zip(players, points):
            totals[name] += gained
        said = what_it_brings(players, sign, sums, points, doubled, LOOKS[slot].word)
        why = joined([both_sides(*sides[slot]), *said])
        because.append(Text("%(colour)s: %(why)s", colour=LOOKS[slot].label, why=why))
    first = verdict(players, list(totals.values()), winning(list(totals.values())))
    return {
        "totals": totals,
        "spent": sorted(set().union(*doubles.values())),
        "because": [first, *because],
    }


def _misused(committed: Sequence[tuple[int, set[str]]]) -> str | None:
    """The first reason why these doublers, row by row with the sign of the row, cannot be."""
    used = [name for _, who in committed for name in who]
    found = {
        "double_on_negative": any(who and sign == MINUS for sign, who in committed),
        "double_on_tied_row": any(who and sign == LEVEL for sign, who in committed),
        "double_already_used": len(set(used)) < len(used),
    }
    return next((reason for reason in REFUSALS if found[reason]), None)


def _refused(reason: str) -> Answer:
    return {"error": reason, "because": [REFUSALS[reason]]}


def placing(question: Question) -> Answer:
    """Say whether a card may be placed on a side of a row, and whether that locks the row or ends the round.

    Source: rulebook IT, rules of placing and end of the game.
    """
    players = whole(need(question, "n"), "n", *PLAYERS)
    lying = rows(question)
    slot = word(need(question, "row"), "row", SLOTS)
    side = word(need(question, "side"), "side", SIDES)
    card = need(question, "card")
    if not isinstance(card, str) or card not in CARDS:
        raise Malformed("card", Text("Write a card as colour and value, such as green-3."))
    found = place(lying, players, slot, side, CARDS[card])
    if found.reason is not None:
        return {"legal": False, "reason": found.reason, "because": [NOT_THERE[found.reason]]}
    said = [Text("The card may lie there.").by("own-row")]
    if found.locks_row:
        said.append(Text("Five cards: the row is locked.").by("five"))
    locks = Plural("%(count)s row is locked", "%(count)s rows are locked", found.locked_rows)
    said.append(
        Text("%(locks)s: the round is over at once.", locks=locks).by("locks")
        if found.round_over
        else Text("%(locks)s, %(needed)s end the round.", locks=locks, needed=locks_needed(players)).by("locks")
    )
    return {
        "legal": True,
        "locks_row": found.locks_row,
        "locked_rows": found.locked_rows,
        "round_over": found.round_over,
        "because": list(said),
    }


def playable(question: Question) -> Answer:
    """Say whether any of the seven cards in hand can be placed. Source: rulebook IT, special case."""
    colours = words(need(question, "hand_colours"), "hand_colours", SLOTS)
    closed = words(need(question, "locked"), "locked", SLOTS)
    if can_play(colours, closed):
        text = Text("An open row always has a side with room: play one of its cards.").by("fits")
        return {"can_play": True, "because": [text]}
    said = (
        Text("Every row of these colours is locked.").by("no-card"),
        Text("Show the hand, put a card under the deck.").by("no-card"),
    )
    return {"can_play": False, "because": list(said)}


def deal(question: Question) -> Answer:
    """Say how large the deck is after the deal, and when a round and the game end.

    Source: rulebook IT, preparation and end of the game; the sizes: rules.md 2.2.
    """
    players = whole(need(question, "n"), "n", *PLAYERS)
    deck, locks, most = deck_after_deal(players), locks_needed(players), most_placements(players)
    said = (
        Text("%(deck)s cards are left.", deck=deck).by("deal"),
        Text(
            "The round ends with %(locks)s locked rows, after %(most)s cards at the latest.", locks=locks, most=most
        ).by("locks"),
        Text("Usually everybody deals once.").by("how-many"),
    )
    return {
        "deck": deck,
        "locks_needed": locks,
        "max_placements": most,
        "default_rounds": players,
        "because": list(said),
    }


def game(question: Question) -> Answer:
    """Add up the rounds: totals, who wins, and who dealt and started each round.

    Source: rulebook IT, aim of the game; who deals: scoring, last paragraphs.
    """
    seats = names(need(question, "seats"), "seats")
    first = seats.index(word(need(question, "first_dealer"), "first_dealer", seats))
    rounds = [_points(part, seats) for part in several(need(question, "rounds"), "rounds")]
    totals = [whole(sum(points[name] for points in rounds), "rounds") for name in seats]
    winners = [seats[position] for position in winning(totals)]
    dealers = [seats[(first + number) % len(seats)] for number in range(len(rounds))]
    starters = [seats[(first + number + 1) % len(seats)] for number in range(len(rounds))]
    win = Plural("%(who)s wins with %(points)s.", "%(who)s share the win with %(points)s.", len(winners),
                 who=tuple(winners), points=signed(max(totals))).by("winner")  # fmt: skip
    said = win, Text("The deal moves left, and the dealer's left neighbour starts.").by("next-deal")
    return {
        "totals": dict(zip(seats, totals)),
        "winners": winners,
        "dealers": dealers,
        "starters": starters,
        "because": list(said),
    }


def _points(part: object, seats: Sequence[str]) -> Mapping[str, int]:
    """What everybody got in a round."""
    told = named(part, "rounds")
    for name in told:
        word(name, f"rounds.{name}", seats)
    return {name: whole(need(told, name, "rounds"), f"rounds.{name}") for name in seats}


# Whether it can be


FORMS = ("rows", "hands", "hand_totals")
"""What may be looked at, one or several: the rows, the hands card by card, or the sums of the hands."""

REASONS = {
    "bad_value": Text("The values go from 1 to 5.").by("cards"),
    "copies_exceeded": Text("The deck should not have so many of these cards.").by("copies"),
    "hand_size": Text("Everybody holds 6 cards.").by("six-cards"),
    "impossible_hand_total": Text("No 6 cards make these sums.").by("six-cards"),
    "impossible_sum": Text("Six cards of one colour make 30 at the most.").by("hand-sums"),
    "round_not_over": Text("Too few rows are locked, the round is not over.").by("locks"),
    "row_over_five": Text("A row has 5 cards at the most.").by("five"),
    "side_over_three": Text("A side has 3 cards at the most.").by("three"),
    "too_many_locks": Text("Too many rows are locked, the round was over before.").by("locks"),
}

Sums = Mapping[str, Mapping[str, int]]


def validate(question: Question) -> Answer:
    """Say what is wrong: `errors` cannot be, `warnings` hardly can be; both sorted, each from REASONS.

    Raises Missing where none of FORMS is asked. Source: rulebook IT, preparation, rules of placing and end.
    """
    if not any(form in question for form in FORMS):
        raise Missing(FORMS[0], Text("Ask about rows, hands or hand totals."))
    players = whole(question["n"], "n", *PLAYERS) if "n" in question else None
    lying = rows(question) if "rows" in question else {}
    held = hands(question) if "hands" in question else {}
    told = _hand_totals(question) if "hand_totals" in question else {}
    errors = {*_in_rows(lying), *_in_hands(held), *_in_totals(told)}
    if lying and players is not None:
        errors |= {*_in_locks(lying, players)}
    if any(value not in VALUES for _, value in _cards(lying, held)):
        errors.add("bad_value")
    sums: Sums = {name: {colour: sum(cards) for colour, cards in hand.items()} for name, hand in held.items()}
    errors |= {*_impossible(sums), *_impossible(told)}
    warnings = ["copies_exceeded"] if _exceeded(lying, held, sums, told) else []
    said = [REASONS[reason] for reason in (*sorted(errors), *warnings)]
    return {"errors": sorted(errors), "warnings": warnings, "because": said}


def _hand_totals(question: Question) -> Sums:
    key = "hand_totals"
    return {
        name: {
            colour: whole(total, f"{key}.{name}.{colour}", 0)
            for colour, total in by_colour(sums, f"{key}.{name}").items()
        }
        for name, sums in named(need(question, key), key).items()
    }


def _cards(lying: Mapping[str, Row], held: Mapping[str, Mapping[str, list[int]]]) -> Iterator[tuple[str, int]]:
    """Every card that is told, by colour and value."""
    for colour, row in lying.items():
        yield from ((colour, value) for side in SIDES for value in row[side])
    for hand in held.values():
        yield from ((colour, value) for colour, cards in hand.items() for value in cards)


def _in_rows(lying: Mapping[str, Row]) -> Iterator[str]:
    for row in lying.values():
        if max(len(row[side]) for side in SIDES) > MOST_ON_SIDE:
            yield "side_over_three"
        if in_row(row) > MOST_IN_ROW:
            yield "row_over_five"


def _in_locks(lying: Mapping[str, Row], players: int) -> Iterator[str]:
    count, needed = sum(map(locked, lying.values())), locks_needed(players)
    if count != needed:
        yield "round_not_over" if count < needed else "too_many_locks"


def _in_hands(held: Mapping[str, Mapping[str, list[int]]]) -> Iterator[str]:
    for hand in held.values():
        if sum(map(len, hand.values())) != HAND:
            yield "hand_size"


def _in_totals(told: Sums) -> Iterator[str]:
    """Sums that six cards cannot make: each card makes 1 to 5, and belongs to one colour."""
    for sums in told.values():
        if sum(sums.values()) < HAND or sum(map(fewest_cards, sums.values())) > HAND:
            yield "impossible_hand_total"


def _impossible(sums: Sums) -> Iterator[str]:
    if any(total > HAND * HIGHEST for hand in sums.values() for total in hand.values()):
        yield "impossible_sum"


def _exceeded(lying: Mapping[str, Row], held: Mapping[str, Mapping[str, list[int]]], sums: Sums, told: Sums) -> bool:
    """Whether the likely list of cards would have to be wrong. A value that no card has counts as no copy."""
    counts = Counter(_cards(lying, held))
    if any(count > COPIES.get(value, count) for (_, value), count in counts.items()):
        return True
    for slot in SLOTS:
        hand_sums = [max(sums.get(name, {}).get(slot, 0), told.get(name, {}).get(slot, 0)) for name in {**sums, **told}]
        if any(HAND_SUM < total <= HAND * HIGHEST for total in hand_sums):
            return True
        row = lying.get(slot, {})
        possible = all(total <= HAND * HIGHEST for total in hand_sums)
        if possible and sum(sum(cards) for cards in row.values()) + sum(hand_sums) > COLOUR_SUM:
            return True
    return False


# The kinds of question


SIDE_CHOICES = tuple(zip(SIDES, (Text("Harp"), Text("Trident"))))

N = Blank("n", Text("Players"), "players", least=PLAYERS[0], most=PLAYERS[1])

ROWS = Blank("rows", Text("Cards beside the five rows"), "sides", least=1, most=HIGHEST, items=SIDE_CHOICES)

HANDS = Blank("hands", Text("Cards in hand"), "piles")

RULINGS = {
    ruling.kind: ruling
    for ruling in (
        Ruling(
            "row",
            Text("What does this row bring?"),
            (
                Blank("heaven", Text("Cards on the harp side"), "values", least=1, most=HIGHEST),
                Blank("hell", Text("Cards on the trident side"), "values", least=1, most=HIGHEST),
                Blank("hands", Text("Cards of this colour in hand"), "hands", least=1, most=HIGHEST),
                Blank("doubles", Text("Who doubles"), "people"),
            ),
            row,
            facts=(("points", Text("Points")),),
            rule="rows",
        ),
        Ruling(
            "round",
            Text("What does this round bring?"),
            (
                N,
                ROWS,
                HANDS,
                Blank("doubles", Text("Who doubles which row"), "people_by_suit"),
                Blank("order", Text("Order of the rows"), "suits"),
            ),
            whole_round,
            facts=(("totals", Text("Points")),),
            rule="rows",
        ),
        Ruling(
            "place",
            Text("May this card lie there?"),
            (
                N,
                ROWS,
                Blank("row", Text("Row"), "suit"),
                Blank("side", Text("Side"), "choice", items=SIDE_CHOICES),
                Blank("card", Text("The card"), "card"),
            ),
            placing,
            rule="own-row",
        ),
        Ruling(
            "can_play",
            Text("Can this hand be played?"),
            (
                Blank("hand_colours", Text("Colours of the cards in hand"), "suit_list", least=1, most=HAND + 1),
                Blank("locked", Text("Locked rows"), "suits"),
            ),
            playable,
            rule="fits",
        ),
        Ruling("setup", Text("How large is the deck?"), (N,), deal, rule="deal"),
        Ruling(
            "game",
            Text("Who wins, and who deals?"),
            (
                Blank("seats", Text("Players in turn"), "names", least=PLAYERS[0], most=PLAYERS[1]),
                Blank("first_dealer", Text("Who deals first"), "seat"),
                Blank("rounds", Text("Points of each round"), "rounds", least=-999, most=999),
            ),
            game,
            facts=(("totals", Text("Points")), ("dealers", Text("Who dealt")), ("starters", Text("Who started"))),
            rule="winner",
        ),
        Ruling(
            "validate",
            Text("Can that be?"),
            (
                replace(N, needed=False),
                replace(ROWS, needed=False),
                replace(HANDS, needed=False),
                Blank("hand_totals", Text("Sums of the hands"), "sums", most=99, needed=False),
            ),
            validate,
            rule="cards",
        ),
    )
}
"""Every kind of question, by its key."""
