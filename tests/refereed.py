"""The referee's pages in every state: told, looked at, corrected, at odds, sent away, agreed to."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.folded import Table
from scorekeeper.games.base import Game, Illegal
from scorekeeper.games.journal import Agree, Amend
from scorekeeper.games.referee import STOP, Action
from scorekeeper.web.fields import move_back, spelled_move
from tests.author import Author
from tests.games.transcript import FOLDER
from tests.games.walk import picks

PARTS = (0.0, 0.3, 0.6, 0.9, 0.97, 1.0)
"""How far a refereed round has come, in the states that are shown."""

Fields = tuple[tuple[str, str], ...]


class State(NamedTuple):
    """A page in one state: how it is called, its address, and what is sent to it, if anything is."""

    name: str
    path: str
    fields: Fields = ()
    phone: str = "scoring"
    """Which phone looks at it: scoring, watching, seated or new."""


def told(author: Author, game: Game, full: bool) -> Iterator[State]:
    """The referee's pages: as far as each part of a round, looking at the next move, correcting, asking why."""
    found = sorted(FOLDER.glob(f"{game.slug}-referee-*.txt"))
    for path in found:
        # Every round, but few of them from the beginning: what is asked at the end differs with the players.
        for part in PARTS if full or path == found[-1] else PARTS[-2:-1]:
            table, coming = author.retell(path.stem, part)
            play = f"/t/{table}/1/play"
            name = f"{path.stem} {part}"
            yield State(name, play)
            if part >= 0.9:
                yield State(f"{name}, seated", play, phone="seated")
            if coming:
                yield State(f"{name}, looking", f"{play}?pick={coming}&suit={suit_in(coming)}")
            if part == 0.6:
                seq = author.tables.load(table).known.seq
                yield State(f"{name}, correcting", f"{play}?amend={seq}")
                yield State(f"{name}, asking", f"{play}?about=1.0")
                yield State(f"{name}, watched", play, phone="watching")
                yield State(f"{name}, refused", f"{play}/write", (("move", "1.nothing.."),))
                yield State(f"{name}, board", f"/t/{table}/board")
            if part == 1:
                yield State(f"{name}, sheet", f"/t/{table}/1/sheet")
                for seq, suit in dict.fromkeys(noted(author.tables.load(table))):
                    yield State(f"{name}, noted {seq} {suit}", f"{play}?amend={seq}&suit={suit}")


def noted(found: Table) -> Iterator[tuple[int, str]]:
    """The first line that might have been told with each of the notes on chips, and the suit to open for it."""
    play, known = found.known.plays[1], set()
    for seq, state in sorted(play.before.items()):
        for pick in (pick for entry in play.referee.entries(state) for pick in picks(entry)):
            if isinstance(pick.action, Action) and pick.note and pick.note not in known:
                known.add(pick.note)
                yield seq, suit_in(spelled_move(pick.action))


def suit_in(move: str) -> str:
    """The suit of the card in a move, or nothing."""
    found = re.search(r"[a-z]+[0-9]?(?=-\d)", move)
    return found[0] if found else ""


def at_odds(author: Author, game: Game) -> Iterator[State]:
    """A referee's round in which not all goes well: a line fits no more, somebody was faster, he is sent away."""
    found = sorted(FOLDER.glob(f"{game.slug}-referee-*.txt"))
    for path in found[-1:]:  # no game without a referee has any
        name = path.stem
        # What comes next may also be a mark on the pad.
        table, coming = next(one for one in (author.retell(name, part / 10) for part in range(6, 0, -1)) if one[1])
        here = f"/t/{table}/1/play"
        author.write(table, move_back(coming), "seated")
        seq = author.tables.load(table).known.seq
        yield State(f"{name}, too late", f"{here}/write", (("move", coming), ("seen", str(seq - 1))))
        author.write(table, Action(1, STOP))
        for page in ("1/play", "1/", "journal"):
            yield State(f"{name}, sent away, {page}", f"/t/{table}/{page}")
        yield State(f"{name}, sent away, watched", here, phone="watching")
        yield from misfitting(author, name)
        yield from agreed_moves(author, name)


def misfitting(author: Author, name: str) -> Iterator[State]:
    """A round in which an earlier move was corrected, so that a later one fits no more."""
    table, _ = author.retell(name, 0.6)
    wrong = next(act for act in corrections(author.tables.load(table)) if misfit(author.tables.load(table), act))
    author.write(table, wrong)
    here = f"/t/{table}/"
    for page in ("1/play", "1/sheet", "journal", "", "board"):
        yield State(f"{name}, misfit, {page}", here + page)
    yield State(f"{name}, misfit, watched", f"{here}1/play", phone="watching")
    yield State(f"{name}, misfit, seated", f"{here}1/play", phone="seated")
    seq = misfit(author.tables.load(table))
    yield State(f"{name}, misfit, mending", f"{here}1/play?amend={seq}")
    yield State(f"{name}, misfit, refused", f"{here}1/play/write", (("move", "1.nothing.."),))


def agreed_moves(author: Author, name: str) -> Iterator[State]:
    """A round told to its end that all agreed to: a move of it changes only for a reason."""
    table, _ = author.retell(name)
    found = author.tables.load(table)
    author.write(table, Agree(1, found.setup.seats(1), found.came_to(1)))
    here = f"/t/{table}/1/play"
    yield State(f"{name}, agreed", here)
    last = max(found.known.plays[1].before)
    yield State(f"{name}, agreed, taken back", f"{here}/write", (("strike", str(last)),))
    act = next(act for act in corrections(found) if misfit(found, act))
    move = spelled_move(act.act)
    yield State(f"{name}, agreed, corrected", f"{here}/write", (("amend", str(act.seq)), ("move", move)))


def misfit(found: Table, act: Amend | None = None) -> int | None:
    """The line of the first round that fits no more, once this is written as well."""
    play = (found.after(act) if act else found).known.plays[1]
    return play.misfit.seq if play.misfit else None


def corrections(found: Table) -> Iterator[Amend]:
    """Every move of the first round told otherwise, the newest first, as the rules allow it in its place."""
    play = found.known.plays[1]
    for seq, state in sorted(play.before.items(), reverse=True):
        line = found.line(seq)
        for pick in (pick for entry in play.referee.entries(state) for pick in picks(entry)):
            if pick.cannot is None and line and pick.action != line.act:
                try:
                    play.instead(seq, pick.action)
                except Illegal:
                    continue
                yield Amend(seq, pick.action)
