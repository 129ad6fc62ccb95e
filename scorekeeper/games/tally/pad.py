"""The pad of any game: one line per round, with a number for each player and a note for the table."""

from collections.abc import Iterator, Mapping

from scorekeeper.games.boxes import END_BOX, NumberBox, TickBox, WordsBox
from scorekeeper.games.pad import (
    ALL,
    NO_NEWS,
    Cell,
    Choice,
    Decision,
    Marks,
    Problem,
    Row,
    Seat,
    Setup,
    Sheet,
    Spot,
    find_obstacle,
    format_points,
    offer_end,
    places,
)
from scorekeeper.games.paper import Column, Line, PaperPad
from scorekeeper.games.tally.rules import (
    MOST_POINTS,
    OPTIONS,
    given_to_others,
    lowest_wins,
    rounds,
    rules_in_words,
    taken_off,
    teams,
)
from scorekeeper.games.tally.scoring import NOTE, OTHERS, POINTS, ROW, Round, read_round
from scorekeeper.language.text import Literal, Plural, Text, join_sentences

NOTE_LENGTH = 80

# The 1 stands for the number in the entry, which the history fills in (table/wording.py).
ADDED = Plural("%(who)s gets %(mark)s point", "%(who)s gets %(mark)s points", 1)

TAKEN_OFF = Plural("%(who)s loses %(mark)s point", "%(who)s loses %(mark)s points", 1)


def rows(setup: Setup) -> tuple[Row, ...]:
    """Return the only row of the pad, with the boxes that the table's options need.

    Rule: tally/points
    """
    points = NumberBox(
        POINTS,
        Text("Points"),
        most=MOST_POINTS,
        negative=True,
        sums=True,
        announced=TAKEN_OFF if taken_off(setup) else ADDED,
        withdrawn=Text("%(who)s’s points are blank"),
    )
    others = TickBox(
        OTHERS,
        Text("For all the others"),
        announced=Text("%(who)s’s points go to all the others"),
        withdrawn=Text("%(who)s’s points do not go to all the others"),
    )
    note = WordsBox(
        NOTE,
        Text("Note"),
        most=NOTE_LENGTH,
        shared=True,
        announced=Text("note: “%(mark)s”"),
        withdrawn=Text("the note is deleted"),
    )
    boxes = (points, others, note, END_BOX) if given_to_others(setup) else (points, note, END_BOX)
    return (Row(ROW, Text("Points"), boxes),)


def score(setup: Setup, marks: Marks, round: int) -> Sheet:
    """Return the score sheet of a round. The player with the highest or lowest number is ahead, as the table agreed.

    A 0 is a number like any other. Players without a number are waited for until the table says that everything is
    entered. Then they get nothing in this round, shown as a dash.

    Rule: tally/points, tally/winner
    """
    this_round = read_round(setup, marks, round)
    missing = _find_missing(setup, this_round, round)
    problems = tuple(_find_marks_of_gone(setup, marks, this_round, round))
    seats = setup.seats(round)
    ranks = _find_ranks(setup, this_round, round)
    first = tuple([seat for seat in this_round.points if ranks[seat] == 1])
    notes = tuple(_list_notes(setup, marks, this_round, round))
    decision = find_obstacle(problems, missing) or Decision(
        first, _describe_verdict(setup, this_round, round, first), _describe_out(setup, this_round, round)
    )
    return Sheet(
        cells={
            (ROW, seat): Cell(this_round.points[seat], _describe_working(this_round, team[0]))
            for team in this_round.teams
            for seat in team
            if seat in this_round.points
        },
        notes={ROW: join_sentences(notes)} if notes else {},
        totals={seat: this_round.points.get(seat, 0) for seat in seats},
        ranks=ranks,
        winners=decision.winners,
        verdict=decision.verdict,
        reason=decision.reason,
        problems=problems,
        open=missing,
        out=this_round.out,
    )


def _describe_working(this_round: Round, first: Seat) -> Text | None:
    """Say how a team's points are made up if some are given to others, or return None.

    `first` is the first seat of the team.
    """
    own, given = format_points(this_round.own.get(first, 0)), this_round.from_others(first)
    more = f"+ {given}" if given > 0 else format_points(given).replace("\u2212", "\u2212 ")
    if first in this_round.given:
        said = Text("to all the others")
        return Text("%(first)s, %(points)s", first=said, points=more) if given else said
    return Literal(f"{own} {more}") if given else None


