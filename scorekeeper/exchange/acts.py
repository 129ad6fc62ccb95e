"""Acts of a table as the short words of a transcript.

The words use the same notation as the values of the app's buttons (see `table/notation.py`).
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Mark, Options, Setup
from scorekeeper.games.referee import Action
from scorekeeper.language.text import Text
from scorekeeper.table.journal import Act, Agree, Amend, Change, Close, Reopen, SetClock, Strike, Write, dump, load
from scorekeeper.table.notation import decode_changes, decode_mark, decode_move, encode_changes, encode_move

INVALID_LINE = Text("This is not a valid transcript line.")


def format_act(act: Act) -> str:
    """Return an act in the words of a transcript. Return JSON if the words would not be parsed as the same act."""
    try:
        words = _format_words(act)
        # Checked here, not assumed: names and reasons can hold anything, and a transcript must lead back to the same
        # act.
        if words and not re.search(r"[\r\n]", words) and dump(parse_act(words)) == dump(act):
            return words
    # A TypeError comes from an option without a value, which has no words.
    except (Malformed, TypeError):
        pass
    return dump(act)


def _format_words(act: Act) -> str:
    match act:
        case Write(changes):
            # A line without changes stands for one that was taken back while it was secret. It keeps its number.
            return encode_changes(changes) or "nothing"
        case Strike(seq):
            return f"take back {seq}"
        case Amend(seq, Write(changes)):
            return f"correct {seq} {encode_changes(changes)}"
        case Amend(seq, Action() as move):
            return f"correct {seq} {encode_move(move)}"
        case Action():
            return f"move {encode_move(act)}"
        case Agree(round, seats, of, outcome):
            kept = f" as {json.dumps(outcome, ensure_ascii=False, separators=(',', ':'))}" if outcome else ""
            return f"agree {round} by {_format_numbers(seats)} to {of}{kept}"
        case Reopen(round, why):
            return f"open {round} because {why}"
        case Close(after):
            return f"end after {after}"
        case SetClock(do, seat):
            return f"clock {do}" if seat is None else f"clock {do} {seat}"
        case Change(setup):
            return _format_setup(setup)
    return ""


def _format_setup(setup: Setup) -> str:
    seats = "; ".join(f"{first}: {_format_numbers(order)}" for first, order in setup.seating)
    parts = [f"players {', '.join(map(_format_name, setup.players))}", f"seats {seats}", f"starts {setup.starter}"]
    parts += [f"options {_format_options(setup.options)}".rstrip()]
    parts += [f"before {first}-{last} {_format_options(then)}".rstrip() for first, last, then in setup.earlier]
    parts += [f"signs {_format_numbers(setup.signs)}"] if setup.signs else []
    return " / ".join(parts)


def _format_numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _format_name(name: str) -> str:
    return json.dumps(name, ensure_ascii=False) if re.search(r'[,/"\\]|^\s|\s$|^$', name) else name


def _format_options(options: Options) -> str:
    return " ".join(f"{key}={_format_value(value)}" for key, value in options.items())


def _format_value(value: Mark) -> str:
    """Return an option's value as in a transcript. Text that would be parsed as a number is put in quotes."""
    said = quote(value, safe=",") if isinstance(value, str) else str(int(value))
    return f'"{said}"' if isinstance(value, str) and decode_mark(said) != value else said


def parse_act(words: str) -> Act:
    """Parse an act in the words of a transcript, or as JSON. Raise Malformed if it is invalid."""
    words = words.strip()
    if words.startswith("{"):
        return load(words)
    try:
        verb = next((verb for verb in VERBS if re.match(rf"{verb}\b", words, re.IGNORECASE)), None)
        return VERBS[verb](words[len(verb) :].strip()) if verb else Write(decode_changes(words))
    # The JSON inside the words can be nested so deeply that parsing it raises RecursionError.
    except (RecursionError, TypeError, ValueError) as broken:
        raise Malformed("", INVALID_LINE) from broken


def _parse_amend(words: str) -> Act:
    seq, _, new = words.partition(" ")
    # Only changes contain “=”. A move that contained it would be written as JSON, see `format_act`.
    return Amend(int(seq), Write(decode_changes(new)) if "=" in new else decode_move(new.removeprefix("move ").strip()))


def _parse_agree(words: str) -> Act:
    match = re.fullmatch(r"(\d+) by ([\d ]+) to (\w+)(?: as (\[.*\]))?", words)
    if not match:
        raise ValueError(words)
    round, seats, of, kept = match.groups()
    plain = {
        "agree": int(round),
        "seats": _parse_numbers(seats),
        "of": of,
        **({"outcome": json.loads(kept)} if kept else {}),
    }
    return load(json.dumps(plain))


def _parse_reopen(words: str) -> Act:
    round, _, why = words.partition(" because ")
    return Reopen(int(round), why)


def _parse_clock(words: str) -> Act:
    do, _, seat = words.partition(" ")
    return load(json.dumps({"clock": do, **({"seat": int(seat)} if seat else {})}))


def _parse_numbers(text: str) -> list[int]:
    return [int(number) for number in text.split()]


def _parse_change(words: str) -> Act:
    players, *parts = _split(words, "/")
    names = [json.loads(name) if name.startswith('"') else name for name in _split(players, ",")]
    plain: dict[str, Any] = {"players": names, "options": {}, "seating": [[1, [*range(len(names))]]], "starter": 0}
    for part in parts:
        key, _, said = part.partition(" ")
        match key.lower():
            case "seats":
                orders = [order.partition(":") for order in said.split(";")]
                plain["seating"] = [[int(first), _parse_numbers(order)] for first, _, order in orders]
            case "starts":
                plain["starter"] = int(said)
            case "options":
                plain["options"] = _parse_options(said)
            case "signs":
                plain["signs"] = _parse_numbers(said)
            case "before":
                rounds, _, then = said.partition(" ")
                first, _, last = rounds.partition("-")
                plain.setdefault("earlier", []).append([int(first), int(last), _parse_options(then)])
            case _:
                raise ValueError(part)
    return load(json.dumps(plain))


def _split(text: str, sign: str) -> list[str]:
    """Return the parts of a text between the characters `sign`, except inside double quotes.

    Raise ValueError if a part is empty.
    """
    # A single pass instead of a regular expression, whose time could explode on a text made for it.
    parts, quoted, start, place = [], False, 0, 0
    while place < len(text):
        letter = text[place]
        if letter == "\\" and quoted:
            place += 1
        elif letter == '"':
            quoted = not quoted
        elif letter == sign and not quoted:
            parts.append(text[start:place].strip())
            start = place + 1
        place += 1
    parts.append(text[start:].strip())
    if not all(parts):
        raise ValueError(text)
    return parts


def _parse_options(text: str) -> dict[str, object]:
    pairs = [part.partition("=") for part in text.split()]
    return {key: unquote(value[1:-1]) if value.startswith('"') else decode_mark(value) for key, _, value in pairs}


VERBS: Mapping[str, Callable[[str], Act]] = {
    "players": _parse_change,
    "move": decode_move,
    "take back": lambda words: Strike(int(words)),
    "correct": _parse_amend,
    "agree": _parse_agree,
    "open": _parse_reopen,
    "end after": lambda words: Close(int(words)),
    "clock": _parse_clock,
    "nothing": lambda words: Write({}),
}
