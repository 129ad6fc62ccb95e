"""The 70 number cards of Diabolo, as the pad file says: five colours, values 1 to 5, and how often each exists."""

from pathlib import Path

from scorekeeper.games.cards import cards_of
from scorekeeper.games.pads.piles import PileBox, read_looks
from scorekeeper.games.shelf import load_pad

PAD = load_pad(Path(__file__).with_name("diabolo.toml"))
"""The pad file."""

SLOTS = tuple(row.key for row in PAD.rows)

LOOKS = read_looks(PAD)
"""The look of each colour, in the default order of the rows, from the top of the column to its bottom."""

DECK = next(box.deck for _, box in PAD.boxes if isinstance(box, PileBox))
"""The cards of a colour, with the probable number of copies.

The only source is one player's list of the cards. The app therefore asks about more copies, but never refuses them.
"""

VALUES, HIGHEST = DECK.values, max(DECK.values)

CARDS = cards_of(SLOTS, VALUES)
"""Every card, keyed by its text form: "red-3"."""

COPIES = dict(zip(DECK.values, DECK.copies, strict=True))

PER_COLOUR = DECK.size

HAND = 6
"""Number of cards in each hand when a round ends."""

COLOUR_SUM = DECK.largest_sum

HAND_SUM = DECK.sum_highest(HAND)
"""Maximum sum of six cards of one colour, according to the deck."""


def fewest_cards(total: int) -> int:
    """Return the smallest number of cards that can add up to `total`.

    Rule: diabolo/cards
    """
    # Division that rounds up: a sum of 6 takes two cards.
    return -(-total // HIGHEST)
