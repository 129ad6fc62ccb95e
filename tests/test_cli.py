"""The command line answers questions, checks rulings, prints pads, and refuses with a sentence."""

import json
import os
import shlex
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from pypdf import PdfReader

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.strictjson import parse_json
from tests.support.command import scorekeeper
from tests.support.own_pads import GOLF
from tests.support.server import COMMAND, lead_here

RULINGS = Path(__file__).parent / "games" / "rulings.json"

REMOVAL = {
    "line_front_to_end": ["blue-5", "green-0", "green-7", "red-3", "blue-7", "red-1", "green-4"],
    "played": "green-3",
}


def file_of(tmp_path: Path, *rulings: object) -> str:
    path = tmp_path / "rulings.json"
    path.write_text(json.dumps({"rulings": rulings}), encoding="utf-8")
    return str(path)


def removal(**changed: object) -> dict[str, object]:
    """Return a correct worked ruling with some values changed."""
    expected = {"removed": ["green-0", "green-7", "red-3"]}
    return {"id": "R-1", "game": "parade", "kind": "removal", "input": REMOVAL, "expected": expected} | changed


def test_rule_answers_a_question() -> None:
    said, _ = scorekeeper("rule", "parade", "removal", given=json.dumps(REMOVAL))
    assert json.loads(said)["removed"] == ["green-0", "green-7", "red-3"]


@pytest.mark.parametrize(
    ("question", "key"),
    [
        (REMOVAL | {"played": "pink-3"}, "played"),
        (REMOVAL | {"played": 3}, "played"),
        ({"played": "green-3"}, "line_front_to_end"),
        (REMOVAL | {"line_front_to_end": "blue-5"}, "line_front_to_end"),
        (REMOVAL | {"played": 1.5}, "played"),
        (REMOVAL | {"played": float("nan")}, "played"),
        (REMOVAL | {"played": 10**400}, "played"),
        (REMOVAL | {"played": [[[[[[[[["deep"]]]]]]]]]}, "played"),
        (REMOVAL | {"played": "green-\ud800"}, "played"),
        (REMOVAL | {"played": "green-\0"}, "played"),
    ],
)
def test_a_malformed_question_is_refused_with_a_sentence_that_names_the_key(
    question: dict[str, object], key: str
) -> None:
    answered, said = scorekeeper("rule", "parade", "removal", given=json.dumps(question), code=2)
    assert answered == ""
    assert said.startswith(f"{key}: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "source",
    [b"", b"{", b"[]", b"null", b"\xff\xfe{}", b"[" * 100_000, b'{"a":' * 100_000, b"1" * 5000, b"1e999", b"-Infinity"],
)
def test_what_is_no_question_at_all_is_refused_with_a_sentence(source: bytes) -> None:
    _, said = scorekeeper("rule", "parade", "removal", given=source, code=2)
    assert said.endswith(".\n")


@pytest.mark.parametrize(("words", "named"), [(("chess", "removal"), "chess"), (("parade", "castling"), "castling")])
def test_an_unknown_game_or_kind_is_refused_by_name(words: tuple[str, str], named: str) -> None:
    _, said = scorekeeper("rule", *words, given="{}", code=2)
    assert named in said
    assert "parade" in said or "removal" in said


@pytest.mark.parametrize(
    ("game", "kind"), [(game.slug, kind) for game in GAMES.values() for kind in game.rulings], ids="-".join
)
def test_the_help_of_a_question_shows_what_it_asks_for_and_a_line_that_asks_it(game: str, kind: str) -> None:
    shape, _, line = scorekeeper("rule", game, kind, "--help")[0].rpartition("\n\n")
    assert {*json.loads(shape)["properties"]} == {blank.key for blank in GAMES[game].rulings[kind].blanks}
    given, _, command = line.partition(" | ")
    question = shlex.split(given)[1]
    assert json.loads(scorekeeper(*shlex.split(command)[1:], given=question)[0])["because"]


