"""The sentences about a round of Hawaiki: what players pay, who went out, and who wins."""

from collections.abc import Mapping, Sequence

from scorekeeper.games.hawaiki.scoring import Player, Reading
from scorekeeper.games.hawaiki.turn import Who, is_over, richest
from scorekeeper.games.standings import won_with
from scorekeeper.language.text import Plural, Text, join_sentences


def describe_cards(player: Player) -> Text:
    """Say how many cards a player has left, such as "3 cards" or "4 cards or more".

    Decision: hawaiki-or-more
    """
    if player.more:
        return Plural("%(count)s card or more", "%(count)s cards or more", player.cards or 0)
    return Plural("%(count)s card", "%(count)s cards", player.cards or 0)


def beyond(player: Player) -> bool:
    """Return whether the player has, or may have, more cards than tokens.

    Rule: hawaiki/no-debt
    """
    return player.more or (player.cards or 0) > player.held


def describe_tokens(player: Player) -> Text:
    """Say how many tokens a player has left to pay for cards.

    Rule: hawaiki/tokens
    """
    return Plural("%(count)s token", "%(count)s tokens", player.held)


def describe_paying(player: Player) -> Text:
    """Say how many tokens a player pays for the cards left, such as "Cleo pays 3 and has 4 left."

    Rule: hawaiki/pay, hawaiki/no-debt
    """
    short = describe_cards(player) if beyond(player) else None
    return describe_payment(player.name, player.pays, player.after, short)


def describe_payment(who: str, tokens: int, left: int, short: Text | None) -> Text:
    """Say how many of the `tokens` somebody pays, and how many are `left`.

    If the tokens are not enough, `short` is the number of cards to pay for, in words. Otherwise it is None.

    Rule: hawaiki/pay, hawaiki/no-debt
    """
    if short:
        text = Text(
            "%(who)s pays %(paid)s for %(cards)s: no tokens left for the rest.", who=who, paid=tokens, cards=short
        )
        return text.by("no-debt")
    return Text("%(who)s pays %(paid)s and has %(left)s left.", who=who, paid=tokens, left=left).by("pay")


def working(player: Player) -> Text:
    """Say briefly what a player pays for, such as "3 cards", "5 cards, 2 tokens" or "4 or more".

    Rule: hawaiki/pay
    """
    if player.more:
        return Text("%(count)s or more", count=player.cards)
    if not beyond(player):
        return describe_cards(player)
    return Text("%(cards)s, %(held)s", cards=describe_cards(player), held=describe_tokens(player))


def settlement(reading: Reading) -> Text | None:
    """Say who went out and what the players pay whose cards are known. Return None until it is known who went out.

    Rule: hawaiki/last-card, hawaiki/pay, hawaiki/called-on-last
    """
    finisher = reading.finisher
    if finisher is None:
        return None
    over = is_over(reading.tokens) and not reading.missing
    said = [Text("%(who)s went out.", who=finisher.name).by("last-card") if over else starts_next(finisher.name)]
    # Only a player whose last combination somebody else named first goes out with a card to pay for.
    if finisher.cards:
        said += [
            Text("%(who)s draws 1: somebody else named the last combination first.", who=finisher.name).by(
                "called-on-last"
            ),
            describe_paying(finisher),
        ]
    said += [
        describe_paying(player) for player in reading.players if player is not finisher and player.cards is not None
    ]
    return join_sentences(said)


def starts_next(who: str) -> Text:
    """Say that a player went out and starts the next round.

    Rule: hawaiki/next-starter
    """
    return Text("%(who)s went out and starts the next round.", who=who).by("next-starter")


def broke(names: Sequence[str]) -> Text:
    """Say that these players have no tokens left.

    Rule: hawaiki/over
    """
    return Plural("%(who)s has no tokens left.", "%(who)s have no tokens left.", len(names), who=tuple(names)).by(
        "over"
    )


def game_was_over(last: Reading) -> Text:
    """Say which round ended the game, and who had no tokens left after it.

    Rule: hawaiki/over
    """
    who = tuple([player.name for player in last.players if not player.after])
    return Text("%(who)s had no tokens left after round %(round)s: the game was over.", who=who, round=last.round).by(
        "over"
    )


def describe_ending(names: Mapping[Who, str], tokens: Mapping[Who, int]) -> tuple[Text, Text]:
    """Return two sentences: who has no tokens left, and who wins.

    Rule: hawaiki/over, hawaiki/winner
    """
    won = richest(tokens)
    return (
        broke([names[who] for who, left in tokens.items() if not left]),
        won_with([names[who] for who in won], str(tokens[won[0]])),
    )
