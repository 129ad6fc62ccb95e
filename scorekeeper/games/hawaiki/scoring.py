"""Hawaiki: what the marks of a round say, and how it is said what everybody pays and who wins.

The player whom nobody tapped went out: whoever goes out ends the round, so it is always exactly one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.games.hawaiki.rules import tokens_each
from scorekeeper.games.hawaiki.turn import VARIANTS, Who, is_over, pays, richest
from scorekeeper.games.pad import Mark, Seat, Setup, Spot
from scorekeeper.games.standings import won_with
from scorekeeper.language.text import Plural, Text, joined

LEFT, SPENT = "left", "spent"
"""The two rows of the pad."""

CARDS_ROW, MORE, OUT = "cards", "more", "out"
"""The boxes of the first: how many cards are left, that it may be more than that, that this player went out."""


# What stands on the pad


@dataclass(frozen=True, slots=True)
class Player:
    """What is written about one player in one round, and the tokens held when it began."""

    seat: Seat
    name: str
    tokens: int
    cards: int | None
    more: bool
    called_out: bool
    spends: tuple[str, ...]

    @property
    def went_out(self) -> bool:
        """Whether the pad says in so many words that this player has gone out. Source: rulebook 002, end of a round."""
        return self.called_out or self.cards == 0

    @property
    def spent(self) -> int:
        """Tokens given for Sacrifice and Second chance. Source: rulebook 002, variants."""
        return min(self.tokens, len(self.spends))

    @property
    def held(self) -> int:
        """Tokens there to pay for cards with. Source: rulebook 002, variants."""
        return self.tokens - self.spent

    @property
    def pays(self) -> int:
        """Tokens that go back for the cards left. Source: rulebook 002, end of a round; no debt: rules.md H2."""
        return pays(self.held, self.cards or 0)

    @property
    def after(self) -> int:
        """Tokens left when the round is paid. Source: rulebook 002, end of a round."""
        return self.held - self.pays

    @property
    def inexact(self) -> bool:
        """Whether "4 or more" was tapped and there are more than 4 tokens now: then it must be told exactly.

        Ours: more cards than tokens cost no more, so "4 or more" is often enough.
        """
        return self.more and self.cards is not None and self.cards < self.held


@dataclass(frozen=True, slots=True)
class Reading:
    """A round as it is written down so far.

    `stop` says why the game was over before this round, if it was.
    """

    setup: Setup
    round: int
    players: tuple[Player, ...]
    stop: Text | None = None

    def spot(self, box: str, seat: Seat, row: str = LEFT) -> Spot:
        """A place on the pad of this round. Ours: where a mark stands."""
        return Spot(self.round, row, box, seat)

    @property
    def out(self) -> tuple[Player, ...]:
        """Whoever went out: as it is written, else the only one without a mark.

        Source: rulebook 002, end of a round, exactly one player lays the last card.
        """
        written = tuple([player for player in self.players if player.went_out])
        return written or (self.blank if len(self.blank) == 1 else ())

    @property
    def finisher(self) -> Player | None:
        """The one player who went out, as soon as that is known. Source: rulebook 002, end of a round."""
        return self.out[0] if len(self.out) == 1 else None

    @property
    def blank(self) -> tuple[Player, ...]:
        """The players nobody has tapped. Ours: what is open is asked for."""
        return tuple([player for player in self.players if player.cards is None and not player.called_out])

    @property
    def missing(self) -> tuple[Player, ...]:
        """The players whose cards are still to be told. Ours: what is open is asked for."""
        return tuple([player for player in self.blank if player is not self.finisher])

    @property
    def inexact(self) -> tuple[Player, ...]:
        """The players whose cards are not told exactly enough. Ours: what is open is asked for."""
        return tuple([player for player in self.players if player.inexact])

    @property
    def tokens(self) -> dict[Seat, int]:
        """What everybody has after the round. Source: rulebook 002, end of a round."""
        return {player.seat: player.after for player in self.players}


def read_round(setup: Setup, written: Mapping[Spot, Mark], round: int, tokens: Mapping[Seat, int]) -> Reading:
    """Read the marks of one round, those of the seats that play it; who is new has what everybody began with.

    Ours: how the pad is read.
    """
    players = []
    for seat in setup.seats(round):
        spot = Spot(round, LEFT, CARDS_ROW, seat)
        cards = written.get(spot)
        players.append(
            Player(
                seat,
                setup.name(seat),
                tokens.get(seat, tokens_each(setup)),
                None if cards is None else int(cards),
                bool(written.get(spot._replace(box=MORE))),
                bool(written.get(spot._replace(box=OUT))),
                tuple([variant for variant in VARIANTS if written.get(Spot(round, SPENT, variant, seat))]),
            )
        )
    return Reading(setup, round, tuple(players))


# How it is said


def counted(player: Player) -> Text:
    """The cards a player has left, as they were told: "3 cards", "4 cards or more". Ours: how a count is said."""
    if player.more:
        return Plural("%(count)s card or more", "%(count)s cards or more", player.cards or 0)
    return Plural("%(count)s card", "%(count)s cards", player.cards or 0)


def beyond(player: Player) -> bool:
    """Whether the tokens do not last for the cards, or may not. Source: rules.md H2."""
    return player.more or (player.cards or 0) > player.held


def held(player: Player) -> Text:
    """The tokens there are to pay with. Ours: how tokens are said."""
    return Plural("%(count)s token", "%(count)s tokens", player.held)


def paying(player: Player) -> Text:
    """Say what a player pays for the cards left: "Cleo pays 3, has 4 left.", or as far as the tokens last.

    Source: rulebook 002, end of a round; no debt: rules.md H2.
    """
    short = counted(player) if beyond(player) else None
    return paid(player.name, player.pays, player.after, short)


def paid(who: str, tokens: int, left: int, short: Text | None) -> Text:
    """What somebody pays; `short` are the cards that the tokens do not last for.

    Source: rulebook 002, end of a round; no debt: rules.md H2.
    """
    if short:
        text = Text(
            "%(who)s pays %(paid)s for %(cards)s: no tokens left for the rest.", who=who, paid=tokens, cards=short
        )
        return text.by("no-debt")
    return Text("%(who)s pays %(paid)s and has %(left)s left.", who=who, paid=tokens, left=left).by("pay")


def working(player: Player) -> Text:
    """How the points of a player come about, in a few words: "3 cards", "5 cards, 2 tokens", "4 or more".

    Ours: how points are explained.
    """
    if player.more:
        return Text("%(count)s or more", count=player.cards)
    if not beyond(player):
        return counted(player)
    return Text("%(cards)s, %(held)s", cards=counted(player), held=held(player))


def settlement(reading: Reading) -> Text | None:
    """Say who went out and what the others pay, as soon as it is known who went out.

    Source: rulebook 002, end of a round.
    """
    finisher = reading.finisher
    if finisher is None:
        return None
    over = is_over(reading.tokens) and not reading.missing
    said = [Text("%(who)s went out.", who=finisher.name).by("last-card") if over else starts_next(finisher.name)]
    if finisher.cards:
        said += [
            Text("%(who)s draws 1: somebody else named the last combination first.", who=finisher.name).by(
                "called-on-last"
            ),
            paying(finisher),
        ]
    said += [paying(player) for player in reading.players if player is not finisher and player.cards is not None]
    return joined(said)


def starts_next(who: str) -> Text:
    """That whoever went out starts the next round. Source: rulebook 002, end of a round."""
    return Text("%(who)s went out and starts the next round.", who=who).by("next-starter")


def broke(names: Sequence[str]) -> Text:
    """Say who has no token left. Source: rulebook 002, end of the game."""
    return Plural("%(who)s has no token left.", "%(who)s have no token left.", len(names), who=tuple(names)).by("over")


def game_was_over(last: Reading) -> Text:
    """Say which round ended the game, and by whom. Source: rulebook 002, end of the game."""
    who = tuple([player.name for player in last.players if not player.after])
    return Text("%(who)s had no token left after round %(round)s: the game was over.", who=who, round=last.round).by(
        "over"
    )


def ending(names: Mapping[Who, str], tokens: Mapping[Who, int]) -> tuple[Text, Text]:
    """Who has no token left, and who wins. Source: rulebook 002, end of the game."""
    won = richest(tokens)
    return (
        broke([names[who] for who, left in tokens.items() if not left]),
        won_with([names[who] for who in won], str(tokens[won[0]])),
    )
