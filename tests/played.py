"""The whole game of each transcript, to be tapped on the web: for measures and for pictures."""

from dataclasses import dataclass

from scorekeeper.games import GAMES
from scorekeeper.games.base import Game, Setup
from scorekeeper.games.journal import Write
from scorekeeper.web.fields import spell_back
from tests.games.transcript import FOLDER, setup_of
from tests.play import Browser


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: who by which rules, and what was tapped."""

    game: Game
    setup: Setup
    taps: tuple[str, ...]

    @property
    def acts(self) -> list[Write]:
        """What was tapped, as it is written in the journal."""
        rows = self.game.rows(self.setup)
        return [Write(spell_back(tap, self.setup, rows)) for tap in self.taps]


def played() -> list[Played]:
    """The transcripts of all games, in the order of the first page; what was taken back there stays."""
    found = []
    for game in sorted(GAMES.values(), key=lambda game: game.shelf):
        text = (FOLDER / f"{game.slug}.txt").read_text(encoding="utf-8")
        head = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines())
        taps = [line[2:] for line in text.splitlines() if line.startswith("> ") and not line.startswith("> take")]
        found.append(Played(game, setup_of(game, head), tuple(taps)))
    return found


def refereed(browser: Browser, name: str, moves: int) -> tuple[str, str]:
    """Tell the first moves of a refereed transcript; the table's address, and the move that comes next."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    game = GAMES[name.partition("-")[0]]
    head = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines())
    told = [line.removeprefix("> move ") for line in text.splitlines() if line.startswith("> move ")]
    table = tapped(browser, Played(game, setup_of(game, head), ()))
    for move in told[:moves]:
        browser.post(f"{table}1/play/write", [("move", move)])
    return table, told[moves]


def tapped(browser: Browser, one: Played) -> str:
    """Open a table of the game and tap it through, as a browser without script does; the table's address."""
    new = f"/games/{one.game.slug}/new"
    browser.get(new)
    seats = [("seat", name) for name in one.setup.players]
    options = [(f"option.{key}", str(value)) for key, value in one.setup.options.items()]
    browser.post(new, [*seats, *options, ("starter", str(one.setup.starter)), ("do", "open")])
    table = f"/t/{browser.url.split('/t/')[1].split('/')[0]}/"
    for tap in one.taps:
        browser.post(f"{table}{tap.split('.')[0]}/write", [("tap", tap)])
    return table
