"""Paying for a round of Hawaiki, implemented a second time token by token; and random rounds."""

from random import Random

from scorekeeper.games.pad import Mark, Spot

Hands = dict[int, int]


def pay(tokens: dict[int, int], hands: Hands) -> dict[int, int]:
    """Return the tokens after paying one token per card, until there are no cards or no tokens."""
    result = {}
    for seat, stock in tokens.items():
        cards = hands[seat]
        while cards > 0 and stock > 0:
            stock, cards = stock - 1, cards - 1
        result[seat] = stock
    return result


def best(tokens: dict[int, int]) -> list[int]:
    """Return the seats with the most tokens."""
    return [seat for seat, mine in tokens.items() if not any(other > mine for other in tokens.values())]


def random_round(chance: Random, tokens: dict[int, int]) -> tuple[Hands, dict[int, list[str]]]:
    """Return random hands, one of them empty, and the variants that seats have paid for."""
    finisher = chance.choice(list(tokens))
    hands = {seat: 0 if seat == finisher else chance.randint(1, chance.choice([2, 6, 12])) for seat in tokens}
    spends: dict[int, list[str]] = {seat: [] for seat in tokens}
    for seat, stock in tokens.items():
        for variant in ("sacrifice", "second_chance"):
            if chance.random() < 0.15 and len(spends[seat]) < stock:
                spends[seat].append(variant)
    return hands, spends


def make_marks(round: int, hands: Hands, spends: dict[int, list[str]]) -> dict[Spot, Mark]:
    """Return the marks of a round. The player who went out has none."""
    marks: dict[Spot, Mark] = {Spot(round, "left", "cards", seat): cards for seat, cards in hands.items() if cards}
    return marks | {Spot(round, "spent", variant, seat): 1 for seat, all in spends.items() for variant in all}
