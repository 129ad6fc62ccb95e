"""Every game the app knows, found in its folder: a folder with a GAME is a game."""

from importlib import import_module
from pkgutil import iter_modules

from scorekeeper.games.game import Game

GAMES: dict[str, Game] = {
    game.slug: game
    for game in sorted(
        (import_module(f"{__name__}.{found.name}").GAME for found in iter_modules(__path__) if found.ispkg),
        key=lambda game: (game.shelf, game.slug),
    )
}
