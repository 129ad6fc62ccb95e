"""Questions to the referee of Diabolo, and how they are answered."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from scorekeeper.games.cards import Card
from scorekeeper.games.diabolo import turn
from scorekeeper.games.diabolo.cards import (
    COLOUR_SUM,
    COPIES,
    HAND,
    HAND_SUM,
    HIGHEST,
    LOOKS,
    PAD,
    SLOTS,
    VALUES,
    fewest_cards,
)
from scorekeeper.games.diabolo.deal import DOUBLE, Doublers
from scorekeeper.games.diabolo.rules import row_order
from scorekeeper.games.diabolo.state import DiaboloRound
from scorekeeper.games.diabolo.turn import PLAYERS, RowValues
from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.games.pad import ALL, END, Mark, Setup, Spot, format_points
from scorekeeper.games.pads.piles import SUM_BOX
from scorekeeper.games.questions import (
    Answer,
    AtTable,
    CardBlank,
    CardsBlank,
    ChoiceBlank,
    EachBlank,
    Inputs,
    ManyBlank,
    NumberBlank,
    PlayerBlank,
    PlayersBlank,
    by_kind,
    ruling,
)
from scorekeeper.games.schema import LARGEST_ANSWER, NUMBERS_TOO_LARGE
from scorekeeper.games.standings import won_with
from scorekeeper.language.text import Text, split_sentences

Values = Sequence[int]

Hands = Mapping[str, Mapping[str, Values]]
"""The values of the cards in each player's hand, keyed by name and colour."""

Sums = Mapping[str, Mapping[str, int]]
"""The sums of those values."""

SIDES_ASKED = {"heaven": "harp", "hell": "trident"}
"""The side of a row for each name that questions use."""

SIDE_CHOICES = tuple(zip(SIDES_ASKED, (Text("Harp"), Text("Trident"))))

NUMBER_OF_PLAYERS = PlayersBlank(Text("Players"), *PLAYERS, counted=True)

CARD_VALUES = ManyBlank(of=NumberBlank(least=1, most=HIGHEST, bounds="none"))

CARDS_IN_ROWS = EachBlank(Text("Cards in the five rows"), of=EachBlank(of=CARD_VALUES, by=SIDE_CHOICES), by="suits")

HANDS = EachBlank(Text("Cards in hand"), of=CardsBlank(), by="players")

SUMS = EachBlank(
    Text("Sums of the hands"), of=EachBlank(of=NumberBlank(most=99), by="suits", partial=True), by="players"
)

# Values that a table knows


def _known_rows(at: AtTable) -> Inputs:
    state: DiaboloRound | None = at.state
    if not state or not state.placed:
        return {}
    rows = {slot: {name: list(row[side]) for name, side in SIDES_ASKED.items()} for slot, row in state.rows.items()}
    return {"rows": rows}


def _known_locks(at: AtTable) -> Inputs:
    state: DiaboloRound | None = at.state
    return {"locked": list(state.locked)} if state and state.placed else {}


def _known_hands(at: AtTable) -> Inputs:
    if held := _read_hands(at):
        return {**_known_rows(at), "hands": held}
    sums = at.read_piles(lambda pile: (pile.value or 0) if pile.marked else None)
    whole = at.played.written.complete and any(sums.values())
    return {**_known_rows(at), **({"hand_totals": sums} if whole else {})}


def _known_round(at: AtTable) -> Inputs:
    held = _read_hands(at)
    order: Inputs = {**_known_rows(at), "order": list(row_order(at.setup))}
    # A doubler that is not decided yet would count as unused.
    if not held or not at.played.sheet().decided:
        return order
    who = {
        slot: [at.setup.name(seat) for seat in at.played.seats if at.played.count(f"{slot}_double", seat)]
        for slot in at.played.written.suits
    }
    return {**order, "hands": held, "doubles": {slot: names for slot, names in who.items() if names}}


