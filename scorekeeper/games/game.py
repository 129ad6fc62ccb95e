"""A game: a pad from its file, with the methods that games override whose rules a file cannot say.

Everything in `games/` is pure: no web, no database, no clock, no randomness.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar, cast
from typing import Literal as OneOf

from scorekeeper.games.entry import Step, Way, about_taps
from scorekeeper.games.errors import Malformed
from scorekeeper.games.options import Option
from scorekeeper.games.pad import (
    BEHIND,
    TOTAL,
    Marks,
    Options,
    Seat,
    Setup,
    Sheet,
    TieBreaks,
    add_tie_breaks,
    group_by_round,
    places,
)
from scorekeeper.games.pads.entry import rows, ways
from scorekeeper.games.pads.pad import Pad, PadTitle, PadWay, Row, keep_pad_marks
from scorekeeper.games.pads.paper import count_peg_holes, paper
from scorekeeper.games.pads.pile_entry import list_steps
from scorekeeper.games.pads.rules_in_words import knows_rounds, list_rules, name_tie_break, write_chapters
from scorekeeper.games.pads.scoring import (
    Before,
    count_teams,
    evaluate_for_table,
    find_ending_seats,
    find_seats,
    find_variant,
    is_hidden,
    is_whole,
    read_marks,
)
from scorekeeper.games.pads.sheet import PadRound
from scorekeeper.games.paper import PaperPad
from scorekeeper.games.questions import AtTable, Inputs, Ruling
from scorekeeper.games.referee import Referee
from scorekeeper.games.rule import EVERY_GAME, Chapter, Rule, find
from scorekeeper.games.standings import End, Standings, all_played, ended_at_once, nobody_else, rounds_played
from scorekeeper.language.text import Plural, Text

SHELF = 20
"""The position of pads in the list of games: after the games that are more than a pad file."""

T = TypeVar("T")


def when_needed(read: Callable[[Any], T]) -> T:
    """Return a field of a class that `read` reads from an object when it is first needed."""
    # A type checker knows that it gives a T, but not that it can stand where a class has a T.
    return cast(T, cached_property(read))


class Game:
    """A game as the app knows it. Its methods get a `Setup`, because what a table agreed on can change every answer."""

    slug: str
    """The name of the game in addresses and files."""

    name: str | Text
    """The name that people know the game by: a Text unless it is a proper name."""

    seats: tuple[int, int]
    """The fewest and most players."""

    kind: str
    """The kind of game, which is the outline of its sign; "" for a score pad."""

    sign: Text | None
    """The one or two letters in the sign. None: those of its name."""

    board_game_geek: int
    """The number on BoardGameGeek, 0 if unknown."""

    pad: Pad
    """The pad, as its file describes it."""

    file: str = ""
    """The text of a pad that people made, which is exported with its tables; "" for games that come with the app."""

    round_type: type[PadRound] = PadRound
    """The class of a round, which a game with rules beyond its file extends."""

    shelf: int = SHELF
    """The position on the home page: games with a lower number come first."""

    options: tuple[Option, ...] = when_needed(lambda game: game.pad.options)
    """What a table agrees on before it plays."""

    lead: OneOf["starter", "dealer"] = when_needed(lambda game: game.pad.lead)
    """Who is named before a round: who starts it, or who deals."""

    round_name: Text = Text("Round")
    """What a round is called at the start of a line."""

    round_name_inside: Text = Text("round")
    """What a round is called inside a sentence."""

    total: Text = TOTAL
    """The label of the total."""

    behind: Text = BEHIND
    """The label of the gap to the leader."""

    tie: tuple[Text, Text] | None = when_needed(lambda game: name_tie_break(game.pad))
    """What a player who loses a tie on points has more of, and the rule that breaks the tie. None: ties are shared."""

    together: bool = when_needed(lambda game: game.pad.together)
    """Whether everybody plays together against the game, so that nobody wins against anybody."""

    scored: bool = when_needed(lambda game: game.pad.scored)
    """Whether anything scores points. Otherwise players only win or lose."""

    can_be_lost: bool = when_needed(lambda game: game.pad.lost is not None)
    """Whether all who play together can also lose the game, whatever the points."""

    all_told: bool = when_needed(lambda game: not game.pad.has_piles)
    """Whether nobody is ahead in a row until everybody has entered it. Otherwise a blank can mean none."""

    looks_back: bool = when_needed(lambda game: game.pad.asks_earlier)
    """Whether a round depends on earlier rounds, through what they hand on."""

    named_by_tables: bool = False
    """Whether a table can give a name of its own to the game that it plays."""

    referee: Referee[Any] | None = None
    """What follows a round move by move, if the game has it."""

    rulings: Mapping[str, Ruling] = {}
    """The questions that can be asked, by key."""

    chapters: tuple[Chapter, ...] = when_needed(lambda game: write_chapters(game.pad))
    """The rules in our own words, which sentences cite by key."""

    def __init__(self, pad: Pad, file: str = "") -> None:
        self.pad, self.file = pad, file
        self.show(pad.title)

    def show(self, title: PadTitle) -> None:
        """Set what lists of games show. Everything else is read from the pad when it is first needed."""
        self.slug, self.name, self.seats, self.kind, self.sign, self.board_game_geek = title

    def find_pad(self, setup: Setup) -> Pad:
        """Return the pad of a table, with the suits as they look there."""
        return find_variant(self.pad, setup)

    def rows(self, setup: Setup) -> tuple[Row, ...]:
        """Return the rows of the pad."""
        return rows(self.find_pad(setup), any(is_hidden(box, setup) for _, box in self.pad.boxes))

    def ways(self, setup: Setup) -> tuple[Way, ...]:
        """Return the ways of entering the marks on a phone."""
        if self.pad.ways:
            return tuple(self._build_way(way, setup) for way in self.pad.ways)
        return ways(self.pad, self.rounds(setup) != 1)

    def _build_way(self, way: PadWay, setup: Setup) -> Way:
        def steps(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
            return list_steps(self.make_round(setup, group_by_round(marks).get(round, {}), round), way.key)

        taps = about_taps(setup, self.seats[0], way.taps) if way.taps else None
        return Way(way.key, way.label, way.hint, way.layout, steps, own=way.own, taps=taps)

    def make_round(self, setup: Setup, marks: Marks, round: int, before: Before | None = None) -> PadRound:
        """Return a round as entered, on the pad of the table. `marks` are those of this round."""
        return self.round_type(self.find_pad(setup), setup, marks, round, before or Before())

    def score_round(self, setup: Setup, marks: Marks, round: int, before: Before) -> tuple[Sheet, Before]:
        """Return the sheet of a round, and what it hands on to the next one.

        `marks` are those of this round, and ignored where the pad has no place for them. `before` is what the round
        before hands on.
        """
        this_round = self.make_round(setup, keep_pad_marks(self.rows(setup), marks), round, before)
        return this_round.sheet(), this_round.hand_on() if self.looks_back else before

    def score(self, setup: Setup, marks: Marks, round: int) -> Sheet:
        """Return the sheet of a round, scored from the marks of all rounds.

        Each earlier round is scored by the options that it was played with.

        Decision: rules-from-round
        """
        by_round, before = group_by_round(marks), Before()
        if self.looks_back:
            for earlier in range(1, round):
                _, before = self.score_round(setup.at(earlier), by_round.get(earlier, {}), earlier, before)
        sheet, _ = self.score_round(setup, by_round.get(round, {}), round, before)
        return sheet

    # What the table agreed on

    def options_beside(self, chosen: Options) -> tuple[Option, ...]:
        """Return the options that are offered while the values in `chosen` are chosen."""
        return self.options

    def cannot(self, options: Options) -> Malformed | None:
        """Return why these choices contradict each other, or None if they do not."""
        return None

    def default_options(self) -> Options:
        """Return the default value of every option."""
        return {option.key: option.default for option in self.options}

    def get_own_name(self, options: Options) -> str:
        """Return what a table calls the game that it plays, "" if it has no name of its own."""
        return ""

    def name_for(self, options: Options) -> str | Text:
        """Return the table's own name for what it plays, or the name of the game if it has none."""
        return self.get_own_name(options) or self.name

    def rounds(self, setup: Setup) -> int:
        """Return the agreed number of rounds, 0 if it is open."""
        # A formula can give less than 0, which means an open number like 0.
        return max(evaluate_for_table(setup, self.pad.rounds), 0)

    def whole(self, setup: Setup) -> bool:
        """Return whether each round is a game of its own, with its own winner."""
        return is_whole(self.pad, setup)

    def peg_holes(self, setup: Setup) -> int:
        """Return the length of the peg track on which the game is counted, or 0 if there is none."""
        return count_peg_holes(self.pad, setup)

    def start(self, setup: Setup) -> int:
        """Return the total that everybody begins with."""
        return evaluate_for_table(setup, self.find_pad(setup).start)

    def lowest_wins(self, setup: Setup) -> bool:
        """Return whether the lowest total wins."""
        return self.find_pad(setup).fewest

    def last_in(self, setup: Setup) -> bool:
        """Return whether players can go out and the last one left wins."""
        return self.find_pad(setup).last_in

    def partners(self, setup: Setup) -> tuple[int, bool]:
        """Return the number of teams, 0 for none, and whether partners share all points."""
        shared = all(row.team or box.shared for row, box in self.pad.boxes)
        return count_teams(self.find_pad(setup).teams, len(setup.seating[-1][1])), shared

    @property
    def usual_players(self) -> int:
        """How many usually play: four, or as near to that as the game allows."""
        least, most = self.seats
        return max(least, min(4, most))

    def describe_players(self) -> Text:
        """Return a sentence that says how many can play."""
        least, most = self.seats
        if least == most:
            return Plural("For %(count)s player.", "For %(count)s players.", most)
        return Text("For %(least)s to %(most)s players.", least=least, most=most)

    # From round to round

    def leader(self, setup: Setup, marks: Marks, round: int) -> Seat:
        """Return the seat that starts or deals a round.

        Decision: lead-left
        """
        said = self.next_starter(setup, marks, round - 1) if round > 1 else None
        return said if said in setup.seats(round) else setup.lead(round)

    def next_starter(self, setup: Setup, marks: Marks, round: int) -> Seat | None:
        """Return who starts or deals the round after this decided one. None: the player to the left."""
        if self.pad.out is None and not self.pad.lead_stays:
            return None
        # The rules of this round say who is out after it, even if the options change afterwards.
        out = read_marks(self.pad, setup.at(round), marks, round).out()
        return setup.lead(round + 1, out, self.pad.lead_stays)

    def over(self, setup: Setup, standings: Standings) -> End | None:
        """Return the reason why no further round is played, or None if the game goes on.

        The game does not end while a round has no result, or before the first round.
        """
        if standings.open or not standings.rounds:
            return None
        pad = self.find_pad(setup)
        if standings.lost or (self.pad.wins_at_once and standings.first):
            ended = ended_at_once(standings.won_by)
            return End(ended.by("lost" if standings.lost else "at-once"), won=not standings.lost)
        most, teams = self.rounds(setup), count_teams(pad.teams, len(setup.seats(standings.last)))
        # Partners count as one: a tie within a team is not a tie.
        is_level = len({setup.team(seat, standings.last, teams) for seat in standings.leaders}) > 1
        if pad.last_in and (alone := nobody_else(setup, standings, teams)):
            return End(alone.by("out"))
        # Players who left before the last round must not end the game with their old totals.
        played = {seat: standings.totals[seat] for seat in standings.rounds[standings.last]}
        there = find_ending_seats(pad, setup, played, standings.last)
        if pad.plays_on and is_level:
            return None
        if not there:
            return End(rounds_played(most, standings.last)) if all_played(most, standings) else None
        why, ahead = self.say_who_ended(setup, there, played), standings.leaders
        # Without this, nobody could see why a player with as many points or fewer has won.
        if standings.won_despite_points:
            one = many = "%(who)s got there first."
            why = Plural(one, many, len(ahead), who=setup.names(ahead))
        return End(why.by("agreed-end"), notes=tuple(_list_notes(self.pad, setup, played, standings.last)))

    def say_who_ended(self, setup: Setup, there: Sequence[Seat], totals: Mapping[Seat, int]) -> Text:
        """Say that the players in `there` end the game. `totals` are the points of all who played the last round."""
        if len(there) == len(totals):
            return Text("The game has reached its end.")
        return Plural("%(who)s ends the game.", "%(who)s end the game.", len(there), who=setup.names(there))

    def won(self, setup: Setup, standings: Standings) -> Text | None:
        """Return a sentence that says who has won, and by which rule."""
        return standings.scores_together() if self.together else standings.wins()

    # Paper, rules and questions

    def paper(self, setup: Setup) -> tuple[PaperPad, ...]:
        """Return the blank pads to print."""
        return (paper(self.pad, setup, self.rounds(setup), own=bool(self.file)),)

    def rules_in_words(self, setup: Setup) -> tuple[Text, ...]:
        """Return the rules in brief, for the score sheet and printed pads."""
        return tuple(list_rules(self.pad, setup, self.rounds(setup) if knows_rounds(self.pad, setup) else 0))

    @property
    def rules(self) -> tuple[Chapter, ...]:
        """The chapters with all rules that sentences of this game can cite: its own, and those of every game."""
        return (*self.chapters, EVERY_GAME)

    def rule(self, key: str) -> Rule | None:
        """Return the rule with this key, or None if there is none."""
        return find(self.rules, key)

    def deck(self, setup: Setup) -> tuple[Row, ...]:
        """Return rows with the suits and cards that questions can be about."""
        return self.rows(setup)

    def find_known_values(self, setup: Setup, marks: Marks, round: int, state: Any) -> Mapping[str, Inputs]:
        """Return the blanks of each kind of question that a table can already fill in. `state` is the referee's."""
        at = AtTable(setup, marks, round, self.make_round(setup, marks, round), state)
        return {kind: ruling.fill_in(at) for kind, ruling in self.rulings.items()}


