"""A turn of Hawaiki: where a card may lie, which combination it makes, what naming it is worth, and who draws.

At most one combination can be new for one card: a pair leaves the tops as they were, and any other card keeps either
the colour of the pile, so that only a run or a three can arise, or its value, so that only a flush can. Only a card on
an empty pile covers nothing and may bring a flush and a run at once; then both are new, and the player names one.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from scorekeeper.games.cards import Card
from scorekeeper.games.hawaiki.cards import ALL_CARDS, LOOKS, card_name
from scorekeeper.language.text import Literal, Text

PILES = 3

PAIR, RUN, FLUSH, THREE = "pair", "run", "flush", "three"

COMBINATIONS = (FLUSH, PAIR, RUN, THREE)

THANKS, THANKS_A_LOT = "thanks", "thanks_a_lot"

FORMULAS = (THANKS, THANKS_A_LOT)

TopCards = Sequence[Card | None]
"""What lies on top of the three piles; None where a pile is empty, which only Sacrifice can bring about."""

Showing = Mapping[str, frozenset[object]]
"""The combinations of three tops, each with what tells one of its kind from another."""


# What a card makes


class Placing(NamedTuple):
    """What laying a card does: whether it may lie there, the combinations that are new, those that stood already."""

    legal: bool
    new: tuple[str, ...] = ()
    already_there: tuple[str, ...] = ()

    @property
    def replay(self) -> bool:
        """Whether the player has another turn, if the combination is named.

        Source: rulebook 002, the four combinations.
        """
        return bool(self.new)


class Announcement(NamedTuple):
    """What comes of naming a combination: its effect, cards the player draws as a penalty, another turn."""

    effect: bool
    penalty: int
    replay: bool


def fits(card: Card, top: Card | None) -> bool:
    """Whether a card may lie on that top: it has its colour or its value; an empty pile takes any card.

    Source: rulebook 002, how to play.
    """
    return top is None or card.colour == top.colour or card.value == top.value


def showing(tops: TopCards) -> Showing:
    """The combinations that three tops make: values in a row in any order, one colour, one value.

    Source: rulebook 002, the four combinations.
    """
    cards = [top for top in tops if top is not None]
    if len(cards) < PILES:
        return {}
    values = frozenset([card.value for card in cards])
    colours = frozenset([card.colour for card in cards])
    combinations: dict[str, frozenset[object]] = {}
    if len(values) == PILES and max(values) - min(values) == PILES - 1:
        combinations[RUN] = frozenset(values)
    if len(values) == 1:
        combinations[THREE] = frozenset(values)
    if len(colours) == 1:
        combinations[FLUSH] = frozenset(colours)
    return combinations


def after(tops: TopCards, pile: int, card: Card) -> tuple[Card | None, ...]:
    """The tops once the card lies on that pile. Source: rulebook 002, how to play."""
    return tuple([card if place == pile else top for place, top in enumerate(tops)])


def place(tops: TopCards, pile: int, card: Card, baseline: TopCards | None = None) -> Placing:
    """Lay a card on a pile and say which combinations are new.

    A pair is always new. Another combination is new unless the same one, with the same values or the same colour,
    showed before the card; where the table compares with the start of the turn too (`baseline`), not then either.
    Source: rulebook 002, the four combinations and what follows them.
    """
    if not fits(card, tops[pile]):
        return Placing(False)
    before = [showing(tops), *([] if baseline is None else [showing(baseline)])]
    now = showing(after(tops, pile, card))
    stood = {kind for kind, which in now.items() if any(then.get(kind) == which for then in before)}
    new = now.keys() - stood
    if card == tops[pile]:
        new = new | {PAIR}
    return Placing(True, tuple(sorted(new)), tuple(sorted(stood)))


def counting(new: Collection[str], named: str) -> tuple[str, ...]:
    """Say what counts of the new combinations once one is named: that one, if it is new, and nothing else.

    Any of `new` may be announced. There are two only on a pile that Sacrifice has emptied: while it is empty no
    combination of three piles exists, so the card that fills it may make a flush and a run. The effect of the one that
    is named counts; the other is not paid as well, now or later, for a card is announced with one combination, and
    from then on the other lies there already. An opponent who names either of them first contests the card.
    The rulebook is silent about empty piles; this is our default.
    Source: rules.md H14, the rulebook is silent about empty piles.
    """
    return (named,) if named in new else ()


def announce(new: Collection[str], announced: bool, contested: bool) -> Announcement:
    """Say what a combination is worth that the player names, or an opponent names first, or nobody notices.

    Named by the player it has its effect and gives another turn. Named by an opponent it has none, and the player
    draws a card. Naming what is not there does nothing, whoever does it.
    Source: rulebook 002, announcing.
    """
    counts = bool(new) and announced and not contested
    return Announcement(counts, int(bool(new) and contested), counts)


# Who draws


def wrong_targets(combination: str, players: Sequence[str], active: str, targets: Sequence[str]) -> str | None:
    """Say what is wrong with the chosen players: "cannot_target_self", "bad_targets", or nothing.

    A run chooses one other player, a flush one or two; with two players that is the other one, who need not be named.
    A pair chooses nobody; a three is for all the others, named or not.
    Source: rulebook 002, the four combinations; oneself: rules.md H11, two players: H12.
    """
    if active in targets:
        return "cannot_target_self"
    others = [player for player in players if player != active]
    chosen = set(targets)
    if len(chosen) < len(targets) or not chosen.issubset(others):
        return "bad_targets"
    sizes = {PAIR: (0,), RUN: (1,), FLUSH: (1, 2), THREE: (0, len(others))}[combination]
    return None if len(_chosen(combination, others, targets)) in sizes else "bad_targets"


def dues(combination: str, players: Sequence[str], active: str, targets: Sequence[str]) -> dict[str, int]:
    """How many cards each player must draw who says thanks for them; the targets must be right.

    Source: rulebook 002, the four combinations.
    """
    others = [player for player in players if player != active]
    if combination == THREE:
        return dict.fromkeys(others, 1)
    chosen = _chosen(combination, others, targets)
    each = 2 if combination == FLUSH and len(chosen) == 1 else 1
    return {player: each for player in players if player in chosen}


def _chosen(combination: str, others: Sequence[str], targets: Sequence[str]) -> Sequence[str]:
    """The targets; the only other player where none is named and one has to be."""
    return others if combination in (RUN, FLUSH) and len(others) == 1 and not targets else targets


def forgot(due: int, said: str | None) -> bool:
    """Whether the player owes one card more: nothing was said, or a plain thanks for two cards.

    The long formula contains the short one. Source: rulebook 002, thanks.
    """
    return said != THANKS_A_LOT if due > 1 else said not in FORMULAS


def draws(
    combination: str, players: Sequence[str], active: str, targets: Sequence[str], said: Mapping[str, str]
) -> dict[str, int]:
    """How many cards each player draws in the end, forgotten thanks included.

    Source: rulebook 002, the four combinations and thanks.
    """
    due = dues(combination, players, active, targets)
    return {player: count + forgot(count, said.get(player)) for player, count in due.items()}


PLAYERS = (2, 6)

TOKENS = 60

USUAL, SHORT, MOST_EACH = 10, 6, 30

HAND = 6

SACRIFICE, SECOND_CHANCE = "sacrifice", "second_chance"

VARIANTS = (SACRIFICE, SECOND_CHANCE)

Who = TypeVar("Who")


# Cards and tokens


def enough_tokens(players: int, each: int) -> bool:
    """Whether the box holds so many tokens. Source: rulebook 002, contents and variable length."""
    return players * each <= TOKENS


def draw_pile(players: int) -> int:
    """Cards left to draw when everybody has six and three lie open. Source: rulebook 002, setup."""
    return ALL_CARDS - PILES - HAND * players


def pays(tokens: int, cards: int) -> int:
    """Tokens that go back to the box: one for each card left, as far as they last.

    Source: rulebook 002, end of a round; that there is no debt is our default.
    """
    return min(tokens, cards)


def is_over(tokens: Mapping[Who, int]) -> bool:
    """Whether the game ends after this round: somebody has no token left. Source: rulebook 002, end of the game."""
    return any(left == 0 for left in tokens.values())


def richest(tokens: Mapping[Who, int]) -> tuple[Who, ...]:
    """Whoever has most tokens; several share the win. Source: rulebook 002, end of the game."""
    most = max(tokens.values())
    return tuple([who for who, left in tokens.items() if left == most])


def forbidden(hand: int, tokens: int, used: bool) -> str | None:
    """Why Sacrifice or Second chance is not to be had: used this round, no token, a single card in hand; or nothing.

    Source: rulebook 002, variants.
    """
    if used:
        return "once_per_round"
    if not tokens:
        return "no_token"
    return "single_card" if hand == 1 else None


def reshuffled(draw: int, piles: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The draw pile and the heights of the others: where nothing is left to draw, all but the tops become it.

    The rulebook is silent; this is our default. Source: rules.md H6.
    """
    if draw:
        return draw, tuple(piles)
    kept = tuple([min(height, 1) for height in piles])
    return sum(piles) - sum(kept), kept