def _read_hands(at: AtTable) -> dict[str, dict[str, list[int]]]:
    """Return the cards in each hand, by name and colour; empty until all hands are entered card by card."""
    for suit in at.played.written.suits.values():
        # With some hands given as sums, cards alone would make the other hands look empty.
        if any((pile.marked or seat in suit.tops) and not pile.cards for seat, pile in suit.piles.items()):
            return {}
    hands = at.read_piles(lambda pile: list(pile.cards) or None)
    return hands if at.played.written.complete and any(hands.values()) else {}


def _known_game(at: AtTable) -> Inputs:
    """Return the players, the first dealer and the points of rounds.

    Only decided rounds up to this one with the same players are included. The first dealer is left out if not among
    these players, and the rounds if there are none.
    """
    setup, seats = at.setup, at.played.seats
    sheets = [
        # Each round counts under the options it was played by.
        replace(at.played, setup=setup.at(number), number=number).sheet()
        for number in range(1, at.round + 1)
        if setup.seats(number) == seats
    ]
    points = [{setup.name(seat): sheet.totals[seat] for seat in seats} for sheet in sheets if sheet.decided]
    first = {"first_dealer": setup.name(setup.starter)} if setup.starter in seats else {}
    return {**first, **({"rounds": points} if points else {})}


REFUSALS = {
    "double_on_negative": Text("The trident is ahead: no doubler can be used, and none is used up.").by("doubler-idle"),
    "double_on_tied_row": Text("Both sides are tied: no doubler can be used, and none is used up.").by("doubler-idle"),
    "double_already_used": Text("Everybody has one doubler per round.").by("spent"),
}
"""Sentences that say why doublers cannot be used as in the question. If several apply, the first one is given."""


@ruling(
    Text("What is this row worth?"),
    example='{"heaven": [4, 2, 1], "hell": [5, 1], "hands": {"Michael": [5], "Joe": [4, 2]}, '
    '"doubles": ["Michael", "Joe"]}',
    facts=(("points", Text("Points")),),
    rule="rows",
)
def row(
    heaven: Annotated[Values, replace(CARD_VALUES, label=Text("Cards on the harp side"))],
    hell: Annotated[Values, replace(CARD_VALUES, label=Text("Cards on the trident side"))],
    hands: Annotated[
        Mapping[str, Values], EachBlank(Text("Cards of this colour in hand"), of=CARD_VALUES, by="players")
    ],
    doubles: Annotated[Sequence[str], ManyBlank(Text("Who doubles"), of=PlayerBlank())],
) -> Answer:
    """Return the sign of one row, the points of each player, and whose doublers are used up.

    `heaven` holds the cards on the harp side, `hell` those on the trident side. `hands` holds each player's cards of
    the colour, `doubles` the names of the players who double. If one of them may not, return only an error and its
    reason. Any whole numbers are accepted; whether the cards are possible is left to `validate`.

    Rule: diabolo/rows, diabolo/plus, diabolo/minus, diabolo/level, diabolo/tie, diabolo/doubler
    """
    harp, trident, slot = sum(heaven), sum(hell), SLOTS[0]
    rows, committed = {slot: (harp, trident)}, {slot: set(doubles)}
    if refusal := _refuse_misuse(rows, committed):
        return refusal
    sheet = _enter(rows, {name: {slot: cards} for name, cards in hands.items()}, committed).sheet()
    sides, *said = split_sentences(sheet.notes[slot])
    return {
        "sign": turn.find_sign(harp, trident),
        "heaven": harp,
        "hell": trident,
        "points": dict(zip(hands, sheet.totals.values())),
        "spent": sorted(committed[slot]),
        "because": [*said, sides],
    }


