"""The row of eight signs from which a player chooses one."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.games.signs import SIGNS, Sign


class SignOffer(NamedTuple):
    """A sign to choose: whether the player has it, and the name of whoever has it.

    `initial` is the initial of another player who has it, or "".
    """

    sign: Sign
    chosen: bool
    owner: str
    initial: str


def list_sign_offers(names: Sequence[str], numbers: Sequence[int | None], index: int) -> list[SignOffer]:
    """Return the eight signs for the player at `index`. `numbers` are the signs of the players called `names`."""
    owners = dict(zip(numbers, names, strict=True))
    owners[numbers[index]] = names[index]
    offers = []
    for sign in SIGNS:
        owner, chosen = owners.get(sign.number, ""), sign.number == numbers[index]
        offers.append(SignOffer(sign, chosen, owner, "" if chosen else owner[:1].upper()))
    return offers
