"""The definition of a game. Each game is a value made of functions, `GAME = Game(...)`, never a subclass.

Everything in `games/` is pure: no web, no database, no clock, no randomness.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    places,
)
from scorekeeper.games.paper import PaperPad
from scorekeeper.games.questions import Inputs, Ruling
from scorekeeper.games.referee import Referee
from scorekeeper.games.rounds import Link, guard_link, hand_on_marks, score_from_all_marks
from scorekeeper.games.rule import EVERY_GAME, Chapter, Rule, find
from scorekeeper.games.standings import End, Standings
from scorekeeper.language.text import Plural, Text


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the app knows it. Its functions get a `Setup`, because what a table agreed on can change every answer.

    Names: `name` is a Text unless it is a proper name. `round_name` is "Deal" at the start of a line,
    `round_name_inside` the same inside a sentence. `total` and `behind` label the total and the gap to the leader.
    `named` returns what a table calls the game that it plays, "" if it has no name of its own.

    Shelf: `seats` are the fewest and most players. Games with a lower `shelf` come first on the home page. A `draft`
    has English texts only, and its tile says so. `board_game_geek` is its number on BoardGameGeek, 0 if unknown. `file`
    is the text of a pad that people made, which is exported with its tables. `kind` is the kind of game, which is the
    outline of its sign, "" for a score pad. `sign` holds the one or two letters in it; None: those of its name.

    Options: `cannot` refuses choices that contradict each other. `offered` returns the options to offer beside the
    values chosen so far. It is None if they are always the same.

    Rounds: `rounds` returns the agreed number, 0 if it is open. `lead` says whether the starter or the dealer is named
    before a round. `next_starter` returns who opens the round after a decided one. If it returns None, the lead moves
    to the left. `whole` returns whether each round is a game of its own, with its own winner. `over` returns why no
    further round is played, judged by the rounds that count.

    Winning: `start` returns the total that everybody begins with. `won` says who has won, and by which rule. `tie` is
    two texts: what a player who loses a tie on points has more of, and the rule that breaks the tie. `last_in` returns
    whether players can go out and the last one left wins. `partners` returns the number of teams, 0 for none, and
    whether partners share all points. `together` is set if everybody plays together against the game, so that nobody
    wins against anybody.

    Scoring: `score` is given only marks that the pad has: those of its round, and those of earlier rounds if it
    `looks_back`. Rounds that a referee still follows are left out. A game whose rounds hand on something other than
    marks has a `link`. `scoring` scores a round, given what the round before it hands on. If `all_told`, nobody is
    ahead in a row until everybody has entered it; otherwise a blank can mean none.

    Referee: `referee` follows a round move by move. `rulings` are the questions that can be asked. `deck` returns the
    suits and cards that they can be about, if these are not the rows of the pad. `find_known_values` returns the blanks
    of each kind of question that a table can already fill in. `chapters` are the rules in our own words, which
    sentences cite by key.
    """

    slug: str
    name: str | Text
    seats: tuple[int, int]
    options: tuple[Option, ...]
    lead: OneOf["starter", "dealer"]
    lowest_wins: Callable[[Setup], bool]
    round_name: Text
    round_name_inside: Text
    rounds: Callable[[Setup], int]
    rows: Callable[[Setup], tuple[Row, ...]]
    ways: Callable[[Setup], tuple[Way, ...]]
    score: Callable[[Setup, Marks, int], Sheet]
    rules_in_words: Callable[[Setup], tuple[Text, ...]]
    rulings: Mapping[str, Ruling]
    shelf: int = 0
    draft: bool = False
    all_told: bool = False
    file: str = ""
    rules_version: int = 1
    board_game_geek: int = 0
    sign: Text | None = None
    kind: str = ""
    together: bool = False
    named: Callable[[Options], str] = lambda options: ""
    partners: Callable[[Setup], tuple[int, bool]] = lambda setup: (0, False)
    start: Callable[[Setup], int] = lambda setup: 0
    last_in: Callable[[Setup], bool] = lambda setup: False
    cannot: Callable[[Options], Malformed | None] = lambda options: None
    offered: Callable[[Options], tuple[Option, ...]] | None = None
    over: "Callable[[Setup, Standings], End | None]" = lambda setup, standings: None
    whole: Callable[[Setup], bool] = lambda setup: False
    won: "Callable[[Setup, Standings], Text | None]" = lambda setup, standings: standings.wins()
    tie: tuple[Text, Text] | None = None
    total: Text = TOTAL
    behind: Text = BEHIND
    looks_back: Callable[[Setup], bool] = lambda setup: False
    link: Link | None = None
    scoring: Link = field(init=False, repr=False, compare=False)
    next_starter: Callable[[Setup, Marks, int], Seat | None] = lambda setup, marks, round: None
    deck: Callable[[Setup], tuple[Row, ...]] | None = None
    paper: "Callable[[Setup], tuple[PaperPad, ...]] | None" = None
    referee: "Referee[Any] | None" = None
    chapters: tuple[Chapter, ...] = ()
    find_known_values: "Callable[[Setup, Marks, int, Any], Mapping[str, Inputs]]" = (  # fmt: skip
        lambda setup, marks, round, state: {}
    )

    def __post_init__(self) -> None:
        # Every caller gets the guarded functions, so no game has to expect marks that its pad does not have.
        link = guard_link(self.rows, self.link or hand_on_marks(self.score))
        object.__setattr__(self, "scoring", link)
        object.__setattr__(self, "score", score_from_all_marks(link, self.looks_back))

    def leader(self, setup: Setup, marks: Marks, round: int) -> Seat:
        """Return the seat that starts or deals a round.

        Decision: lead-left
        """
        seats = setup.seats(round)
        said = self.next_starter(setup, marks, round - 1) if round > 1 else None
        if said in seats:
            return said
        # The player who started round 1 can have left since.
        place = seats.index(setup.starter) if setup.starter in seats else 0
        return seats[(place + round - 1) % len(seats)]

    def describe_players(self) -> Text:
        """Return a sentence that says how many can play."""
        least, most = self.seats
        if least == most:
            return Plural("For %(count)s player.", "For %(count)s players.", most)
        return Text("For %(least)s to %(most)s players.", least=least, most=most)

    def options_beside(self, chosen: Options) -> tuple[Option, ...]:
        """Return the options that are offered while the values in `chosen` are chosen."""
        return self.offered(chosen) if self.offered else self.options

    def name_for(self, options: Options) -> str | Text:
        """Return the table's own name for what it plays, or the name of the game if it has none."""
        return self.named(options) or self.name

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


