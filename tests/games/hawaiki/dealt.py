"""Hawaiki with real cards: dealt, held, drawn and shuffled as at a table, so that a referee can be checked against it.

Nothing of the game itself is used here but its words for moves. People lay what makes a combination if they can, and
now and then forget to name it, to say thanks, or pay a token.
"""

from collections.abc import Iterator
from random import Random

from scorekeeper.games.referee import Action

Dealt = tuple[str, int]
"""A colour and a value."""


class Deal:
    """One round with every card in its place; `hands` are those of the seats."""

    def __init__(self, chance: Random, seats: list[int], first: int, round: int, tokens: dict[int, int]) -> None:
        self.chance, self.seats, self.turn, self.round = chance, seats, seats.index(first), round
        self.pack: list[Dealt] = [(f"c{colour}", value) for colour in range(1, 6) for value in range(1, 8)] * 2
        chance.shuffle(self.pack)
        self.hands = {seat: [self.pack.pop() for _ in range(6)] for seat in seats}
        self.piles: list[list[Dealt]] = [[], [], []]
        self.tokens, self.used = dict(tokens), set[tuple[str, int]]()
        self.out: int | None = None

    @property
    def player(self) -> int:
        return self.seats[self.turn]

    def tops(self) -> list[Dealt | None]:
        return [pile[-1] if pile else None for pile in self.piles]

    def moves(self, variants: frozenset[str]) -> Iterator[Action]:
        """The whole round, move by move; every card has been moved when a move is told."""
        for pile in self.piles:
            pile.append(self.pack.pop())
            yield Action(self.round, "top", None, (spelled(pile[-1]),))
        while self.out is None:
            if "sacrifice" in variants and self.pays("sacrifice", self.player):
                yield self.sacrifice()
            yield from self.one_turn()
            if self.out is None and "second_chance" in variants and self.chance.random() < 0.5:
                before = self.seats[self.turn - 1]
                if self.ended and self.pays("second", before):
                    self.turn = (self.turn - 1) % len(self.seats)
                    yield Action(self.round, "second", before)

    def pays(self, kind: str, seat: int) -> bool:
        """Give a token for a variant, now and then, where that is allowed."""
        if (
            (kind, seat) in self.used
            or self.tokens[seat] < 2
            or len(self.hands[seat]) < 2
            or self.chance.random() > 0.1
        ):
            return False
        self.used.add((kind, seat))
        self.tokens[seat] -= 1
        return True

    def sacrifice(self) -> Action:
        pile = self.chance.choice([number for number in range(3) if self.piles[number]])
        self.pack.insert(0, self.piles[pile].pop())
        return Action(self.round, "sacrifice", self.player, (str(pile),))

    def one_turn(self) -> Iterator[Action]:
        """A card laid or drawn, and whatever comes of it."""
        self.ended = True
        player, found = self.player, self.choices()
        if not found:
            self.draw(player, 1)
            self.turn = (self.turn + 1) % len(self.seats)
            yield Action(self.round, "draw", player)
            return
        new, pile, card = max(found, key=lambda choice: (bool(choice[0]), self.chance.random()))
        self.hands[player].remove(card)
        self.piles[pile].append(card)
        last = not self.hands[player]
        if last:
            self.out = player
        of = (str(pile), spelled(card))
        how = self.chance.choices(["said", "called", "silent"], [8, 1, 1])[0]
        if not new or how != "said":
            if new and how == "called":
                self.draw(player, 1)
            self.turn = (self.turn + 1) % len(self.seats)
            yield Action(self.round, "lay", player, (*of, how) if new else of)
            return
        self.ended = False
        named = (new[0],) if len(new) > 1 else ()
        yield from self.effect(Action(self.round, "lay", player, (*of, "said", *named)), new[0])

    def effect(self, told: Action, kind: str) -> Iterator[Action]:
        """The others draw for a combination, and now and then forget to say thanks."""
        others = [seat for seat in self.seats if seat != self.player]
        due = dict.fromkeys(others, 1) if kind == "three" else {}
        chosen: tuple[str, ...] = ()
        if kind in ("run", "flush"):
            both = kind == "flush" and len(others) > 1 and self.chance.random() < 0.5
            targets = self.chance.sample(others, 2 if both else 1)
            due = dict.fromkeys(targets, 2 if kind == "flush" and not both else 1)
            chosen = tuple(map(str, targets)) if len(others) > 1 else ()
        if chosen:
            yield told
            told = Action(self.round, "give", self.player, chosen)
        at = self.seats.index(self.player)
        for seat in (*self.seats[at:], *self.seats[:at]):
            self.draw(seat, due.get(seat, 0))
        yield told
        for seat in due:
            if self.chance.random() < 0.15:
                self.draw(seat, 1)
                yield Action(self.round, "forgot", seat)

    def choices(self) -> list[tuple[list[str], int, Dealt]]:
        """The cards that may be laid, where, and what they make that is new."""
        found = []
        for card in self.hands[self.player]:
            for pile, top in enumerate(self.tops()):
                if top is None or card[0] == top[0] or card[1] == top[1]:
                    lying = self.tops()
                    lying[pile] = card
                    new = sorted(kind for kind, what in lie(lying).items() if lie(self.tops()).get(kind) != what)
                    found.append(([*new, *(["pair"] if card == top else [])], pile, card))
        return found

    def draw(self, seat: int, count: int) -> None:
        """Take cards from the pack; where it is empty, all but the tops are shuffled first."""
        for _ in range(count):
            if not self.pack:
                self.pack = [card for pile in self.piles for card in pile[:-1]]
                self.chance.shuffle(self.pack)
                self.piles = [pile[-1:] for pile in self.piles]
            if self.pack:
                self.hands[seat].append(self.pack.pop())


def lie(tops: list[Dealt | None]) -> dict[str, object]:
    """The combinations of three tops, each with what it is made of."""
    cards = [top for top in tops if top]
    if len(cards) < 3:
        return {}
    values = sorted(value for _, value in cards)
    found: dict[str, object] = {}
    if values[0] + 1 == values[1] == values[2] - 1:
        found["run"] = values[0]
    if values[0] == values[2]:
        found["three"] = values[0]
    if len({colour for colour, _ in cards}) == 1:
        found["flush"] = cards[0][0]
    return found


def spelled(card: Dealt) -> str:
    return f"{card[0]}-{card[1]}"
