"""The score sheet of a round: points with their working, what is missing, what is wrong, and who is ahead."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache

from scorekeeper.games.cards import working
from scorekeeper.games.entry import Ask
from scorekeeper.games.pad import (
    ALL,
    END,
    NO_NEWS,
    Cell,
    Changes,
    Choice,
    LazyMapping,
    Marks,
    Problem,
    Seat,
    Setup,
    Sheet,
    Spot,
    TieBreaks,
    format_points,
    offer_end,
    places,
)
from scorekeeper.games.pads.boxes import ChipsBox, NumberBox, TickBox, WordsBox
from scorekeeper.games.pads.entered import describe_entries, describe_shared
from scorekeeper.games.pads.evaluate import NUMBER, Evaluator, Gap, Value
from scorekeeper.games.pads.formula import Call, Name, Node, walk
from scorekeeper.games.pads.kinds import list_names
from scorekeeper.games.pads.level import Asked, find_open_tie
from scorekeeper.games.pads.pad import Box, Pad, PadCheck, PadCure, PadSaying, Row
from scorekeeper.games.pads.paper import describe_tie
from scorekeeper.games.pads.pile_problems import PileProblems
from scorekeeper.games.pads.piles import Pile, SuitRow
from scorekeeper.games.pads.scoring import Before, Written, evaluate_for_table, is_whole, with_defaults
from scorekeeper.games.pads.working import Working, format_number
from scorekeeper.games.pads.worth import scores_entered_number
from scorekeeper.games.standings import ended_at_once, lost_together, scored_together, won_with
from scorekeeper.language.text import Literal, Plural, Text, join_sentences

BOXES_NAMED = 3
"""The maximum number of open boxes of a card that are named. More are counted."""


Worths = Mapping[tuple[str, Seat], Value]
"""The points of rows, by the key of the row and the seat."""

Foot = tuple[Text, Mapping[Seat, int]]
"""A line below the totals: its label, and the numbers by seat."""


@dataclass(slots=True)
class PadRound:
    """A round of a pad with its marks, from which `sheet` makes the score sheet."""

    pad: Pad
    setup: Setup
    marks: Marks
    number: int
    before: Before = field(default_factory=Before)
    """What earlier rounds hand on."""
    written: Written = field(init=False)
    """The marks as formulas see them."""
    evaluator: Evaluator = field(init=False)
    so_far: Evaluator = field(init=False)
    """Evaluates formulas as if piles of unknown size were empty and ticks that can stay blank were a no."""
    seats: tuple[Seat, ...] = ()
    """The seats that play the round."""
    gone: tuple[Seat, ...] = ()
    """The seats that were out before it."""

    def __post_init__(self) -> None:
        self.setup = with_defaults(self.pad, self.setup)
        self.written = Written(self.pad, self.setup, self.marks, self.before, self.number)
        self.evaluator = self.so_far = self.written.evaluator
        suits = self.written.suits
        if not all(suit.is_known for suit in suits.values()):
            so_far = {key: suit if suit.is_known else replace(suit, so_far=True) for key, suit in suits.items()}
            self.so_far = replace(self.written, suits=so_far).evaluator
        elif not suits and self.written.begun and not self.written.complete:
            self.so_far = replace(self.written, unticked=True).evaluator
        self.seats = self.written.seats
        self.gone = tuple([seat for seat in self.setup.seats(self.number) if seat not in self.seats])

    def count(self, name: str, seat: Seat) -> int:
        """Return the number that a name stands for in a player's formulas, 0 if it is not known."""
        value = self.evaluator.look_up(name, seat)
        return int(value) if isinstance(value, NUMBER) else 0

    def says(self, name: str, seat: Seat) -> bool:
        """Return whether a name is true in a player's formulas, as far as anything is entered."""
        return self.so_far.look_up(name, seat) is True

    def hand_on(self) -> Before:
        """Return what the next round needs to know of this round and those before it."""
        return self.written.hand_on()

    def sheet(self) -> Sheet:
        """Return the score sheet of the round. If entries are missing or impossible, it has no result.

        Rule: pads/winner, pads/shared
        Decision: half-round
        """
        worth = self._evaluate_rows(self.evaluator)
        gaps = [value for value in worth.values() if isinstance(value, Gap)]
        ties, tie_gaps, feet = self._evaluate_ties()
        first = self.written.find_first()
        if first:
            # Whoever has won at once is ahead without a tie-break.
            tie_gaps = []
        out = self.written.out()
        why_unknown = next((gap.why for gap in (*gaps, *tie_gaps) if gap.why), self.written.why_unknown)
        unknown = [Problem((), why_unknown.by("points"))] if why_unknown else []
        short = tuple(self._find_failed("missing"))
        complete = self.written.complete
        missing = (*self._list_open([*gaps, *tie_gaps]), *self._ask_for_tie_break(), *([] if complete else short))
        late = [*(short if complete else ()), *([] if missing else self._find_failed("at_end"))]
        problems = (*self._find_problems(), *late, *unknown)
        so_far = self._evaluate_so_far(worth) if gaps else worth
        totals = self._add_up(so_far)
        # One question at a time: the answer to the last one can answer these too.
        if not problems and not missing:
            problems = tuple(self.list_last_doubts(totals))
        # Rendered when first needed, and on a copy of the round because several threads may need it at the same time.
        # Piles need no rendering, and evaluating them again would take longer.
        piles = self.pad.has_piles
        cells_and_told = cache(lambda: (self if piles else replace(self)).cells_and_told(so_far))
        if piles:
            cells_and_told()
        ranks = self._rank(totals, ties)
        certain = tuple(problem for problem in problems if problem.certain)
        decided = not missing and not certain
        lost = decided and first is not None and not first.seats
        winners = tuple(seat for seat in self.seats if ranks[seat] == 1) if decided and not lost else ()
        verdict, reason = self.describe_verdict(winners, totals)
        return Sheet(
            cells=LazyMapping(lambda: cells_and_told()[0]),
            notes=dict(self._list_notes()),
            totals=totals,
            ranks=ranks,
            winners=winners,
            verdict=verdict if decided else Text("No result yet.").by("told"),
            # A contradiction comes before a blank, because filling blanks would not solve it.
            reason=reason if decided else (certain or missing)[0].text,
            feet=feet,
            problems=problems,
            open=missing,
            plus=self.pad.gains,
            ties=ties,
            out=out,
            first=first.seats if first and decided else (),
            won_by=first.won_by if first and decided else (),
            lost=lost,
            told=LazyMapping(lambda: cells_and_told()[1]),
        )

    def list_last_doubts(self, totals: Mapping[Seat, int]) -> Iterator[Problem]:
        """Yield doubts about a round in which nothing is missing and nothing else is wrong."""
        yield from ()

    def list_choices(self, suit: SuitRow) -> Iterator[Choice]:
        """Yield buttons for a suit that the steps of a pad file cannot offer."""
        yield from ()

    def ask_in_secret(self, suit: SuitRow) -> Iterator[Ask]:
        """Yield what each player is asked in secret about a suit."""
        yield from ()

    def _evaluate_rows(self, evaluator: Evaluator) -> Worths:
        """Return the points of each row that scores, by its key and the seat. Points not known yet are a gap.

        Rows that are not asked because somebody has won are left out.
        """
        scored = [(row.key, row.points) for row in self.pad.rows if row.points]
        worth = {(key, seat): evaluator.evaluate(points, seat) for key, points in scored for seat in self.seats}
        first = self.written.find_first()
        if first is None:
            return worth
        return {place: value for place, value in worth.items() if place in first.counted or not isinstance(value, Gap)}

    def _evaluate_so_far(self, exact: Worths) -> Worths:
        """Return the points of each row that scores, as far as anything is entered for it.

        `exact` are those that are certain. A 0 that could still change is a gap, except in a pad with piles.
        """
        if self.so_far is self.evaluator:
            return exact
        worth = self._evaluate_rows(self.so_far)
        return worth if self.pad.has_piles else {place: value or exact[place] for place, value in worth.items()}

    def _add_up(self, worth: Worths) -> dict[Seat, int]:
        totals = dict.fromkeys(self.setup.seats(self.number), 0)
        for (_, seat), value in worth.items():
            if not isinstance(value, Gap | str | tuple):
                totals[seat] += int(value)
        return totals

    def _rank(self, totals: Mapping[Seat, int], ties: Mapping[Seat, TieBreaks]) -> Mapping[Seat, int]:
        # `places` puts the lowest value first.
        sign = 1 if self.pad.fewest else -1
        first = self.written.find_first()
        # The round of the first player to get there is ranked by its points: that player may have got few in it.
        ahead = first.seats if first and (not self.pad.first_wins or is_whole(self.pad, self.setup)) else ()
        ranks = places({seat: (seat not in ahead, sign * totals[seat], ties[seat]) for seat in self.seats})
        # Players who were out before rank behind all others of the round, and equal among themselves.
        return {**ranks, **dict.fromkeys(self.gone, len(self.seats) + 1)}

    def cells_and_told(self, worth: Worths) -> tuple[Mapping[tuple[str, Seat], Cell], Mapping[tuple[str, Seat], Text]]:
        """Return two mappings by row and seat: the points in `worth` with their working, and the entries in words.

        Entries are left out if the sheet shows them anyway.
        """
        cells: dict[tuple[str, Seat], Cell] = {}
        told: dict[tuple[str, Seat], Text] = {}
        for row in self.pad.rows:
            if row.has_pile:
                cells |= dict(self._build_pile_cells(row, worth))
                continue
            for seat in self.seats:
                render, cell = Working(self.written, self.so_far, seat), Cell(None)
                if row.points and (row.key, seat) in worth and self.written.applies(row, seat):
                    value = worth[row.key, seat]
                    if isinstance(value, NUMBER):
                        cell = Cell(int(value), render.render(row.points))
                    cells[row.key, seat] = cell
                beside = cell.because is not None
                said = describe_entries(self.written, row, seat, render.seen, cell.points, beside)
                if said:
                    told[row.key, seat] = said
        return cells, told

    def _build_pile_cells(self, row: Row, worth: Worths) -> Iterator[tuple[tuple[str, Seat], Cell]]:
        """Yield the cell of each player’s pile in a row. Players without cards get none."""
        suit = self.written.suits[row.key]
        for seat, pile in suit.piles.items():
            points = worth.get((row.key, seat), 0)
            known = None if isinstance(points, Gap | str | tuple) else int(points)
            none = pile.size == 0 or (pile.size is None and (known == 0 or (pile.final and not pile.marked)))
            said = next((saying for saying in row.workings if self._holds(saying.when, seat)), None)
            if (none if suit.box.counted else not pile.marked and seat not in suit.tops) and said is None:
                continue
            flipped = row.flipped is not None and self.so_far.evaluate(row.flipped, seat) is True
            because = self.fill(said, seat, _bracket_cards(pile)) if said else _describe_pile(suit, pile, flipped)
            yield (row.key, seat), Cell(known, because, flipped)

    # Ranking

    def _evaluate_ties(self) -> tuple[Mapping[Seat, TieBreaks], list[Gap], tuple[Foot, ...]]:
        """Return the tie-breaks of each seat, the gaps that keep the round open, and the lines below the totals.

        A tie-break that is asked only of tied players gives no gaps. In a game of one round, a tie-break counts 0 for
        tied players until each of them has an entry. Blank values are in no line.
        """
        feet: list[Foot] = []
        keys: dict[Seat, TieBreaks] = dict.fromkeys(self.seats, ())
        gaps: list[Gap] = []
        whole, points = is_whole(self.pad, self.setup), {seat: self.count("score", seat) for seat in self.seats}
        for tie in self.pad.ties:
            values = {seat: self.so_far.evaluate(tie.of, seat) for seat in self.seats}
            # A yes or no stays a bool. The sheet then says who has it, instead of 1 and 0.
            told = {
                seat: value if isinstance(value, bool) else int(value)
                for seat, value in values.items()
                if not isinstance(value, Gap | str | tuple)
            }
            if told:
                feet.append((tie.label, told))
            if tie.when and not evaluate_for_table(self.setup, tie.when):
                continue
            exact = [self.evaluator.evaluate(tie.of, seat) for seat in self.seats]
            gaps += [
                value
                for value in exact
                if isinstance(value, Gap) and (value.why or not self._is_asked_of_some(value.spots))
            ]
            for seat in values:
                # While one of the tied players is blank, the others are not ranked by it either.
                beside = [other for other in values if whole and other not in told and points[other] == points[seat]]
                number = 0 if beside else int(told.get(seat, 0))
                keys[seat] = (*keys[seat], -number if tie.most else number)
        return keys, gaps, tuple(feet)

    def _is_asked_of_some(self, spots: Iterable[Spot]) -> bool:
        """Return whether all these spots are of tie-breaks that are asked only of tied players."""
        return {spot.row for spot in spots} <= {row.key for row in self.pad.rows if row.decides}

    def _ask_for_tie_break(self) -> Iterator[Problem]:
        """Yield a problem if the players tied for the win still have to enter a tie-break."""
        if asked := find_open_tie(self.written):
            who = self.setup.names(asked.seats)
            question = Text("%(who)s are tied. %(what)s?", who=who, what=asked.tie.label).by("tie")
            yield Problem(asked.spots, question, cures=tuple(self._list_answers(asked)))

    def _list_answers(self, asked: Asked) -> Iterator[Choice]:
        """Yield the answers to an open tie-break: who is ahead, or that nobody is. Each writes a 1 or 0 per player.

        Yield none if the tie-break is no number of each tied player, or if one of them has entered it.
        """
        spots = {spot.seat: spot for spot in asked.spots}
        is_plain = isinstance(asked.tie.of, Name) and self._is_asked_of_some(asked.spots)
        if not is_plain or len(spots) < len(asked.spots) or spots.keys() != set(asked.seats):
            return
        for ahead in asked.seats:
            changes = {spots[seat]: int((seat == ahead) == asked.tie.most) for seat in asked.seats}
            yield Choice(Literal(self.setup.name(ahead)), changes)
        both_win = asked.tie is self.pad.ties[-1] and len(asked.seats) == 2
        same = Text("The same: both win") if both_win else Text("The same")
        yield Choice(same, dict.fromkeys(asked.spots, 0))

    def describe_verdict(self, winners: tuple[Seat, ...], totals: Mapping[Seat, int]) -> tuple[Text, Text]:
        """Say who wins or who is best in this round, and why."""
        first = self.written.find_first()
        if first and not first.seats:
            return lost_together(self.setup.names(self.seats)).by("lost"), NO_NEWS
        if not winners:
            return NO_NEWS, NO_NEWS
        points = totals[winners[0]]
        names = self.setup.names(winners)
        won_by = first.won_by if first else ()
        told = format_points(points) if self.pad.scored and not won_by else ""
        if won_by or is_whole(self.pad, self.setup):
            if self.pad.together:
                return scored_together(names, told), NO_NEWS
            level = sum(1 for seat in self.seats if totals[seat] == points) > len(winners)
            together = set(winners) == set(self.written.team(winners[0]))
            rule = "first-wins" if self.pad.first_wins and not won_by else "at-once"
            reason = ended_at_once(won_by).by(rule) if first else self.explain_win(level)
            return won_with(names, told, together), reason
        moved = [seat for seat in self.seats if totals[seat]]
        # Whoever played alone and lost is what happened. The best would be all those whose points stayed.
        if len(moved) == 1 and any(box.for_one for _, box in self.pad.boxes):
            names, points = self.setup.names(moved), totals[moved[0]]
        said = f"+{points}" if points > 0 else format_points(points)
        # If everybody has the same, a list of all names would say less.
        if 1 < len(winners) == len(self.seats):
            verdict = Text("Round %(number)s: %(points)s for everybody.", number=self.number, points=said)
        else:
            verdict = Text("Round %(number)s: %(who)s %(points)s.", number=self.number, who=names, points=said)
        out = self.setup.names([seat for seat, since in self.written.out().items() if since == self.number])
        reason = Plural("%(who)s is out.", "%(who)s are out.", len(out), who=out).by("out") if out else NO_NEWS
        return verdict.by("points"), reason

    def explain_win(self, level: bool) -> Text:
        """Say which rule decided who wins. `level` says whether the winners were tied on points with others.

        Rule: pads/winner, pads/tie
        """
        if level:
            what = tuple(map(describe_tie, self.pad.ties))
            return Text("Tied on points. Tie-break: %(what)s.", what=what).by("tie")
        return (Text("Lowest score wins.") if self.pad.fewest else Text("Highest score wins.")).by("winner")

    # Missing entries

    def _list_open(self, gaps: list[Gap]) -> Iterator[Problem]:
        spots = dict.fromkeys(spot for gap in gaps for spot in gap.spots)
        end = Spot(self.number, END, ALL)
        if self.written.suits:
            yield from self._pile_problems.list_open(spots.keys(), self.list_choices)
        for earlier in sorted({spot.round for spot in spots} - {self.number}):
            yield Problem((), Text("Round %(number)s has no result yet.", number=earlier).by("told"))
        yield from self._list_open_cards(spots) if self.pad.on_card else self._list_waiting_rows(spots)
        if not self.written.begun:
            if not any(spot.round == self.number and spot != end for spot in spots):
                yield Problem((), Text("Nothing entered yet.").by("told"))
        elif not self.seats:
            yield Problem((), Text("There are no players left in the game.").by("out"))
        elif self.written.find_first():
            return
        # Asked last: everything else that is missing has to be entered anyway.
        elif end in spots or (self.written.needs_end_mark() and not self.written.complete):
            yield Problem((end,), Text("Is that everything?").by("told"), cures=(offer_end(end),))

    def _list_waiting_rows(self, spots: Iterable[Spot]) -> Iterator[Problem]:
        for row in self.pad.rows:
            here = [spot for spot in spots if spot.round == self.number and spot.row == row.key]
            seats = tuple(dict.fromkeys(spot.seat for spot in here if spot.seat is not None))
            ticks = {box.key for box in row.boxes if isinstance(box, TickBox)}
            said = Text("%(what)s: %(who)s still missing.", what=row.label, who=self.setup.names(seats))
            if not seats or all(spot.box in ticks for spot in here):
                said = Text("%(what)s: not entered yet.", what=row.label)
            if here and not row.has_pile:
                yield Problem(tuple(here), said.by("told"))

    def _list_open_cards(self, spots: Iterable[Spot]) -> Iterator[Problem]:
        """Yield a problem for each player with open boxes on the card: which ones, or how many if they are many."""
        labels = {row.key: row.label for row in self.pad.rows}
        for seat in self.seats:
            here = [spot for spot in spots if spot.round == self.number and spot.seat == seat]
            rows = dict.fromkeys(spot.row for spot in here)
            who = self.setup.name(seat)
            if 0 < len(rows) <= BOXES_NAMED:
                said = Text("%(who)s: %(what)s still open.", who=who, what=tuple(labels[row] for row in rows))
                yield Problem(tuple(here), said.by("told"))
            elif rows:
                many = "%(who)s: %(count)s boxes still open."
                yield Problem(tuple(here), Plural(many, many, len(rows), who=who).by("told"))

    # Problems

    @property
    def _pile_problems(self) -> PileProblems:
        suits = tuple(self.written.suits.values())
        doubts = any(suit.box.doubt and evaluate_for_table(self.setup, suit.box.doubt) for suit in suits[:1])
        return PileProblems(self.setup, suits, self.seats, self.marks, doubts)

    def _find_problems(self) -> Iterator[Problem]:
        """Yield what is wrong or unlikely, as far as that can be said while entries are missing."""
        if self.gone:
            yield from self._find_marks_of_gone()
        if self.written.suits:
            yield from self._pile_problems.list_contradictions()
        for row, box in self.pad.boxes:
            yield from self._find_out_of_range(row, box)
            if box.for_one:
                yield from self._find_shared(row, box)
            elif isinstance(box, ChipsBox):
                yield from self._find_too_many(row, box)
        yield from self._find_failed()

    def _find_failed(self, which: str = "") -> Iterator[Problem]:
        """Yield a problem for each player who does not meet a check, or one for the whole table.

        `which` is "at_end" or "missing" for the checks of which that is set.
        """
        for check in self.pad.checks:
            if which != ("at_end" if check.at_end else "missing" if check.missing else ""):
                continue
            for seat in self.seats[:1] if check.shared else self.seats:
                value = self.evaluator.evaluate(check.that, seat)
                if not isinstance(value, Gap) and not value:
                    yield self._describe_check(check, seat)

    def _describe_check(self, check: PadCheck, seat: Seat) -> Problem:
        """Return the problem that a check is not met by a player, or by the whole table."""
        seats = self.seats if check.shared else (seat,)
        spots = [spot for name in check.at for spot in self._list_spots(Name(name), seats)]
        spots = spots or [*self._list_spots(check.that, seats)]
        said = self.fill(check.saying, seat)
        if not check.shared and "who" not in said.values:
            said = Text("%(who)s: %(what)s", who=self.setup.name(seat), what=said)
        rule = check.saying.rule or "check"
        cures = tuple([Choice(self.fill(cure.label, seat), self._mend(cure, seats)) for cure in check.cures])
        return Problem(tuple(dict.fromkeys(spots)), said.by(rule), not check.doubt, cures)

    def _mend(self, cure: PadCure, seats: tuple[Seat, ...]) -> Changes:
        who = cure.label.who
        whose = tuple([seat for seat in seats if self._holds(who, seat)])
        clears = [(name, spot) for name in cure.clear for spot in self._list_spots(Name(name), seats)]
        # Where blank means undecided, a no is a mark of its own.
        cleared = {spot: 0 if self.written.is_hidden(self.written.places[name][1]) else None for name, spot in clears}
        return {**cleared, **{spot: 1 for name in cure.tick for spot in self._list_spots(Name(name), whose)}}

    def fill(self, saying: PadSaying, seat: Seat, cards: Text | None = None) -> Text:
        """Return a sentence with its values. `{who}` names the players that it is about, otherwise this player.

        `cards` are the cards of the pile that it is about.
        """
        if "{" not in saying.say.message:
            return saying.say
        values = {name: self.so_far.evaluate(node, seat) for name, node in saying.numbers.items()}
        numbers = {
            name: value if type(value) is int else format_number(value)
            for name, value in values.items()
            if isinstance(value, int | Fraction)
        }
        who = [other for other in self.seats if self._holds(saying.who, other)] if saying.who else [seat]
        named = {"who": self.setup.names(who)} if "{who}" in saying.say.message else {}
        held = {"cards": cards} if cards else {}
        return saying.say.fill_gaps(**numbers, **named, **held)

    def _holds(self, node: Node | None, seat: Seat) -> bool:
        """Return whether a condition is true as far as anything is entered. No condition is always true."""
        return node is None or self.so_far.evaluate(node, seat) is True

    def describe_row(self, suit: SuitRow) -> Text | None:
        """Return what the pad says about the piles of a suit as far as they are entered, or None if it says nothing."""
        return self.choose(suit.row.notes) if suit.begun else None

    def find_needed(self) -> frozenset[Spot]:
        """Return the spots of this round on which anybody’s points still depend."""
        values = self._evaluate_rows(self.evaluator).values()
        return frozenset(spot for value in values if isinstance(value, Gap) for spot in value.spots)

    def choose(self, sayings: Iterable[PadSaying]) -> Text | None:
        """Return the first of these sentences that applies, with those said after it, or None if none does."""
        seat = self.seats[0] if self.seats else 0
        said: list[Text] = []
        for saying in sayings:
            if self._holds(saying.when, seat):
                said.append(self.fill(saying, seat).by(saying.rule or "points"))
                if not saying.more:
                    break
        return join_sentences(said) if said else None

    def _find_marks_of_gone(self) -> Iterator[Problem]:
        """Yield a warning for each number that does not count because the player was out before this round.

        Rule: */slip
        """
        for row, box in self.pad.boxes:
            for seat in self.gone:
                spot = Spot(self.number, row.key, box.key, seat)
                mark = self.marks.get(spot)
                if isinstance(box, NumberBox) and isinstance(mark, int) and mark:
                    since = self.written.out()[seat]
                    gaps = {"who": self.setup.name(seat), "number": since, "points": format_points(mark)}
                    said = Text(
                        "%(who)s has been out since round %(number)s, so %(points)s does not count.", **gaps
                    ).by("out")
                    # Only a doubt: the number does not count, so the round has a result all the same.
                    yield Problem((spot,), said, certain=False, cures=(Choice(Text("Delete it"), {spot: None}),))

    def _list_spots(self, node: Node, seats: tuple[Seat, ...]) -> Iterator[Spot]:
        """Yield the spots for these seats on which a formula depends, directly or through named values.

        Chips are left out.
        """
        for name in dict.fromkeys(used.name for used in list_names(node, same_round=True)):
            if name in self.written.suits:
                suit = self.written.suits[name]
                yield from map(suit.pile_spot, seats)
            elif name in self.written.places:
                row, box = self.written.places[name]
                if not isinstance(box, ChipsBox):
                    yield from dict.fromkeys(self.written.spot(row, box, seat) for seat in seats)
            elif name in self.pad.values:
                yield from self._list_spots(self.pad.values[name], seats)

    def _find_out_of_range(self, row: Row, box: Box) -> Iterator[Problem]:
        for seat in (None,) if box.shared else self.seats:
            spot = Spot(self.number, row.key, box.key, seat)
            mark = self.marks.get(spot)
            if not isinstance(mark, int) or not self.written.is_there(row, seat or 0):
                continue
            if fault := box.find_fault(mark):
                yield Problem((spot,), fault.by("check"))

    def _find_shared(self, row: Row, box: Box) -> Iterator[Problem]:
        for item in box.parts:
            seats = [seat for seat in self.seats if self.written.is_there(row, seat)]
            spots = [Spot(self.number, row.key, box.key, seat, item) for seat in seats]
            here = tuple(spot for spot in spots if self.marks.get(spot))
            if len(here) > 1:
                who = self.setup.names([spot.seat for spot in here if spot.seat is not None])
                what = Text("%(row)s %(item)s", row=row.label, item=item) if item else row.label
                yield Problem(here, Text("%(what)s: only one of %(who)s can have it.", what=what, who=who).by("check"))

    def _find_too_many(self, row: Row, box: ChipsBox) -> Iterator[Problem]:
        """Yield a problem for each chip of which all players together have more copies than there are."""
        for item, most in zip(box.items, box.copies, strict=False):
            spots = [Spot(self.number, row.key, box.key, seat, item) for seat in self.seats]
            here = tuple(spot for spot in spots if self.marks.get(spot))
            if sum(int(self.marks[spot]) for spot in here) > most:
                gaps = {"what": box.label, "most": most, "item": item}
                said = Text("%(what)s: at most %(most)s × %(item)s for all players together.", **gaps)
                yield Problem(here, said.by("check"))

    # Notes

    def _list_notes(self) -> Iterator[tuple[str, Text]]:
        for row in self.pad.rows:
            if row.has_pile:
                if said := self.describe_row(self.written.suits[row.key]):
                    yield row.key, said
                continue
            note = self._describe_majority(row.points) if row.points else None
            remark = next((box for box in row.boxes if isinstance(box, WordsBox)), None)
            words = self.marks.get(Spot(self.number, row.key, remark.key)) if remark else None
            if isinstance(words, str):
                yield row.key, Literal(words)
            elif said := self.choose(row.notes):
                yield row.key, said
            elif note:
                yield row.key, note.by("points")
            elif not scores_entered_number(row) and (said := describe_shared(self.written, row)):
                yield row.key, said

    def _describe_majority(self, node: Node) -> Text | None:
        """Say who has the most or fewest in a comparison that a formula makes, and how many.

        Return None if the formula compares nothing, entries are missing or the table plays in teams. Also return None
        if that number is 0 and nobody scores, or if a shared box takes part, such as what nobody at the table owns.
        """
        call = self._find_comparison(node)
        shared = {box.key for _, box in self.pad.boxes if box.shared}
        if call is None or self.written.teams or any(name.name in shared for name in list_names(node)):
            return None
        values = {seat: self.evaluator.evaluate(call.parts[0], seat) for seat in self.seats}
        numbers = {seat: value for seat, value in values.items() if not isinstance(value, Gap | str | tuple)}
        if len(numbers) < len(self.seats) or len(numbers) < 2:
            return None
        best = min(numbers.values()) if call.name == "least" else max(numbers.values())
        if not best and not any(self.evaluator.evaluate(node, seat) for seat in self.seats):
            return None
        who = self.setup.names([seat for seat, value in numbers.items() if value == best])
        gaps = {"who": who, "number": format_number(best)}
        if call.name == "least":
            return Plural(
                "%(who)s has the fewest, %(number)s.", "%(who)s have the fewest, %(number)s each.", len(who), **gaps
            )
        return Plural("%(who)s has the most, %(number)s.", "%(who)s have the most, %(number)s each.", len(who), **gaps)

    def _find_comparison(self, node: Node) -> Call | None:
        """Return the first call that compares the players' numbers of one name, in a formula or a value that it uses.

        Return None if there is none.
        """
        values = self.pad.values
        used = (values[name.name] for name in list_names(node, same_round=True) if name.name in values)
        for part in (part for tree in (node, *used) for part in walk(tree)):
            match part:
                case Call(name, (Name(), *_)) if name in COMPARISONS:
                    return part
        return None


def _describe_pile(suit: SuitRow, pile: Pile, flipped: bool) -> Text | None:
    """Return the working of a pile: its cards, their number if it is flipped, or their sum. None if none is entered."""
    if flipped:
        return Plural("%(count)s flipped", "%(count)s flipped", pile.size or 0)
    if pile.cards:
        return working(pile.cards)
    if pile.size and pile.sum is not None:
        return Plural("%(sum)s in %(count)s card", "%(sum)s in %(count)s cards", pile.size, sum=pile.sum)
    return None if suit.box.counted or pile.sum is None else Text("%(sum)s", sum=pile.sum)


def _bracket_cards(pile: Pile) -> Text | None:
    """Return the cards of a hand for a longer working, in brackets if they are several. Return None if it has none."""
    if len(pile.cards) > 1:
        return Text("(%(cards)s)", cards=working(pile.cards))
    return Text("%(sum)s", sum=pile.value)


COMPARISONS = ("most", "least", "second", "rank", "lead")
"""The functions that compare a player with the others, whose result a note on the sheet explains."""
