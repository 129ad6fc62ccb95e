"""A turn of Hawaiki: where a card can go, which combination it makes, its effect, and who draws.

A card makes at most one new combination, with one exception. A pair leaves the top cards as they were. A card of the
same colour as the covered one can make only a run or a three. A card of the same value can make only a flush. But a
card on an empty pile covers nothing, so it can make a flush and a run. Then both are new, and the player names one.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from scorekeeper.games.cards import Card, SuitLook
from scorekeeper.games.hawaiki.cards import ALL_CARDS, PAD, USUAL_LOOKS
from scorekeeper.language.text import Literal, Text

PILES = 3

PAIR, RUN, FLUSH, THREE = "pair", "run", "flush", "three"

COMBINATIONS = (FLUSH, PAIR, RUN, THREE)

THANKS, THANKS_A_LOT = "thanks", "thanks_a_lot"

FORMULAS = (THANKS, THANKS_A_LOT)

Who = TypeVar("Who")

TopCards = Sequence[Card | None]
"""The top cards of the three piles; None for an empty pile, which only Sacrifice can cause."""

Showing = Mapping[str, frozenset[object]]
"""The combinations that three top cards show, each with the values or the colour that distinguish it from others."""


# What a card makes


class Placing(NamedTuple):
    """The effect of playing a card: whether it fits, and which combinations are new or were already there."""

    legal: bool
    new: tuple[str, ...] = ()
    already_there: tuple[str, ...] = ()

    @property
    def replay(self) -> bool:
        """Whether naming the combination gives another turn.

        Rule: hawaiki/again
        """
        return bool(self.new)


class Announcement(NamedTuple):
    """The result of naming a combination."""

    effect: bool
    """Whether the combination counts."""
    penalty: int
    """The number of cards that the player draws because an opponent named it first."""
    replay: bool
    """Whether the player has another turn."""


def fits(card: Card, top: Card | None) -> bool:
    """Return whether a card fits on a top card by colour or value. An empty pile (`top` is None) takes any card.

    Rule: hawaiki/lay, hawaiki/empty-pile
    """
    return top is None or card.colour == top.colour or card.value == top.value


def find_combinations(tops: TopCards) -> Showing:
    """Return the combinations that three top cards show: a run in any order, a flush or a three, or none.

    Rule: hawaiki/run, hawaiki/flush, hawaiki/three
    """
    cards = [top for top in tops if top is not None]
    # While a pile is empty, three piles make no combination.
    if len(cards) < PILES:
        return {}
    values = frozenset([card.value for card in cards])
    colours = frozenset([card.colour for card in cards])
    combinations: dict[str, frozenset[object]] = {}
    # Three different values that span two are consecutive, in whatever order they are.
    if len(values) == PILES and max(values) - min(values) == PILES - 1:
        combinations[RUN] = frozenset(values)
    if len(values) == 1:
        combinations[THREE] = frozenset(values)
    if len(colours) == 1:
        combinations[FLUSH] = frozenset(colours)
    return combinations


def cover(tops: TopCards, pile: int, card: Card) -> tuple[Card | None, ...]:
    """Return the top cards after a card was played on a pile.

    Rule: hawaiki/lay
    """
    return tuple([card if place == pile else top for place, top in enumerate(tops)])


def place(tops: TopCards, pile: int, card: Card, baseline: TopCards | None = None) -> Placing:
    """Return the effect of playing a card on a pile: whether it fits, and which combinations are new.

    A pair is always new. Another combination is new unless the same one, with the same values or colour, was there
    before the card. If the table also compares with the start of the turn, `baseline` holds the top cards at that time.

    Rule: hawaiki/pair, hawaiki/new, hawaiki/new-run, hawaiki/new-since
    """
    if not fits(card, tops[pile]):
        return Placing(False)
    before = [find_combinations(tops), *([] if baseline is None else [find_combinations(baseline)])]
    made = find_combinations(cover(tops, pile, card))
    stood = {kind for kind, which in made.items() if any(then.get(kind) == which for then in before)}
    new = made.keys() - stood
    # A pair leaves the tops as they were, so comparing them would never call it new.
    if card == tops[pile]:
        new = new | {PAIR}
    return Placing(True, tuple(sorted(new)), tuple(sorted(stood)))


def announce(new: Collection[str], announced: bool, contested: bool) -> Announcement:
    """Return the result of naming a combination, where `new` are the combinations that the card made.

    `announced` is set if the player was the first to name one. Then it takes effect and the player has another turn.
    `contested` is set if an opponent was the first. Then it has no effect and the player draws a card. If the card
    made no combination, naming one has no effect.

    Rule: hawaiki/name-it, hawaiki/again, hawaiki/contested
    """
    counts = bool(new) and announced and not contested
    return Announcement(counts, int(bool(new) and contested), counts)


# Who draws


def wrong_targets(combination: str, players: Sequence[Who], active: Who, targets: Sequence[Who]) -> str | None:
    """Return "cannot_target_self" or "bad_targets" if the choice of who draws is against the rules, else None.

    `active` played the card and chose the `targets`: one other player for a run, one or two for a flush, nobody for a
    pair, and nobody or all others for a three. In a game of two, the other player need not be chosen.

    Rule: hawaiki/pair, hawaiki/run, hawaiki/flush, hawaiki/three, hawaiki/not-oneself, hawaiki/flush-of-two
    """
    if active in targets:
        return "cannot_target_self"
    others = [player for player in players if player != active]
    chosen = set(targets)
    # Nobody can be chosen twice to draw for one combination.
    if len(chosen) < len(targets) or not chosen.issubset(others):
        return "bad_targets"
    # For a three all others draw anyway, so naming them is allowed and unnecessary.
    sizes = {PAIR: (0,), RUN: (1,), FLUSH: (1, 2), THREE: (0, len(others))}[combination]
    return None if len(_resolve_targets(combination, others, targets)) in sizes else "bad_targets"


def dues(combination: str, players: Sequence[Who], active: Who, targets: Sequence[Who]) -> dict[Who, int]:
    """Return the number of cards that each player must draw for a combination, without penalties.

    `active` played the card, and the chosen `targets` must be valid. Players who draw nothing are left out.

    Rule: hawaiki/run, hawaiki/flush, hawaiki/three
    """
    others = [player for player in players if player != active]
    if combination == THREE:
        return dict.fromkeys(others, 1)
    chosen = _resolve_targets(combination, others, targets)
    each = 2 if combination == FLUSH and len(chosen) == 1 else 1
    return {player: each for player in players if player in chosen}


def _resolve_targets(combination: str, others: Sequence[Who], targets: Sequence[Who]) -> Sequence[Who]:
    """Return the chosen players, or the only other player of a game of two if none was chosen for a run or flush."""
    return others if combination in (RUN, FLUSH) and len(others) == 1 and not targets else targets


def forgot(due: int, said: str | None) -> bool:
    """Return whether a player who drew `due` cards must draw one more for not saying thanks properly.

    `said` is the formula that the player said, or None. Two cards need “thanks a lot”. For one card, “thanks” will do
    as well.

    Rule: hawaiki/thanks
    """
    return said != THANKS_A_LOT if due > 1 else said not in FORMULAS


def draws(
    combination: str, players: Sequence[Who], active: Who, targets: Sequence[Who], said: Mapping[Who, str]
) -> dict[Who, int]:
    """Return the number of cards that each player draws for a combination, including penalties for forgotten thanks.

    `active` played the card, and the chosen `targets` must be valid. `said` maps players to the formula that they said.

    Rule: hawaiki/run, hawaiki/flush, hawaiki/three, hawaiki/thanks
    """
    due = dues(combination, players, active, targets)
    return {player: count + forgot(count, said.get(player)) for player, count in due.items()}


PLAYERS = PAD.title.players

TOKENS = 60

TOKENS_EACH = PAD.options[0]
"""The option for the number of tokens that each player starts with."""

SHORT, MOST_EACH = 6, TOKENS_EACH.most

HAND = 6

SACRIFICE, SECOND_CHANCE = "sacrifice", "second_chance"

VARIANTS = (SACRIFICE, SECOND_CHANCE)


# Cards and tokens


def enough_tokens(players: int, each: int) -> bool:
    """Return whether the box holds enough tokens for each of the players to start with `each`.

    Rule: hawaiki/tokens, hawaiki/length
    """
    return players * each <= TOKENS


def draw_pile(players: int) -> int:
    """Return the number of cards in the draw pile when everybody has six and three are face up.

    Rule: hawaiki/deal
    """
    return ALL_CARDS - PILES - HAND * players


def pays(tokens: int, cards: int) -> int:
    """Return the number of tokens that a player pays: one for each card left, as long as there are tokens.

    Rule: hawaiki/pay, hawaiki/no-debt
    """
    return min(tokens, cards)


def richest(tokens: Mapping[Who, int]) -> tuple[Who, ...]:
    """Return the players with the most tokens, who share the win.

    Rule: hawaiki/winner, hawaiki/shared
    """
    most = max(tokens.values())
    return tuple([who for who, left in tokens.items() if left == most])


def forbidden(hand: int, tokens: int, used: bool) -> str | None:
    """Return why a player cannot use Sacrifice or Second chance, or None.

    The reason is "once_per_round" if the variant was `used` in this round, "no_token" without tokens, or "single_card"
    with only one card in hand.

    Rule: hawaiki/sacrifice, hawaiki/second-chance
    """
    if used:
        return "once_per_round"
    if not tokens:
        return "no_token"
    return "single_card" if hand == 1 else None


def reshuffle(draw: int, piles: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Return the number of cards in the draw pile and in each pile after a reshuffle.

    An empty draw pile takes all cards but the top ones. If it is not empty, nothing changes.

    Rule: hawaiki/reshuffle
    """
    if draw:
        return draw, tuple(piles)
    # A pile emptied by Sacrifice has no top card to keep.
    kept = tuple([min(height, 1) for height in piles])
    return sum(piles) - sum(kept), kept


