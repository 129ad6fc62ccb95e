"""Score rounds and games from a program, with players by name and entries by row.

>>> from scorekeeper.games import GAMES, score_round
>>> hands = {"Ida": {"hearts": 3}, "Leo": {"hearts": 10, "queen": True}, "Kim": {"hearts": 0}}
>>> score_round(GAMES["hearts"], hands).totals
{'Ida': 3, 'Leo': 23, 'Kim': 0}
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game, standings
from scorekeeper.games.pad import ALL, END, Box, Mark, Options, Row, Seat, Setup, Sheet, Spot
from scorekeeper.games.standings import Standings
from scorekeeper.games.suits import NOBODY
from scorekeeper.language.text import Literal, Plural, Text

Entry = Mark | Sequence[Mark]
"""What stands in a box: a number, True, the key of a choice, or all chips of a box of chips."""

Entries = Mapping[str, Entry]
"""Entries by row, as in `{"eggs": 7}`, or by row and box, as in `{"bid.tricks": 3}`."""


@dataclass(frozen=True)
class ScoredRound:
    """A scored round: points and winners by name, and the sentences that say so.

    `missing` lists what is not entered yet, `problems` what is impossible or unlikely. While anything is missing or
    impossible there are no winners. `sheet` has everything else.
    """

    totals: dict[str, int]
    places: dict[str, int]
    winners: tuple[str, ...]
    verdict: Text
    reason: Text
    missing: tuple[Text, ...]
    problems: tuple[Text, ...]
    sheet: Sheet


@dataclass(frozen=True)
class ScoredGame:
    """A scored game: totals and places by name, the rounds, and the winners once it is over.

    `standings` has everything else.
    """

    totals: dict[str, int]
    places: dict[str, int]
    winners: tuple[str, ...]
    over: bool
    rounds: tuple[ScoredRound, ...]
    standings: Standings


def score_round(
    game: Game, players: Mapping[str, Entries], shared: Entries | None = None, options: Options | None = None
) -> ScoredRound:
    """Return one round, scored, from the entries of each player by name. See `score_game`."""
    return score_game(game, [players], [shared or {}], options).rounds[0]


def score_game(
    game: Game,
    rounds: Sequence[Mapping[str, Entries]],
    shared: Sequence[Entries] = (),
    options: Options | None = None,
) -> ScoredGame:
    """Return a game, scored, from the entries of each round: those of the players by name, in the order of the seats.

    `shared` has the entries of the whole table, by round. `options` are the house rules, by default those of the game.
    The players of the first round play all rounds. A blank means none where the game allows that. Raise Malformed, with
    the key of a player, entry or option that is unknown or invalid, or `players` if the game is not for so many.
    """
    names = tuple(rounds[0]) if rounds else ()
    least, most = game.seats
    if rounds and not least <= len(names) <= most:
        text = Text("%(range)s There are entries for %(count)s.", range=game.describe_players(), count=len(names))
        raise Malformed("players", text)
    setup = Setup(names, _choose(game, options or {}), ((1, tuple(range(len(names)))),))
    marks: dict[Spot, Mark] = {}
    rows = game.rows(setup)
    for number, entries in enumerate(rounds, 1):
        for name, own in entries.items():
            if name not in names:
                raise _unknown(name, names)
            marks |= _marks(rows, number, names.index(name), own)
        if number <= len(shared):
            marks |= _marks(rows, number, None, shared[number - 1])
        marks |= _finish(rows, number, {spot.row for spot in marks if spot.round == number})
    sheets = [game.score(setup, marks, number) for number in range(1, len(rounds) + 1)]
    result = standings(game, setup, sheets, range(len(names)), ended=True)
    return ScoredGame(
        totals=_by_name(setup, result.totals),
        places=_by_name(setup, result.ranking),
        winners=setup.names(result.winners),
        over=result.end is not None,
        rounds=tuple([_name_seats(setup, sheet) for sheet in sheets]),
        standings=result,
    )


def _choose(game: Game, options: Options) -> Options:
    """Return the options of a table with these choices. Raise Malformed if the game does not have one of them."""
    known = {option.key: option for option in game.options}
    for key, value in options.items():
        if key not in known:
            raise _unknown(key, known)
        choices = dict(known[key].choices)
        if choices and value not in choices:
            raise _unknown(str(value), choices)
    return {**game.default_options(), **options}


def _name_seats(setup: Setup, sheet: Sheet) -> ScoredRound:
    return ScoredRound(
        totals=_by_name(setup, sheet.totals),
        places=_by_name(setup, sheet.ranks),
        winners=setup.names(sheet.winners),
        verdict=sheet.verdict,
        reason=sheet.reason,
        missing=tuple([problem.text for problem in sheet.open]),
        problems=tuple([problem.text for problem in sheet.problems]),
        sheet=sheet,
    )


def _by_name(setup: Setup, numbers: Mapping[Seat, int]) -> dict[str, int]:
    return {setup.name(seat): number for seat, number in numbers.items()}


def _marks(rows: Sequence[Row], round: int, seat: Seat | None, entries: Entries) -> dict[Spot, Mark]:
    """Return the marks of one player, or of the table if `seat` is None."""
    marks: dict[Spot, Mark] = {}
    for key, entry in entries.items():
        row, box = _find_box(rows, key, seat is None, isinstance(entry, Sequence) and not isinstance(entry, str))
        if isinstance(entry, Sequence) and not isinstance(entry, str):
            chips = Counter(map(str, entry))
            strange = [chip for chip in chips if chip not in box.parts]
            if strange:
                raise _unknown(strange[0], box.parts)
            _check_copies(key, row, box, chips)
            marks |= {Spot(round, row.key, box.key, seat, chip): count for chip, count in chips.items()}
        elif entry is not False:
            marks[Spot(round, row.key, box.key, seat)] = box.parse(str(int(entry) if entry is True else entry))
    return marks


def _check_copies(key: str, row: Row, box: Box, chips: Mapping[str, int]) -> None:
    """Raise Malformed if a chip is entered more often than it exists. `key` names the entry."""
    for chip, times in chips.items():
        if times > box.most:
            text = Plural(
                "%(row)s %(item)s is entered %(times)s times, but there is only %(count)s.",
                "%(row)s %(item)s is entered %(times)s times, but there are only %(count)s.",
                box.most,
                row=row.label,
                item=chip,
                times=times,
            )
            raise Malformed(key, text)


def _finish(rows: Sequence[Row], round: int, entered: Collection[str]) -> dict[Spot, Mark]:
    """Return the marks that say that everything is entered, and that nobody has what is not."""
    marks: dict[Spot, Mark] = {}
    for row in rows:
        if row.key == END:
            marks[Spot(round, END, ALL)] = 1
        elif row.box(NOBODY) and row.key not in entered:
            marks[Spot(round, row.key, NOBODY)] = 1
    return marks


def _find_box(rows: Sequence[Row], key: str, shared: bool, chips: bool) -> tuple[Row, Box]:
    """Return the row and the box of an entry: the one that is named, the one called like its row, or the only one.

    `chips` is set if the entry is a list, which only a box of chips can hold. Raise Malformed if there is none.
    """
    name, _, wanted = key.partition(".")
    for row in rows:
        if row.key == name and (box := _choose_box(row, wanted, shared, chips)):
            return row, box
    raise _unknown(key, [f"{row.key}.{box.key}" for row in rows for box in row.boxes if box.shared == shared])


def _choose_box(row: Row, wanted: str, shared: bool, chips: bool) -> Box | None:
    """Return the box of a row with the key `wanted`. Without one, return the box called like the row, or the only one.

    Return None if there is no such box.
    """
    fitting = [box for box in row.boxes if box.shared == shared and (box.parts != ("",)) == chips]
    named = [box for box in fitting if box.key == (wanted or row.key)]
    if named:
        return named[0]
    return fitting[0] if len(fitting) == 1 and not wanted else None


def _unknown(name: str, known: Iterable[str]) -> Malformed:
    """Return the refusal of a key that is not known."""
    text = Text("There is no %(name)s. Choose one of: %(known)s.")
    return Malformed(name, text.fill_gaps(name=Literal(repr(name)), known=Literal(", ".join(map(repr, known)))))
