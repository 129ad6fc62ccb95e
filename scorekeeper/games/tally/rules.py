"""The rules of any game: the options of a table, the same in small print, and all rules in our own words."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.games.errors import Malformed
from scorekeeper.games.options import Option
from scorekeeper.games.pad import MOST_ROUNDS, Options, Setup
from scorekeeper.language.text import Literal, Plural, Text

LARGEST_ENTRY = 9999

GAME_NAME_LENGTH = 24
"""The maximum length of the name that a table gives to its game, in characters."""

WINS = Option(
    "wins",
    Text("Who wins"),
    (
        ("usual", Text("Highest score, or lowest when counting down")),
        ("highest", Text("Highest score")),
        ("lowest", Text("Lowest score")),
    ),
    "usual",
)

TARGET = Option("target", Text("Play to"), default=0, most=LARGEST_ENTRY, empty=Text("no limit"))

OPTIONS = (
    Option("name", Text("Which game"), words=True, most=GAME_NAME_LENGTH, empty=Text("Any game")),
    WINS,
    Option(
        "count",
        Text("Each round, points"),
        (("up", Text("are added")), ("down", Text("are subtracted"))),
        "up",
    ),
    Option("start", Text("Everybody starts with"), default=0, most=LARGEST_ENTRY, empty=Text("0")),
    TARGET,
    Option(
        "out",
        Text("A player who gets there"),
        (("ends", Text("ends the game")), ("out", Text("is out; the last player left wins"))),
        "ends",
    ),
    Option(
        "teams",
        Text("Teams (partners sit opposite)"),
        (
            ("0", Text("no teams")),
            ("2", Literal("2")),
            ("3", Literal("3")),
            ("4", Literal("4")),
        ),
        "0",
    ),
    Option(
        "others",
        Text("Give points to all the others"),
        (("no", Text("no")), ("yes", Text("yes, by tapping a name"))),
        "no",
    ),
    Option("rounds", Text("Rounds"), default=0, most=MOST_ROUNDS, empty=Text("any number")),
)


MOST_COUNTERS = 6
"""The maximum number of life counters that fit on a phone."""

LIVES = (20, 30, 40)
"""The points with which life counters usually start."""


def list_life_options(points: int) -> Options:
    """Return the options of a table with life counters: everybody starts with `points` and is out at 0.

    Decision: any-game
    """
    return {"count": "down", "start": points, "out": "out"}


def list_options(options: Options) -> tuple[Option, ...]:
    """Return the options with the labels and defaults that fit the choices made so far.

    When counting down, the lowest score wins by default, and the goal is 0 by default.

    Decision: any-game
    """
    setup, chosen = Setup((), options, ((1, ()),)), options.get("wins")
    most, fewest = Text("Highest score"), Text("Lowest score")
    down = counts_down(setup)
    # Two buttons for three values. The button that agrees with the default writes `usual`, so that who wins still
    # follows a countdown that is chosen later. A value that was chosen before stays.
    wins = (
        ("highest" if down or chosen == "highest" else "usual", most),
        ("usual" if down and chosen != "lowest" else "lowest", fewest),
    )
    from_down = Text("When counting down: lowest score") if not down and chosen == "usual" else None
    to_0 = taken_off(setup) and start(setup)
    goal = Literal("0") if to_0 else Text("no limit")
    changed = {
        "wins": replace(WINS, choices=wins, turns=from_down),
        "target": replace(TARGET, empty=goal, turns=None if to_0 else Text("When counting down: 0")),
    }
    return tuple([changed.get(option.key, option) for option in OPTIONS])


def lowest_wins(setup: Setup) -> bool:
    """Return whether the lowest score wins. By default, that is the case only when counting down to a goal.

    If players who reach the goal are out, the option is ignored: the player furthest from the goal is ahead.

    Rule: tally/winner, tally/out
    """
    chosen = setup.options.get("wins")
    if last_in(setup):
        return not taken_off(setup)
    return counts_down(setup) if chosen == "usual" else chosen == "lowest"


def teams(setup: Setup) -> int:
    """Return the number of teams, or 0 if everybody plays alone.

    Decision: any-game, partners-opposite
    """
    return int(setup.options.get("teams", 0))


def given_to_others(setup: Setup) -> bool:
    """Return whether a player's points can go to all the others, as in Hearts.

    Rule: tally/others
    """
    return setup.options.get("others") == "yes"


def last_in(setup: Setup) -> bool:
    """Return whether players who reach the goal are out, so that the last player left wins.

    Rule: tally/out
    """
    return setup.options.get("out") == "out" and target(setup) is not None


def counts_down(setup: Setup) -> bool:
    """Return whether points are subtracted from an initial total until somebody reaches a lower goal.

    Rule: tally/points
    """
    goal = target(setup)
    return taken_off(setup) and goal is not None and goal < start(setup)


def taken_off(setup: Setup) -> bool:
    """Return whether the points of a round are subtracted from the total.

    Rule: tally/points
    """
    return setup.options.get("count") == "down"


def start(setup: Setup) -> int:
    """Return everybody's initial total.

    Decision: any-game
    """
    return int(setup.options.get("start", 0))


def rounds(setup: Setup) -> int:
    """Return the number of rounds that the table agreed to play, or 0 if it is open.

    Rule: */agreed-end
    """
    return int(setup.options.get("rounds", 0))


def target(setup: Setup) -> int | None:
    """Return the total that ends the game or puts a player out, or None if there is none.

    When counting down, the default is 0. A goal that equals the initial total counts as none.

    Rule: */agreed-end
    """
    agreed = int(setup.options.get("target", 0))
    # A goal of 0 is the same as none, except when counting down from something.
    ends = agreed or (taken_off(setup) and start(setup))
    return agreed if ends and agreed != start(setup) else None


def cannot(options: Options) -> Malformed | None:
    """Return the mistake in the options if the goal is missing, can never be reached or is reached from the start.

    Return None if the options are possible.

    Decision: any-game
    """
    setup = Setup((), options, ((1, ()),))
    first, goal = start(setup), int(options.get("target", 0))
    if options.get("out") == "out" and target(setup) is None and not (goal and goal == first):
        return Malformed("target", Text("Enter how many points put a player out."))
    if not goal or (goal < first if taken_off(setup) else goal > first):
        return None
    if goal == first:
        reason = Text("Everybody starts with %(goal)s, so the game would be over immediately.", goal=goal)
    elif taken_off(setup):
        reason = Text("Points are subtracted from %(start)s, so nobody can get up to %(goal)s.", start=first, goal=goal)
    else:
        reason = Text("Points are added to %(start)s, so nobody can get down to %(goal)s.", start=first, goal=goal)
    return Malformed("target", reason)


def rules_in_words(setup: Setup) -> Iterator[Text]:
    """Yield the options of this table as short sentences, for the foot of a score sheet.

    Decision: options-on-sheet
    """
    goal = target(setup)
    if last_in(setup):
        yield Text("At %(points)s a player is out; the last player left wins.", points=goal or 0)
    else:
        yield Text("Lowest score wins.") if lowest_wins(setup) else Text("Highest score wins.")
    if start(setup):
        yield Text("Everybody starts with %(points)s.", points=start(setup))
    if taken_off(setup):
        yield Text("Points are subtracted.")
    if goal is not None and not last_in(setup):
        yield Text("Play to %(points)s: the game ends when somebody gets there.", points=goal)
    if teams(setup):
        yield Text("Partners sit opposite each other: %(count)s teams.", count=teams(setup))
    if given_to_others(setup):
        yield Text("Points can be given to all the others.")
    if rounds(setup):
        yield Plural("%(count)s round.", "%(count)s rounds.", rounds(setup))