def standings(game: "Game", setup: Setup, sheets: Sequence[Sheet], seats: Sequence[Seat], ended: bool) -> Standings:
    """Return the standings of these seats, added up from the decided ones of `sheets`, which start at round 1.

    `ended` means that `sheets` are all rounds so far, so the game is asked whether it is over. Otherwise the `end` of
    the standings stays None.

    Rule: */late
    Decision: half-round, late-place
    """
    rounds = _list_points(sheets)
    lowest_wins = game.lowest_wins(setup)
    out = sheets[max(rounds) - 1].out if rounds else {}
    totals = dict.fromkeys(seats, game.start(setup))
    # The rules can change between rounds, so rounds can have more or fewer tie-breaks. All sums have the same number.
    most = max([len(numbers) for sheet in sheets for numbers in sheet.ties.values()], default=0)
    ties: dict[Seat, TieBreaks] = dict.fromkeys(seats, (0,) * most)
    played = set(seats)
    for number, points in rounds.items():
        for seat in points:
            totals[seat] += points[seat]
            ties[seat] = add_tie_breaks(ties[seat], sheets[number - 1].ties.get(seat, ()))
        # With fewer rounds it is easier to have few points, so a player who joined later has no place.
        played &= set(setup.seats(number))
    # Fewer rounds are no advantage if the most points win, or if staying in counts and not the total.
    if rounds and (game.last_in(setup) or not lowest_wins):
        played = set(setup.seats(max(rounds)))
    # Places go by the smallest key, so points are negated where the most points win.
    sign = 1 if lowest_wins else -1
    last = max(rounds, default=0)
    # Players who are in have −1 and rank first. Of the others, going out later gives a smaller number.
    keys = {
        seat: (last - out.get(seat, last + 1), sign * totals[seat], ties[seat])
        for seat in seats
        if seat in played or not played
    }
    # Nobody is placed before anybody with whom they share all points.
    if game.together:
        keys = {}
    # The game is asked last, because it decides by the totals and places whether it is over.
    result = Standings(
        setup,
        rounds=rounds,
        open=tuple([number for number, sheet in enumerate(sheets, 1) if not sheet.decided]),
        totals=totals,
        ties=ties,
        places=places(keys),
        lowest_wins=lowest_wins,
        together=game.together,
        out=out,
    )
    return replace(result, end=game.over(setup, result)) if ended else result


def _list_points(sheets: Sequence[Sheet]) -> dict[int, dict[Seat, int]]:
    """Return the points of each decided round, by its number, for the seats that play it. `sheets` start at round 1."""
    return {
        number: {seat: points for seat, points in sheet.totals.items() if sheet.plays(seat, number)}
        for number, sheet in enumerate(sheets, 1)
        if sheet.decided
    }
