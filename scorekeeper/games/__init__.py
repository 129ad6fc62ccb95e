"""Every game the app knows, found where it lies: a folder with a GAME is a game, and so is each file of a pad."""

from importlib import import_module
from pkgutil import iter_modules

from scorekeeper.games.game import Game
from scorekeeper.games.pads.game import game_of
from scorekeeper.games.pads.shelf import pads

_FOLDERS = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__) if found.ispkg]

_FOUND: list[Game] = [*(folder.GAME for folder in _FOLDERS if hasattr(folder, "GAME")), *map(game_of, pads())]

GAMES: dict[str, Game] = {game.slug: game for game in sorted(_FOUND, key=lambda game: (game.shelf, game.slug))}