# How it is said


def why_placed(placing: Placing, before: TopCards, pile: int, played: Card) -> Iterator[Text]:
    """Yield sentences that say why a card fits or not, which combinations are new and which were there before.

    `before` are the top cards before the card was played.

    Rule: hawaiki/lay, hawaiki/new, hawaiki/new-run
    """
    top = before[pile]
    name = USUAL_LOOKS[played.colour].name_card(played.value)
    if top is None:
        yield Text("An empty pile takes any card.").by("empty-pile")
    elif not placing.legal:
        if wrong := unfit(before, pile, played, USUAL_LOOKS):
            yield wrong
        return
    elif played != top:
        covered = USUAL_LOOKS[top.colour].name_card(top.value)
        if played.colour == top.colour:
            yield Text("%(card)s has the colour of %(covered)s.", card=name, covered=covered).by("lay")
        else:
            yield Text("%(card)s has the value of %(covered)s.", card=name, covered=covered).by("lay")
    made = cover(before, pile, played)
    for kind in placing.new:
        if kind == PAIR:
            yield Text("Pair: %(card)s covers its twin. Play again.", card=name).by("pair")
        elif kind == RUN and RUN in find_combinations(before):
            yield Text(
                "It was %(before)s before, so the run %(now)s counts.", before=values(before), now=values(made)
            ).by("new-run")
        else:
            yield Text("That is %(what)s, and new.", what=made_of(WORDS[kind].inside, made, USUAL_LOOKS)).by("new")
    for kind in placing.already_there:
        yield Text(
            "It was already %(what)s, so that is not new.", what=made_of(WORDS[kind].inside, made, USUAL_LOOKS)
        ).by("new")
    if not placing.new and not placing.already_there:
        yield Text("That is not a combination.").by("new")


