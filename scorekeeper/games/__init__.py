"""All games the app knows: one for each subpackage that defines GAME, and one for each pad file."""

from importlib import import_module
from pkgutil import iter_modules

from scorekeeper.games.game import Game
from scorekeeper.games.scored import score_round
from scorekeeper.games.shelf import list_pads

__all__ = ["GAMES", "Game", "score_round"]

_FOLDERS = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if module.ispkg]

# The subpackage of the pads has no GAME of its own: it makes one of each pad file.
_ALL: list[Game] = [*(folder.GAME for folder in _FOLDERS if hasattr(folder, "GAME")), *list_pads()]

GAMES: dict[str, Game] = {game.slug: game for game in sorted(_ALL, key=lambda game: (game.shelf, game.slug))}