def _list_notes(setup: Setup, marks: Marks, this_round: Round, round: int) -> Iterator[Text]:
    """Yield a sentence for each team whose points go to all the others, and then the note of the table."""
    for team in this_round.teams:
        if team[0] in this_round.given:
            gaps = {"who": setup.names(team), "points": abs(this_round.given[team[0]])}
            yield Text("%(who)s’s %(points)s go to all the others.", **gaps).by("others")
    if note := marks.get(Spot(round, ROW, NOTE)):
        yield Literal(str(note))


def _find_ranks(setup: Setup, this_round: Round, round: int) -> Mapping[int, int]:
    """Return the place of each seat in a round. Seats without points share the last place."""
    sign = 1 if lowest_wins(setup) else -1
    first = places({seat: sign * points for seat, points in this_round.points.items()})
    return {**dict.fromkeys(setup.seats(round), len(this_round.points) + 1), **first}


def _find_missing(setup: Setup, this_round: Round, round: int) -> tuple[Problem, ...]:
    """Return the problem that points are still missing, or an empty tuple if the round is complete."""
    if this_round.whole:
        return ()
    if not this_round.own:
        return (Problem((), Text("Nobody has points yet.").by("told")),)
    spots = tuple([Spot(round, ROW, POINTS, seat) for seat in this_round.blank])
    who = setup.names(this_round.blank)
    text = Plural("%(who)s has no points yet.", "%(who)s have no points yet.", len(who), who=who).by("told")
    return (Problem(spots, text, cures=(offer_end(Spot(round, ROW, ALL)),)),)


def _describe_out(setup: Setup, this_round: Round, round: int) -> Text:
    """Say who went out in this round. The text is empty if nobody did."""
    gone = [seat for seat, since in this_round.out.items() if since == round]
    who = setup.names(gone)
    return Plural("%(who)s is out.", "%(who)s are out.", len(who), who=who).by("out") if who else NO_NEWS


def _find_marks_of_gone(setup: Setup, marks: Marks, this_round: Round, round: int) -> Iterator[Problem]:
    """Yield a warning for each number that does not count because the player was out before this round."""
    for seat, since in this_round.out.items():
        spot = Spot(round, ROW, POINTS, seat)
        if since < round and spot in marks:
            gaps = {"who": setup.name(seat), "number": since, "points": format_points(int(marks[spot]))}
            text = Text("%(who)s has been out since round %(number)s, so %(points)s does not count.", **gaps).by("out")
            # Only a doubt: the number does not count, so the round has a result all the same.
            yield Problem((spot,), text, certain=False, cures=(Choice(Text("Delete it"), {spot: None}),))


def _describe_verdict(setup: Setup, this_round: Round, round: int, first: tuple[Seat, ...]) -> Text:
    """Say which players were ahead in the round, and with how many points.

    `first` are the seats in first place.
    """
    got = this_round.points[first[0]]
    points = f"+{got}" if got > 0 else format_points(got)
    if 1 < len(first) == len(this_round.seats):
        return Text("Round %(number)s: %(points)s for everybody.", number=round, points=points).by("points")
    return Text("Round %(number)s: %(who)s %(points)s.", number=round, who=setup.names(first), points=points).by(
        "points"
    )


POINTS_COLUMN = Column(Text("points"))

TOTAL = Column(Text("total"), grey=True)

FEWEST, USUAL, MOST = 5, 12, 20
"""Lines for rounds on paper: the minimum, the default if the number of rounds is open, and the maximum."""


def paper(setup: Setup) -> tuple[PaperPad, ...]:
    """Return the only printed pad: a line per round, with points and running total of each player or team.

    Rule: tally/points
    """
    wanted = min(rounds(setup) or USUAL, MOST)
    return (
        PaperPad(
            key="rounds",
            name=Text("Rounds"),
            columns=(POINTS_COLUMN, TOTAL),
            fewer=(POINTS_COLUMN,),
            numbered=(min(wanted, FEWEST), wanted),
            lines=(Line(Text("Total"), look="total"),),
            sides=min(teams(setup), len(setup.players)),
            title=Text("Points"),
            blanks=((Text("Game"), 4), (Text("Date"), 3)),
            right=tuple(_list_options(setup)),
        ),
    )


def _list_options(setup: Setup) -> Iterator[Text]:
    """Yield the options of the table in words, but only if one differs from its default.

    A pad printed with the defaults is meant for any game.
    """
    if any(setup.options.get(option.key, option.default) != option.default for option in OPTIONS if not option.words):
        yield from rules_in_words(setup)
