"""Could these piles lie on a table? Every reason why they could not."""

from collections.abc import Iterator

from scorekeeper.games.base import Answer, Malformed
from scorekeeper.games.parade.cards import PER_COLOUR, SLOTS, VALUES
from scorekeeper.games.parade.possible import Claim, possible
from scorekeeper.games.parade.questions import hands, values
from scorekeeper.games.parade.scoring import KEPT, most_cards
from scorekeeper.games.questions import Question, need, several, whole
from scorekeeper.text import Text

PLAYERS = (2, 6)

FORMS = ("players", "quick", "counts_total")
"""Three ways of saying what lies there: cards, counts and sums, or only how many in all."""

REASONS = {
    "bad_value": Text("The values go from 0 to 10."),
    "duplicate_card": Text("Every card is there only once."),
    "impossible_sum": Text("No cards of one colour make these sums."),
    "too_few_cards": Text("Everybody keeps 2 cards at least."),
    "too_many_cards": Text("So many cards cannot lie in front of the players."),
    "too_many_of_colour": Text("There are 11 cards of each colour."),
}


def validate(question: Question) -> Answer:
    """Say what is wrong with the piles: `errors`, sorted, each from REASONS; none if they can be.

    Raises Malformed unless exactly one of FORMS is asked. Source: rulebook FR 2015, components and scoring.
    """
    forms = [form for form in FORMS if form in question]
    if len(forms) > 1:
        raise Malformed(forms[1], Text("Ask by cards, by counts or by the number of all cards, one at a time."))
    if forms == ["counts_total"] or (not forms and "n" in question):
        errors = set(_of_counts(question))
    elif forms == ["quick"]:
        errors = set(_of_quick(question))
    else:
        errors = set(_of_players(question))
    return {"errors": sorted(errors), "because": [REASONS[error] for error in sorted(errors)]}


def _of_counts(question: Question) -> Iterator[str]:
    players = whole(need(question, "n"), "n", *PLAYERS)
    if whole(need(question, "counts_total"), "counts_total") > most_cards(players):
        yield "too_many_cards"


def _of_players(question: Question) -> Iterator[str]:
    seen: set[tuple[str, int]] = set()
    counts: list[int] = []
    for name, hand in hands(question, "players"):
        counts.append(0)
        for colour, pile in hand.items():
            for value in values(pile, "players", name, colour):
                counts[-1] += 1
                if value not in VALUES:
                    yield "bad_value"
                if (colour, value) in seen:
                    yield "duplicate_card"
                seen.add((colour, value))
    if min(counts) < KEPT:
        yield "too_few_cards"
    if sum(counts) > most_cards(len(counts)):
        yield "too_many_cards"


def _of_quick(question: Question) -> Iterator[str]:
    claims: dict[str, list[Claim]] = {slot: [] for slot in SLOTS}
    unread = dict.fromkeys(SLOTS, 0)
    players = 0
    for name, hand in hands(question, "quick"):
        players += 1
        for colour, claim in hand.items():
            count, total = _claim(claim, f"quick.{name}.{colour}")
            if total is None:
                unread[colour] += count
            else:
                claims[colour].append((count, total))
    counts = {slot: unread[slot] + sum(count for count, _ in claims[slot]) for slot in SLOTS}
    for slot in SLOTS:
        if counts[slot] > PER_COLOUR:
            yield "too_many_of_colour"
        elif not possible(claims[slot]):
            yield "impossible_sum"
    if sum(counts.values()) > most_cards(players):
        yield "too_many_cards"


def _claim(claim: object, key: str) -> tuple[int, int | None]:
    """How many cards, and their sum where it is known."""
    pair = several(claim, key)
    if len(pair) != 2:
        raise Malformed(key, Text("Write how many, and the sum or null."))
    count, total = pair
    if total is not None and type(total) is not int:
        raise Malformed(key, Text("Write the sum as a whole number, or null."))
    return whole(count, key), total
