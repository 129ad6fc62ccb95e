"""State of a table derived from its journal, from which every page and sheet is rendered."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game, standings
from scorekeeper.games.pad import MOST_ROUNDS, Marks, Problem, Seat, Setup, Sheet, group_by_round, place_sides
from scorekeeper.games.pads.scoring import Before
from scorekeeper.games.referee import Action, Play
from scorekeeper.games.standings import End, Standings, is_one_team
from scorekeeper.language.text import Text
from scorekeeper.table.agreement import SCORED_DIFFERENTLY, Outcome, digest_sheet, make_outcome, restore_agreed
from scorekeeper.table.clock import Clock, read_clock
from scorekeeper.table.fold import Known, begin_play, fold, list_counting_marks
from scorekeeper.table.journal import (
    Act,
    Amend,
    By,
    Change,
    Close,
    Erased,
    Line,
    Seen,
    SetClock,
    Strike,
    Write,
    find_rounds,
)

EVENING_OVER = Text("This table is finished.")

NOTHING_SCORED = Text("This table is finished. Nothing was scored.")


class StoredTable(NamedTuple):
    """A table as stored: id, game and join code."""

    id: str
    game: str
    code: str
    open_until: int
    """The Unix time at which the code expires."""
    opened: int
    """The Unix time at which the table was opened."""


class Score(NamedTuple):
    """The sheet of a round and what the round hands on to later ones, with what both were computed from."""

    setup: Setup
    marks: Marks
    before: Before
    sheet: Sheet
    after: Before


@dataclass(frozen=True, eq=False)
class Table:
    """State of a table, made from its lines by `fold_table`.

    Sheets and standings are computed once per object, when first needed.
    """

    stored: StoredTable
    game: Game
    lines: tuple[Line, ...]
    known: Known
    _scores_before: dict[int, Score]
    """Scores by round from earlier states of the table: those with equal inputs are reused."""
    _scores: dict[int, Score] = field(default_factory=dict, init=False)
    _sheets: dict[int, Sheet] = field(default_factory=dict, init=False)
    _standings: dict[int, Standings] = field(default_factory=dict, init=False)

    @cached_property
    def rounds(self) -> int:
        """The number of the last round with marks or moves, 0 if there is none."""
        return max(max((spot.round for spot in self.known.marks), default=0), max(self.known.plays, default=0))

    @cached_property
    def setups(self) -> tuple[tuple[int, Setup], ...]:
        """Each setup ever written, with the number of its line."""
        return tuple([(line.seq, line.act.setup) for line in self.lines if isinstance(line.act, Change)])

    @property
    def id(self) -> str:
        """The id in the address of the table."""
        return self.stored.id

    @property
    def name(self) -> Text | str:
        """The name that the table gave to its game, otherwise the name of the game."""
        return self.game.name_for(self.setup.options)

    @property
    def setup(self) -> Setup:
        """Players and options as of the newest line."""
        return self.known.setup

    @cached_property
    def seen(self) -> Seen:
        """The `Seen` of a page that shows this state: how far it has read the journal."""
        return Seen.of(self.known.seq, self.lines[-1].at)

    @property
    def closed(self) -> bool:
        """Whether the table was finished by hand and no round has begun since."""
        closed = self.known.closed
        return closed is not None and self.rounds <= closed

    def sheet(self, round: int) -> Sheet:
        """Return the sheet of a round: the agreed result, otherwise the one of the current rules. Cached.

        Screens, prints and the tally all show this one sheet.
        """
        if round not in self._sheets:
            sheet, play, kept = self._score(round).sheet, self.known.plays.get(round), self.find_agreed_outcome(round)
            # A round with a referee counts only once the referee says that it is over.
            if play and play.unfinished:
                sheet = _leave_open(sheet, play.unfinished)
            if kept and not (sheet.decided and make_outcome(kept.pad_digest, sheet) == kept):
                whole, together = self.game.whole(self.setup), self.is_one_side(kept.winners, round)
                sheet = restore_agreed(sheet, self.setup.at(round), kept, whole, together)
            self._sheets[round] = sheet
        return self._sheets[round]

    def _score(self, round: int) -> Score:
        """Return the score of the marks of a round under the current rules, disregarding agreements."""
        if round not in self._scores:
            inputs = self.setup.at(round), self._marks_by_round.get(round, {}), self._find_handed_on(round)
            score = self._scores_before.get(round)
            if score is None or score[:3] != inputs:
                setup, marks, before = inputs
                score = Score(*inputs, *self.game.score_round(setup, marks, round, before))
            self._scores[round] = score
        return self._scores[round]

    @cached_property
    def _marks_by_round(self) -> Mapping[int, Marks]:
        return group_by_round(self.known.marks)

    def _find_handed_on(self, round: int) -> Before:
        """Return what is handed on to a round by the newest one before it that is not still being refereed."""
        if not self.game.looks_back:
            return Before()
        earlier = next((earlier for earlier in range(round - 1, 0, -1) if not self.is_refereed(earlier)), None)
        return self._score(earlier).after if earlier else Before()

    def find_agreed_outcome(self, round: int) -> Outcome | None:
        """Return the outcome that all players of a round agreed to.

        None if they did not, or the pad has changed since.
        """
        agreements = self.known.agreed.get(round, {})
        seats = self.setup.seats(round)
        # All must have agreed to the same sheet.
        if not set(seats) <= set(agreements) or len({agreements[seat][1].of for seat in seats}) != 1:
            return None
        kept = agreements[seats[0]][1].outcome
        return kept if kept and kept.pad_digest == self.known.digest_pad(round) else None

    def is_scored_differently(self, round: int) -> bool:
        """Return whether the sheet shows an agreed result that differs from the current rules."""
        return self.sheet(round).reason == SCORED_DIFFERENTLY

    def marks(self, round: int) -> Marks:
        """Return the marks for entering and scoring a round, without other rounds that are still being refereed."""
        return list_counting_marks(self.known.marks, self.known.plays, round)

    def standings(self, upto: int | None = None) -> Standings:
        """Return the standings after a round, or the current ones if `upto` is None. Cached."""
        last = self.rounds if upto is None else min(upto, self.rounds)
        # The current standings also know whether the game is over, so they differ from those after the last round.
        key = self.rounds + 1 if upto is None else last
        if key not in self._standings:
            sheets = [self.sheet(round) for round in range(1, last + 1)]
            current = standings(self.game, self.setup, sheets, self.everybody, upto is None)
            if upto is None and not current.end:
                current = current.rank_without(self._find_departed())
                if self.closed:
                    current = replace(current, end=End(EVENING_OVER if current.rounds else NOTHING_SCORED))
            self._standings[key] = current
        return self._standings[key]

    def _find_departed(self) -> frozenset[Seat]:
        """Return who has left. Whoever leaves only after the table was finished by hand keeps their place."""
        then = self.setup
        if self.closed:
            acts = [line.act for line in self.known.effective]
            closing = max(place for place, act in enumerate(acts) if isinstance(act, Close))
            then = [act.setup for act in acts[:closing] if isinstance(act, Change)][-1]
        return frozenset([seat for seat in self.everybody if then.has_left(seat) and self.setup.has_left(seat)])

    def columns(self, round: int = 0) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats of each column on the sheet of a round, or on the tally if `round` is 0.

        Partners are next to each other. They share a column if the whole team scores as one, and nobody ever joined or
        left.
        """
        seats, setup = self.setup.seats(round) if round else self.everybody, self.setup
        teams, together = self.game.partners(setup.at(round))
        alone = tuple([(seat,) for seat in seats])
        if not teams:
            return alone
        every = {self.game.partners(setup.at(number)) for number in range(1, max(self.rounds, 1) + 1)}
        # When somebody joins or leaves, other players may become partners.
        stays = len(setup.seating) == 1 and every == {(teams, together)}
        if not (round or stays):
            return alone
        sides = self.list_sides(round)
        return sides if together and stays else tuple([(seat,) for side in sides for seat in side])

    def heading(self, column: Sequence[Seat]) -> str:
        """Return the heading of a column: the names of its players."""
        return " &\u00a0".join(self.setup.names(column))

    def beside(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats that share a column of the tally with a player, the player included."""
        return next((column for column in self.columns() if seat in column), (seat,))

    @property
    def by_place(self) -> list[tuple[str, tuple[Seat, ...]]]:
        """Place and seats of each player or team, best first. The place is “–” if there is none."""
        places, columns = self.standings().ranking, {column[0]: column for column in self.columns()}
        return [
            (str(places[seat]) if seat in places else "\u2013", columns[seat])
            for seat in self.standings().in_order
            if seat in columns
        ]

    def is_one_side(self, seats: Sequence[Seat], round: int) -> bool:
        """Return whether these seats are exactly a team in a round."""
        return is_one_team(self.setup, seats, round, self.game.partners(self.setup.at(round))[0])

    def list_sides(self, round: int) -> tuple[tuple[Seat, ...], ...]:
        """Return the teams of a round, or every seat on its own without teams."""
        return self.setup.sides(round, self.game.partners(self.setup.at(round))[0])

    def rank_round(self, round: int) -> Mapping[Seat, int]:
        """Return the place of each seat in a round on its own. Partners share a place; empty if all play together."""
        if self.game.together:
            return {}
        return place_sides(self.sheet(round).ranks, self.list_sides(round))

    @cached_property
    def everybody(self) -> tuple[Seat, ...]:
        """The current seats clockwise, then those of players who left after playing a round."""
        last = max(self.rounds, 1)
        # A new seating may apply only from the next round on, but its players are shown at once.
        seats = list(self.setup.seats(max(last, self.setup.seating[-1][0])))
        for round in range(1, last + 1):
            seats += [seat for seat in self.setup.seats(round) if seat not in seats]
        return tuple(seats)

    @cached_property
    def headline(self) -> Text | None:
        """A sentence saying who has won, or who leads with how many points. None before the first decided round.

        A page that shows it also shows `late`.
        """
        standings = self.standings()
        if standings.winners:
            return self.game.won(self.setup, standings)
        leads = standings.leads()
        if leads and self.game.tie and standings.level != standings.leaders:
            return Text("%(first)s %(second)s", first=leads, second=self.game.tie[1])
        return leads

    @property
    def late(self) -> tuple[Text, ...]:
        """Sentences saying who joined too late to have a place, and in which round. They follow the headline."""
        return self.standings().describe_late(self.game.round_name_inside)

    @property
    def over(self) -> tuple[Text, ...]:
        """Sentences saying who has won or lost and why no further round is played. Empty while the game goes on."""
        standings = self.standings()
        if not standings.end:
            return ()
        reasons = (standings.end.why, *standings.end.notes)
        return (self.headline or Text(""), *reasons) if standings.won_or_lost else reasons

    @property
    def how_it_stands(self) -> tuple[Text, ...]:
        """Sentences saying who has won or leads, why no further round is played, and who has no place.

        The most important one comes first.
        """
        first = self.headline or Text("No result yet.")
        return (first, *[text for text in self.over if text != first], *self.late)

    def ahead(self, round: int) -> tuple[Seat, ...]:
        """Return the winners of a round that is a game of its own, otherwise the leaders after the round.

        Empty until the round is decided.
        """
        sheet = self.sheet(round)
        return self.standings(round).leaders if sheet.decided and not self.game.whole(self.setup) else sheet.winners

    @property
    def last_round(self) -> int:
        """The last round that can be entered: the one after those played, or the last of the game."""
        most = self.game.rounds(self.setup) or MOST_ROUNDS
        standings = self.standings()
        # If players are tied for the win, another round can follow the agreed ones.
        if standings.last >= most and not standings.end and not standings.open:
            most = standings.last + 1
        return max(self.rounds, min(self.rounds + 1, most, MOST_ROUNDS))

    @cached_property
    def next_round(self) -> int | None:
        """The round to score next: the first undecided one, otherwise the one after the last. None if the game is over.

        Once the game is won or the table finished, undecided rounds are not asked for, because they would not count.
        """
        standings = self.standings()
        if self.closed or standings.winners:
            return None
        if standings.open:
            return standings.open[0]
        return None if standings.end or self.last_round == self.rounds else self.last_round

    @property
    def goes_on(self) -> bool:
        """Whether a round remains to be scored."""
        return self.next_round is not None

    @property
    def seated_from(self) -> int:
        """The round from which a change of seats applies: the newest if it is undecided, otherwise the next one.

        It is the next one as well if another change already applies from then on.
        """
        following = self.rounds + 1
        waits = not self.rounds or self.sheet(self.rounds).decided or self.setup.seating[-1][0] >= following
        return following if waits else self.rounds

    def leader_of(self, round: int) -> Seat:
        """Return the seat that starts or deals a round."""
        return self.game.leader(self.setup, self.marks(round), round)

    def play(self, round: int) -> Play | None:
        """Return the moves and state of a round for its referee, even before the first move.

        None if the game has no referee.
        """
        return self.known.plays.get(round) or begin_play(self.game, self.setup, self.marks(round), round)

    def is_refereed(self, round: int) -> bool:
        """Return whether a round is being refereed: it has moves, is not over, and the referee was not turned off."""
        play = self.known.plays.get(round)
        return play is not None and play.unfinished is not None

    @cached_property
    def clock(self) -> Clock | None:
        """The clock of the table, None if it is off."""
        # Almost no table has one, and a journal can have thousands of lines.
        if not any(type(line.act) is SetClock for line in self.known.effective):
            return None
        play = self.known.plays[self.rounds] if self.is_refereed(self.rounds) else None
        return read_clock(self.known.effective, play, len(self.setup.players), not self.goes_on)

    @property
    def next_turn(self) -> Seat | None:
        """The seat to which the turn can be passed: the next one clockwise, or the first of the next round.

        None while a referee knows whose turn it is, and once the game is over.
        """
        round = self.next_round
        if round is None or self.is_refereed(round):
            return None
        seats = self.setup.seats(round)
        if self.clock and self.clock.seat in seats:
            return seats[(seats.index(self.clock.seat) + 1) % len(seats)]
        first = seats.index(self.leader_of(round))
        return seats[(first + (self.game.lead == "dealer")) % len(seats)]

    def find_agreements(self, round: int) -> dict[Seat, int]:
        """Return the seats with a valid agreement to the sheet of a round, each with its Unix time in seconds."""
        agreements = self.known.agreed.get(round)
        if not agreements:
            return {}
        digest, kept = self.sheet_digest(round), self.find_agreed_outcome(round)
        return {seat: at for seat, (at, agreement) in agreements.items() if kept or agreement.of == digest}

    def sheet_digest(self, round: int) -> str:
        """Return the digest of the sheet of a round, as an agreement stores it."""
        return digest_sheet(self._marks_by_round.get(round, {}), self.sheet(round))

    def outcome(self, round: int) -> Outcome:
        """Return the outcome of a round, as an agreement stores it."""
        return make_outcome(self.known.digest_pad(round), self.sheet(round))

    def all_agree(self, round: int) -> bool:
        """Return whether all players of a decided round agree to its sheet."""
        return set(self.setup.seats(round)) <= set(self.find_agreements(round)) and self.sheet(round).decided

    def line(self, seq: int) -> Line | None:
        """Return the line with a number, or None."""
        return self.lines[seq - 1] if 0 < seq <= len(self.lines) else None

    def newest(self, round: int | None = None, seat: Seat | None = None) -> Line | None:
        """Return the line that an undo would undo: the newest of a round, of a seat, or of all. None if there is none.

        It can be a correction, which counts as newer than what it corrects. The first line of a table cannot be undone.
        """
        for line in reversed(self.lines[1:]):
            act = self._find_undoable(line)
            if act and (round is None or round in find_rounds(act)) and seat in (None, line.by.seat):
                return self.known.corrections.apply(line)
        return None

    def _find_undoable(self, line: Line) -> Act | None:
        """Return what a line writes, or None if undoing it changes nothing or is not possible.

        A correction writes the act that replaces the earlier one.
        """
        corrections, act = self.known.corrections, line.act
        if line.seq in corrections.gone or isinstance(act, Strike | Erased):
            return None
        if not isinstance(act, Amend):
            return corrections.apply(line).act
        corrected = self.line(act.seq)
        if corrected is None or corrected.seq in corrections.gone:
            return None
        # Of several corrections of a line, only the last one counts.
        return act.act if corrections.apply(corrected).act is act.act else None

    @property
    def just_taken_back(self) -> Line | None:
        """The line that the newest line has undone, or None. An undone undo does not count."""
        last = self.lines[-1]
        if not isinstance(last.act, Strike) or last.seq in self.known.corrections.gone:
            return None
        line = self.line(last.act.seq)
        return None if line is None or isinstance(line.act, Strike) else line

    def lines_of(self, round: int) -> list[Line]:
        """Return all lines with marks or moves of a round in order, including undone ones."""
        return [line for line in self.lines if round in find_rounds(line.act)]

    def is_sealed(self, act: Act) -> bool:
        """Return whether an act is a decision, on the pad or to the referee, that is still secret."""
        if isinstance(act, Action):
            play = self.play(act.round)
            return play is not None and play.is_sealed(act)
        return isinstance(act, Write) and any(map(self.known.secrets.keeps, act.changes))

    def hide_secrets(self, line: Line) -> Line:
        """Return a line as everybody may read it. It shows that a mark is secret, but not which one it is."""
        act = line.act.act if isinstance(line.act, Amend) else line.act
        if isinstance(act, Write) and self.is_sealed(act):
            return line._replace(act=Write(self.known.secrets.hide(act.changes)))
        return line

    def setup_before(self, seq: int) -> Setup | None:
        """Return the setup before the line with this number, or None for the first line of the table."""
        place = bisect_left(self.setups, seq, key=lambda one: one[0])
        return self.setups[place - 1][1] if place else None


def fold_table(
    stored: StoredTable, lines: Sequence[Line], game: Game | None = None, before: Table | None = None
) -> Table:
    """Return a table from its lines. `game` is needed for a pad that players made, which is not in GAMES.

    `before` is the same table with other lines, whose scores are reused where nothing changed.
    """
    game = game or GAMES[stored.game]
    # Scores of another version of the game may rest on other rules.
    scores = before._scores_before | before._scores if before and before.game is game else {}
    return Table(stored, game, tuple(lines), fold(lines, game), scores)


def add_act(table: Table, act: Act) -> Table:
    """Return the table as it would be after one more act."""
    line = Line(table.known.seq + 1, "", 0, By(""), act)
    return fold_table(table.stored, (*table.lines, line), table.game, table)


def _leave_open(sheet: Sheet, reason: Text) -> Sheet:
    """Return the sheet of a round that is still being played: totals as they are, without winners or notes.

    Missing marks are not reported as problems, because the referee will get them from later moves.
    """
    spots = tuple([spot for problem in sheet.open for spot in problem.spots])
    still, verdict = (Problem(spots, reason),), Text("No result yet.")
    return replace(sheet, open=still, winners=(), notes={}, verdict=verdict, reason=reason)
