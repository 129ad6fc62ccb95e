"""Write a thousand random agreed rounds under today's rules. Run once per release; the file is kept for ever.

`.venv/bin/python -m tools.agreed <release>` from the project's folder.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Marks, Setup
from scorekeeper.games.pads.boxes import NumberBox
from scorekeeper.table.journal import Act, Agree, Change, Write, dump
from tests.kept.agreed import FOLDER, MANY, table
from tests.support.diabolo import enter_round, play, random_round
from tests.support.games import any_option, spots, table_of
from tests.support.walks import walk


def play_rounds(slugs: Iterator[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the game and the journal, as JSON lines, of random rounds that have a result and are agreed."""
    for number, slug in enumerate(slugs):
        setup, marks = deal_round(GAMES[slug], Random(f"{slug} {number}"))
        acts: list[Act] = [Change(setup), Write(marks)]
        played = table(slug, acts)
        if played.sheet(1).decided:
            acts.append(Agree(1, setup.seats(1), played.sheet_digest(1), played.outcome(1)))
            yield slug, [dump(act) for act in acts]


def deal_round(game: Game, chance: Random) -> tuple[Setup, Marks]:
    """Return a random table and the marks of its first round.

    They come from random moves if the game has a referee, otherwise from random numbers.
    """
    players = chance.randint(*game.seats)
    if game.slug == "diabolo":  # its referee cannot finish a round: the hands are entered on the pad
        hands = random_round(chance, players)
        setup = play(*hands.hands)
        return setup, enter_round(setup, "hands", hands).marks
    setup = table_of(
        game, players, **{option.key: any_option(option, chance) for option in game.options if option.choices}
    )
    if game.referee is None:
        return setup, {spot: chance.randint(0, 60) for spot, box in spots(game, setup) if isinstance(box, NumberBox)}
    *_, last = walk(game, setup, chance)
    return setup, game.referee.marks(last.state)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1][0].isdigit():
        sys.exit(__doc__)
    # mtime=0: the same rounds give the same bytes, so git shows no difference.
    with gzip.GzipFile(FOLDER / f"{sys.argv[1]}.jsonl.gz", "wb", 9, mtime=0) as file:
        for journal in islice(play_rounds(cycle(GAMES)), MANY):
            file.write((json.dumps(journal, ensure_ascii=False, separators=(",", ":")) + "\n").encode())
