"""The pad for any game: points per round, added to a total or subtracted from it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from scorekeeper.games.entry import Keys, Lives, Step, Way
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.options import Option
from scorekeeper.games.pad import ALL, Changes, Choice, Marks, Options, Seat, Setup, Spot, offer_end
from scorekeeper.games.pads.boxes import END_BOX, NumberBox, TickBox, WordsBox
from scorekeeper.games.pads.pad import Pad, Row
from scorekeeper.games.pads.paper import (
    FEWEST_ROUND_LINES,
    MOST_ROUND_LINES,
    POINTS_COLUMN,
    TOTAL_COLUMN,
    USUAL_ROUND_LINES,
)
from scorekeeper.games.paper import PaperLine, PaperPad
from scorekeeper.games.rule import read_rules
from scorekeeper.games.tally.counting import (
    NOTE_BOX,
    OTHERS_BOX,
    PAD,
    POINTS_BOX,
    POINTS_ROW,
    Count,
    Team,
    find_pad,
    read_count,
)
from scorekeeper.games.tally.rules import (
    LARGEST_ENTRY,
    MOST_COUNTERS,
    OPTIONS,
    cannot,
    given_to_others,
    last_in,
    list_options,
    rounds,
    rules_in_words,
    start,
    taken_off,
    target,
    teams,
)
from scorekeeper.language.text import Plural, Text

# The 1 stands for the number in the entry, which the history fills in (table/wording.py).
ADDED = Plural("%(who)s gets %(mark)s point", "%(who)s gets %(mark)s points", 1)

TAKEN_OFF = Plural("%(who)s loses %(mark)s point", "%(who)s loses %(mark)s points", 1)

DIGITS, EACH_POINT = Text("One tap per digit per player."), Text("One tap per point.")

COUNTERS = Text("Plus and minus, with the phone on the table between you.")


class AnyGame(Game):
    """Any game, by the options of the table."""

    shelf = 9
    round_type = Count
    named_by_tables = True

    def __init__(self) -> None:
        super().__init__(PAD)
        self.options, self.looks_back = OPTIONS, True
        self.chapters = read_rules(Path(__file__).with_name("rules.toml"))

    def find_pad(self, setup: Setup) -> Pad:
        return find_pad(setup)

    def rows(self, setup: Setup) -> tuple[Row, ...]:
        """Return the only row of the pad, with the boxes that the table's options need."""
        points = NumberBox(
            POINTS_BOX,
            Text("Points"),
            least=-LARGEST_ENTRY,
            most=LARGEST_ENTRY,
            sums=True,
            announced=TAKEN_OFF if taken_off(setup) else ADDED,
            withdrawn=Text("%(who)s’s points are blank"),
        )
        others = TickBox(
            OTHERS_BOX,
            Text("For all the others"),
            announced=Text("%(who)s’s points go to all the others"),
            withdrawn=Text("%(who)s’s points do not go to all the others"),
        )
        note = WordsBox(
            NOTE_BOX,
            Text("Note"),
            most=80,
            shared=True,
            announced=Text("note: “%(mark)s”"),
            withdrawn=Text("the note is deleted"),
        )
        boxes = (points, others, note, END_BOX) if given_to_others(setup) else (points, note, END_BOX)
        return (Row(POINTS_ROW, Text("Points"), boxes),)

    def ways(self, setup: Setup) -> tuple[Way, ...]:
        """Return the keypad and, for a few players who start with points, life counters."""
        hint = Text("A number or a sum for each player.")
        keypad = Way("typed", Text("By typing"), hint, "keypad", _list_typing_steps, running=True, taps=DIGITS)
        counters = Way("lives", Text("Life counters"), COUNTERS, "lives", _list_life_steps, True, taps=EACH_POINT)
        has_room = (teams(setup) or len(setup.seating[-1][1])) <= MOST_COUNTERS
        # Counters show what is left, so players need points to start with. They have no button for all the others.
        return (keypad, counters) if has_room and start(setup) and not given_to_others(setup) else (keypad,)

    def rules_in_words(self, setup: Setup) -> tuple[Text, ...]:
        return tuple(rules_in_words(setup))

    def paper(self, setup: Setup) -> tuple[PaperPad, ...]:
        """Return the only printed pad: a line per round, with points and running total of each player or team."""
        wanted = min(rounds(setup) or USUAL_ROUND_LINES, MOST_ROUND_LINES)
        # A pad printed with the defaults is meant for any game.
        agreed = any(
            setup.options.get(option.key, option.default) != option.default for option in OPTIONS if not option.words
        )
        return (
            PaperPad(
                key="rounds",
                name=Text("Rounds"),
                columns=(POINTS_COLUMN, TOTAL_COLUMN),
                fewer=(POINTS_COLUMN,),
                numbered=(min(wanted, FEWEST_ROUND_LINES), wanted),
                lines=(PaperLine(Text("Total"), look="total"),),
                sides=min(teams(setup), len(setup.players)),
                title=Text("Points"),
                blanks=((Text("Game"), 4), (Text("Date"), 3)),
                right=tuple(rules_in_words(setup)) if agreed else (),
            ),
        )

    def get_own_name(self, options: Options) -> str:
        return str(options.get("name", ""))

    def options_beside(self, chosen: Options) -> tuple[Option, ...]:
        return list_options(chosen)

    def cannot(self, options: Options) -> Malformed | None:
        return cannot(options)

    def rounds(self, setup: Setup) -> int:
        return rounds(setup)

    def partners(self, setup: Setup) -> tuple[int, bool]:
        return teams(setup), True

    def say_who_ended(self, setup: Setup, there: Sequence[Seat], totals: Mapping[Seat, int]) -> Text:
        goal = target(setup) or 0
        one, many = "%(who)s has reached %(goal)s.", "%(who)s have reached %(goal)s."
        # A countdown can go past its goal, and nobody with −9 has “reached 0”.
        if any(totals[seat] < goal for seat in there):
            one, many = "%(who)s is down to %(goal)s or less.", "%(who)s are down to %(goal)s or less."
        return Plural(one, many, len(there), who=setup.names(there), goal=goal)

    def next_starter(self, setup: Setup, marks: Marks, round: int) -> Seat | None:
        """Return the next seat on the left that is not out, or None if nobody is out.

        Decision: lead-left
        """
        out = read_count(setup, marks, round).written.out() if last_in(setup) else {}
        return setup.lead(round + 1, out) if out else None


