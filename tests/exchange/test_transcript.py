"""Transcripts: one canonical form, parsed back to the same table, and errors that name the first invalid line."""

import re
from random import Random

import pytest

from scorekeeper.exchange import native, transcript
from scorekeeper.exchange.acts import format_act, parse_act
from scorekeeper.exchange.transcript import parse, serialise
from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.referee import Action
from scorekeeper.storage.exchange import import_package
from scorekeeper.storage.groups import Groups
from scorekeeper.table.agreement import Outcome
from scorekeeper.table.journal import Act, Agree, Amend, By, Change, Close, Reopen, SetClock, Strike, Write, dump
from tests.support.http import cookie
from tests.support.payloads import payloads
from tests.support.soak import SOAK
from tests.support.tables import Author
from tests.support.transcripts import FOLDER, of_few_or_many

NAMES = [path.stem for path in sorted(FOLDER.glob("*.txt")) if SOAK or of_few_or_many(path)]


def write_transcript(groups: Groups, name: str = "parade-referee-3") -> str:
    table, _ = Author(groups.tables, ("Anna", 'Bo, "B"', "Zoë", "李小龍", "O/H", "<b>")).retell(name)
    return serialise(groups.tables.load(table))


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_written_read_and_written_again_as_the_same_text(
    groups: Groups, elsewhere: Groups, name: str
) -> None:
    table, _ = Author(groups.tables).retell(name)
    text = serialise(groups.tables.load(table))
    package = parse(text, results=True)
    assert package.tables == (native.export_table(groups.tables.load(table)),)
    assert import_package(elsewhere, package) == (table, False, 1)
    assert serialise(elsewhere.tables.load(table)) == text
    assert import_package(groups, package).tables == 0


@pytest.mark.parametrize("name", NAMES)
def test_it_tells_each_tap_as_the_buttons_spell_it_and_what_the_app_said(groups: Groups, name: str) -> None:
    table, _ = Author(groups.tables, ("Alice", "Bo", "Cleo", "Dinah", "Edgar", "Fifi", "Gus")).retell(name)
    text = serialise(groups.tables.load(table))
    taps = [line[2:] for line in (FOLDER / f"{name}.txt").read_text().splitlines() if line.startswith("> ")]
    _, *spelled = [line[2:] for line in text.splitlines() if line.startswith("> ")]
    assert [_tap(line) for line in spelled] == [_tap(tap) for tap in taps]
    assert taps
    assert "> {" not in text


def _tap(line: str) -> str:
    return dump(parse_act(line))


ACTS: tuple[Act, ...] = (
    Write({Spot(1, "end", "all"): None, Spot(2, "note", "note"): "wet; a=b/c 5.5", Spot(2, "red", "cards", 1, "7"): 1}),
    Write({Spot(1, "note", "note"): "17"}),
    Write({Spot(1, "red", "flip", 0): True}),
    Write({Spot(1, "a.b", "c;d", 0, "="): -3}),
    Write({}),
    Strike(2),
    Amend(2, Write({Spot(1, "red", "cards", 1, "7"): 0})),
    Amend(3, Action(1, "play", 0, ("green-3",))),
    Action(1, "play", None, ("red-0", "1")),
    Agree(1, (0, 1), "0" * 32),
    Agree(1, (0, 1), "0" * 32, Outcome("a" * 32, ((0, 5), (1, -3)), ((0, 1),), (0,), (("red", 0, None), ("x", 1, 2)))),
    Reopen(1, "miscounted because of / a ; \n line"),
    Close(3),
    SetClock("pause"),
    SetClock("turn", 1),
    Change(Setup(("Ann, \"a\" / b", " Bo\\", "players"), {"edition": "en2013", "c1": "sky = 5 / 3", "n": 2, "w": "2"},
           ((1, (0, 1)), (2, (1, 0, 2))), 1, ((1, 1, {}), (2, 3, {"edition": "a b"})))),
)  # fmt: skip


@pytest.mark.parametrize("act", ACTS, ids=lambda act: type(act).__name__)
def test_each_kind_of_line_is_read_back_as_it_was(act: Act) -> None:
    assert "\n" not in format_act(act)
    assert dump(parse_act(format_act(act))) == dump(act)


