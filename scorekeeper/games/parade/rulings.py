"""Questions to the referee of Parade: how an input is read, what is answered and why, and the list of them."""

import re
from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.games.errors import Malformed
from scorekeeper.games.parade.cards import (
    CARDS,
    EDITIONS,
    PER_COLOUR,
    RULESETS,
    SLOT_OF,
    SLOTS,
    USUAL_EDITION,
    VALUES,
    Card,
    Look,
    card_name,
    plain,
)
from scorekeeper.games.parade.options import EDITION_CHOICES, ONLY_THE_DECK, breaks_ties
from scorekeeper.games.parade.problems import Claim, possible
from scorekeeper.games.parade.scoring import KEPT, flipping, most_cards, verdict, who_has_most, winning
from scorekeeper.games.parade.turn import Removal, deck_after_deal, last_turns, most_turns, remove, trigger
from scorekeeper.games.question import (
    TOO_LARGE,
    Answer,
    Blank,
    Question,
    Ruling,
    names,
    need,
    several,
    tick,
    whole,
    word,
)
from scorekeeper.language.text import Plural, Text

# How an input is read


COLOURS = frozenset(SLOTS)

PLAIN = re.compile("[1-9][0-9]{0,3}")


def card(value: object, key: str) -> Card:
    """A card, written "green-3"; whether its value exists is not judged here. Raises Malformed.

    Ours: how a question is spelled.
    """
    if isinstance(value, str):
        known = CARDS.get(value)
        if known:
            return known
        colour, dash, number = value.partition("-")
        if dash and colour in COLOURS and PLAIN.fullmatch(number):
            return Card(colour, int(number))
    raise Malformed(key, Text("Write a card as colour and value, such as green-3."))


def colours(value: object, key: str) -> list[str]:
    """Several colours. Raises Malformed. Ours: how a question is spelled."""
    return [word(part, key, SLOTS) for part in several(value, key)]


