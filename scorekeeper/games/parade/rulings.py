"""Questions to the referee of Parade, and how they are answered."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from scorekeeper.games.cards import Card, SuitLook
from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.games.pad import ALL, END, Mark, Options, Setup, Spot
from scorekeeper.games.pads.deck import fits
from scorekeeper.games.pads.scoring import find_variant
from scorekeeper.games.parade.board import explain_line
from scorekeeper.games.parade.cards import (
    CARDS,
    DECK,
    EDITION_CHOICES,
    EDITIONS,
    LOOKS,
    PAD,
    RULESETS,
    SLOTS,
    USUAL_EDITION,
    VALUES,
    edition,
    find_ruleset,
    find_slot,
    looks,
)
from scorekeeper.games.parade.deal import Deal
from scorekeeper.games.parade.rules import (
    EACH_KEEPS,
    ONLY_THE_DECK,
    best_of,
    breaks_ties,
    fewest_cards_win,
    most_cards,
)
from scorekeeper.games.parade.state import Procession
from scorekeeper.games.parade.turn import deck_after_deal, last_turns, remove, trigger
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
    TickBlank,
    WordBlank,
    by_kind,
    ruling,
)
from scorekeeper.language.text import Plural, Text

PLAYERS = (2, 6)

PilesInFront = Mapping[str, Mapping[str, Sequence[int]]]
"""The values of the cards in front of each player, keyed by name and colour."""

Claims = Mapping[str, Mapping[str, tuple[int, int | None]]]
"""The number of each player's cards and their sum (None if unknown), keyed by name and colour."""

HOUSE_RULE = next(option for option in PAD.options if option.key == "majority_flip")

RULESET_CHOICES = (
    ("zman", Text("English, French, Spanish")),
    ("it2008", Text("Italian 2008")),
    ("de2014", Text("German 2014")),
)

OTHER_COLOURS = tuple(
    # Editions with the same colours would be the same choice twice.
    [(key, label) for key, label in EDITIONS.items() if LOOKS[key] != LOOKS[USUAL_EDITION]]
)

Colours = Annotated[str, ChoiceBlank(Text("Colours"), OTHER_COLOURS, words=tuple(EDITIONS))]
"""The edition whose colour names and hues are used in the question and the answer. It does not change any rule."""

NUMBER_OF_PLAYERS = PlayersBlank(Text("Players"), *PLAYERS, counted=True)

CARDS_IN_FRONT = EachBlank(Text("Cards in front"), of=CardsBlank(loose=True), by="players")

NUMBER_AND_SUM = EachBlank(
    Text("Number of cards and sum"),
    of=EachBlank(
        of=EachBlank(
            of=NumberBlank(most=999), by=(("count", Text("Cards")), ("sum", Text("Sum"))), listed=True, partial=True
        ),
        by="suits",
        partial=True,
        loose=True,
    ),
    by="players",
)

# Values that a table knows


def _colours(setup: Setup) -> dict[str, str]:
    """Return the blank `colours` with the edition of the table's cards; empty if they look like the default edition."""
    here = looks(setup)
    if here == LOOKS[USUAL_EDITION]:
        return {}
    chosen = str(setup.options.get("colours", "edition"))
    return {"colours": edition(setup.options) if chosen == "edition" else chosen}


def _known_line(at: AtTable) -> Inputs:
    state: Procession | None = at.state
    # While cards are laid out or kept, the line is incomplete or no longer matters.
    if not state or state.laying or state.keeping:
        return _colours(at.setup)
    return {**_colours(at.setup), "line_front_to_end": [str(card) for card in state.line]}