def test_an_option_without_a_value_is_written_as_json() -> None:
    act = Change(Setup(("Anna",), {"edition": None}, ((1, (0,)),)))  # type: ignore[dict-item]
    assert format_act(act) == dump(act)


@pytest.mark.parametrize("name", payloads("canary.test"))
def test_names_are_read_back_letter_by_letter(name: str) -> None:
    act = Change(Setup((name, f"{name}, too"), {"c1": name}, ((1, (0, 1)),)))
    assert dump(parse_act(format_act(act))) == dump(act)


@pytest.mark.parametrize("name", ["Anna, the first", 'Bo "Bobo"', "Cleo/Clea", " Dora", "back\\slash", ""])
def test_a_name_with_a_sign_of_ours_is_still_spelled_in_our_own_words(name: str) -> None:
    act = Change(Setup(("Edgar", name), {}, ((1, (0, 1)),)))
    assert format_act(act).startswith("players Edgar, ")
    assert parse_act(format_act(act)) == act


LOOSER = (
    lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    lambda text: re.sub(r"(?m)^ *\d+  .*\n", "", text),
    lambda text: re.sub(r"(?m)^=.*\n", "", text),
    lambda text: re.sub(r"(?m)^", "   ", text),
    lambda text: text.replace("\n\n", "\n; a remark\n\n\n"),
    lambda text: text.replace("game: ", "Game :"),
    lambda text: text.replace("> move ", ">  MOVE "),
    lambda text: re.sub(r"(?m)^(  \d  ).*$", r"\1something else", text),
)


@pytest.mark.parametrize("change", LOOSER, ids=range(len(LOOSER)))
def test_a_looser_text_is_read_as_the_same_table(groups: Groups, change: object) -> None:
    text = write_transcript(groups)
    looser = change(text)  # type: ignore[operator]
    assert looser != text
    assert parse(looser) == parse(text)
    assert parse(looser.encode()) == parse(text)


def test_who_plays_and_what_was_tapped_is_enough(elsewhere: Groups) -> None:
    text = "Scorekeeper transcript 1\ngame: tally\n> players Anna, Bo\n> 1.points.points.0.=5; 1.points.points.1.=3\n"
    brought = import_package(elsewhere, parse(text))
    table = elsewhere.tables.load(brought.id)
    assert (table.setup.players, dict(table.standings().totals)) == (("Anna", "Bo"), {0: 5, 1: 3})
    assert import_package(elsewhere, parse(text)) == (brought.id, False, 0)


def line_of(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("start", "instead", "why"),
    [
        ("> move 1.play", "> move 1.play.0.red-99", ""),
        ("> move 1.line", "> mvoe 1.line", "There is no such box on the pad."),
        ("> move 1.line", "hello", "This is not a valid transcript line."),
        ("> move 1.line", "> take back 99", "There is no such entry to take back."),
        ("> move 1.line", "> 1.pink.cards.0.5=1", "There is no such box on the pad."),
        ("> move 1.line", "> 1.red.cards.9.5=1", "There is no such box on the pad."),
        ("> players", "> 1.end.all..=1", "A table must start with its players."),
        ("> players", "> players", "This is not a valid transcript line."),
        ("@", "@ 2026-13-45 00:00:00 ~8d3f6f0f7b1c2a4e", "This is not a valid transcript line."),
        ("@", "@ somebody", "This is not a valid transcript line."),
    ],
)
def test_the_first_line_that_does_not_fit_is_named(groups: Groups, start: str, instead: str, why: str) -> None:
    text = write_transcript(groups)
    number = line_of(text, start)
    lines = text.splitlines()
    lines[number - 1] = instead
    with pytest.raises(Malformed, match=rf"^Line {number} is not valid: .*{re.escape(why)}"):
        parse("\n".join(lines))


def test_a_result_that_does_not_come_out_is_named_where_it_is_asked_for(groups: Groups) -> None:
    text = write_transcript(groups)
    number = line_of(text, "= ")
    lines = text.splitlines()
    lines[number - 1] = lines[number - 1].replace("Anna 16", "Anna 15")
    changed = "\n".join(lines)
    assert changed != text.rstrip()
    assert parse(changed) == parse(text)
    with pytest.raises(Malformed, match=rf"^Line {number} is not valid: .* The result is now different: "):
        parse(changed, results=True)


