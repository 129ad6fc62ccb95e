"""Broken and hostile pad files: each is a pad or is refused in a sentence, and none takes long."""

import time
from collections.abc import Iterator
from random import Random

import pytest

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup
from scorekeeper.games.pads.padfile import MOST_BYTES, Mistake
from scorekeeper.games.pads.reading import parse_pad
from scorekeeper.games.shelf import PADS_FOLDER
from tests.support.games import NAMES, any_marks
from tests.support.payloads import payloads
from tests.support.soak import SOAK

MANY = 50_000 if SOAK else 600

LONGEST = 0.05
"""The maximum number of seconds to read a file and to score rounds on it."""

FILES = {file.stem: file.read_text(encoding="utf-8") for file in sorted(PADS_FOLDER.glob("*.toml"))}

ODD = (
    "\x00",
    "\u202e",
    "[[",
    "]]",
    '"""',
    "'",
    "= ",
    "\n[row.x]\n",
    "[let]\n",
    "9" * 11,
    "-1",
    "true",
    "{",
    "{suit}",
    "{label}",
    "1e400",
)

FORMULAS = (
    "score", "all(all(hearts))", "1/0", "99999^9", "before(last(score))", "if(1,2", "max()", "a.b", "__import__('os')",
    "().__class__", "sum(all(sum(all(sum(all(sum(all(1))))))))", "1 " * 400, "(" * 200, "not " * 90 + "1",
    "-" * 90 + "1",
    "9" * 900, "x" * 900, "1+" * 300 + "1", "table(1," * 20 + "1" + ")" * 20, "lambda: 1", "'a' = 'b'",
    "sum(suits({suit}))", "suits(" * 200, "suits(earlier({suit}_a, " * 40 + ")" * 80,
)  # fmt: skip


def try_file(text: str, chance: Random) -> str:
    """Read a file and, if it is a pad, score rounds on it. Return the refusal, or "" if there is none."""
    wrong = None
    try:
        pad = parse_pad(text, "try")
    except Mistake as mistake:
        wrong = mistake
    if wrong:
        assert str(wrong.reason).endswith((".", "?")), wrong
        assert 0 <= wrong.line <= text.count("\n") + 1
        return str(wrong)
    game = Game(pad)
    players = chance.randint(*game.seats)
    setup = Setup(NAMES[:players], dict(game.default_options()), ((1, tuple(range(players))),))
    marks = any_marks(game, setup, chance)
    sheet = game.score(setup, marks, chance.choice((1, 3)))
    assert str(sheet.verdict)
    assert all(str(problem.text) for problem in (*sheet.problems, *sheet.open))
    return ""


def scramble(text: str, chance: Random) -> str:
    """Return a file with a random fault."""
    at = chance.randrange(len(text) + 1)
    match chance.randrange(6):
        case 0:
            return text[:at] + text[at + chance.randrange(40) :]
        case 1:
            return text[:at] + chance.choice(ODD) + text[at:]
        case 2:
            lines = text.split("\n")
            chance.shuffle(lines)
            return "\n".join(lines)
        case 3:
            lines = text.split("\n")
            line = chance.randrange(len(lines))
            again = lines[line : line + 3] * chance.randrange(4)
            return "\n".join([*lines[:line], *again, *lines[line + chance.randrange(3) :]])
        case 4:
            parts = text.split('points = "')
            return f'points = "{chance.choice(FORMULAS)}"\n#'.join(parts)
    return "".join(chance.choice(text) if chance.random() < 0.01 else sign for sign in text)


def monsters() -> Iterator[str]:
    """Yield files that are meant to take long."""
    head = 'format = 1\nname = "x"\nplayers = [12, 12]\n'
    row = '[row.a]\nlabel = "a"\n'
    yield "a" * (MOST_BYTES + 1)
    yield "[" * 9_000
    yield "x = " + "[" * 9_000
    yield "x = " + "{a=" * 3_000
    yield ".".join(["a"] * 9_000) + " = 1"
    yield "\n".join(f"[{'a.' * number}b]" for number in range(200))
    yield head + "\n".join(f"[row.r{number}]\nlabel = 'x'" for number in range(2_000))
    chain = "".join(f'v{number} = "v{number + 1} + v{number + 1}"\n' for number in range(58))
    yield f'{head}{row}[let]\n{chain}v58 = "a"'
    chain = "".join(f'v{number} = "sum(all(v{number + 1} + sum(all(v{number + 1}))))"\n' for number in range(20))
    yield f'{head}{row}[row.b]\nlabel = "b"\npoints = "v0"\n[let]\n{chain}v20 = "sum(all(a))"'
    for formula in FORMULAS:
        yield f'{head}{row}[row.b]\nlabel = "b"\npoints = """{formula}"""'
    for sign in ("x", "=", "'", "a.", "[a\n", "#", "\n", "\\"):
        yield head + sign * (30_000 // len(sign))


def long(text: str, seed: int) -> float:
    """Return the processor time of a file in seconds, whatever else runs at the same time."""
    start = time.process_time()
    try_file(text, Random(seed))
    return time.process_time() - start


def slow(texts: Iterator[str]) -> list[tuple[float, str]]:
    """Return the files that take too long, with their seconds, even when tried again. Always empty outside of soak
    tests.
    """
    too_slow = []
    for number, text in enumerate(texts):
        if long(text, number) > LONGEST and SOAK:
            again = min(long(text, number) for _ in range(3))
            if again > LONGEST:
                too_slow.append((again, text[:200]))
    return too_slow


def test_a_broken_file_is_a_pad_or_refused_in_a_sentence() -> None:
    chance = Random(15)
    texts = list(FILES.values())

    def break_texts() -> Iterator[str]:
        for _ in range(MANY):
            text = chance.choice(texts)
            for _ in range(chance.choice((1, 1, 2, 5))):
                text = scramble(text, chance)
            yield text

    assert slow(break_texts()) == []


def test_a_file_that_is_meant_to_take_long_does_not() -> None:
    assert slow(monsters()) == []


@pytest.mark.parametrize("payload", payloads("nowhere.example"))
def test_whatever_stands_in_a_text_is_a_text_or_refused(payload: str) -> None:
    said = payload.replace("\\", "\\\\").replace('"', '\\"')
    row = f'[row.a]\nlabel = "{said}"\nhint = "{said}"\n'
    text = f'format = 1\nname = "{said}"\nplayers = [2, 4]\nsmall = ["{said}"]\n{row}'
    assert "Traceback" not in try_file(text, Random(1))
