"""A table as its journal tells it, folded from its lines: what every page and sheet is drawn from."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game, standings
from scorekeeper.games.moved import moved
from scorekeeper.games.pad import MOST_ROUNDS, Problem, Seat, Setup, Sheet
from scorekeeper.games.referee import LEFT, STOP, Action, Board, Play
from scorekeeper.games.standings import End, Standings
from scorekeeper.language.text import Literal, Text
from scorekeeper.table.agreement import OTHERWISE, Outcome, as_agreed, outcome, sheet_digest
from scorekeeper.table.fold import Known, Written, begin, fold, known
from scorekeeper.table.journal import (
    Act,
    Agree,
    Amend,
    By,
    Change,
    Corrections,
    Erased,
    Grown,
    Line,
    Reopen,
    Seen,
    Strike,
    Write,
    corrections,
    rounds_being_told,
)
from scorekeeper.table.scored import Scored
from scorekeeper.table.secrets import Secrets, VisibleMarks, secrets

EVENING_OVER = Text("This table is finished.")

NOTHING_SCORED = Text("This table is finished. Nothing was scored.")

Newest = Mapping[tuple[int | None, Seat | None], Line]
"""The newest line that stands, but for the first: in a round (None: in any), of a seat (None: of anybody)."""


class TableRow(NamedTuple):
    """A table as stored: its address, its game, its join code and how long that works."""

    id: str
    game: str
    rules_version: int
    code: str
    open_until: int
    opened: int


@dataclass(frozen=True, eq=False)
class Table:
    """A table as its journal tells it now: it answers what is asked of a game in progress, and works it out once."""

    row: TableRow
    game: Game
    lines: Grown[Line]
    effective_lines: Grown[Line]
    known: Known
    rounds: int
    corrections: Corrections
    secrets: Secrets
    newest_in: Newest
    setups: tuple[tuple[int, Setup], ...]
    """Each setup that was ever written, with the number of its line."""
    before: InitVar[Scored | None] = None
    """What the marks came to with fewer lines: what has not changed since is not worked out again."""
    scored: Scored = field(init=False, repr=False)
    _sheets: dict[int, Sheet] = field(default_factory=dict, init=False, repr=False)
    _standings: dict[int, Standings] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self, before: Scored | None) -> None:
        being_told = rounds_being_told(self.known.plays, 0)
        held = before if before and before.game is self.game else None
        object.__setattr__(self, "scored", Scored(self.game, self.setup, self.known.marks, being_told, held))

    @property
    def id(self) -> str:
        """The id that stands in its address."""
        return self.row.id

    @property
    def name(self) -> Text | str:
        """What is played here: the name that the table has given to it, else that of the game."""
        return self.game.called(self.setup.options)

    @property
    def setup(self) -> Setup:
        """Who plays, and by which rules, as of the newest line."""
        return self.known.setup

    @cached_property
    def seen(self) -> Seen:
        """What a page that shows this table has seen of its journal."""
        return Seen.of(self.known.seq, self.lines[-1].at)

    def follows(self, seen: Seen) -> bool:
        """Whether the journal goes on from what a page has seen; one brought back from an older copy may not."""
        line = self.line(seen.seq)
        if line is None:
            return seen.seq == 0
        return seen.time in ("", Seen.of(line.seq, line.at).time)

    @property
    def closed(self) -> bool:
        """Whether somebody ended the evening, and no round was begun since."""
        return self.known.closed is not None and self.rounds <= self.known.closed

    def sheet(self, round: int) -> Sheet:
        """The round worked out, or what was agreed of it; the same sheet for screen, paper and tally."""
        if round not in self._sheets:
            self._sheets[round] = self._agreed_sheet(round) or self.today(round)
        return self._sheets[round]

    def today(self, round: int) -> Sheet:
        """The round worked out by today's rules, whatever was agreed."""
        sheet = self.scored.sheet(round)
        play = self.known.plays.get(round)
        reason = play.unfinished if play else None
        return _left_open(sheet, reason) if reason else sheet

    def _agreed_sheet(self, round: int) -> Sheet | None:
        """What all agreed to, where the rules of today would have it otherwise; None where they have it so."""
        kept = self.kept(round)
        if kept is None:
            return None
        today = self.today(round)
        same = outcome(kept.pad, today) == kept and today.decided
        return None if same else as_agreed(today, self.setup.at(round), kept, self.game.whole(self.setup))

    def kept(self, round: int) -> Outcome | None:
        """What everybody who played a round agreed to, as long as nothing else is written in it."""
        said = self.known.agreed.get(round, {})
        seats = self.setup.seats(round)
        if not set(seats) <= set(said) or len({said[seat].of for seat in seats}) != 1 or self.known.written is None:
            return None
        kept = said[seats[0]].outcome
        return kept if kept and kept.pad == self.known.written.pad(round) else None

    def otherwise(self, round: int) -> bool:
        """Whether the sheet shows what was agreed, and today's rules would have it otherwise."""
        return self.sheet(round).reason == OTHERWISE

    def marks(self, round: int) -> VisibleMarks:
        """The marks that a round is entered on and worked out from."""
        return self.known.counting(round)

    def standings(self, upto: int | None = None) -> Standings:
        """How the table stands now, or stood after a round."""
        last = self.rounds if upto is None else min(upto, self.rounds)
        key = self.rounds + 1 if upto is None else last
        if key not in self._standings:
            sheets = [self.sheet(round) for round in range(1, last + 1)]
            now = standings(self.game, self.setup, sheets, self.everybody, upto is None)
            if upto is None and self.closed and not now.end:
                now = replace(now, end=End(EVENING_OVER if now.rounds else NOTHING_SCORED))
            self._standings[key] = now
        return self._standings[key]

    def columns(self, round: int = 0) -> tuple[tuple[Seat, ...], ...]:
        """Who has a column of the sheet of a round, or of the tally: partners side by side, or one column together.

        They have it together where all their points are a team's, while nobody joins or leaves and teams stay.
        """
        seats, setup = self.setup.seats(round) if round else self.everybody, self.setup
        teams, together = self.game.partners(setup.at(round))
        alone = tuple([(seat,) for seat in seats])
        if not teams:
            return alone
        every = {self.game.partners(setup.at(one)) for one in range(1, max(self.rounds, 1) + 1)}
        stays = len(setup.seating) == 1 and every == {(teams, together)}
        if not (round or stays):
            return alone
        sides = dict.fromkeys(setup.team(seat, round or 1, teams) for seat in seats)
        return tuple(sides) if together and stays else tuple([(seat,) for side in sides for seat in side])

    def heading(self, column: Sequence[Seat]) -> str:
        """Who has a column, as it is headed."""
        return " &\u00a0".join(self.setup.names(column))

    def beside(self, seat: Seat) -> tuple[Seat, ...]:
        """Who has a column of the tally together with a player, the player among them."""
        return next((column for column in self.columns() if seat in column), (seat,))

    @property
    def by_place(self) -> list[tuple[str, tuple[Seat, ...]]]:
        """Each player, or each team that has a column together, with the place, the best first; "–" is no place."""
        places, columns = self.standings().places, {column[0]: column for column in self.columns()}
        return [
            (str(1 + sum(places.get(one, place) < place for one in columns)) if place else "\u2013", columns[seat])
            for seat in self.standings().in_order
            if seat in columns
            for place in [places.get(seat, 0)]
        ]

    @property
    def one_team_ahead(self) -> bool:
        """Whether those who are ahead are partners of one team."""
        return self.standings().one_team(self.game.partners(self.setup)[0])

    @cached_property
    def everybody(self) -> tuple[Seat, ...]:
        """The seats that sit now, clockwise, then those who left but have points."""
        last = max(self.rounds, 1)
        seats = list(self.setup.seats(max(last, self.setup.seating[-1][0])))
        for round in range(1, last + 1):
            seats += [seat for seat in self.setup.seats(round) if seat not in seats]
        return tuple(seats)

    @cached_property
    def headline(self) -> Text | None:
        """Who has won the game, or who leads so far, with how many points; None before a round is decided."""
        now = self.standings()
        if now.winners:
            return self.game.won(self.setup, now)
        leads = now.leads()
        if leads and self.game.tie and now.level != now.leaders:
            return Text("%(first)s %(second)s", first=leads, second=self.game.tie[1])
        return leads

    @property
    def over(self) -> tuple[Text, ...]:
        """Who has won, and why no further round is played; nothing while the game goes on."""
        now = self.standings()
        if not now.end:
            return ()
        return (self.headline or Text(""), now.end.why) if now.winners else (now.end.why,)

    @property
    def how_it_stands(self) -> tuple[Text, ...]:
        """Who has won, or who leads so far, and why no further round is played: the first is what weighs most."""
        now = self.standings()
        return self.over if now.winners else (self.headline or Text("No result yet."), *self.over)

    def ahead(self, round: int) -> tuple[Seat, ...]:
        """Who won a round that is a game of its own, else who leads after it; nobody before it is decided."""
        sheet = self.sheet(round)
        return self.standings(round).leaders if sheet.decided and not self.game.whole(self.setup) else sheet.winners

    @property
    def last_round(self) -> int:
        """The last round that can be entered: the one after those played, unless all are played."""
        most = self.game.rounds(self.setup) or MOST_ROUNDS
        return max(self.rounds, min(self.rounds + 1, most, MOST_ROUNDS))

    @cached_property
    def next_round(self) -> int | None:
        """The round to score next: the first that is not decided, else the one after the last; None when it is over.

        A game that is won asks for no round that was written after its end all the same: it counts nowhere.
        """
        now = self.standings()
        if self.closed or now.winners:
            return None
        if now.open:
            return now.open[0]
        return None if now.end or self.last_round == self.rounds else self.last_round

    @property
    def goes_on(self) -> bool:
        """Whether a round is still to be scored."""
        return self.next_round is not None

    @property
    def seated_from(self) -> int:
        """The round from which a change of seats counts: the newest while it is not decided, else the next."""
        return self.rounds + 1 if not self.rounds or self.sheet(self.rounds).decided else self.rounds

    def leader_of(self, round: int) -> Seat:
        """The seat that starts a round, or deals it."""
        return self.game.leader(self.setup, self.marks(round), round)

    def play(self, round: int) -> Play | None:
        """A round as its referee knows it, also before the first move; None where the game has no referee."""
        return self.known.plays.get(round) or begin(self.game, self.setup, self.marks(round), round)

    def refereed(self, round: int) -> bool:
        """Whether a round is being told move by move: something was told, it is not over, and the referee is there."""
        play = self.known.plays.get(round)
        return play is not None and play.unfinished is not None and not play.stopped

    def agreed(self, round: int) -> dict[Seat, int]:
        """The seats that agree to the sheet of a round as it stands, and since when (seconds since 1970)."""
        said = self.known.agreed.get(round)
        if not said:
            return {}
        now, kept = {self.sheet_digest(round), self.digest_as_before(round)}, self.kept(round)
        return {seat: one.at for seat, one in said.items() if kept or one.of in now}

    def sheet_digest(self, round: int) -> str:
        """What the sheet of a round comes to, as one agrees to it."""
        return sheet_digest(self.scored.marks(round), round, self.sheet(round))

    def digest_as_before(self, round: int) -> str:
        """The same for the sheet of a last round that names the winners of the game in place of its own, as before."""
        sheet, game = self.sheet(round), self.standings()
        agreed = replace(sheet, winners=game.winners) if game.last == round and game.winners else sheet
        return sheet_digest(self.scored.marks(round), round, agreed)

    def outcome(self, round: int) -> Outcome:
        """The same as it is kept with an agreement."""
        assert self.known.written
        return outcome(self.known.written.pad(round), self.sheet(round))

    def all_agree(self, round: int) -> bool:
        """Whether everybody who played a round agrees to its sheet."""
        return set(self.setup.seats(round)) <= set(self.agreed(round)) and self.sheet(round).decided

    def after(self, act: Act) -> "Table":
        """The table as it would be with one line more."""
        return further(self, self.row, (Line(self.known.seq + 1, "", 0, By(""), act),))

    def line(self, seq: int) -> Line | None:
        """The line with that number."""
        return self.lines[seq - 1] if 0 < seq <= len(self.lines) else None

    def newest(self, round: int | None = None, seat: Seat | None = None) -> Line | None:
        """The newest line that undo takes back: of the pad of one round, or of the whole table; of one seat, or of all.

        The line that opened the table cannot be taken back.
        """
        return self.newest_in.get((round, seat))

    @property
    def just_taken_back(self) -> Line | None:
        """The line that the newest line of all took back, until that is taken back in turn; never a strike itself."""
        last = self.lines[-1]
        if not isinstance(last.act, Strike) or last.seq in self.struck():
            return None
        line = self.line(last.act.seq)
        return None if line is None or isinstance(line.act, Strike) else line

    def lines_of(self, round: int) -> list[Line]:
        """All lines that write or tell something in a round, in order, also those that were taken back."""
        return [line for line in self.lines if round in rounds_of(line.act)]

    def reasons(self, round: int) -> list[str]:
        """Why a round was opened again after all had agreed, oldest first."""
        return [
            line.act.why for line in self.effective_lines if isinstance(line.act, Reopen) and line.act.round == round
        ]

    def shown(self, line: Line) -> Line:
        """A line as everybody may read it: what is still secret, or was struck while it was, stays so."""
        return self.secrets.line(line)

    def struck(self) -> frozenset[int]:
        """The numbers of the lines that are taken back."""
        return self.corrections.gone

    def setup_before(self, line: Line) -> Setup | None:
        """Who played, and by which rules, before a line changed it; None for the line that opened the table."""
        place = bisect_left(self.setups, line.seq, key=lambda one: one[0])
        return self.setups[place - 1][1] if place else None

    def move_in_words(self, line: Line) -> Text:
        """A move in words, as the round stood when it was told; what is still secret stays so."""
        action = line.act
        assert isinstance(action, Action)
        now = self.play(action.round)
        if now is None:
            return Literal(action.kind)
        if action.kind == STOP:
            return LEFT
        state = now.before[line.seq] if line.seq in now.before else self._before(line, action.round)
        return now.referee.narrate(state, action, now.sealed(action))

    def revealed(self, round: int) -> tuple[Text, ...]:
        """What was decided in secret in a round that was told to its end, as long as the pad says what was told."""
        play = self.known.plays.get(round)
        if play is None or play.stopped or play.unfinished is not None:
            return ()
        if any(self.known.marks.get(spot) != mark for spot, mark in play.marks.items()):
            return ()
        view: Board = play.referee.view(play.state)
        return view.reveals

    def to_move(self, round: int) -> tuple[Text, ...] | None:
        """What to move on the real table once the newest line has corrected an earlier move of a round.

        None after any other line, and while a move does not fit. What lay there is read off the last time all fitted.
        """
        now = self.known.plays.get(round)
        if now is None or now.misfit or now.stopped or not self._corrects(now, round):
            return None
        for end in range(len(self.lines) - 1, 0, -1):
            if not isinstance(self.lines[end].act, Strike | Amend):
                break
            then = fold(self.lines[:end], self.game).plays.get(round)
            if then and not then.misfit:
                return moved(now.referee.view(then.state), now.referee.view(now.state))
        return None

    def _corrects(self, now: Play, round: int) -> bool:
        """Whether the newest line concerns a move that others follow in a round, and that is no secret."""
        line: Line | None = self.lines[-1]
        amends = False
        while line and isinstance(line.act, Strike | Amend):
            amends = amends or isinstance(line.act, Amend)
            line = self.line(line.act.seq)
        if line is None or line is self.lines[-1] or not isinstance(line.act, Action) or line.act.round != round:
            return False
        last = max(now.before, default=0)
        return (amends or line.seq < last) and not now.sealed(line.act)

    def _before(self, line: Line, round: int) -> object:
        """The state of a round before a line that is not followed now: as it was when that line was written."""
        known = fold(self.lines[: line.seq - 1], self.game)
        then = known.plays.get(round) or begin(self.game, known.setup, known.counting(round), round)
        return then.state if then else None