def _list_notes(pad: Pad, setup: Setup, totals: Mapping[Seat, int], last: int) -> Iterator[Text]:
    """Yield what the pad says about players once the game has ended, such as a skunk."""
    for note in pad.notes:
        if note.who and (who := find_seats(note.who, setup, totals, last)):
            yield Text("%(who)s: %(what)s", who=setup.names(who), what=note.say)


def standings(game: Game, setup: Setup, sheets: Sequence[Sheet], seats: Sequence[Seat], ended: bool) -> Standings:
    """Return the standings of these seats, added up from the decided ones of `sheets`, which start at round 1.

    `ended` means that `sheets` are all rounds so far, so the game is asked whether it is over. Otherwise the `end` of
    the standings stays None.

    Rule: */late
    Decision: half-round, late-place
    """
    rounds = _list_points(sheets)
    lowest_wins = game.lowest_wins(setup)
    out = sheets[max(rounds) - 1].out if rounds else {}
    start = game.start(setup)
    totals = {seat: setup.first_total(seat, start) for seat in seats}
    # The rules can change between rounds, so rounds can have more or fewer tie-breaks. All sums have the same number.
    most = max([len(numbers) for sheet in sheets for numbers in sheet.ties.values()], default=0)
    ties: dict[Seat, TieBreaks] = dict.fromkeys(seats, (0,) * most)
    played, last = set(seats), max(rounds, default=0)
    joined = {seat: setup.find_first_round(seat) for seat, total in setup.late if total is not None}
    for number, points in rounds.items():
        for seat in points:
            totals[seat] += points[seat]
            ties[seat] = add_tie_breaks(ties[seat], sheets[number - 1].ties.get(seat, ()))
        # With fewer rounds it is easier to have few points. So a player who joined later has no place, unless the table
        # agreed on the points to begin with.
        played &= {seat for seat in seats if seat in setup.seats(number) or number < joined.get(seat, 0) <= last}
    # Fewer rounds are no advantage if the most points win, or if staying in counts and not the total.
    if rounds and (game.last_in(setup) or not lowest_wins):
        played = set(setup.seats(max(rounds)))
    # Places go by the smallest key, so points are negated where the most points win.
    sign = 1 if lowest_wins else -1
    first, won_by = (sheets[last - 1].first, sheets[last - 1].won_by) if rounds else ((), ())
    # Players who are in have −1 and rank first. Of the others, going out later gives a smaller number.
    keys = {
        seat: (seat not in first, last - out.get(seat, last + 1), sign * totals[seat], ties[seat])
        for seat in seats
        if (seat in played or not played) and not setup.has_no_place(seat)
    }
    # Players who joined or left after the last round change no team of it.
    seating = tuple([entry for entry in setup.seating if entry[0] <= max(last, 1)])
    teams, _ = game.partners(replace(setup.at(last), seating=seating))
    # The game is asked last, because it decides by the totals and places whether it is over.
    result = Standings(
        setup,
        rounds=rounds,
        open=tuple([number for number, sheet in enumerate(sheets, 1) if not sheet.decided]),
        totals=totals,
        ties=ties,
        places=places(keys),
        lowest_wins=lowest_wins,
        teams=teams,
        together=game.together,
        out=out,
        first=first,
        won_by=won_by,
        scored=game.scored and not (won_by and game.whole(setup)),
        lost=bool(rounds) and sheets[last - 1].lost,
    )
    return replace(result, end=game.over(setup, result)) if ended else result


def _list_points(sheets: Sequence[Sheet]) -> dict[int, dict[Seat, int]]:
    """Return the points of each decided round, by its number, for the seats that play it. `sheets` start at round 1."""
    return {
        number: {seat: points for seat, points in sheet.totals.items() if sheet.plays(seat, number)}
        for number, sheet in enumerate(sheets, 1)
        if sheet.decided
    }