def _known_piles(at: AtTable) -> Inputs:
    # The question has no blank for the tie-break, so the ruleset has to stand for it.
    ruleset, fewest = find_ruleset(at.setup.options), fewest_cards_win(at.setup)
    if breaks_ties(ruleset) != fewest:
        ruleset = "zman" if fewest else "it2008"
    chosen = {HOUSE_RULE.key: str(at.setup.options[HOUSE_RULE.key])} if best_of(at.setup) else {}
    inputs: Inputs = {**_colours(at.setup), "ruleset": ruleset, **chosen}
    # The question takes cards only. A pile known by count and sum, or not entered yet, would be missing from it.
    piles = [pile for suit in at.played.written.suits.values() for pile in suit.piles.values()]
    if any(pile.marked and not pile.complete for pile in piles) or not at.played.sheet().decided:
        return inputs
    return {**inputs, "players": at.read_piles(lambda pile: list(pile.cards) or None)}


def _known_sums(at: AtTable) -> Inputs:
    quick = at.read_piles(lambda pile: (pile.size, pile.value) if pile.size else None)
    return {**_colours(at.setup), "quick": quick}


def _known_turn(at: AtTable) -> Inputs:
    """Return the values for the turn just played. The deck is as it was before the player drew."""
    state: Procession | None = at.state
    if not state or not state.before:
        return _colours(at.setup)
    seats = {seat: state.name(seat) for seat in state.seats}
    # The turn that starts the last round is not part of it.
    within = bool(state.last) and state.left < len(state.last)
    final = {"already_final": True, "final_trigger": seats[state.last[-1]]} if within else {}
    return {
        **_colours(at.setup),
        "seats": list(seats.values()),
        "active": seats[state.before.seat],
        "front_colours": sorted(state.colours(state.seats.index(state.before.seat))),
        "deck_before_draw": state.deck + state.before.drew,
        "ruleset": state.ruleset,
        **final,
    }


@ruling(
    Text("Which cards leave?"),
    example='{"line_front_to_end": ["purple-5", "green-8", "blue-1"], "played": "red-0"}',
    facts=(("line_after", Text("The line afterwards")),),
    rule="leaves",
    known=_known_line,
)
def removal(
    *,
    colours: Colours = USUAL_EDITION,
    line_front_to_end: Annotated[
        Sequence[Card],
        ManyBlank(Text("The line, starting at the box"), of=CardBlank(loose=True), least=1, most=len(CARDS) - 1),
    ],
    played: Annotated[Card, CardBlank(Text("The card played"), loose=True)],
) -> Answer:
    """Return the cards of the line that are not safe, those that leave, and the line afterwards.

    Rule: parade/safe, parade/leaves
    """
    cards = remove(line_front_to_end, played)
    named = tuple([LOOKS[colours][card.colour].name_card(card.value) for card in cards.removed])
    leaving = (
        Plural("%(cards)s leaves.", "%(cards)s leave.", len(named), cards=named) if named else Text("No card leaves.")
    )
    return {
        "eligible": [str(card) for card in cards.eligible],
        "removed": [str(card) for card in cards.removed],
        "line_after": [str(card) for card in cards.line_after],
        "because": [leaving.by("leaves"), *explain_line(cards, played, LOOKS[colours], len(CARDS))],
    }


