"""The definition of a game: a subclass of `Game` sets the fields and overrides the methods that its rules need.

Everything in `games/` is pure: no web, no database, no clock, no randomness.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from typing import Literal as OneOf

from scorekeeper.games.entry import Way
from scorekeeper.games.errors import Malformed
from scorekeeper.games.options import Option
from scorekeeper.games.pad import (
    BEHIND,
    TOTAL,
    Marks,
    Options,
    Row,
    Seat,
    Setup,
    Sheet,
    TieBreaks,
    add_tie_breaks,
    group_by_round,
    keep_pad_marks,
    places,
)
from scorekeeper.games.paper import PaperPad
from scorekeeper.games.questions import AtTable, Inputs, Ruling
from scorekeeper.games.referee import Referee
from scorekeeper.games.rule import EVERY_GAME, Chapter, Rule, find
from scorekeeper.games.standings import End, Standings
from scorekeeper.language.text import Plural, Text

HandedOn = Any
"""What a round hands on to the next one; each game chooses its type. It must compare by value."""

NOTHING: HandedOn = None
"""What is handed on to the first round, and by the rounds of a game in which each round is scored alone."""


class Game(ABC):
    """A game as the app knows it. Its methods get a `Setup`, because what a table agreed on can change every answer."""

    slug: str
    """The name of the game in addresses and files."""

    name: str | Text
    """The name that people know the game by: a Text unless it is a proper name."""

    seats: tuple[int, int]
    """The fewest and most players."""

    shelf: int = 0
    """The position on the home page: games with a lower number come first."""

    board_game_geek: int = 0
    """The number on BoardGameGeek, 0 if unknown."""

    kind: str = ""
    """The kind of game, which is the outline of its sign; "" for a score pad."""

    sign: Text | None = None
    """The one or two letters in the sign. None: those of its name."""

    file: str = ""
    """The text of a pad that people made, which is exported with its tables; "" for games that come with the app."""

    options: tuple[Option, ...] = ()
    """What a table agrees on before it plays."""

    lead: OneOf["starter", "dealer"] = "dealer"
    """Who is named before a round: who starts it, or who deals."""

    round_name: Text = Text("Round")
    """What a round is called at the start of a line."""

    round_name_inside: Text = Text("round")
    """What a round is called inside a sentence."""

    total: Text = TOTAL
    """The label of the total."""

    behind: Text = BEHIND
    """The label of the gap to the leader."""

    tie: tuple[Text, Text] | None = None
    """What a player who loses a tie on points has more of, and the rule that breaks the tie. None: ties are shared."""

    together: bool = False
    """Whether everybody plays together against the game, so that nobody wins against anybody."""

    scored: bool = True
    """Whether anything scores points. Otherwise players only win or lose."""

    can_be_lost: bool = False
    """Whether all who play together can also lose the game, whatever the points."""

    all_told: bool = False
    """Whether nobody is ahead in a row until everybody has entered it. Otherwise a blank can mean none."""

    looks_back: bool = False
    """Whether a round depends on earlier rounds, through what they hand on."""

    named_by_tables: bool = False
    """Whether a table can give a name of its own to the game that it plays."""

    referee: Referee[Any] | None = None
    """What follows a round move by move, if the game has it."""

    rulings: Mapping[str, Ruling] = {}
    """The questions that can be asked, by key."""

    chapters: tuple[Chapter, ...] = ()
    """The rules in our own words, which sentences cite by key."""

    @abstractmethod
    def rows(self, setup: Setup) -> tuple[Row, ...]:
        """Return the rows of the pad."""

    @abstractmethod
    def ways(self, setup: Setup) -> tuple[Way, ...]:
        """Return the ways of entering the marks on a phone."""

    @abstractmethod
    def score_round(self, setup: Setup, marks: Marks, round: int, before: HandedOn) -> tuple[Sheet, HandedOn]:
        """Return the sheet of a round, and what it hands on to the next one.

        `marks` are those of this round, all of which the pad has. `before` is what the round before hands on.
        """

    @abstractmethod
    def rules_in_words(self, setup: Setup) -> tuple[Text, ...]:
        """Return the rules in brief, for the score sheet and printed pads."""

    @abstractmethod
    def paper(self, setup: Setup) -> tuple[PaperPad, ...]:
        """Return the blank pads to print."""

    def get_own_name(self, options: Options) -> str:
        """Return what a table calls the game that it plays, "" if it has no name of its own."""
        return ""

    def options_beside(self, chosen: Options) -> tuple[Option, ...]:
        """Return the options that are offered while the values in `chosen` are chosen."""
        return self.options

    def cannot(self, options: Options) -> Malformed | None:
        """Return why these choices contradict each other, or None if they do not."""
        return None

    def rounds(self, setup: Setup) -> int:
        """Return the agreed number of rounds, 0 if it is open."""
        return 0

    def whole(self, setup: Setup) -> bool:
        """Return whether each round is a game of its own, with its own winner."""
        return False

    def peg_holes(self, setup: Setup) -> int:
        """Return the length of the peg track on which the game is counted, or 0 if there is none."""
        return 0

    def start(self, setup: Setup) -> int:
        """Return the total that everybody begins with."""
        return 0

    def lowest_wins(self, setup: Setup) -> bool:
        """Return whether the lowest total wins."""
        return False

    def partners(self, setup: Setup) -> tuple[int, bool]:
        """Return the number of teams, 0 for none, and whether partners share all points."""
        return 0, False

    def last_in(self, setup: Setup) -> bool:
        """Return whether players can go out and the last one left wins."""
        return False

    def over(self, setup: Setup, standings: Standings) -> End | None:
        """Return why no further round is played, judged by the rounds that count, or None if the game goes on."""
        return None

    def won(self, setup: Setup, standings: Standings) -> Text | None:
        """Return a sentence that says who has won, and by which rule."""
        return standings.wins()

    def next_starter(self, setup: Setup, marks: Marks, round: int) -> Seat | None:
        """Return who starts or deals the round after this decided one. None: the player to the left."""
        return None

    def deck(self, setup: Setup) -> tuple[Row, ...]:
        """Return rows with the suits and cards that questions can be about."""
        return self.rows(setup)

    def find_known_values(self, setup: Setup, marks: Marks, round: int, state: Any) -> Mapping[str, Inputs]:
        """Return the blanks of each kind of question that a table can already fill in. `state` is the referee's."""
        at = AtTable(setup, marks, round, state)
        return {kind: ruling.fill_in(at) for kind, ruling in self.rulings.items()}

    def score_after(self, setup: Setup, marks: Marks, round: int, before: HandedOn) -> tuple[Sheet, HandedOn]:
        """Return the sheet of a round and what it hands on, as `score_round`. Marks that the pad lacks are ignored."""
        return self.score_round(setup, keep_pad_marks(self.rows(setup), marks), round, before)

    def score(self, setup: Setup, marks: Marks, round: int) -> Sheet:
        """Return the sheet of a round, scored from the marks of all rounds.

        Each earlier round is scored by the options that it was played with.

        Decision: rules-from-round
        """
        by_round, before = group_by_round(marks), NOTHING
        if self.looks_back:
            for earlier in range(1, round):
                _, before = self.score_after(setup.at(earlier), by_round.get(earlier, {}), earlier, before)
        sheet, _ = self.score_after(setup, by_round.get(round, {}), round, before)
        return sheet

    def leader(self, setup: Setup, marks: Marks, round: int) -> Seat:
        """Return the seat that starts or deals a round.

        Decision: lead-left
        """
        said = self.next_starter(setup, marks, round - 1) if round > 1 else None
        return said if said in setup.seats(round) else setup.lead(round)

    def describe_players(self) -> Text:
        """Return a sentence that says how many can play."""
        least, most = self.seats
        if least == most:
            return Plural("For %(count)s player.", "For %(count)s players.", most)
        return Text("For %(least)s to %(most)s players.", least=least, most=most)

    @property
    def usual_players(self) -> int:
        """How many usually play: four, or as near to that as the game allows."""
        least, most = self.seats
        return max(least, min(4, most))

    def name_for(self, options: Options) -> str | Text:
        """Return the table's own name for what it plays, or the name of the game if it has none."""
        return self.get_own_name(options) or self.name

    @property
    def rules(self) -> tuple[Chapter, ...]:
        """The chapters with all rules that sentences of this game can cite: its own, and those of every game."""
        return (*self.chapters, EVERY_GAME)

    def rule(self, key: str) -> Rule | None:
        """Return the rule with this key, or None if there is none."""
        return find(self.rules, key)

    def default_options(self) -> Options:
        """Return the default value of every option."""
        return {option.key: option.default for option in self.options}


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
