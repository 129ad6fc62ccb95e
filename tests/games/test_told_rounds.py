"""Rounds that are told move by move, in the file `moves.toml` of a game: what the referee says, offers and refuses.

`told` are the moves so far, each as a button encodes it, as the game's own tests write it, or a name of `moves` for
several. `move` is one more, which is looked at before it is told. What is expected is a fact of `Told`. `no_moves` are
refused at once, whoever plays.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.cards import Card
from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Marks
from scorekeeper.games.referee import Action, Board, Pick
from scorekeeper.language.text import Text, rules
from scorekeeper.table.notation import decode_move
from tests.support import diabolo, hawaiki, parade
from tests.support.marks import play_game
from tests.support.worked_rounds import FOLDER, Case, write

PREPARED: dict[str, Callable[..., Any]] = {
    "holding": lambda state, *hands: hawaiki.holding(state, *map(int, hands)),
    "empty": lambda state, covered: hawaiki.empty_draw_pile(state, int(covered)),
    "locked": lambda state, *slots: diabolo.locked_by(state, slots),
    "harmless": lambda state, turns: parade.harmless(state, int(turns)),
}
"""What tests set up without telling every move: "holding 1 3 2 5" are numbers of cards in the hands."""


def read_move(slug: str, state: Any, text: str) -> Action:
    """Return a move. A card alone is placed or played by whoever plays next."""
    if slug == "diabolo" and " " in text:
        return diabolo.placing(state, text)
    if slug == "diabolo" and text == "stuck":
        return diabolo.stuck(state)
    if slug == "parade" and "." not in text:
        return Action(1, "play", state.seat, (text,))
    return decode_move(f"{state.round}.{text}")


class Told:
    """A round as it has been told, and one more move that is looked at."""

    def __init__(self, game: Game, file: Case, case: Case) -> None:
        options = {**file.get("options", {}), **case.get("options", {})}
        self.game, self.setup = game, play_game(game, *case.get("players", file["players"]), **options)
        assert game.referee
        self.referee = game.referee
        self.state = self.before = self.referee.start(
            self.setup, self.earlier(case), case.get("round", 1), case.get("leader", 0)
        )
        self.last: Action | None = None
        for text in self.expand(file, [*case.get("start", file["start"]), *case.get("told", ())]):
            word, *details = text.split()
            if word in PREPARED:
                self.state = PREPARED[word](self.state, *details)
            else:
                self.before, self.last = self.state, read_move(game.slug, self.state, text)
                self.state = self.referee.apply(self.state, self.last)
        self.move = read_move(game.slug, self.state, case["move"]) if "move" in case else None

    def earlier(self, case: Case) -> Marks:
        """Return the marks of the rounds before."""
        return {
            spot: mark
            for number, entered in enumerate(case.get("earlier", ()), 1)
            for spot, mark in write(self.game, self.setup, number, entered)
        }

    def expand(self, file: Case, texts: list[str]) -> Iterator[str]:
        for text in texts:
            yield from file.get("moves", {}).get(text, [text])

    @cached_property
    def board(self) -> Board:
        """What is shown: the round as it is, or what the further move would bring."""
        return self.referee.preview(self.state, self.move) if self.move else self.referee.view(self.state)

    @property
    def reads(self) -> str:
        """The further move in words, otherwise the last one."""
        state, move = (self.state, self.move) if self.move else (self.before, self.last)
        assert move
        return str(self.referee.narrate(state, move, False))

    @cached_property
    def reason(self) -> Text:
        """Why the move is refused. If it cannot even be looked at, the reason is the same."""
        assert self.move
        with pytest.raises((Illegal, Malformed)) as told:
            self.referee.apply(self.state, self.move)
        with suppress(Illegal, Malformed):
            self.referee.preview(self.state, self.move)
            return told.value.reason
        with pytest.raises((Illegal, Malformed), match=re.escape(str(told.value.reason))):
            self.referee.preview(self.state, self.move)
        return told.value.reason

    @property
    def refused(self) -> str:
        return str(self.reason)

    @property
    def rules(self) -> list[str]:
        """The rules that a refusal cites."""
        return sorted(rules(self.reason))

    @property
    def unfinished(self) -> str:
        """What the round still needs, nothing if it is over."""
        return str(self.referee.unfinished(self.state) or "")

    @property
    def shows(self) -> list[str]:
        return [str(text) for text in (*self.board.says, *self.board.follows)]

    @property
    def title(self) -> str:
        return str(self.board.title)

    @property
    def about(self) -> str:
        return str(self.board.about)

    @property
    def heading(self) -> str:
        return str(self.board.heading)

    @property
    def new(self) -> bool:
        return bool(self.board.new)

    @property
    def replies(self) -> list[str]:
        return [str(reply.label) for reply in self.board.replies]

    @property
    def offers(self) -> list[str]:
        """The kinds of moves that are offered."""
        return [entry.key for entry in self.referee.entries(self.state)]

    @property
    def buttons(self) -> dict[str, list[str]]:
        """The labels of what can be tapped, by kind of move."""
        return {key: [str(pick.label) for pick in picks] for key, picks in self.picks.items()}

    @property
    def disabled(self) -> dict[str, list[str]]:
        """Why buttons are disabled, each reason once, by kind of move."""
        return {
            key: [*dict.fromkeys(str(pick.cannot) for pick in picks if pick.cannot)]
            for key, picks in self.picks.items()
        }

    @property
    def hints(self) -> dict[str, str]:
        return {entry.key: str(entry.hint) for entry in self.referee.entries(self.state)}

    @property
    def picks(self) -> dict[str, list[Pick]]:
        return {
            entry.key: [pick for group in entry.groups for pick in group.picks]
            for entry in self.referee.entries(self.state)
        }

    @property
    def known(self) -> Mapping[str, Any]:
        """What the referee knows, by its name in the state of the round."""
        return {name: plain(getattr(self.state, name)) for name in dir(self.state) if name[0] != "_"}

    @property
    def pad(self) -> Marks:
        return self.referee.marks(self.state)

    @property
    def scores(self) -> list[int]:
        return list(self.game.score(self.setup, self.pad, 1).totals.values())


FACTS = {
    *("reads", "refused", "rules", "unfinished", "shows", "title", "about", "heading", "new", "replies", "offers"),
    *("buttons", "disabled", "hints", "known", "pad", "scores"),
}


def plain(value: object) -> object:
    """Return a value of a state as a file can give it."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Mapping):
        return [plain(each) for each in value.values()]
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    return value if isinstance(value, int | str) else "" if value is None else str(value)


