"""The one way of telling the pad of any game: a number for each player, typed on the own keypad."""

from collections.abc import Iterator

from scorekeeper.games.entry import Keys, Step, Way
from scorekeeper.games.pad import Choice, Marks, Setup, Spot, that_is_all
from scorekeeper.games.tally.rules import given_to_others, taken_off
from scorekeeper.games.tally.scoring import ALL, OTHERS, POINTS, ROW, Round, Team, read_round
from scorekeeper.language.text import Text


def ways(setup: Setup) -> tuple[Way, ...]:
    """The only way of entering a round. Ours: any game has no rulebook here."""
    return (Way("typed", Text("Typed"), Text("A number or a sum for each."), "keypad", typed, running=True),)


def typed(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """A number for each player; leaving the last one says that whoever has none gets none.

    Ours: any game has no rulebook here.
    """
    now = read_round(setup, marks, round)
    asks = tuple([Keys(team[0], POINTS, hint=_with(setup, team)) for team in now.teams])
    then = {} if now.whole or not now.own else {Spot(round, ROW, ALL): 1}
    choices = tuple(_others(setup, marks, now, round)) if given_to_others(setup) else ()
    return (Step(ROW, ROW, _hint(setup), asks, choices, then=then, done=now.whole),)


def _hint(setup: Setup) -> Text:
    hint = Text("Points to take off, also as a sum.") if taken_off(setup) else Text("Points, also as a sum.")
    if not given_to_others(setup):
        return hint
    return Text("%(first)s %(second)s", first=hint, second=Text("A tap on a name: they go to all the others."))


def _with(setup: Setup, team: Team) -> Text | None:
    return Text("with %(who)s", who=setup.names(team[1:])) if team[1:] else None


def _together(setup: Setup, team: Team) -> Text:
    return Text("%(who)s", who=setup.names(team))


def _others(setup: Setup, marks: Marks, now: Round, round: int) -> Iterator[Choice]:
    """A button for each player or team, whose points go to all the others; then one that nobody else has any."""
    for team in now.teams:
        spot = Spot(round, ROW, OTHERS, team[0])
        chosen = bool(marks.get(spot))
        yield Choice(_together(setup, team), {spot: None if chosen else 1}, chosen=chosen)
    if now.given and not now.whole:
        yield that_is_all(Spot(round, ROW, ALL))