def _list_typing_steps(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return the only step of the keypad, which asks for a number per player or team.

    Leaving the step marks the round as complete, so that players without a number get no points.

    Rule: tally/points
    """
    this_round = read_count(setup, marks, round)
    end = Spot(round, POINTS_ROW, ALL)
    asks = tuple(
        [
            Keys(
                team[0],
                POINTS_BOX,
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
    return (
        Step(
            POINTS_ROW,
            POINTS_ROW,
            _describe_hint(setup),
            asks,
            then=then,
            done=this_round.whole,
            below=below,
            told=told,
        ),
    )


def _list_life_steps(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """Return the only step of the life counters, which show what each player or team has left.

    Leaving the step enters a 0 for those whose counter was not tapped in this round. Every tap is a journal line of its
    own, with or without JavaScript. So others see it immediately, a phone that is put aside loses nothing, and undo
    takes back one tap.

    Rule: tally/points
    """
    this_round = read_count(setup, marks, round)
    # By the taps so far: a player whose counter reaches the goal is out at once, not after the round.
    out = read_count(setup, marks, round, ended=True).written.out()
    asks = tuple([_build_counter(setup, this_round, round, team, team[0] in out) for team in this_round.teams])
    # Otherwise a player who lost nothing would have no points in this round, and would not be its best.
    untouched = [team[0] for team in this_round.teams if team not in this_round.own]
    then = (
        {}
        if this_round.whole or not this_round.own
        else {Spot(round, POINTS_ROW, POINTS_BOX, first): 0 for first in untouched}
    )
    return (Step(POINTS_ROW, POINTS_ROW, COUNTERS, asks, then=then, done=this_round.whole),)


def _describe_hint(setup: Setup) -> Text:
    hint = Text("Points to subtract. You can type a sum.") if taken_off(setup) else Text("Points. You can type a sum.")
    if not given_to_others(setup):
        return hint
    return Text("%(first)s %(second)s", first=hint, second=Text("Tap a name to give its points to all the others."))


def _name_partners(setup: Setup, team: Team) -> Text | None:
    return Text("with %(who)s", who=setup.names(team[1:])) if team[1:] else None


def _build_counter(setup: Setup, this_round: Count, round: int, team: Team, out: bool) -> Lives:
    """Return the life counter of a team. `out` says whether its points have reached the goal.

    If points are subtracted, a tap on minus makes the number on the pad larger.
    """
    first = team[0]
    sign = -1 if taken_off(setup) else 1

    def change_by(step: int) -> Changes:
        written = this_round.own.get(team, 0) + sign * step
        # Beyond the limit the button changes nothing.
        return {Spot(round, POINTS_ROW, POINTS_BOX, first): written} if abs(written) <= LARGEST_ENTRY else {}

    return Lives(first, POINTS_BOX, fewer=change_by(-1), more=change_by(1), out=out, hint=_name_partners(setup, team))


def _build_others_button(setup: Setup, marks: Marks, round: int, team: Team) -> Choice | None:
    """Return the button that gives a team's points to all the others, or None if the table plays without that."""
    if not given_to_others(setup):
        return None
    spot = Spot(round, POINTS_ROW, OTHERS_BOX, team[0])
    chosen = bool(marks.get(spot))
    return Choice(Text("%(who)s", who=setup.name(team[0])), {spot: None if chosen else 1}, chosen=chosen)


GAME = AnyGame()