def check(told: Told, expected: Case) -> None:
    """Check every fact that a file gives."""
    for name in sorted(FACTS & expected.keys()):
        fact, given = getattr(told, name), expected[name]
        if name == "pad":
            given = dict(write(told.game, told.setup, 1, given))
        elif isinstance(given, dict):
            fact = {key: fact.get(key, "") for key in given}
        assert fact == given, name


FILES = {path.parent.name: tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*/moves.toml"))}


def list_told() -> Iterator[Any]:
    for slug, file in FILES.items():
        for case in file["round"]:
            yield pytest.param(GAMES[slug], file, case, id=f"{slug}: {case['rule']}")


def list_no_moves() -> Iterator[Any]:
    for slug, file in FILES.items():
        for text in file["no_moves"]:
            yield pytest.param(GAMES[slug], file, text, id=f"{slug}: {text}")


KNOWN = {"rule", "players", "options", "round", "leader", "earlier", "start", "told", "move"}


@pytest.mark.parametrize(("game", "file", "case"), list(list_told()))
def test_a_round_goes_on_as_the_rules_say(game: Game, file: Case, case: Case) -> None:
    assert case.keys() <= KNOWN | FACTS
    assert case.keys() & FACTS, "says what comes of it"
    check(Told(game, file, case), case)


@pytest.mark.parametrize(("game", "file", "text"), list(list_no_moves()))
def test_what_is_no_move_is_malformed_and_can_still_be_read_out(game: Game, file: Case, text: str) -> None:
    told = Told(game, file, {"move": text})
    assert told.move
    for look in (told.referee.apply, told.referee.preview):
        with pytest.raises(Malformed, match="That is not a move"):
            look(told.state, told.move)
    assert told.reads
