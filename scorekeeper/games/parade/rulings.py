"""Questions to the referee of Parade, and how they are answered."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games import blanks
from scorekeeper.games.cards import Card
from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.games.pad import ALL, END, Cell, Mark, Marks, Options, Setup, Spot
from scorekeeper.games.parade.cards import (
    CARDS,
    EDITIONS,
    LOOKS,
    RULESETS,
    SLOT_OF,
    SLOTS,
    USUAL_EDITION,
    Look,
    card_name,
    edition,
    plain,
)
from scorekeeper.games.parade.pad import count_points, notes
from scorekeeper.games.parade.rules import (
    EDITION_CHOICES,
    ONLY_THE_DECK,
    OPTIONS,
    best_of,
    breaks_ties,
    fewest_cards_win,
)
from scorekeeper.games.parade.scoring import Reading, find_winners, read_round
from scorekeeper.games.parade.sentences import verdict
from scorekeeper.games.parade.state import Procession
from scorekeeper.games.parade.turn import Removal, deck_after_deal, last_turns, most_turns, remove, trigger
from scorekeeper.games.parade.validation import PLAYERS, Piles, list_doubled, name_doubled, validate
from scorekeeper.games.question import Answer, Question, Ruling
from scorekeeper.language.text import Plural, Text

# Turns, scores and colours


HOUSE_RULE = next(option for option in OPTIONS if option.key == "majority_flip")

COMPULSORY = HOUSE_RULE.choices[0][0]


RULESET_CHOICES = (
    ("zman", Text("English, French, Spanish")),
    ("it2008", Text("Italian 2008")),
    ("de2014", Text("German 2014")),
)


def removal(line_front_to_end: Sequence[Card], played: Card, colours: str = USUAL_EDITION) -> Answer:
    """Return the cards of the line that are not safe, those that leave, and the line afterwards.

    Rule: parade/safe, parade/leaves
    """
    cards = remove(line_front_to_end, played)
    return {
        "eligible": [str(card) for card in cards.eligible],
        "removed": [str(card) for card in cards.removed],
        "line_after": [str(card) for card in cards.line_after],
        "because": why_removed(cards, len(line_front_to_end), played, LOOKS[colours]),
    }


def why_removed(cards: Removal, length: int, played: Card, called: Mapping[str, Look]) -> list[Text]:
    """Return sentences that say which cards leave, which are safe, and why the remaining ones stay.

    `length` is the number of cards in the line, `called` the look of each colour.

    Rule: parade/safe, parade/leaves, parade/zero
    """
    if not cards.eligible:
        text = Plural(
            "%(count)s card in the line, value %(value)s: nothing leaves.",
            "%(count)s cards in the line, value %(value)s: nothing leaves.",
            length,
            value=played.value,
        ).by("safe")
        return [text]
    leaving = tuple([card_name(called[card.colour], card.value) for card in cards.removed])
    said = [
        Plural("%(cards)s leaves.", "%(cards)s leave.", len(leaving), cards=leaving).by("leaves")
        if leaving
        else Text("No card leaves.").by("leaves"),
        Plural("The last card is safe.", "The last %(count)s are safe.", played.value).by("safe")
        if played.value
        else Text("A 0 makes no cards safe.").by("zero"),
    ]
    said += [
        Text(
            "%(card)s stays: not %(colour)s, and above %(value)s.",
            card=card_name(called[card.colour], card.value),
            colour=called[played.colour].word,
            value=played.value,
        ).by("leaves")
        for card in cards.eligible
        if card not in cards.removed
    ]
    return said


def score(ruleset: str, players: Piles, colours: str = USUAL_EDITION, majority_flip: str = COMPULSORY) -> Answer:
    """Return the scores and winners for the piles in front of the players, kept cards included, as a score sheet does.

    Any whole numbers are accepted. A card that appears twice is mentioned; everything else is left to `validate`.
    `majority_flip` is the table's choice whether a flip that costs points is compulsory.

    Rule: parade/most, parade/level, parade/values, parade/two, parade/winner, parade/tie, parade/flip-hurts
    """
    names, called, fewest_cards = list(players), LOOKS[colours], breaks_ties(ruleset)
    reading = _reading(players, {"edition": colours, "majority_flip": majority_flip})
    cells, totals, cards = count_points(reading)
    lying = [slot for slot in SLOTS if any(hand.get(slot) for hand in players.values())]
    doubled = list_doubled(players, called)
    by_total, by_cards = [*totals.values()], [*cards.values()]
    winners = find_winners(by_total, by_cards, fewest_cards)
    flipped = {
        slot: [name for seat, name in enumerate(names) if _is_flipped(cells.get((slot, seat)))] for slot in lying
    }
    said = notes(reading)
    return {
        "by_colour": {
            name: {slot: cells[slot, seat].points for slot in lying if players[name].get(slot)}
            for seat, name in enumerate(names)
        },
        "totals": dict(zip(names, by_total)),
        "cards": dict(zip(names, by_cards)),
        "majority": {slot: who for slot, who in flipped.items() if who},
        "winners": [names[position] for position in winners],
        "because": [
            *verdict(names, by_total, by_cards, winners, fewest_cards),
            *([name_doubled(doubled)] if doubled else []),
            *[Text("%(colour)s: %(why)s", colour=called[slot].label, why=said[slot]) for slot in lying],
        ],
    }


def _reading(players: Piles, options: Options) -> Reading:
    """Return the reading of a pad on which these piles are entered by number and sum and marked as complete."""
    seats = tuple(range(len(players)))
    setup = Setup(tuple(players), options, ((1, seats),))
    marks: dict[Spot, Mark] = {Spot(1, END, ALL): 1}
    for seat, hand in enumerate(players.values()):
        for slot, pile in hand.items():
            # Counts and sums instead of cards: the question accepts any whole numbers, and a card that appears twice.
            if pile:
                marks[Spot(1, slot, "count", seat)] = len(pile)
                marks[Spot(1, slot, "sum", seat)] = sum(pile)
    return read_round(setup, marks, 1)


def _is_flipped(cell: Cell | None) -> bool:
    return cell is not None and cell.flipped


def last_round(
    seats: Sequence[str],
    active: str,
    front_colours: Sequence[str],
    deck_before_draw: int,
    colours: str = USUAL_EDITION,
    ruleset: str = RULESETS[0],
    already_final: bool = False,
    final_trigger: str | None = None,
) -> Answer:
    """Return whether the turn of `active` starts the last round, or how many turns of the last round are left.

    `already_final` is set if the last round had started before this turn; `final_trigger` is who started it. In the
    last round nobody draws, and a sixth colour has no effect. Raise Missing if `final_trigger` is needed. Raise
    Malformed if the deck was already empty when the last round had not started.

    Rule: parade/last-round, parade/one-more, parade/no-draw, parade/no-second, parade/only-deck
    """
    if already_final and final_trigger is None:
        raise Missing("final_trigger", Text("This is missing."))
    if already_final and final_trigger is not None:
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


def deck(n: int) -> Answer:
    """Return the size of the deck after the deal with `n` players, the most turns, and who draws the last card.

    Rule: parade/deal
    """
    left = deck_after_deal(n)
    text = Text("%(deck)s cards are left. The last player draws the last one.", deck=left).by("deal")
    return {"deck": left, "max_turns": most_turns(n), "exhausting_seat": n, "because": [text]}


def label(edition: str, label: str) -> Answer:
    """Return the slot of the colour that a word means in an edition. The word can be in any case, gender or number.

    Raise Malformed if the edition has no colour of that name.

    Rule: parade/colours
    """
    slot = SLOT_OF[edition].get(plain(label))
    if slot is None:
        raise Malformed("label", Text("This edition has no colour of that name."))
    look = EDITIONS[edition].colours[SLOTS.index(slot)]
    said = Text("%(label)s is %(colour)s here.", label=label, colour=look.word).by("colours")
    return {"slot": slot, "because": [said]}


# Kinds of question


OTHER_COLOURS = tuple(
    # Editions with the same colours would be the same choice twice.
    [(key, edition.label) for key, edition in EDITIONS.items() if edition.colours != EDITIONS[USUAL_EDITION].colours]
)

COLOURS = blanks.Choice("colours", Text("Colours"), items=OTHER_COLOURS, needed=False, words=tuple(EDITIONS))
"""The edition whose colour names and hues are used in the question and the answer. It does not change any rule."""

RULINGS = {
    ruling.kind: ruling
    for ruling in (
        Ruling(
            "removal",
            Text("Which cards leave?"),
            (
                COLOURS,
                blanks.CardRow(
                    "line_front_to_end",
                    Text("The line, starting at the box"),
                    least=1,
                    most=len(CARDS) - 1,
                    loose=True,
                ),
                blanks.Card("played", Text("The card played"), loose=True),
            ),
            removal,
            example='{"line_front_to_end": ["purple-5", "green-8", "blue-1"], "played": "red-0"}',
            facts=(("line_after", Text("The line afterwards")),),
            rule="leaves",
        ),
        Ruling(
            "score",
            Text("Who wins?"),
            (
                blanks.Choice("ruleset", Text("Rules"), items=RULESET_CHOICES),
                blanks.Choice("majority_flip", HOUSE_RULE.label, items=HOUSE_RULE.choices, needed=False),
                COLOURS,
                blanks.Piles("players", Text("Cards in front, including the two kept"), loose=True),
            ),
            score,
            example='{"ruleset": "zman", "players": {"A": {"red": [10, 9, 8], "blue": [1]}, "B": {"red": [7], '
            '"blue": [6, 5]}}}',
            facts=(("totals", Text("Points")), ("cards", Text("Cards"))),
            rule="most",
        ),
        Ruling(
            "last_round",
            Text("Is it the last round?"),
            (
                blanks.Names("seats", Text("Players in turn"), least=PLAYERS[0], most=PLAYERS[1]),
                blanks.Player("active", Text("Who has just played")),
                COLOURS,
                blanks.Suits("front_colours", Text("Colours in front of that player")),
                blanks.Number("deck_before_draw", Text("Cards in the deck before drawing"), most=50),
                blanks.Choice("ruleset", Text("Rules"), items=RULESET_CHOICES, needed=False),
                blanks.Tick("already_final", Text("The last round has started"), needed=False),
                blanks.Player("final_trigger", Text("Who started the last round"), needed=False),
            ),
            last_round,
            example='{"seats": ["A", "B", "C"], "active": "B", "front_colours": ["red", "blue", "purple", "green", '
            '"grey", "orange"], "deck_before_draw": 20}',
            facts=(("deck_after", Text("Cards in the deck afterwards")),),
            rule="last-round",
        ),
        Ruling(
            "deck",
            Text("How many cards are left in the deck?"),
            (blanks.PlayerCount("n", Text("Players"), least=PLAYERS[0], most=PLAYERS[1]),),
            deck,
            example='{"n": 2}',
            facts=(("max_turns", Text("Maximum turns")),),
            rule="deal",
        ),
        Ruling(
            "label",
            Text("Which colour is that?"),
            (
                blanks.Choice("edition", Text("Edition"), items=EDITION_CHOICES),
                blanks.Word("label", Text("The colour name used at the table")),
            ),
            label,
            example='{"edition": "es2013", "label": "negro"}',
            rule="colours",
        ),
        Ruling(
            "validate",
            Text("Is that possible?"),
            (
                blanks.PlayerCount("n", Text("Players"), least=PLAYERS[0], most=PLAYERS[1], needed=False),
                COLOURS,
                blanks.Piles("players", Text("Cards in front"), needed=False, loose=True),
                blanks.SuitCounts("quick", Text("Number of cards and sum"), needed=False, loose=True),
                blanks.Number("counts_total", Text("Cards in front of all players"), most=len(CARDS), needed=False),
            ),
            validate,
            example='{"quick": {"A": {"red": [2, 20]}, "B": {"blue": [2, 5]}}}',
            rule="cards",
        ),
    )
}
"""Every kind of question, by its key."""


# Values that the table knows


def find_known_values(setup: Setup, marks: Marks, round: int, state: Procession | None) -> dict[str, Question]:
    """Return the blanks that the table can already fill in, for each kind of question. Players are given by name.

    `state` is the deal if the referee follows it, otherwise None.

    Decision: ask-known
    """
    reading = read_round(setup, marks, round)
    known: dict[str, dict[str, Any]] = {
        "removal": {},
        "score": {"ruleset": _ruleset(setup), **_house_rule(setup)},
        "last_round": {},
        "validate": {"quick": _quick(reading)},
    }
    questions = {kind: {**_colours(setup), **values} for kind, values in known.items()}
    # The question takes cards only. A pile known by count and sum would be missing from it.
    if all(pile.complete or not pile.marked for colour in reading.colours for pile in colour.piles):
        questions["score"]["players"] = _piles(reading)
    # While cards are laid out or kept, the line is incomplete or no longer matters.
    if state and not state.laying and not state.keeping:
        questions["removal"]["line_front_to_end"] = [str(card) for card in state.line]
    if state and state.before:
        questions["last_round"] |= _last_turn(state)
    chosen = str(setup.options.get("edition", USUAL_EDITION))
    return {**questions, "deck": {"n": len(reading.seats)}, "label": {"edition": chosen}}


def _ruleset(setup: Setup) -> str:
    """Return the ruleset of the table's edition, or another one if the table agreed on a different tie-break."""
    # The question has no blank for the tie-break, so the ruleset has to stand for it.
    ruleset, fewest = edition(setup.options).ruleset, fewest_cards_win(setup)
    return ruleset if breaks_ties(ruleset) == fewest else "zman" if fewest else "it2008"