def test_a_transcript_of_no_line_is_refused() -> None:
    with pytest.raises(Malformed, match=r"^Line 1 is not valid: .*This is not a valid transcript line"):
        parse("Scorekeeper transcript 1\ngame: parade\nopened: 2026-11-22 18:30:00\n")


def test_a_transcript_in_the_words_of_another_release_is_the_same_table(groups: Groups) -> None:
    text = write_transcript(groups)
    other = re.sub(r"(?m)^( *\d+  |= [^.]*\. ).*", r"\1In other words.", text)
    assert other != text
    assert parse(other, results=True) == parse(text, results=True)


@pytest.mark.parametrize("head", ["", "game: chess\n", "game: parade\nrules: many\n", "game: parade\npad: [\n"])
def test_a_head_that_does_not_say_which_game_is_refused(head: str) -> None:
    with pytest.raises(Malformed, match=r"^Line 1 is not valid"):
        parse(f"Scorekeeper transcript 1\n{head}> players Anna\n")


def test_a_text_changed_anywhere_is_read_or_refused(groups: Groups) -> None:
    chance, text, refused = Random(4), write_transcript(groups), []
    for _ in range(60):
        place = chance.randrange(len(text))
        changed = text[:place] + chance.choice('0 ;/=>@"\\\n.{x') + text[place + chance.randint(0, 2) :]
        try:
            parse(changed)
        except Malformed as wrong:
            refused.append(str(wrong.reason))
    assert len(refused) > 9
    assert [why for why in refused if not why.endswith(".")] == []


def test_what_is_still_secret_is_not_told(groups: Groups) -> None:
    author = Author(groups.tables, ("Anna", "Bo", "Cleo", "Dora", "Eva"))
    table = author.open(GAMES["diabolo"], 5, doubler_commit="secret_simultaneous")
    setup = groups.tables.load(table).setup
    row, box = next((row.key, box.key) for row in GAMES["diabolo"].rows(setup) for box in row.boxes if box.hidden)
    seq = author.write(table, Write({Spot(1, row, box, 0): 1}))
    with pytest.raises(Malformed, match="secret"):
        serialise(groups.tables.load(table))
    author.write(table, Strike(seq))
    text = serialise(groups.tables.load(table))
    assert f".{box}." not in text
    assert "> nothing" in text
    assert transcript.parse(text, results=True).tables == (native.export_table(groups.tables.load(table)),)
    assert By(cookie("scoring")).browser not in text


@pytest.mark.parametrize("name", ["A\u2028B", "C\x85D\x0b", "E\rF", "", "a, b", "a/b", '"a"', "a\\b"])
def test_a_name_with_signs_that_end_lines_or_parts_elsewhere_is_read_back(name: str) -> None:
    act = Change(Setup((name, "Bo"), {}, ((1, (0, 1)),)))
    assert parse_act(format_act(act)) == act


@pytest.mark.parametrize("name", ["A\u2028B", "C\x85D", "E\rF", "G\ue000"])
def test_a_table_with_a_name_that_no_form_takes_is_refused_with_a_sentence(groups: Groups, name: str) -> None:
    setup = Setup((name, "Bo"), {}, ((1, (0, 1)),))
    table = groups.tables.load(groups.tables.open(GAMES["tally"], setup, cookie("scoring")))
    with pytest.raises(Malformed, match=r"That name contains characters that cannot be displayed\.$"):
        parse(serialise(table), results=True)


HOSTILE = {
    "deep": "> agree 1 by 0 to x as " + "[" * 20_000 + "]",
    "deep line": "> " + '{"a":' * 20_000,
    "deep pad": "pad: " + "[" * 20_000,
    "quotes": "> players " + '"' + '\\"' * 20_000,
    "large": "> take back " + "9" * 5_000,
    "many corrections": "\n".join(f"> take back {number}" for number in range(3, 1200)),
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_was_written_to_harm_is_refused(line: str) -> None:
    head = "Scorekeeper transcript 1\ngame: tally\n"
    more = "" if line.startswith("pad") else "> players Anna\n> 1.points.points.0.=1\n> 1.points.points.0.=2\n"
    with pytest.raises(Malformed):
        parse(f"{head}{more}{line}\n")
