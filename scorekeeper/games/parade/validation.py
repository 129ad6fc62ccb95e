"""The question whether the cards in front of the players of Parade are possible."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.games.parade.cards import LOOKS, PER_COLOUR, SLOTS, USUAL_EDITION, VALUES, Look, card_name
from scorekeeper.games.parade.problems import Claim, possible
from scorekeeper.games.parade.scoring import EACH_KEEPS, most_cards
from scorekeeper.games.question import Answer
from scorekeeper.language.text import Plural, Text

PLAYERS = (2, 6)

Piles = Mapping[str, Mapping[str, Sequence[int]]]
"""The values of the cards in front of each player, keyed by name and colour."""

Claims = Mapping[str, Mapping[str, tuple[int, int | None]]]
"""The number of each player's cards and their sum (None if unknown), keyed by name and colour."""

REASONS = {
    "bad_value": Text("Values run from 0 to 10.").by("cards"),
    "duplicate_card": Text("There is only one of each card.").by("cards"),
    "impossible_sum": Text("No cards of one colour add up to these sums.").by("cards"),
    "too_few_cards": Text("Everybody keeps at least 2 cards.").by("keep"),
    "too_many_cards": Text("There cannot be that many cards in front of the players.").by("most-cards"),
    "too_many_of_colour": Text("There are 11 cards of each colour.").by("cards"),
}


def validate(
    n: int | None = None,
    colours: str = USUAL_EDITION,
    players: Piles | None = None,
    quick: Claims | None = None,
    counts_total: int | None = None,
) -> Answer:
    """Return under `errors` a sorted list of what is impossible about the piles, and under `because` the sentences.

    The cards are given in one of three ways: each card (`players`), counts and sums (`quick`), or the total number for
    `n` players. Raise Malformed if more than one is given. Raise Missing if none is. `colours` is the key of the
    edition that names the colours.

    Rule: parade/cards, parade/keep, parade/most-cards
    """
    forms = [
        key
        for key, form in (("players", players), ("quick", quick), ("counts_total", counts_total))
        if form is not None
    ]
    if len(forms) > 1:
        raise Malformed(forms[1], Text("Ask with cards, counts or the total number of cards, but only one of these."))
    doubled: Sequence[Text] = ()
    if players is not None:
        errors, doubled = set(_check_piles(players)), list_doubled(players, LOOKS[colours])
    elif quick is not None:
        errors = set(_check_claims(quick))
    elif n is None or counts_total is None:
        # What is missing depends on the form in which the question was begun.
        raise Missing("n" if forms else "players" if n is None else "counts_total", Text("This is missing."))
    else:
        errors = {"too_many_cards"} if counts_total > most_cards(n) else set()
    named = {"duplicate_card": name_doubled(doubled)} if doubled else {}
    return {"errors": sorted(errors), "because": [named.get(error) or REASONS[error] for error in sorted(errors)]}


def list_doubled(players: Piles, called: Mapping[str, Look]) -> list[Text]:
    """Return the names of the cards that appear more than once. `called` is the look of each colour.

    Rule: parade/cards
    """
    doubled = []
    for slot in SLOTS:
        counts = Counter(value for hand in players.values() for value in hand.get(slot, ()))
        doubled += [card_name(called[slot], value) for value in sorted(counts) if counts[value] > 1]
    return doubled


def name_doubled(cards: Sequence[Text]) -> Text:
    """Say that these cards are listed more than once.

    Rule: parade/cards
    """
    return Plural("%(cards)s is listed more than once, but there is only one of each card.",
                  "%(cards)s are listed more than once, but there is only one of each card.",
                  len(cards), cards=tuple(cards)).by("cards")  # fmt: skip


def _check_piles(players: Piles) -> Iterator[str]:
    seen: set[tuple[str, int]] = set()
    counts: list[int] = []
    for hand in players.values():
        counts.append(sum(map(len, hand.values())))
        for colour, pile in hand.items():
            for value in pile:
                if value not in VALUES:
                    yield "bad_value"
                if (colour, value) in seen:
                    yield "duplicate_card"
                seen.add((colour, value))
    # Everybody has kept two cards, so nobody can have fewer in front.
    if min(counts) < EACH_KEEPS:
        yield "too_few_cards"
    if sum(counts) > most_cards(len(counts)):
        yield "too_many_cards"


def _check_claims(quick: Claims) -> Iterator[str]:
    claims: dict[str, list[Claim]] = {slot: [] for slot in SLOTS}
    counts = dict.fromkeys(SLOTS, 0)
    for hand in quick.values():
        for colour, (count, total) in hand.items():
            counts[colour] += count
            if total is not None:
                claims[colour].append((count, total))
    for slot in SLOTS:
        if counts[slot] > PER_COLOUR:
            yield "too_many_of_colour"
        elif not possible(claims[slot]):
            yield "impossible_sum"
    if sum(counts.values()) > most_cards(len(quick)):
        yield "too_many_cards"