def rounds_of(act: Act) -> set[int]:
    """The rounds that a line writes or tells something in."""
    if isinstance(act, Write):
        return {spot.round for spot in act.changes}
    return {act.round} if isinstance(act, Action) else set()


def _left_open(sheet: Sheet, reason: Text) -> Sheet:
    """The sheet of a round that is still being played: totals as they are, nobody wins and no row has come out yet.

    What its pad has no mark for is not asked: the referee is told it in time.
    """
    spots = tuple([spot for problem in sheet.open for spot in problem.spots])
    still, verdict = (Problem(spots, reason),), Text("No result yet.")
    return replace(sheet, open=still, winners=(), notes={}, verdict=verdict, reason=reason)


def folded(row: TableRow, lines: Sequence[Line], game: Game | None = None, before: Scored | None = None) -> Table:
    """A table from its lines; `game` where it is a pad that people made, which is in no list.

    `before`: what the table came to with fewer lines.
    """
    game = game or GAMES[row.game]
    said = corrections(lines)
    stand = Grown([said.now(line) for line in lines if said.stands(line)])
    hidden = secrets(game, lines)
    now = known(Written().further(stand), lines[-1].seq, game, hidden)
    setups = tuple((line.seq, line.act.setup) for line in lines if isinstance(line.act, Change))
    return Table(
        row,
        game,
        lines if isinstance(lines, Grown) else Grown(lines),
        stand,
        now,
        now.rounds(),
        said,
        hidden,
        _newest({}, stand),
        setups,
        before,
    )