def _enter(sides: Mapping[str, tuple[int, int]], hands: Hands, doubles: Mapping[str, Collection[str]]) -> Doublers:
    """Return a round in which the sums of these sides and hands are entered and marked as complete.

    Raise Malformed if they are beyond the largest result of a formula.
    """
    marks: dict[Spot, Mark] = {Spot(1, END, ALL): 1}
    for slot, (harp, trident) in sides.items():
        marks |= {Spot(1, slot, "harp"): harp, Spot(1, slot, "trident"): trident}
        for seat, (name, hand) in enumerate(hands.items()):
            if slot in hand:
                marks[Spot(1, slot, SUM_BOX, seat)] = sum(hand[slot])
            if name in doubles.get(slot, ()):
                marks[Spot(1, slot, DOUBLE, seat)] = 1
    # Sums instead of cards: the questions accept any whole numbers.
    played = Doublers(PAD, Setup(tuple(hands), {}, ((1, tuple(range(len(hands)))),)), marks, 1)
    if any(cell.points is None for cell in played.sheet().cells.values()):
        raise Malformed("hands", NUMBERS_TOO_LARGE)
    return played


@ruling(
    Text("What is this round worth?"),
    example='{"n": 3, "rows": {"red": {"heaven": [5, 2], "hell": [1, 1, 3]}, "yellow": {"heaven": [1], '
    '"hell": [4, 2]}, "green": {"heaven": [3, 3], "hell": [5, 1]}, "blue": {"heaven": [2, 1, 1], '
    '"hell": [5, 4]}, "purple": {"heaven": [], "hell": []}}, "hands": {"A": {"red": [4], "yellow": [3, '
    '1], "green": [4], "purple": [5, 5]}, "B": {"red": [3, 1], "green": [2, 2], "blue": [3], '
    '"purple": [4]}, "C": {"red": [2], "yellow": [5], "blue": [3, 2], "purple": [1, 1]}}, '
    '"doubles": {"red": ["B"]}, "order": ["red", "yellow", "green", "blue", "purple"]}',
    facts=(("totals", Text("Points")),),
    rule="rows",
    known=_known_round,
)
def round(
    n: Annotated[int, replace(NUMBER_OF_PLAYERS, loose=True)],
    rows: Annotated[Mapping[str, RowValues], CARDS_IN_ROWS],
    hands: Annotated[Hands, HANDS],
    doubles: Annotated[
        Mapping[str, Sequence[str]],
        EachBlank(Text("Who doubles which row"), of=ManyBlank(of=PlayerBlank()), by="suits"),
    ],
    order: Annotated[Sequence[str], ManyBlank(Text("Order of the rows"), of=ChoiceBlank())],
) -> Answer:
    """Return the totals of a round over its five rows, and whose doublers are used up.

    `doubles` maps colours to the names of the players who double their rows. If one of them may not, return only an
    error and its reason. `order` lists the colours in the order in which the sentences explain the rows. Raise
    Malformed if it repeats a colour.

    Rule: diabolo/rows, diabolo/row-order, diabolo/spent, diabolo/winner
    """
    if len(set(order)) < len(order):
        raise Malformed("order", Text("List every colour once."))
    lying, committed = _fill_rows(rows), {slot: set(doubles.get(slot, ())) for slot in SLOTS}
    # The order does not change the score, only that of the sentences, so it can be incomplete.
    order = [*order, *[slot for slot in SLOTS if slot not in order]]
    sides = {slot: (sum(lying[slot]["harp"]), sum(lying[slot]["trident"])) for slot in order}
    if refusal := _refuse_misuse(sides, committed):
        return refusal
    played = _enter(sides, hands, committed)
    sheet = played.sheet()
    winners = tuple([seat for seat, place in sheet.ranks.items() if place == 1])
    verdict, _ = played.describe_verdict(winners, sheet.totals)
    notes = [Text("%(colour)s: %(why)s", colour=LOOKS[slot].label, why=sheet.notes[slot]) for slot in order]
    return {
        "totals": dict(zip(hands, sheet.totals.values())),
        "spent": sorted(set().union(*committed.values())),
        "because": [verdict, *notes],
    }