def hands(question: Question, key: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Every player with what stands under the name, by colour. Raises Malformed, also where nobody is named.

    Ours: how a question is spelled.
    """
    players = need(question, key)
    if not isinstance(players, dict) or not players:
        raise Malformed(key, Text("Name the players, each with their colours."))
    for name, hand in players.items():
        if not isinstance(hand, dict):
            raise Malformed(f"{key}.{name}", Text("Name the colours of this player."))
        if not COLOURS.issuperset(hand):
            raise Malformed(f"{key}.{name}", Text("Choose one of %(known)s.", known=", ".join(SLOTS)))
        yield name, hand


def values(pile: object, *path: str) -> Sequence[int]:
    """The values of a pile, any whole numbers. Raises Malformed; its key is the path there.

    Ours: how a question is spelled.
    """
    if not isinstance(pile, (list, tuple)):
        raise Malformed(".".join(path), Text("Write a list here."))
    for value in pile:
        if type(value) is not int:
            raise Malformed(".".join(path), Text("Write whole numbers here."))
    return pile


# Whether it can be


PLAYERS = (2, 6)

FORMS = ("players", "quick", "counts_total")
"""Three ways of saying what lies there: cards, counts and sums, or only how many in all."""

REASONS = {
    "bad_value": Text("The values go from 0 to 10.").by("cards"),
    "duplicate_card": Text("Every card is there only once.").by("cards"),
    "impossible_sum": Text("No cards of one colour make these sums.").by("cards"),
    "too_few_cards": Text("Everybody keeps 2 cards at least.").by("keep"),
    "too_many_cards": Text("So many cards cannot lie in front of the players.").by("most-cards"),
    "too_many_of_colour": Text("There are 11 cards of each colour.").by("cards"),
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


# Turns, scores and words


RULESET_CHOICES = (
    ("zman", Text("English, French, Spanish")),
    ("it2008", Text("Italian 2008")),
    ("de2014", Text("German 2014")),
)


def removal(question: Question) -> Answer:
    """Say which cards of the line may leave, which leave, and what the line is afterwards.

    Source: rulebook FR 2015, explanation of the actions, 2.
    """
    key = "line_front_to_end"
    line = [card(part, key) for part in several(need(question, key), key)]
    played = card(need(question, "played"), "played")
    found = remove(line, played)
    return {
        "eligible": [str(one) for one in found.eligible],
        "removed": [str(one) for one in found.removed],
        "line_after": [str(one) for one in found.line_after],
        "because": why_removed(found, len(line), played, _looks(question)),
    }


def why_removed(found: Removal, length: int, played: Card, called: Mapping[str, Look]) -> list[Text]:
    """Say what leaves, what is safe, and why the rest of the eligible cards stay.

    Source: rulebook FR 2015, explanation of the actions, 2.
    """
    if not found.eligible:
        text = Plural(
            "%(count)s card in the line, value %(value)s: nothing leaves.",
            "%(count)s cards in the line, value %(value)s: nothing leaves.",
            length,
            value=played.value,
        ).by("safe")
        return [text]
    leaving = tuple([card_name(called[one.colour], one.value) for one in found.removed])
    said = [
        Plural("%(cards)s leaves.", "%(cards)s leave.", len(leaving), cards=leaving).by("leaves")
        if leaving
        else Text("No card leaves.").by("leaves"),
        Plural("The last card is safe.", "The last %(count)s are safe.", played.value).by("safe")
        if played.value
        else Text("A 0 leaves no card safe.").by("zero"),
    ]
    said += [
        Text(
            "%(card)s stays: not %(colour)s, and above %(value)s.",
            card=card_name(called[one.colour], one.value),
            colour=called[played.colour].word,
            value=played.value,
        ).by("leaves")
        for one in found.eligible
        if one not in found.removed
    ]
    return said


def score(question: Question) -> Answer:
    """Score piles that lie in front of the players, kept cards included, and say who wins.

    Any whole numbers are added up; whether the piles can be is for `validate`.
    Source: rulebook FR 2015, scoring and victory.
    """
    fewest_cards = breaks_ties(word(need(question, "ruleset"), "ruleset", RULESETS))
    players, sizes, sums = _piles(question)
    called = _looks(question)
    totals, cards = [0] * len(players), [0] * len(players)
    by_colour: dict[str, dict[str, int]] = {name: {} for name in players}
    majority: dict[str, list[str]] = {}
    because = []
    for slot in sizes:
        of_colour = sizes[slot]
        flips = flipping(of_colour)
        for position, size in enumerate(of_colour):
            if size:
                points = size if position in flips else sums[slot][position]
                by_colour[players[position]][slot] = points
                totals[position] += points
                cards[position] += size
        if flips:
            majority[slot] = [players[position] for position in flips]
        why = who_has_most(players, of_colour, flips, called[slot].word)
        because.append(Text("%(colour)s: %(why)s", colour=called[slot].label, why=why))
    winners = winning(totals, cards, fewest_cards)
    return {
        "by_colour": by_colour,
        "totals": dict(zip(players, totals)),
        "cards": dict(zip(players, cards)),
        "majority": majority,
        "winners": [players[position] for position in winners],
        "because": [*verdict(players, totals, cards, winners, fewest_cards), *because],
    }


def _piles(question: Question) -> tuple[list[str], dict[str, list[int]], dict[str, list[int]]]:
    """The players, and by colour the sizes and sums of their piles; only colours that somebody has."""
    found = list(hands(question, "players"))
    sizes: dict[str, list[int]] = {}
    sums: dict[str, list[int]] = {}
    for slot in SLOTS:
        for position, (name, hand) in enumerate(found):
            if slot in hand and (pile := values(hand[slot], "players", name, slot)):
                if slot not in sizes:
                    sizes[slot], sums[slot] = [0] * len(found), [0] * len(found)
                total = sum(pile)
                if not -TOO_LARGE < total < TOO_LARGE:
                    raise Malformed(f"players.{name}.{slot}", Text("These numbers are too large."))
                sizes[slot][position], sums[slot][position] = len(pile), total
    return [name for name, _ in found], sizes, sums


def last_round(question: Question) -> Answer:
    """Say whether this turn starts the last round, or how many turns of it are left.

    In the last round nobody draws, and a sixth colour changes nothing any more. Source: rulebook FR 2015, last round.
    """
    seats = names(need(question, "seats"), "seats")
    active = word(need(question, "active"), "active", seats)
    front = colours(need(question, "front_colours"), "front_colours")
    deck = whole(need(question, "deck_before_draw"), "deck_before_draw")
    ruleset = word(_else(question, "ruleset", RULESETS[0]), "ruleset", RULESETS)
    if tick(_else(question, "already_final", False), "already_final"):
        return _within_last_round(seats, active, deck, word(need(question, "final_trigger"), "final_trigger", seats))
    if not deck:
        raise Malformed("deck_before_draw", Text("An empty deck has started the last round before."))
    started = trigger(front, deck - 1, ruleset)
    answer: Answer = {"final_round": started is not None, "trigger": started, "deck_after": deck - 1, "drew": True}
    if started is None:
        text = Plural(
            "%(colours)s of 6 colours, %(count)s card in the deck: play on.",
            "%(colours)s of 6 colours, %(count)s cards in the deck: play on.",
            deck - 1,
            colours=len(set(front)),
        ).by("last-round")
        unheeded = [ONLY_THE_DECK] if trigger(front, deck - 1, RULESETS[0]) else []
        return {**answer, "because": [text, *unheeded]}
    order = last_turns(seats, active)
    reasons = [Text("%(who)s has all six colours.", who=active).by("last-round")] if started in ("six", "both") else []
    reasons += [Text("The deck is empty.").by("last-round")] if started in ("deck", "both") else []
    turns = Text("%(who)s have one more turn each. Nobody draws.", who=tuple(order)).by("one-more")
    return {**answer, "order": list(order), "because": [*reasons, turns]}


def _else(question: Question, key: str, usual: object) -> object:
    """What stands under a key that may be left out, or the usual where it or its value is."""
    return usual if question.get(key) is None else question[key]


def _within_last_round(seats: list[str], active: str, deck: int, started_by: str) -> Answer:
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


def _looks(question: Question) -> Mapping[str, Look]:
    """What the colours are called on the cards of those who ask; where they do not say, as on most."""
    named = word(_else(question, "colours", USUAL_EDITION), "colours", tuple(EDITIONS))
    return dict(zip(SLOTS, EDITIONS[named].colours, strict=True))


def deck(question: Question) -> Answer:
    """Say how large the deck is after the deal, and when it would run out.

    Source: rulebook FR 2015, setting up; the sizes: rules.md 1.2 and 1.3.
    """
    players = whole(need(question, "n"), "n", *PLAYERS)
    left = deck_after_deal(players)
    text = Text("%(deck)s cards are left. The last player draws the last one.", deck=left).by("deal")
    return {"deck": left, "max_turns": most_turns(players), "exhausting_seat": players, "because": [text]}


def label(question: Question) -> Answer:
    """Say which colour a word means in an edition, in any case, gender or number.

    Source: rules.md 1.1, editions and their colours.
    """
    edition = word(need(question, "edition"), "edition", tuple(EDITIONS))
    asked = word(need(question, "label"), "label")
    slot = SLOT_OF[edition].get(plain(asked))
    if slot is None:
        raise Malformed("label", Text("This edition has no colour of that name."))
    look = EDITIONS[edition].colours[SLOTS.index(slot)]
    return {
        "slot": slot,
        "because": [Text("%(label)s is %(colour)s here.", label=asked, colour=look.word).by("colours")],
    }


# The kinds of question


OTHER_COLOURS = tuple(
    [(key, found.label) for key, found in EDITIONS.items() if found.colours != EDITIONS[USUAL_EDITION].colours]
)

COLOURS_BLANK = Blank("colours", Text("Colours"), "choice", items=OTHER_COLOURS, needed=False)
"""Whose words and hues the question is asked and answered in; nothing else depends on it."""

RULINGS = {
    ruling.kind: ruling
    for ruling in (
        Ruling(
            "removal",
            Text("Which cards leave?"),
            (
                COLOURS_BLANK,
                Blank("line_front_to_end", Text("The line, from the box on"), "cards", least=1, most=len(CARDS) - 1),
                Blank("played", Text("The card played"), "card"),
            ),
            removal,
            facts=(("line_after", Text("The line afterwards")),),
            rule="leaves",
        ),
        Ruling(
            "score",
            Text("Who wins?"),
            (
                Blank("ruleset", Text("Rules"), "choice", items=RULESET_CHOICES),
                COLOURS_BLANK,
                Blank("players", Text("Cards in front, the two kept ones too"), "piles"),
            ),
            score,
            facts=(("totals", Text("Points")), ("cards", Text("Cards"))),
            rule="most",
        ),
        Ruling(
            "last_round",
            Text("Is it the last round?"),
            (
                Blank("seats", Text("Players in turn"), "names", least=2, most=6),
                Blank("active", Text("Who has just played"), "seat"),
                COLOURS_BLANK,
                Blank("front_colours", Text("Colours in front of that player"), "suits"),
                Blank("deck_before_draw", Text("Cards in the deck before drawing"), "number", least=0, most=50),
                Blank("ruleset", Text("Rules"), "choice", items=RULESET_CHOICES, needed=False),
                Blank("already_final", Text("The last round has begun"), "tick", needed=False),
                Blank("final_trigger", Text("Who started the last round"), "seat", needed=False),
            ),
            last_round,
            facts=(("deck_after", Text("Cards in the deck afterwards")),),
            rule="last-round",
        ),
        Ruling(
            "deck",
            Text("How large is the deck?"),
            (Blank("n", Text("Players"), "players", least=PLAYERS[0], most=PLAYERS[1]),),
            deck,
            facts=(("max_turns", Text("Turns at the most")),),
            rule="deal",
        ),
        Ruling(
            "label",
            Text("Which colour is that?"),
            (
                Blank("edition", Text("Edition"), "choice", items=EDITION_CHOICES),
                Blank("label", Text("The word on the table"), "word"),
            ),
            label,
            rule="colours",
        ),
        Ruling(
            "validate",
            Text("Can that be?"),
            (
                Blank("n", Text("Players"), "players", least=PLAYERS[0], most=PLAYERS[1], needed=False),
                COLOURS_BLANK,
                Blank("players", Text("Cards in front"), "piles", needed=False),
                Blank("quick", Text("How many, and the sum"), "quick", needed=False),
                Blank("counts_total", Text("Cards in front of all players"), "number", most=len(CARDS), needed=False),
            ),
            validate,
            rule="cards",
        ),
    )
}
"""Every kind of question, by its key."""