@ruling(
    Text("Who wins?"),
    example='{"ruleset": "zman", "players": {"A": {"red": [10, 9, 8], "blue": [1]}, "B": {"red": [7], '
    '"blue": [6, 5]}}}',
    facts=(("totals", Text("Points")), ("cards", Text("Cards"))),
    rule="most",
    known=_known_piles,
)
def score(
    *,
    ruleset: Annotated[str, ChoiceBlank(Text("Rules"), RULESET_CHOICES)],
    majority_flip: Annotated[str, ChoiceBlank(HOUSE_RULE.label, HOUSE_RULE.choices)] = str(HOUSE_RULE.default),
    colours: Colours = USUAL_EDITION,
    players: Annotated[PilesInFront, replace(CARDS_IN_FRONT, label=Text("Cards in front, including the two kept"))],
) -> Answer:
    """Return the scores and winners for the piles in front of the players, kept cards included, as a score sheet does.

    Any whole numbers are accepted. A card that appears twice is mentioned; everything else is left to `validate`.
    `majority_flip` is the table's choice whether a flip that costs points is compulsory.

    Rule: parade/most, parade/level, parade/values, parade/two, parade/winner, parade/tie, parade/flip-hurts
    """
    names, called = list(players), LOOKS[colours]
    deal = _enter(players, {"edition": colours, "majority_flip": majority_flip}, breaks_ties(ruleset))
    sheet = deal.sheet()
    winners = tuple(seat for seat, place in sheet.ranks.items() if place == 1)
    by_colour: dict[str, dict[str, int]] = {name: {} for name in names}
    majority: dict[str, list[str]] = {}
    for (slot, seat), cell in sheet.cells.items():
        if cell.points is not None:
            by_colour[names[seat]][slot] = cell.points
        if cell.flipped:
            majority.setdefault(slot, []).append(names[seat])
    return {
        "by_colour": by_colour,
        "totals": dict(zip(names, sheet.totals.values())),
        "cards": dict(zip(names, sheet.feet[0][1].values())),
        "majority": majority,
        "winners": [names[seat] for seat in winners],
        "because": [
            *deal.describe_verdict(winners, sheet.totals),
            *name_doubled(players, called),
            *[Text("%(colour)s. %(why)s", colour=called[slot].label, why=why) for slot, why in sheet.notes.items()],
        ],
    }


def _enter(players: PilesInFront, options: Options, fewest_cards: bool) -> Deal:
    """Return a deal in which these piles are entered by number and sum and marked as complete."""
    seats = tuple(range(len(players)))
    chosen = {**options, "tie_break": "fewest_cards" if fewest_cards else "shared"}
    setup = Setup(tuple(players), chosen, ((1, seats),))
    marks: dict[Spot, Mark] = {Spot(1, END, ALL): 1}
    for seat, hand in enumerate(players.values()):
        for slot, pile in hand.items():
            # Counts and sums instead of cards: the question accepts any whole numbers, and a card that appears twice.
            if pile:
                marks[Spot(1, slot, "count", seat)] = len(pile)
                marks[Spot(1, slot, "sum", seat)] = sum(pile)
    return Deal(find_variant(PAD, setup), setup, marks, 1)


@ruling(
    Text("Is it the last round?"),
    example='{"seats": ["A", "B", "C"], "active": "B", "front_colours": ["red", "blue", "purple", "green", '
    '"grey", "orange"], "deck_before_draw": 20}',
    facts=(("deck_after", Text("Cards in the deck afterwards")),),
    rule="last-round",
    known=_known_turn,
)
def last_round(
    *,
    seats: Annotated[Sequence[str], PlayersBlank(Text("Players in turn"), *PLAYERS)],
    active: Annotated[str, PlayerBlank(Text("Who has just played"))],
    colours: Colours = USUAL_EDITION,
    front_colours: Annotated[Sequence[str], ManyBlank(Text("Colours in front of that player"), of=ChoiceBlank())],
    deck_before_draw: Annotated[int, NumberBlank(Text("Cards in the deck before drawing"), most=50)],
    ruleset: Annotated[str, ChoiceBlank(Text("Rules"), RULESET_CHOICES)] = RULESETS[0],
    already_final: Annotated[bool, TickBlank(Text("The last round has started"))] = False,
    final_trigger: Annotated[str | None, PlayerBlank(Text("Who started the last round"))] = None,
) -> Answer:
    """Return whether the turn of `active` starts the last round, or how many turns of the last round are left.

    `already_final` is set if the last round had started before this turn; `final_trigger` is who started it. In the
    last round nobody draws, and a sixth colour has no effect. Raise Missing if `final_trigger` is needed. Raise
    Malformed if the deck was already empty when the last round had not started.

    Rule: parade/last-round, parade/one-more, parade/no-draw, parade/no-second, parade/only-deck
    """
    if already_final:
        if final_trigger is None:
            raise Missing("final_trigger")
        return _within_last_round(seats, active, deck_before_draw, final_trigger)
    if not deck_before_draw:
        raise Malformed("deck_before_draw", Text("The empty deck has already started the last round."))
    left = deck_before_draw - 1
    started = trigger(front_colours, left, ruleset)
    answer: Answer = {"final_round": started is not None, "trigger": started, "deck_after": left, "drew": True}
    if started is None:
        text = Plural(
            "%(colours)s of 6 colours, %(count)s card in the deck: play on.",
            "%(colours)s of 6 colours, %(count)s cards in the deck: play on.",
            left,
            colours=len(set(front_colours)),
        ).by("last-round")
        # Say why nothing happens: players of other editions expect six colours to start the last round.
        unheeded = [ONLY_THE_DECK] if trigger(front_colours, left, RULESETS[0]) else []
        return {**answer, "because": [text, *unheeded]}
    order = last_turns(seats, active)
    reasons = [Text("%(who)s has all six colours.", who=active).by("last-round")] if started in ("six", "both") else []
    reasons += [Text("The deck is empty.").by("last-round")] if started in ("deck", "both") else []
    turns = Text("%(who)s have one more turn each. Nobody draws.", who=tuple(order)).by("one-more")
    return {**answer, "order": list(order), "because": [*reasons, turns]}