def _fill_rows(rows: Mapping[str, RowValues]) -> dict[str, RowValues]:
    """Return the cards of all five rows. Those that are not in `rows` are empty."""
    return {
        slot: {side: rows[slot][name] if slot in rows else () for name, side in SIDES_ASKED.items()} for slot in SLOTS
    }


def _refuse_misuse(sides: Mapping[str, tuple[int, int]], doubles: Mapping[str, set[str]]) -> Answer | None:
    """Return the answer that doublers cannot be used like that, or None if they can.

    `sides` has the sums of each row, `doubles` the names of the players who double it.
    """
    signs = [turn.find_sign(*sides[slot]) for slot, who in doubles.items() if who]
    used = [name for who in doubles.values() for name in who]
    faults = {
        "double_on_negative": -1 in signs,
        "double_on_tied_row": 0 in signs,
        "double_already_used": len(set(used)) < len(used),
    }
    wrong = next((reason for reason in REFUSALS if faults[reason]), None)
    return {"error": wrong, "because": [REFUSALS[wrong]]} if wrong else None


@ruling(
    Text("Can this card go there?"),
    example='{"n": 3, "rows": {"red": {"heaven": [], "hell": []}, "yellow": {"heaven": [], "hell": []}, '
    '"green": {"heaven": [], "hell": [1, 2, 3]}, "purple": {"heaven": [], "hell": []}, '
    '"blue": {"heaven": [], "hell": []}}, "row": "green", "side": "hell", "card": "green-5"}',
    rule="own-row",
    known=_known_rows,
)
def place(
    n: Annotated[int, NUMBER_OF_PLAYERS],
    rows: Annotated[Mapping[str, RowValues], CARDS_IN_ROWS],
    row: Annotated[str, ChoiceBlank(Text("Row"))],
    side: Annotated[str, ChoiceBlank(Text("Side"), SIDE_CHOICES)],
    card: Annotated[Card, CardBlank(Text("The card"))],
) -> Answer:
    """Return whether a card can be placed on a side of a row, and whether that locks the row or ends the round.

    Rule: diabolo/own-row, diabolo/five, diabolo/three, diabolo/locks
    """
    placed = turn.place(_fill_rows(rows), n, row, SIDES_ASKED[side], card.colour)
    if placed.reason is not None:
        return {
            "legal": False,
            "reason": placed.reason,
            "because": [turn.why_not_there(placed.reason, row, SIDES_ASKED[side])],
        }
    said = [Text("The card can go there.").by("own-row")]
    if placed.locks_row:
        said.append(Text("Five cards: the row is locked.").by("five"))
    said.append(turn.locks_so_far(placed.locked_rows, turn.locks_needed(n), placed.round_over))
    return {
        "legal": True,
        "locks_row": placed.locks_row,
        "locked_rows": placed.locked_rows,
        "round_over": placed.round_over,
        "because": said,
    }


@ruling(
    Text("Can this hand be played?"),
    example='{"hand_colours": ["red", "red", "red", "red", "red", "red", "red"], "locked": ["red"]}',
    rule="fits",
    known=_known_locks,
)
def can_play(
    hand_colours: Annotated[
        Sequence[str],
        ManyBlank(Text("Colours of the cards in hand"), of=ChoiceBlank(), least=1, most=HAND + 1, repeated=True),
    ],
    locked: Annotated[Sequence[str], ManyBlank(Text("Locked rows"), of=ChoiceBlank())],
) -> Answer:
    """Return whether any of the seven cards in hand can be placed.

    Rule: diabolo/fits, diabolo/no-card
    """
    if turn.can_play(hand_colours, locked):
        text = Text("An unlocked row always has a side with room: play one of its cards.").by("fits")
        return {"can_play": True, "because": [text]}
    said = [
        Text("Every row of these colours is locked.").by("no-card"),
        Text("Show your hand and put a card under the deck.").by("no-card"),
    ]
    return {"can_play": False, "because": said}