# How it is said


NAMES = {slot: look.name for slot, look in LOOKS.items()}


def why_placed(placing: Placing, before: TopCards, pile: int, played: Card) -> Iterator[Text]:
    """Say whether the card fits, what is new and what was there before.

    Source: rulebook 002, how to play and the four combinations.
    """
    top = before[pile]
    name = card_name(played, NAMES)
    if top is None:
        yield Text("An empty pile takes any card.").by("empty-pile")
    elif not placing.legal:
        covered = card_name(top, NAMES)
        yield Text("%(card)s has a different colour and value from %(covered)s.", card=name, covered=covered).by("lay")
        return
    elif played != top:
        covered = card_name(top, NAMES)
        if played.colour == top.colour:
            yield Text("%(card)s has the colour of %(covered)s.", card=name, covered=covered).by("lay")
        else:
            yield Text("%(card)s has the value of %(covered)s.", card=name, covered=covered).by("lay")
    now = after(before, pile, played)
    for kind in placing.new:
        if kind == PAIR:
            yield Text("Pair: %(card)s covers its twin. Play again.", card=name).by("pair")
        elif kind == RUN and RUN in showing(before):
            yield Text(
                "It was %(before)s before, so the run %(now)s counts.", before=values(before), now=values(now)
            ).by("new-run")
        else:
            yield Text("That is %(what)s, and new.", what=made_of(WORDS[kind].inside, now, NAMES)).by("new")
    for kind in placing.already_there:
        yield Text("It was already %(what)s, so that is not new.", what=made_of(WORDS[kind].inside, now, NAMES)).by(
            "new"
        )
    if not placing.new and not placing.already_there:
        yield Text("That is not a combination.").by("new")