def _within_last_round(seats: Sequence[str], active: str, deck: int, started_by: str) -> Answer:
    order = last_turns(seats, started_by)
    left = len(order) - 1 - order.index(active)
    text = Plural("%(count)s turn left, do not draw.", "%(count)s turns left, do not draw.", left).by("no-draw")
    return {
        "final_round": True,
        "order": list(order),
        "extra": False,
        "turns_left_after_this": left,
        "deck_after": deck,
        "drew": False,
        "because": [text],
    }


@ruling(
    Text("How many cards are left in the deck?"),
    example='{"n": 2}',
    facts=(("max_turns", Text("Maximum turns")),),
    rule="deal",
)
def deck(n: Annotated[int, NUMBER_OF_PLAYERS]) -> Answer:
    """Return the size of the deck after the deal with `n` players, the most turns, and who draws the last card.

    Rule: parade/deal
    """
    left = deck_after_deal(n)
    text = Text("%(deck)s cards are left. The last player draws the last one.", deck=left).by("deal")
    # Each turn draws one card until the deck is empty. Then everybody has one more without drawing.
    return {"deck": left, "max_turns": left + n, "exhausting_seat": n, "because": [text]}


@ruling(
    Text("Which colour is that?"),
    example='{"edition": "es2013", "label": "negro"}',
    rule="colours",
    known=lambda at: {"edition": edition(at.setup.options)},
)
def label(
    edition: Annotated[str, ChoiceBlank(Text("Edition"), EDITION_CHOICES)],
    label: Annotated[str, WordBlank(Text("The colour name used at the table"))],
) -> Answer:
    """Return the slot of the colour that a word means in an edition. The word can be in any case, gender or number.

    Raise Malformed if the edition has no colour of that name.

    Rule: parade/colours
    """
    slot = find_slot(edition, label)
    if slot is None:
        raise Malformed("label", Text("This edition has no colour of that name."))
    said = Text("%(label)s is %(colour)s here.", label=label, colour=LOOKS[edition][slot].word).by("colours")
    return {"slot": slot, "because": [said]}


# Is that possible?


REASONS = {
    "bad_value": Text("Values run from 0 to 10.").by("cards"),
    "impossible_sum": Text("No cards of one colour add up to these sums.").by("cards"),
    "too_few_cards": Text("Everybody keeps at least 2 cards.").by("keep"),
    "too_many_cards": Text("There cannot be that many cards in front of the players.").by("most-cards"),
    "too_many_of_colour": Text("There are 11 cards of each colour.").by("cards"),
}


