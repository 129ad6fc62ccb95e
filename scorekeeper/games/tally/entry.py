"""The ways of entering a round of any game: a number per player on the app's keypad, or life counters to tap."""

from scorekeeper.games.entry import Keys, Lives, Step, Way
from scorekeeper.games.pad import ALL, Changes, Choice, Marks, Setup, Spot, offer_end
from scorekeeper.games.tally.rules import MOST_POINTS, given_to_others, start, taken_off, teams
from scorekeeper.games.tally.scoring import OTHERS, POINTS, ROW, Round, Team, out_by_now, read_round
from scorekeeper.language.text import Text

MOST_COUNTERS = 6
"""The maximum number of life counters that fit on a phone."""

DIGITS, EACH_POINT = Text("One tap per digit per player."), Text("One tap per point.")

COUNTERS = Text("Plus and minus, with the phone on the table between you.")


def ways(setup: Setup) -> tuple[Way, ...]:
    """Return the ways of entering a round: the keypad and, for a few players who start with points, life counters.

    Rule: tally/points
    """
    keypad = Way(
        "typed",
        Text("By typing"),
        Text("A number or a sum for each player."),
        "keypad",
        typing_steps,
        running=True,
        taps=DIGITS,
    )
    counters = Way("lives", Text("Life counters"), COUNTERS, "lives", lives, True, taps=EACH_POINT)
    # Counters show what is left, so players need points to start with. A counter has no button for all the others.
    return (keypad, counters) if _has_room(setup) and start(setup) and not given_to_others(setup) else (keypad,)


def _has_room(setup: Setup) -> bool:
    """Return whether a phone has room for the life counters of all players or teams."""
    return (teams(setup) or len(setup.seating[-1][1])) <= MOST_COUNTERS


def typing_steps(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return the only step of the keypad, which asks for a number per player or team.

    Leaving the step marks the round as complete, so that players without a number get no points.

    Rule: tally/points
    """
    this_round = read_round(setup, marks, round)
    end = Spot(round, ROW, ALL)
    asks = tuple(
        [
            Keys(
                team[0],
                POINTS,
                bool(team[1:]),
                _build_others_button(setup, marks, round, team),
                hint=_name_partners(setup, team),
            )
            for team in this_round.teams
        ]
    )
    then = {} if this_round.whole or not this_round.own else {end: 1}
    below = (offer_end(end),) if this_round.given and not this_round.whole else ()
    told = this_round.seats if this_round.whole else None
    return (Step(ROW, ROW, _describe_hint(setup), asks, then=then, done=this_round.whole, below=below, told=told),)


def lives(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return the only step of the life counters, which show what each player or team has left.

    Leaving the step enters a 0 for those whose counter was not tapped in this round. Every tap is a journal line of its
    own, with or without JavaScript. So others see it immediately, a phone that is put aside loses nothing, and undo
    takes back one tap.

    Rule: tally/points
    """
    this_round = read_round(setup, marks, round)
    # By the taps so far: a player whose counter reaches the goal is out at once, not after the round.
    out = out_by_now(setup, marks, round)
    asks = tuple([_build_counter(setup, this_round, round, team, team[0] in out) for team in this_round.teams])
    # Otherwise a player who lost nothing would have no points in this round, and would not be its best.
    untouched = [team[0] for team in this_round.teams if team[0] not in this_round.own]
    then = {} if this_round.whole or not this_round.own else {Spot(round, ROW, POINTS, first): 0 for first in untouched}
    return (Step(ROW, ROW, COUNTERS, asks, then=then, done=this_round.whole),)


def _describe_hint(setup: Setup) -> Text:
    hint = Text("Points to subtract. You can type a sum.") if taken_off(setup) else Text("Points. You can type a sum.")
    if not given_to_others(setup):
        return hint
    return Text("%(first)s %(second)s", first=hint, second=Text("Tap a name to give its points to all the others."))


def _name_partners(setup: Setup, team: Team) -> Text | None:
    return Text("with %(who)s", who=setup.names(team[1:])) if team[1:] else None


def _build_counter(setup: Setup, this_round: Round, round: int, team: Team, out: bool) -> Lives:
    """Return the life counter of a team. `out` says whether its points have reached the goal.

    If points are subtracted, a tap on minus makes the number on the pad larger.
    """
    first = team[0]
    sign = -1 if taken_off(setup) else 1

    def change_by(step: int) -> Changes:
        written = sign * (this_round.own.get(first, 0) + step)
        # Beyond the limit the button changes nothing.
        return {Spot(round, ROW, POINTS, first): written} if abs(written) <= MOST_POINTS else {}

    return Lives(first, POINTS, fewer=change_by(-1), more=change_by(1), out=out, hint=_name_partners(setup, team))


def _build_others_button(setup: Setup, marks: Marks, round: int, team: Team) -> Choice | None:
    """Return the button that gives a team's points to all the others, or None if the table plays without that."""
    if not given_to_others(setup):
        return None
    spot = Spot(round, ROW, OTHERS, team[0])
    chosen = bool(marks.get(spot))
    return Choice(Text("%(who)s", who=setup.name(team[0])), {spot: None if chosen else 1}, chosen=chosen)
