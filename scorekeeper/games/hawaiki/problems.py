"""What is missing or impossible on the pad of a round of Hawaiki."""

from collections.abc import Iterator

from scorekeeper.games.hawaiki.cards import ALL_CARDS
from scorekeeper.games.hawaiki.rules import VARIANT_NAMES, VARIANT_RULES, plays, too_few_tokens
from scorekeeper.games.hawaiki.scoring import CARDS_ROW, MORE, OUT, SPENT, Player, Reading
from scorekeeper.games.hawaiki.turn import PILES, SACRIFICE
from scorekeeper.games.pad import Choice, Mark, Problem, Spot
from scorekeeper.language.text import Plural, Text


def still_open(reading: Reading) -> tuple[Problem, ...]:
    """Return a problem for everything that is not entered yet.

    Rule: */told
    """
    return tuple(_find_open(reading))


def problems(reading: Reading) -> tuple[Problem, ...]:
    """Return the problems of a round: impossible entries, and warnings that players need before it is too late.

    Rule: hawaiki/one-out, hawaiki/tokens, hawaiki/cards, hawaiki/sacrifice, hawaiki/second-chance
    """
    return (*_find_round_faults(reading), *_find_finish_faults(reading), *_find_spending_faults(reading))


def is_decided(reading: Reading) -> bool:
    """Return whether the round counts: everything is entered and nothing is impossible.

    Rule: */told
    """
    return not still_open(reading) and not any(problem.certain for problem in problems(reading))


def _find_open(reading: Reading) -> Iterator[Problem]:
    missing = reading.missing
    spots = tuple([reading.spot(CARDS_ROW, player.seat) for player in missing])
    if len(missing) == len(reading.players):
        yield Problem(spots, Text("Who went out? Tap everybody else’s cards.").by("told"))
    elif len(missing) == 1 and reading.out:
        yield Problem(spots, Text("How many cards does %(who)s have left?", who=missing[0].name).by("told"))
    elif missing:
        who = tuple([player.name for player in missing])
        many = Text("How many cards do %(who)s have left?", who=who).by("told")
        last = Text("Leave the player who went out blank.").by("last-card")
        yield Problem(spots, many if reading.out else Text("%(first)s %(second)s", first=many, second=last))
    for player in reading.inexact:
        text = Text(
            "%(who)s has %(count)s cards or more. How many exactly?",
            who=player.name,
            count=player.cards,
        ).by("told")
        yield Problem((reading.spot(CARDS_ROW, player.seat),), text)


def _find_round_faults(reading: Reading) -> Iterator[Problem]:
    """Yield faults of the round as a whole: too few tokens, a game that was already over, or too many cards."""
    spots = tuple([reading.spot(CARDS_ROW, player.seat) for player in reading.players])
    if short := too_few_tokens(reading.setup, len(reading.players)):
        yield Problem(spots, short)
    if reading.stop:
        gone = {spot: None for player in reading.players for spot in _list_marked(reading, player)}
        yield Problem(spots, reading.stop, True, (Choice(Text("Delete this round"), gone),) if gone else ())
    held = sum(player.cards or 0 for player in reading.players)
    # The top cards are in nobody's hand. With Sacrifice two piles can be empty, but the last card played is on one.
    most = ALL_CARDS - (1 if plays(reading.setup, SACRIFICE) else PILES)
    if held > most:
        yield Problem(
            spots, Text("%(count)s cards left, but there can be at most %(most)s.", count=held, most=most).by("cards")
        )


def _list_marked(reading: Reading, player: Player) -> Iterator[Spot]:
    """Yield every spot of a player that has a mark."""
    if player.cards is not None:
        yield reading.spot(CARDS_ROW, player.seat)
    if player.more:
        yield reading.spot(MORE, player.seat)
    if player.called_out:
        yield reading.spot(OUT, player.seat)
    for variant in player.spends:
        yield reading.spot(variant, player.seat, SPENT)


