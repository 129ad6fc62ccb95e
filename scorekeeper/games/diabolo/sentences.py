"""What is said about a row and about the end: who has most and what it brings, who did best."""

from collections.abc import Iterator, Sequence

from scorekeeper.games.diabolo.cards import signed, working
from scorekeeper.games.diabolo.scoring import LEVEL, MINUS, PLUS, leading
from scorekeeper.text import Plural, Text

AHEAD = {PLUS: Text("The harp is ahead."), MINUS: Text("The trident is ahead."), LEVEL: Text("Both sides are level.")}
NO_SCORE = Text("Level, no score.")


def joined(sentences: Sequence[Text]) -> Text:
    """Several sentences, one after the other."""
    first, *rest = sentences
    for text in rest:
        first = Text("%(first)s %(second)s", first=first, second=text)
    return first


def both_sides(harp: int, trident: int) -> Text:
    """The sums of a row in words."""
    return Text("Harp %(harp)s, trident %(trident)s.", harp=harp, trident=trident)


def what_it_brings(
    names: Sequence[str], sign: int, sums: Sequence[int], points: Sequence[int], doubled: Sequence[int], colour: Text
) -> list[Text]:
    """Say who has most of a colour, what that brings, and whose doubler went for nothing.

    `doubled` are positions in the other three.
    """
    if sign == LEVEL:
        return [NO_SCORE]
    leaders = leading(sums)
    if not leaders:
        return [Text("Nobody has %(colour)s, no score.", colour=colour), *_for_nothing(names, doubled, False)]
    most = sums[leaders[0]]
    who = tuple([names[position] for position in leaders])
    twice = [position for position in leaders if position in doubled]
    once = [position for position in leaders if position not in doubled]
    said: list[Text] = []
    if once:
        said.append(
            Plural(
                "%(who)s has most, %(sum)s: %(points)s.",
                "%(who)s have most, %(sum)s each: %(points)s.",
                len(who),
                who=who,
                sum=most,
                points=signed(points[once[0]]),
            )
        )
        if twice:
            lucky = tuple([names[position] for position in twice])
            said.append(Text("%(who)s doubled: %(points)s.", who=lucky, points=signed(points[twice[0]])))
    else:
        said.append(
            Plural("%(who)s has most, %(sum)s.", "%(who)s have most, %(sum)s each.", len(who), who=who, sum=most)
        )
        said.append(Text("Doubled: %(points)s.", points=signed(points[twice[0]])))
    losers = [position for position in doubled if position not in leaders]
    return [*said, *_for_nothing(names, losers, bool(twice))]


def _for_nothing(names: Sequence[str], losers: Sequence[int], too: bool) -> Iterator[Text]:
    """Whose doubler is spent without having doubled anything."""
    if not losers:
        return
    who = tuple([names[position] for position in losers])
    if too:
        yield Plural("%(who)s's doubler is spent too.", "The doublers of %(who)s are spent too.", len(who), who=who)
    else:
        yield Plural("%(who)s's doubler is spent.", "The doublers of %(who)s are spent.", len(who), who=who)


def hand_working(cards: Sequence[int], total: int) -> Text:
    """A hand as it is read out: 4 + 2 = 6."""
    if len(cards) < 2:
        return Text("%(sum)s", sum=total)
    return Text("%(cards)s = %(sum)s", cards=working(cards), sum=total)


def points_working(cards: Sequence[int], total: int, sign: int, twice: bool, most: int) -> Text:
    """How a hand makes its points: (4 + 2) × 2, −(3 + 1), or that it is below the highest."""
    if total < most:
        return Text("%(sum)s is below %(most)s", sum=total, most=most)
    made = working(cards or (total,))
    if twice:
        return Text("(%(made)s) × 2", made=made) if len(cards) > 1 else Text("%(made)s × 2", made=made)
    if sign == MINUS:
        return Text("−(%(made)s)", made=made) if len(cards) > 1 else Text("−%(made)s", made=made)
    return made


def nothing_scored(signs: Sequence[int]) -> tuple[Text, Text]:
    """Say that a round brings nobody anything, and why: every row is level, or nobody has the colour of another."""
    why = Text("Nobody has a colour that counts.") if any(signs) else Text("All rows are level.")
    return Text("Nobody scores in this round."), why


def verdict(names: Sequence[str], totals: Sequence[int], winners: Sequence[int]) -> Text:
    """Say who did best in a round; `winners` are positions in the other two."""
    who = tuple([names[position] for position in winners])
    return Text("Best this round: %(who)s with %(points)s.", who=who, points=signed(totals[winners[0]]))
