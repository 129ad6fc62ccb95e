"""One question to the referee, outside any table: a question goes in as read from JSON, the answer comes out.

Every answer says why in `because`.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.games.base import Answer, Malformed
from scorekeeper.games.diabolo.cards import LOOKS, SLOTS, signed
from scorekeeper.games.diabolo.questions import (
    CARDS,
    Question,
    by_colour,
    hands,
    named,
    names,
    need,
    rows,
    values,
    whole,
    word,
    words,
)
from scorekeeper.games.diabolo.scoring import LEVEL, MINUS, row_points, sign_of, winning
from scorekeeper.games.diabolo.sentences import AHEAD, both_sides, joined, verdict, what_it_brings
from scorekeeper.games.diabolo.turn import (
    PLAYERS,
    SIDES,
    can_play,
    deck_after_deal,
    locks_needed,
    most_placements,
    place,
)
from scorekeeper.games.questions import several
from scorekeeper.text import Plural, Text

REFUSALS = {
    "double_on_negative": Text("The trident is ahead: no doubler may be used, and none is spent."),
    "double_on_tied_row": Text("Both sides are level: no doubler may be used, and none is spent."),
    "double_already_used": Text("Everybody has one doubler a round."),
}
"""Why doublers cannot lie as they do; where several reasons hold, the first of these counts."""

NOT_THERE = {
    "wrong_row": Text("A card lies only in the row of its own colour."),
    "row_locked": Text("This row has 5 cards and is locked."),
    "side_full": Text("This side has 3 cards and takes no more."),
}


def row(question: Question) -> Answer:
    """Score one row: which side is ahead, what everybody gets, and whose doubler is spent.

    Any whole numbers are added up; whether the cards can be is for `validate`.
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
    """Score the five rows of a round, in the order that was agreed: totals, and whose doublers are spent."""
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
    """Say whether a card may be placed on a side of a row, and whether that locks the row or ends the round."""
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
    said = [Text("The card may lie there.")]
    if found.locks_row:
        said.append(Text("Five cards: the row is locked."))
    locks = Plural("%(count)s row is locked", "%(count)s rows are locked", found.locked_rows)
    said.append(
        Text("%(locks)s: the round is over at once.", locks=locks)
        if found.round_over
        else Text("%(locks)s, %(needed)s end the round.", locks=locks, needed=locks_needed(players))
    )
    return {
        "legal": True,
        "locks_row": found.locks_row,
        "locked_rows": found.locked_rows,
        "round_over": found.round_over,
        "because": list(said),
    }


def playable(question: Question) -> Answer:
    """Say whether any of the seven cards in hand can be placed."""
    colours = words(need(question, "hand_colours"), "hand_colours", SLOTS)
    closed = words(need(question, "locked"), "locked", SLOTS)
    if can_play(colours, closed):
        text = Text("An open row always has a side with room: play one of its cards.")
        return {"can_play": True, "because": [text]}
    said = Text("Every row of these colours is locked."), Text("Show the hand, put a card under the deck.")
    return {"can_play": False, "because": list(said)}


def deal(question: Question) -> Answer:
    """Say how large the deck is after the deal, and when a round and the game end."""
    players = whole(need(question, "n"), "n", *PLAYERS)
    deck, locks, most = deck_after_deal(players), locks_needed(players), most_placements(players)
    said = (
        Text("%(deck)s cards are left.", deck=deck),
        Text("The round ends with %(locks)s locked rows, after %(most)s cards at the latest.", locks=locks, most=most),
        Text("Usually everybody deals once."),
    )
    return {
        "deck": deck,
        "locks_needed": locks,
        "max_placements": most,
        "default_rounds": players,
        "because": list(said),
    }


def game(question: Question) -> Answer:
    """Add up the rounds: totals, who wins, and who dealt and started each round."""
    seats = names(need(question, "seats"), "seats")
    first = seats.index(word(need(question, "first_dealer"), "first_dealer", seats))
    rounds = [_points(part, seats) for part in several(need(question, "rounds"), "rounds")]
    totals = [whole(sum(points[name] for points in rounds), "rounds") for name in seats]
    winners = [seats[position] for position in winning(totals)]
    dealers = [seats[(first + number) % len(seats)] for number in range(len(rounds))]
    starters = [seats[(first + number + 1) % len(seats)] for number in range(len(rounds))]
    win = Plural("%(who)s wins with %(points)s.", "%(who)s share the win with %(points)s.", len(winners),
                 who=tuple(winners), points=signed(max(totals)))  # fmt: skip
    said = win, Text("The deal moves left, and the dealer's left neighbour starts.")
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
