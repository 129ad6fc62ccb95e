"""What is said about a round and about the end: who went out, who pays what, who wins and why."""

from collections.abc import Mapping, Sequence

from scorekeeper.games.hawaiki.reading import Player, Reading
from scorekeeper.games.hawaiki.stock import Who, is_over, richest
from scorekeeper.games.hawaiki.turn import FLUSH, PAIR, RUN, THREE
from scorekeeper.text import Plural, Text

WHO_DRAWS = {
    PAIR: Text("For a pair nobody draws."),
    RUN: Text("For a run one player draws 1."),
    FLUSH: Text("For a flush one player draws 2, or two players draw 1 each."),
    THREE: Text("For a three all the others draw 1."),
}
"""How many players a combination chooses, or lets draw without a choice."""


def joined(sentences: Sequence[Text]) -> Text:
    """Several sentences, one after the other."""
    first, *rest = sentences
    for sentence in rest:
        first = Text("%(first)s %(second)s", first=first, second=sentence)
    return first


def counted(player: Player) -> Text:
    """The cards a player has left, as they were told: "3 cards", "4 cards or more"."""
    if player.more:
        return Plural("%(count)s card or more", "%(count)s cards or more", player.cards or 0)
    return Plural("%(count)s card", "%(count)s cards", player.cards or 0)


def beyond(player: Player) -> bool:
    """Whether the tokens do not last for the cards, or may not."""
    return player.more or (player.cards or 0) > player.held


def held(player: Player) -> Text:
    """The tokens there are to pay with."""
    return Plural("%(count)s token", "%(count)s tokens", player.held)


def paying(player: Player) -> Text:
    """Say what a player pays for the cards left: "Cleo pays 3, has 4 left.", or as far as the tokens last."""
    if not beyond(player):
        return Text("%(who)s pays %(paid)s, has %(left)s left.", who=player.name, paid=player.pays, left=player.after)
    return Text(
        "%(who)s has %(cards)s, %(held)s: pays %(paid)s.",
        who=player.name,
        cards=counted(player),
        held=held(player),
        paid=player.pays,
    )


def working(player: Player) -> Text:
    """How the points of a player come about, in a few words: "3 cards", "5 cards, 2 tokens", "4 or more"."""
    if player.more:
        return Text("%(count)s or more", count=player.cards)
    if not beyond(player):
        return counted(player)
    return Text("%(cards)s, %(held)s", cards=counted(player), held=held(player))


def settlement(reading: Reading) -> Text | None:
    """Say who went out and what the others pay, as soon as it is known who went out."""
    finisher = reading.finisher
    if finisher is None:
        return None
    over = is_over(reading.tokens) and not reading.missing
    said = [
        Text("%(who)s went out.", who=finisher.name)
        if over
        else Text("%(who)s went out and starts the next round.", who=finisher.name)
    ]
    if finisher.cards:
        said += [
            Text("%(who)s draws 1: somebody named the last combination first.", who=finisher.name),
            paying(finisher),
        ]
    said += [paying(player) for player in reading.players if player is not finisher and player.cards is not None]
    return joined(said)


def broke(names: Sequence[str]) -> Text:
    """Say who has no token left."""
    return Plural("%(who)s has no token left.", "%(who)s have no token left.", len(names), who=tuple(names))


def game_was_over(last: Reading) -> Text:
    """Say which round ended the game, and by whom."""
    who = tuple([player.name for player in last.players if not player.after])
    return Text("%(who)s had no token left after round %(round)s: the game was over.", who=who, round=last.round)


def ending(names: Mapping[Who, str], tokens: Mapping[Who, int]) -> tuple[Text, Text]:
    """Who has no token left, and who wins."""
    won = richest(tokens)
    return (
        broke([names[who] for who, left in tokens.items() if not left]),
        Plural(
            "%(who)s wins with %(most)s.",
            "%(who)s share the win with %(most)s each.",
            len(won),
            who=tuple([names[who] for who in won]),
            most=tokens[won[0]],
        ),
    )