def _find_finish_faults(reading: Reading) -> Iterator[Problem]:
    """Yield faults about who went out: nobody, several players, or somebody with too many cards.

    The player who went out has no card, or one card if somebody else named the last combination first.
    """
    spots = tuple([reading.spot(CARDS_ROW, player.seat) for player in reading.players])
    if not reading.out and not reading.blank:
        cures = [cure for player in reading.players for cure in _offer_finishes(reading, player)]
        yield Problem(spots, Text("Everybody has cards left. Who went out?").by("last-card"), True, tuple(cures))
    if len(reading.out) > 1:
        who = tuple([player.name for player in reading.out])
        text = Text("%(who)s cannot all have gone out: the first ends the round.", who=who).by("one-out")
        cures = [_leave_one_out(reading, player) for player in reading.out]
        yield Problem(tuple([reading.spot(CARDS_ROW, player.seat) for player in reading.out]), text, True, tuple(cures))
    for player in reading.players:
        if player.called_out and (player.cards or 0) > 1:
            text = Text("%(who)s went out but still has %(count)s cards?", who=player.name, count=player.cards).by(
                "last-card"
            )
            keep = Text("%(who)s has %(count)s left", who=player.name, count=player.cards)
            cures = [_mark_out(reading, player), Choice(keep, {reading.spot(OUT, player.seat): None})]
            yield Problem(
                (reading.spot(OUT, player.seat), reading.spot(CARDS_ROW, player.seat)), text, True, tuple(cures)
            )


def _mark_out(reading: Reading, player: Player) -> Choice:
    """Return the button that marks a player as having gone out with no card left."""
    changes: dict[Spot, Mark | None] = {reading.spot(CARDS_ROW, player.seat): 0, reading.spot(MORE, player.seat): None}
    return Choice(Text("%(who)s went out", who=player.name), changes)


def _offer_finishes(reading: Reading, player: Player) -> Iterator[Choice]:
    yield _mark_out(reading, player)
    if player.cards == 1:
        label = Text("%(who)s went out and drew 1: somebody else named it first", who=player.name)
        yield Choice(label, {reading.spot(OUT, player.seat): 1, reading.spot(MORE, player.seat): None})


def _leave_one_out(reading: Reading, player: Player) -> Choice:
    """Return the button that keeps this player as the only one who went out. The others' cards are then asked for."""
    others = [other for other in reading.out if other is not player]
    gone = {reading.spot(box, other.seat): None for other in others for box in (CARDS_ROW, OUT)}
    return Choice(Text("%(who)s went out", who=player.name), gone)


def _find_spending_faults(reading: Reading) -> Iterator[Problem]:
    """Yield faults about spent tokens: for a variant that is not played, or more than the player has.

    Also yield a warning if a player has spent the last token.
    """
    for player in reading.players:
        spots = tuple([reading.spot(variant, player.seat, SPENT) for variant in player.spends])
        takes_back = {
            variant: Choice(
                Text("%(who)s, not %(variant)s", who=player.name, variant=VARIANT_NAMES[variant]),
                {reading.spot(variant, player.seat, SPENT): None},
            )
            for variant in player.spends
        }
        for variant in player.spends:
            if not plays(reading.setup, variant):
                text = Text(
                    "%(who)s paid for %(variant)s, but this table plays without it.",
                    who=player.name,
                    variant=VARIANT_NAMES[variant],
                ).by(VARIANT_RULES[variant])
                yield Problem((reading.spot(variant, player.seat, SPENT),), text, True, (takes_back[variant],))
        if len(player.spends) > player.tokens:
            text = Plural(
                "%(who)s had %(count)s token but spent %(spent)s.",
                "%(who)s had %(count)s tokens but spent %(spent)s.",
                player.tokens,
                who=player.name,
                spent=len(player.spends),
            ).by("tokens")
            yield Problem(spots, text, True, tuple(takes_back.values()))
        # Not an error but worth a warning, while the token can still be taken back.
        elif player.spends and not player.held:
            text = Text("%(who)s has spent their last token. The game ends after this round.", who=player.name).by(
                "last-token-spent"
            )
            yield Problem(spots, text, False)
