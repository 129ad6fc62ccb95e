"""Score a round from a program, with players by name and entries by row."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import ALL, END, Mark, Options, Seat, Setup, Sheet, Spot
from scorekeeper.games.pads.pad import Box, Row
from scorekeeper.games.pads.piles import NOBODY_BOX
from scorekeeper.games.user_input import parse_option
from scorekeeper.language.text import Literal, Plural, Text

BoxEntry = Mark | Sequence[Mark]
"""What stands in a box: a number, True, the key of a choice, or all chips of a box of chips."""

EntriesByRow = Mapping[str, BoxEntry]
"""Entries by row, as in `{"eggs": 7}`, or by row and box, as in `{"tricks.bid": 3}`."""


def score_round(
    game: Game, players: Mapping[str, EntriesByRow], shared: EntriesByRow | None = None, options: Options | None = None
) -> Sheet:
    """Return the sheet of a round, scored from the entries of each player by name, in the order of the seats.

    `shared` has the entries of the whole table. `options` are the house rules, by default those of the game. A blank
    means none where the game allows that. Raise Malformed, with the key of an entry or option that is unknown or
    invalid, or `players` if the game is not for so many.
    """
    if not game.seats[0] <= len(players) <= game.seats[1]:
        text = Text("%(range)s There are entries for %(count)s.", range=game.describe_players(), count=len(players))
        raise Malformed("players", text)
    known = {option.key: option for option in game.options}
    chosen = {**game.default_options()}
    for key, value in (options or {}).items():
        if key not in known:
            raise _refuse(key, known)
        chosen[key] = parse_option(known[key], str(value))
    setup = Setup(tuple(players), chosen, ((1, tuple(range(len(players)))),))
    rows = game.rows(setup)
    marks: dict[Spot, Mark] = {}
    for seat, own in (*enumerate(players.values()), (None, shared or {})):
        for key, entry in own.items():
            # False is a blank, as in a box that can only be ticked.
            if entry is not False:
                marks |= _read_entry(rows, key, entry, seat)
    entered = {spot.row for spot in marks}
    marks |= {Spot(1, row.key, NOBODY_BOX): 1 for row in rows if row.box(NOBODY_BOX) and row.key not in entered}
    marks |= {Spot(1, row.key, ALL): 1 for row in rows if row.key == END}
    return game.score(setup, marks, 1)


def _read_entry(rows: Sequence[Row], key: str, entry: BoxEntry, seat: Seat | None) -> dict[Spot, Mark]:
    """Return the marks of an entry in the box that it names, the one called like its row, or the only one that fits."""
    chips = Counter(map(str, entry)) if isinstance(entry, Sequence) and not isinstance(entry, str) else None
    fitting: dict[str, tuple[Row, Box]] = {}
    for row in rows:
        boxes = [
            box for box in row.boxes if box.shared == (seat is None) and (box.parts != ("",)) == (chips is not None)
        ]
        fitting |= {f"{row.key}.{box.key}": (row, box) for box in boxes}
        for box in boxes if len(boxes) == 1 else [box for box in boxes if box.key == row.key]:
            fitting[row.key] = row, box
    if key not in fitting:
        raise _refuse(key, fitting)
    row, box = fitting[key]
    if chips is None:
        return {Spot(1, row.key, box.key, seat): box.parse(str(int(entry) if isinstance(entry, bool) else entry))}
    for chip, times in chips.items():
        if chip not in box.parts:
            raise _refuse(chip, box.parts)
        if times > box.most:
            one = "%(row)s %(item)s is entered %(times)s times, but there is only %(count)s."
            many = "%(row)s %(item)s is entered %(times)s times, but there are only %(count)s."
            raise Malformed(key, Plural(one, many, box.most, row=row.label, item=chip, times=times))
    return {Spot(1, row.key, box.key, seat, chip): count for chip, count in chips.items()}


def _refuse(name: str, known: Iterable[str]) -> Malformed:
    text = Text("There is no %(name)s. Choose one of: %(known)s.")
    return Malformed(name, text.fill_gaps(name=Literal(repr(name)), known=Literal(", ".join(map(repr, known)))))