@ruling(
    Text("How many cards are left in the deck?"),
    example='{"n": 3}',
    rule="deal",
)
def setup(n: Annotated[int, NUMBER_OF_PLAYERS]) -> Answer:
    """Return the size of the deck after the deal, how many locked rows end a round, and the usual number of rounds.

    Rule: diabolo/deal, diabolo/locks, diabolo/how-many
    """
    deck, locks, most = turn.deck_after_deal(n), turn.locks_needed(n), turn.most_placements(n)
    ends = Text("The round ends at %(locks)s locked rows, after at most %(most)s cards.", locks=locks, most=most)
    return {
        "deck": deck,
        "locks_needed": locks,
        "max_placements": most,
        "default_rounds": n,
        "because": [
            Text("%(deck)s cards are left.", deck=deck).by("deal"),
            ends.by("locks"),
            Text("Usually everybody deals once.").by("how-many"),
        ],
    }


@ruling(
    Text("Who wins, and who deals?"),
    example='{"seats": ["A", "B", "C"], "first_dealer": "A", "rounds": [{"A": 4, "B": 8, "C": -10}, {"A": 0, '
    '"B": -6, "C": 12}, {"A": 5, "B": 3, "C": 5}]}',
    facts=(("totals", Text("Points")), ("dealers", Text("Who dealt")), ("starters", Text("Who started"))),
    rule="winner",
    known=_known_game,
)
def game(
    seats: Annotated[Sequence[str], PlayersBlank(Text("Players in turn"), *PLAYERS)],
    first_dealer: Annotated[str, PlayerBlank(Text("Who deals first"))],
    rounds: Annotated[
        Sequence[Mapping[str, int]],
        ManyBlank(
            Text("Points of each round"),
            of=EachBlank(of=NumberBlank(least=-999, most=999, bounds="none"), by="players"),
        ),
    ],
) -> Answer:
    """Return the totals of a game, the winners, and who dealt and who started each round.

    Raise Malformed if a total is too large.

    Rule: diabolo/winner, diabolo/shared, diabolo/next-deal
    """
    first = seats.index(first_dealer)
    totals = [sum(points[name] for points in rounds) for name in seats]
    if max(map(abs, totals)) > LARGEST_ANSWER:
        raise Malformed("rounds", NUMBERS_TOO_LARGE)
    winners = [name for name, total in zip(seats, totals) if total == max(totals)]
    clockwise = [seats[(first + number) % len(seats)] for number in range(len(rounds) + 1)]
    left = Text("The deal passes to the left, and the player on the dealer’s left starts.").by("next-deal")
    return {
        "totals": dict(zip(seats, totals)),
        "winners": winners,
        "dealers": clockwise[:-1],
        "starters": clockwise[1:],
        "because": [won_with(winners, format_points(max(totals))), left],
    }


# Is that possible?


REASONS = {
    "bad_value": Text("Values run from 1 to 5.").by("cards"),
    "copies_exceeded": Text("The deck should not contain that many of these cards.").by("copies"),
    "hand_size": Text("Everybody holds 6 cards.").by("six-cards"),
    "impossible_hand_total": Text("No 6 cards add up to these sums.").by("six-cards"),
    "impossible_sum": Text("Six cards of one colour add up to at most 30.").by("hand-sums"),
    "round_not_over": Text("Too few rows are locked, so the round is not over.").by("locks"),
    "row_over_five": Text("A row has at most 5 cards.").by("five"),
    "side_over_three": Text("A side has at most 3 cards.").by("three"),
    "too_many_locks": Text("Too many rows are locked: the round ended earlier.").by("locks"),
}