def values(tops: TopCards) -> Text:
    """The values of the tops, in the order of the piles: 4-2-3. Ours: how a combination is said."""
    return Literal("-".join([str(top.value) for top in tops if top]))


class Words(NamedTuple):
    """A combination in words: its name, on a card, on the button of whoever names it, and who draws for it.

    Then with the tops that make it (`made_of`): as a heading, after a colon, and within a sentence.
    """

    name: Text
    note: Text
    naming: Text
    draws: Text
    heading: Text
    short: Text
    inside: Text


WORDS: Mapping[str, Words] = {
    PAIR: Words(Text("Pair"), Text("pair"), Text("Named a pair"), Text("For a pair, nobody draws.").by("pair"),
                Text("Pair"), Text("pair"), Text("a pair")),
    RUN: Words(Text("Run"), Text("run"), Text("Named a run"), Text("For a run, one player draws 1.").by("run"),
               Text("Run %(values)s"), Text("run %(values)s"), Text("a run of %(values)s")),
    FLUSH: Words(Text("Flush"), Text("flush"), Text("Named a flush"),
                 Text("For a flush, one player draws 2 or two players draw 1 each.").by("flush"),
                 Text("Flush of %(colour)s"), Text("flush of %(colour)s"), Text("a flush of %(colour)s")),
    THREE: Words(Text("Three of a kind"), Text("3 of a kind"), Text("Named three of a kind"),
                 Text("For three of a kind, all the others draw 1.").by("three"),
                 Text("Three %(value)ss"), Text("three %(value)ss"), Text("three %(value)ss")),
}  # fmt: skip


def made_of(words: Text, tops: TopCards, called: Mapping[str, Text]) -> Text:
    """A combination and the tops that make it: a run of 4-2-3. Ours: how a combination is said."""
    first = next(top for top in tops if top)
    return words.filled(values=values(tops), colour=called[first.colour], value=first.value)


def unfit(tops: TopCards, pile: int, card: Card, called: Mapping[str, Text]) -> Text | None:
    """Say why a card may not lie on that pile, and where it might. Source: rulebook 002, how to play."""
    top = tops[pile]
    if top is None or fits(card, top):
        return None
    name, covered = card_name(card, called), card_name(top, called)
    fitting = [other for other in tops if other is not None and fits(card, other)]
    if fitting:
        return Text(
            "%(card)s goes on %(other)s, not on %(covered)s: the colour and value are different.",
            card=name,
            other=card_name(fitting[0], called),
            covered=covered,
        ).by("lay")
    return Text(
        "%(card)s does not go on %(covered)s: the colour and value are different.", card=name, covered=covered
    ).by("lay")