def values(tops: TopCards) -> Text:
    """Return the values of the top cards in the order of the piles, such as "4-2-3".

    Rule: hawaiki/run
    """
    return Literal("-".join([str(top.value) for top in tops if top]))


class Words(NamedTuple):
    """The wording of a combination in several places."""

    name: Text
    """Used in lists."""
    note: Text
    """Used on a card that would make the combination."""
    naming: Text
    """Used on the button that says that it was named."""
    draws: Text
    """A sentence that says who draws for the combination."""
    heading: Text
    """Stands alone. Like the next two, it has placeholders for the top cards, which `made_of` fills in."""
    short: Text
    """Follows a colon."""
    inside: Text
    """Used within a sentence."""


WORDS: Mapping[str, Words] = {
    PAIR: Words(
        Text("Pair"),
        note=Text("pair"),
        naming=Text("Named a pair"),
        draws=Text("For a pair, nobody draws.").by("pair"),
        heading=Text("Pair"),
        short=Text("pair"),
        inside=Text("a pair"),
    ),
    RUN: Words(
        Text("Run"),
        note=Text("run"),
        naming=Text("Named a run"),
        draws=Text("For a run, one player draws 1.").by("run"),
        heading=Text("Run %(values)s"),
        short=Text("run %(values)s"),
        inside=Text("a run of %(values)s"),
    ),
    FLUSH: Words(
        Text("Flush"),
        note=Text("flush"),
        naming=Text("Named a flush"),
        draws=Text("For a flush, one player draws 2 or two players draw 1 each.").by("flush"),
        heading=Text("Flush of %(colour)s"),
        short=Text("flush of %(colour)s"),
        inside=Text("a flush of %(colour)s"),
    ),
    THREE: Words(
        Text("Three of a kind"),
        note=Text("trio"),
        naming=Text("Named three of a kind"),
        draws=Text("For three of a kind, all the others draw 1.").by("three"),
        heading=Text("Three %(value)ss"),
        short=Text("three %(value)ss"),
        inside=Text("three %(value)ss"),
    ),
}


def made_of(words: Text, tops: TopCards, looks: Mapping[str, SuitLook]) -> Text:
    """Return the wording of a combination with its top cards filled in, such as "a run of 4-2-3".

    `words` is a field of `Words` with placeholders. `looks` are the looks of the colours.

    Rule: hawaiki/run, hawaiki/flush, hawaiki/three
    """
    first = next(top for top in tops if top)
    return words.fill_gaps(values=values(tops), colour=looks[first.colour].label, value=first.value)


def unfit(tops: TopCards, pile: int, card: Card, looks: Mapping[str, SuitLook]) -> Text | None:
    """Say why a card does not fit on a pile, and on which other top card it does. Return None if it fits.

    `looks` are the looks of the colours.

    Rule: hawaiki/lay
    """
    top = tops[pile]
    if top is None or fits(card, top):
        return None
    name, covered = looks[card.colour].name_card(card.value), looks[top.colour].name_card(top.value)
    other = next((other for other in tops if other is not None and fits(card, other)), None)
    if other:
        return Text(
            "%(card)s goes on %(other)s, not on %(covered)s: the colour and value are different.",
            card=name,
            other=looks[other.colour].name_card(other.value),
            covered=covered,
        ).by("lay")
    return Text(
        "%(card)s does not go on %(covered)s: the colour and value are different.", card=name, covered=covered
    ).by("lay")