def further(table: Table, row: TableRow, more: tuple[Line, ...]) -> Table:
    """The table with more lines: the same as `folded` from all of them, and quick however many there are.

    A line that only adds something is added to what is known. Where it corrects others, changes the rules or is
    decided in secret, everything is worked out anew.
    """
    lines = table.lines.further(more)
    if not all(_only_adds(table, line) for line in more):
        return folded(row, lines, table.game, table.scored)
    assert table.known.written
    written = table.known.written.further(more)
    now = known(written, lines[-1].seq, table.game, table.secrets)
    return replace(
        table,
        row=row,
        lines=lines,
        effective_lines=table.effective_lines.further(more),
        known=now,
        rounds=now.rounds(),
        newest_in=_newest(table.newest_in, more),
        before=table.scored,
    )


def _only_adds(table: Table, line: Line) -> bool:
    """Whether a line leaves everything before it as it was."""
    plain = isinstance(line.act, Write | Action | Agree | Reopen)
    return plain and not table.corrections.touch(line) and not table.secrets.touch(line)


def _newest(before: Newest, lines: Iterable[Line]) -> Newest:
    """The same with more lines that stand."""
    newest = dict(before)
    for line in lines:
        if line.seq > 1 and not isinstance(line.act, Erased):
            for round in (None, *rounds_of(line.act)):
                newest[round, None] = newest[round, line.by.seat] = line
    return newest