def _house_rule(setup: Setup) -> dict[str, str]:
    """Return the option about flips that cost points, with its value; empty unless the table has the house rule."""
    return {HOUSE_RULE.key: str(setup.options[HOUSE_RULE.key])} if best_of(setup) else {}


def _colours(setup: Setup) -> dict[str, str]:
    """Return the blank `colours` with the edition of the table's cards; empty if they look like the default edition."""
    chosen = str(setup.options.get("colours", "edition"))
    key = str(setup.options.get("edition", USUAL_EDITION)) if chosen == "edition" else chosen
    return {} if EDITIONS[key].colours == EDITIONS[USUAL_EDITION].colours else {"colours": key}


def _piles(reading: Reading) -> dict[str, dict[str, list[int]]]:
    return {
        name: {colour.slot: list(pile.cards) for colour in reading.colours if (pile := colour.piles[at]).cards}
        for at, name in enumerate(reading.names)
    }


def _quick(reading: Reading) -> dict[str, dict[str, tuple[int, int | None]]]:
    """Return the number of each player's cards and their sum (None if unknown), keyed by name and colour."""
    return {
        name: {colour.slot: (pile.size, pile.value) for colour in reading.colours if (pile := colour.piles[at]).size}
        for at, name in enumerate(reading.names)
    }


def _last_turn(state: Procession) -> dict[str, Any]:
    """Return the blanks of "last_round" for the turn just played. The deck is as it was before the player drew."""
    assert state.before
    seats = {seat: state.name(seat) for seat in state.seats}
    # The turn that starts the last round is not part of it.
    within = bool(state.last) and state.left < len(state.last)
    final = {"already_final": True, "final_trigger": seats[state.last[-1]]} if within else {}
    return {
        "seats": list(seats.values()),
        "active": seats[state.before.seat],
        "front_colours": sorted(state.colours(state.seats.index(state.before.seat))),
        "deck_before_draw": state.deck + state.before.drew,
        "ruleset": state.ruleset,
        **final,
    }