@ruling(
    Text("Is that possible?"),
    example='{"rows": {"red": {"heaven": [5, 4, 3, 2], "hell": []}}}',
    rule="cards",
    known=_known_hands,
)
def validate(
    n: Annotated[int | None, NUMBER_OF_PLAYERS] = None,
    rows: Annotated[Mapping[str, RowValues] | None, CARDS_IN_ROWS] = None,
    hands: Annotated[Hands | None, HANDS] = None,
    hand_totals: Annotated[Sums | None, SUMS] = None,
) -> Answer:
    """Return under `errors` a list of what is impossible, and under `warnings` what is very unlikely, both sorted.

    Raise Missing unless rows, hands or sums of hands are given.

    Rule: diabolo/cards, diabolo/copies, diabolo/six-cards, diabolo/hand-sums, diabolo/five, diabolo/three
    """
    if rows is None and hands is None and hand_totals is None:
        raise Missing("rows", Text("Ask about rows, hands or hand totals."))
    lying = {} if rows is None else _fill_rows(rows)
    held, totals = hands or {}, hand_totals or {}
    sums: Sums = {name: {colour: sum(cards) for colour, cards in hand.items()} for name, hand in held.items()}
    # How many rows must be locked depends on the number of players.
    locks = sum(map(turn.is_locked, lying.values())) - turn.locks_needed(n) if lying and n is not None else 0
    faults = {
        "bad_value": any(value not in VALUES for _, value in _list_cards(lying, held)),
        "hand_size": any(sum(map(len, hand.values())) != HAND for hand in held.values()),
        # Each hand has six cards, each of one colour and worth 1 to 5.
        "impossible_hand_total": any(
            sum(own.values()) < HAND or sum(map(fewest_cards, own.values())) > HAND for own in totals.values()
        ),
        "impossible_sum": any(
            total > HAND * HIGHEST for own in (*sums.values(), *totals.values()) for total in own.values()
        ),
        "round_not_over": locks < 0,
        "row_over_five": any(turn.in_row(row) > turn.MOST_IN_ROW for row in lying.values()),
        "side_over_three": any(len(cards) > turn.MOST_ON_SIDE for row in lying.values() for cards in row.values()),
        "too_many_locks": locks > 0,
    }
    errors = sorted(reason for reason, holds in faults.items() if holds)
    warnings = ["copies_exceeded"] if _exceeds_deck(lying, held, sums, totals) else []
    return {"errors": errors, "warnings": warnings, "because": [REASONS[reason] for reason in (*errors, *warnings)]}


def _list_cards(lying: Mapping[str, RowValues], held: Hands) -> Iterator[tuple[str, int]]:
    """Yield the colour and value of every card in the rows and hands of a question."""
    for colour, row in lying.items():
        yield from ((colour, value) for cards in row.values() for value in cards)
    for hand in held.values():
        yield from ((colour, value) for colour, cards in hand.items() for value in cards)


def _exceeds_deck(lying: Mapping[str, RowValues], held: Hands, sums: Sums, totals: Sums) -> bool:
    """Return whether there are more copies of a card, or a higher sum, than the deck should have.

    `lying` holds the cards in the rows, `held` those in the hands, and `sums` the sums of the latter. `totals` are the
    sums that the question gives instead of cards. Values that no card has and impossible sums are ignored.
    """
    counts = Counter(_list_cards(lying, held))
    if any(count > COPIES.get(value, count) for (_, value), count in counts.items()):
        return True
    for slot in SLOTS:
        hand_sums = [
            max(sums.get(name, {}).get(slot, 0), totals.get(name, {}).get(slot, 0)) for name in {**sums, **totals}
        ]
        # Larger sums are impossible and reported as errors, so they are no doubt as well.
        if any(HAND_SUM < total <= HAND * HIGHEST for total in hand_sums):
            return True
        row = lying.get(slot, {})
        possible = all(total <= HAND * HIGHEST for total in hand_sums)
        if possible and sum(sum(cards) for cards in row.values()) + sum(hand_sums) > COLOUR_SUM:
            return True
    return False


RULINGS = by_kind(row, round, place, can_play, setup, game, validate)
"""Every kind of question."""