@ruling(
    Text("Is that possible?"),
    example='{"quick": {"A": {"red": [2, 20]}, "B": {"blue": [2, 5]}}}',
    rule="cards",
    known=_known_sums,
)
def validate(
    n: Annotated[int | None, NUMBER_OF_PLAYERS] = None,
    colours: Colours = USUAL_EDITION,
    players: Annotated[PilesInFront | None, CARDS_IN_FRONT] = None,
    quick: Annotated[Claims | None, NUMBER_AND_SUM] = None,
    counts_total: Annotated[int | None, NumberBlank(Text("Cards in front of all players"), most=len(CARDS))] = None,
) -> Answer:
    """Return under `errors` a sorted list of what is impossible about the piles, and under `because` the sentences.

    The cards are given in one of three ways: each card (`players`), counts and sums (`quick`), or the total number for
    `n` players. Raise Malformed if more than one is given. Raise Missing if none is. `colours` is the key of the
    edition that names the colours.

    Rule: parade/cards, parade/keep, parade/most-cards
    """
    forms = {"players": players, "quick": quick, "counts_total": counts_total}
    given = [key for key, form in forms.items() if form is not None]
    if len(given) > 1:
        raise Malformed(given[1], Text("Ask with cards, counts or the total number of cards, but only one of these."))
    if players is not None:
        faults = _check_piles(players)
    elif quick is not None:
        faults = set(_check_claims(quick))
    elif n is None or counts_total is None:
        # What is missing depends on the form in which the question was begun.
        raise Missing("n" if given else "players" if n is None else "counts_total")
    else:
        faults = {"too_many_cards"} if counts_total > most_cards(n) else set()
    errors = sorted(faults)
    named = name_doubled(players or {}, LOOKS[colours])
    because = [sentence for error in errors for sentence in (named if error == "duplicate_card" else [REASONS[error]])]
    return {"errors": errors, "because": because}


def name_doubled(players: PilesInFront, called: Mapping[str, SuitLook]) -> list[Text]:
    """Return a sentence that names the cards listed more than once. `called` is the look of each colour.

    Rule: parade/cards
    """
    lying = Counter((slot, value) for hand in players.values() for slot, pile in hand.items() for value in pile)
    doubled = [card for card in sorted(lying, key=lambda card: (SLOTS.index(card[0]), card[1])) if lying[card] > 1]
    cards = tuple([called[slot].name_card(value) for slot, value in doubled])
    sentence = Plural("%(cards)s is listed more than once, but there is only one of each card.",
                      "%(cards)s are listed more than once, but there is only one of each card.",
                      len(cards), cards=cards).by("cards")  # fmt: skip
    return [sentence] if cards else []


def _check_piles(players: PilesInFront) -> set[str]:
    cards = Counter((slot, value) for hand in players.values() for slot, pile in hand.items() for value in pile)
    counts = [sum(map(len, hand.values())) for hand in players.values()]
    faults = {
        "bad_value": any(value not in VALUES for _, value in cards),
        "duplicate_card": any(copies > 1 for copies in cards.values()),
        # Everybody has kept two cards, so nobody can have fewer in front.
        "too_few_cards": min(counts) < EACH_KEEPS,
        "too_many_cards": sum(counts) > most_cards(len(counts)),
    }
    return {reason for reason, holds in faults.items() if holds}


def _check_claims(quick: Claims) -> Iterator[str]:
    for slot in SLOTS:
        piles = [hand[slot] for hand in quick.values() if slot in hand]
        if sum(count for count, _ in piles) > DECK.size:
            yield "too_many_of_colour"
        elif not fits(DECK, [(count, total) for count, total in piles if total is not None]):
            yield "impossible_sum"
    if sum(count for hand in quick.values() for count, _ in hand.values()) > most_cards(len(quick)):
        yield "too_many_cards"


RULINGS = by_kind(removal, score, last_round, deck, label, validate)
"""Every kind of question."""
