"""The tokens and the cards of Hawaiki: what is given out, what is paid after a round, and when the game is over."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from scorekeeper.games.hawaiki.cards import ALL_CARDS
from scorekeeper.games.hawaiki.turn import PILES

PLAYERS = (2, 6)
TOKENS = 60
USUAL, SHORT, MOST_EACH = 10, 6, 30
HAND = 6
SACRIFICE, SECOND_CHANCE = "sacrifice", "second_chance"
VARIANTS = (SACRIFICE, SECOND_CHANCE)

Who = TypeVar("Who")


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

    The rulebook is silent; this is our default.
    """
    if draw:
        return draw, tuple(piles)
    kept = tuple([min(height, 1) for height in piles])
    return sum(piles) - sum(kept), kept