def test_all_that_is_wrong_is_said_at_once_a_line_for_each_key() -> None:
    _, said = scorekeeper("rule", "hawaiki", "variant", given='{"variant": "x", "hand": 0, "tokens": 3}', code=2)
    assert said.splitlines() == [
        "variant: Choose one of sacrifice, second_chance.",
        "hand: Write a whole number of at least 1.",
        "used_this_round: This is missing. Write true or false.",
    ]


def test_every_worked_ruling_of_a_known_game_holds(tmp_path: Path) -> None:
    known = [ruling for ruling in json.loads(RULINGS.read_text())["rulings"] if ruling["game"] in GAMES]
    assert known
    said, _ = scorekeeper("rule", "--check", file_of(tmp_path, *known))
    assert said == f"{len(known)} passed, 0 failed\n"


def test_a_ruling_that_differs_is_shown_with_both_answers(tmp_path: Path) -> None:
    wrong = removal(id="R-2", expected={"removed": ["red-3"]})
    said, _ = scorekeeper("rule", "--check", file_of(tmp_path, removal(), wrong), code=1)
    first, last = said.splitlines()
    assert first == 'R-2: expected {"removed": ["red-3"]} got {"removed": ["green-0", "green-7", "red-3"]}'
    assert last == "1 passed, 1 failed"


@pytest.mark.parametrize(
    ("ruling", "named"),
    [
        (removal(game="chess"), "chess"),
        (removal(kind="castling"), "castling"),
        (removal(input={"played": "green-3"}), "line_front_to_end"),
        (removal(input=None), "object"),
        (removal(input=REMOVAL | {"played": 0.5}), "played"),
        (removal(expected={"no such key": 1}), "no such key"),
        (removal(expected=None), "R-1"),
        (removal(input=REMOVAL | {"plaid": "green-3"}), "got a refusal: plaid: "),
        ({"id": "R-1", "inputs": REMOVAL, "expected": {}}, "R-1: expected {} got no input (inputs is not known here)"),
        ({"id": "R-1", "expect": {}}, "R-1: expected an answer to compare with got none (expect is not known here)"),
        ("nonsense", "nonsense"),
        ({}, "1: "),
    ],
)
def test_a_ruling_that_cannot_be_answered_counts_as_failed(tmp_path: Path, ruling: object, named: str) -> None:
    said, _ = scorekeeper("rule", "--check", file_of(tmp_path, ruling), code=1)
    first, last = said.splitlines()
    assert named in first
    assert last == "0 passed, 1 failed"


@pytest.mark.parametrize("content", ["", "[]", '{"rulings": {}}', "nonsense"])
def test_a_file_that_holds_no_rulings_is_refused_with_a_sentence(tmp_path: Path, content: str) -> None:
    path = tmp_path / "rulings.json"
    path.write_text(content)
    assert scorekeeper("rule", "--check", str(path), code=2)[1].endswith(".\n")


def test_a_ruling_waits_neither_for_the_web_nor_for_the_printer() -> None:
    program = (
        "import sys; from scorekeeper.cli import main; main(['rule', 'parade', 'deck']);"
        "print([name for name in ('flask', 'weasyprint', 'sqlite_utils') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", program], input=b'{"n": 3}', capture_output=True, check=True).stdout
    assert said.splitlines()[-1] == b"[]"


def test_pad_prints_a_file_that_somebody_writes_and_names_what_is_wrong_in_it(tmp_path: Path) -> None:
    file = tmp_path / "golf.toml"
    file.write_text(GOLF, encoding="utf-8")
    done = subprocess.run([*COMMAND, "pad", str(file)], capture_output=True, check=True, env=lead_here(os.environ))
    assert "Golf at home" in PdfReader(BytesIO(done.stdout)).pages[0].extract_text()
    file.write_text(GOLF.replace("most = 60", 'most = "many"'), encoding="utf-8")
    printed, said = scorekeeper("pad", str(file), code=2)
    assert printed == ""
    assert "golf.toml, line 10: Write a whole number from 1 to" in said
    assert "cannot be read" in scorekeeper("pad", str(tmp_path / "none.toml"), code=2)[1]


