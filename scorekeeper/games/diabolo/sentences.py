"""The sentences about a round of Diabolo: what a row is worth to whom, how, and who did best."""

from collections.abc import Iterator, Sequence

from scorekeeper.games.cards import working
from scorekeeper.games.diabolo.cards import say_points
from scorekeeper.games.diabolo.scoring import LEVEL, MINUS, PLUS, find_leaders
from scorekeeper.language.text import Plural, Text

AHEAD = {
    PLUS: Text("The harp is ahead.").by("plus"),
    MINUS: Text("The trident is ahead.").by("minus"),
    LEVEL: Text("Both sides are tied.").by("level"),
}

NO_SCORE = Text("Tied, no score.").by("level")


def both_sides(harp: int, trident: int) -> Text:
    """Say what the two sides of a row add up to.

    Rule: diabolo/rows
    """
    return Text("Harp %(harp)s, trident %(trident)s.", harp=harp, trident=trident).by("rows")


def what_it_brings(
    names: Sequence[str], sign: int, sums: Sequence[int], points: Sequence[int], doubled: Sequence[int], colour: Text
) -> list[Text]:
    """Return sentences that say who has the most of a colour, what that is worth, and whose doubler was wasted.

    `sums` are the sums of the hands. `doubled` are the positions, in `names`, `sums` and `points`, of those who double.

    Rule: diabolo/plus, diabolo/minus, diabolo/level, diabolo/tie, diabolo/doubler, diabolo/spent
    """
    if sign == LEVEL:
        return [NO_SCORE]
    leaders = find_leaders(sums)
    if not leaders:
        return [
            Text("Nobody has %(colour)s, no score.", colour=colour).by("rows"),
            *_describe_wasted_doublers(names, doubled, False),
        ]
    most = sums[leaders[0]]
    who = tuple([names[position] for position in leaders])
    twice = [position for position in leaders if position in doubled]
    once = [position for position in leaders if position not in doubled]
    rule = "tie" if len(leaders) > 1 else "plus" if sign == PLUS else "minus"
    said: list[Text] = []
    if once:
        said.append(
            Plural(
                "%(who)s has the highest hand, %(sum)s: %(points)s.",
                "%(who)s have the highest hand, %(sum)s each: %(points)s.",
                len(who),
                who=who,
                sum=most,
                points=say_points(points[once[0]]),
            ).by(rule)
        )
        if twice:
            lucky = tuple([names[position] for position in twice])
            said.append(
                Text("%(who)s doubled: %(points)s.", who=lucky, points=say_points(points[twice[0]])).by("doubler")
            )
    else:
        said.append(
            Plural(
                "%(who)s has the highest hand, %(sum)s.",
                "%(who)s have the highest hand, %(sum)s each.",
                len(who),
                who=who,
                sum=most,
            ).by(rule)
        )
        said.append(Text("Doubled: %(points)s.", points=say_points(points[twice[0]])).by("doubler"))
    losers = [position for position in doubled if position not in leaders]
    return [*said, *_describe_wasted_doublers(names, losers, bool(twice))]


def _describe_wasted_doublers(names: Sequence[str], losers: Sequence[int], too: bool) -> Iterator[Text]:
    """Yield one sentence that says whose doublers are used up without doubling anything; none without `losers`.

    `too` is set if another doubler of the row did double points.
    """
    if not losers:
        return
    who = tuple([names[position] for position in losers])
    if too:
        yield Plural(
            "%(who)s’s doubler is used up too.", "The doublers of %(who)s are used up too.", len(who), who=who
        ).by("spent")
    else:
        yield Plural("%(who)s’s doubler is used up.", "The doublers of %(who)s are used up.", len(who), who=who).by(
            "spent"
        )


def hand_working(cards: Sequence[int], total: int) -> Text:
    """Return a hand as it is read out: 4 + 2 = 6, or only the sum of fewer than two cards.

    Rule: diabolo/hand-sums
    """
    if len(cards) < 2:
        return Text("%(sum)s", sum=total)
    return Text("%(cards)s = %(sum)s", cards=working(cards), sum=total)


def points_working(cards: Sequence[int], total: int, sign: int, twice: bool, most: int) -> Text:
    """Return how a hand gets its points: (4 + 2) × 2 if counted `twice`, or −(3 + 1) in a MINUS row.

    `total` is the sum of the hand; `cards` is empty if only this is known. If `total` is less than `most`, the highest
    sum in the row, say that instead.

    Rule: diabolo/plus, diabolo/minus, diabolo/doubler
    """
    if total < most:
        return Text("%(sum)s is less than %(most)s", sum=total, most=most)
    made = working(cards or (total,))
    if twice:
        return Text("(%(made)s) × 2", made=made) if len(cards) > 1 else Text("%(made)s × 2", made=made)
    if sign == MINUS:
        return Text("−(%(made)s)", made=made) if len(cards) > 1 else Text("−%(made)s", made=made)
    return made


def nothing_scored(signs: Sequence[int]) -> tuple[Text, Text]:
    """Return a sentence that nobody scores in a round, and one that says why. `signs` are the signs of the rows.

    Either all rows are tied, or nobody has a colour that counts.

    Rule: diabolo/rows, diabolo/level
    """
    why = Text("Nobody has a colour that counts.").by("rows") if any(signs) else Text("All rows are tied.").by("level")
    return Text("Nobody scores this round.").by("rows"), why


def verdict(names: Sequence[str], totals: Sequence[int], winners: Sequence[int]) -> Text:
    """Say who did best in a round. `winners` are positions in `names` and `totals`.

    Rule: diabolo/winner
    """
    who = tuple([names[position] for position in winners])
    return Text("Best this round: %(who)s with %(points)s.", who=who, points=say_points(totals[winners[0]])).by(
        "winner"
    )