@pytest.mark.parametrize(
    "words",
    [
        ("tally", "--edition", "x"),
        ("parade", "--players", "9"),
        ("parade", "--paper", "A9"),
        ("parade", "--up", "3"),
        ("chess",),
    ],
)
def test_a_pad_that_cannot_be_is_refused_with_a_sentence(words: tuple[str, ...]) -> None:
    printed, said = scorekeeper("pad", *words, code=2)
    assert printed == ""
    assert said.endswith(".\n")


def test_list_names_every_game_by_the_name_that_other_commands_take() -> None:
    english, german = (
        dict(line.split(maxsplit=1) for line in scorekeeper("list", f"--lang={language}")[0].splitlines())
        for language in ("en", "de")
    )
    assert [*english] == [*german] == [*GAMES]
    assert (english["tally"], german["tally"]) == ("Any game", "Beliebiges Spiel")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play",), "No such command 'play'."),
        (("export",), "Missing argument 'ID'."),
        (("check", "--fast"), "No such option"),
        (("run", "now", "here"), "Got unexpected extra arguments (now here)"),
        (("run", "--port"), "Option '--port' requires an argument"),
        (("demo", "--minutes", "0"), "Invalid value for '--minutes'"),
        (("pad", "parade", "--players", "many"), "Invalid value for '--players'"),
        (("check", "--lang=tlh"), "Invalid value for '--lang'"),
    ],
)
def test_arguments_that_cannot_be_used_are_refused_with_the_usage_and_a_sentence(
    words: tuple[str, ...], sentence: str
) -> None:
    printed, said = scorekeeper(*words, code=2)
    assert printed == ""
    *usage, why = said.splitlines()
    assert all(line.startswith("Usage: scorekeeper ") for line in usage)
    assert why.startswith(sentence)


def refusal(source: bytes | str) -> str:
    """Return the sentence that refuses a source, "" if it is accepted."""
    try:
        parse_json(source)
    except Malformed as wrong:
        return str(wrong)
    return ""


@given(some.binary() | some.text(alphabet='{}[]",:0123456789.eE+-ntfau\\ dN'))
def test_anything_else_is_read_or_refused_but_never_breaks(source: bytes | str) -> None:
    assert refusal(source)[-1:] in ("", ".")


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ("NEW_TABLES = 'many'", "NEW_TABLES in config.py must be a number from 0 to 10000."),
        ("NEW_TABLES = -1", "NEW_TABLES in config.py must be a number from 0 to 10000."),
        ("NEW_TABLES = 1.5", "NEW_TABLES in config.py must be a number from 0 to 10000."),
        ("NEW_TABLES = None", "NEW_TABLES in config.py must be a number from 0 to 10000."),
        ("PRINT_EARLY = 'soon'", "PRINT_EARLY in config.py must be a number of seconds."),
        ("PRINT_EARLY = -1", "PRINT_EARLY in config.py must be a number of seconds."),
        ("PRINT_EARLY = True", "PRINT_EARLY in config.py must be a number of seconds."),
        ("PUBLIC_URL = 5", "PUBLIC_URL in config.py must be a whole address"),
        ("PUBLIC_URL = None", "PUBLIC_URL in config.py must be a whole address"),
        ("PUBLIC_URL = 'scores.example.org'", "PUBLIC_URL in config.py must be a whole address"),
        ("PUBLIC_URL = 'http://['", "PUBLIC_URL in config.py must be a whole address"),
        ("TRUSTED_HOSTS = {'a': 1}", "TRUSTED_HOSTS in config.py must be a list of names."),
        ("TRUSTED_PROXIES = 7", "TRUSTED_PROXIES in config.py must be a list of addresses or networks."),
    ],
)
def test_settings_of_the_wrong_kind_are_refused_in_a_line(tmp_path: Path, settings: str, why: str) -> None:
    (tmp_path / "config.py").write_text(f"{settings}\n")
    _, said = scorekeeper("run", "--host=127.0.0.1", "--port=0", "--instance", str(tmp_path), code=2)
    assert said.startswith(why)
    assert said.count("\n") == 1
