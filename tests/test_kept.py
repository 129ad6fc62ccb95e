"""What other programs and older versions rely on: addresses, form fields, journal lines, questions, and prints.

Bookmarked links, open pages and stored journals outlive a release. One of each is kept in kept.json. `pytest
tests/test_kept.py --rewrite` adds what is new, and the difference in git shows that nothing else changed. The form
fields are compared in tests/web/test_controls.py, where all pages are rendered.
"""

import hashlib
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.referee import Action
from scorekeeper.group import lines as group_lines
from scorekeeper.printing import blank_pads
from scorekeeper.printing.blank_pads import PadRequest
from scorekeeper.printing.layout import NoSuchPaper
from scorekeeper.table.journal import Act, Agree, Amend, Change, Reopen, SetClock, Strike, Write, dump, load
from tests.support.forms import Phones, field_names, nameless
from tests.support.games import WRITTEN
from tests.support.tables import Running, list_states

KEPT = Path(__file__).parent / "kept.json"
NAMES = ("Alice", "Bo", "Cleo", *"DEFGHIJKL")
SPOT = Spot(2, "red", "cards", 1, "7")
ACTS: tuple[Act, ...] = (
    Change(Setup(("Ann", "Bob"), {"edition": "en2013", "rounds": 2}, ((1, (0, 1)), (2, (1, 0))), 1)),
    Change(Setup(("Ann", "Bob"), {}, ((1, (0, 1)),), signs=(2, 0))),
    Write({SPOT: 1, Spot(1, "end", "all"): None, Spot(1, "note", "note"): "wet"}),
    Strike(2),
    Amend(2, Write({SPOT: 0})),
    Amend(3, Action(1, "play", 0, ("green-3",))),
    Action(1, "play", None, ("red-0", "1")),
    Agree(1, (0, 1), "0" * 32),
    Reopen(1, "miscounted"),
    SetClock("on"),
    SetClock("turn", 1),
)
"""A line of each kind."""

ANNA, BO = "a" * 12, "b" * 12

GROUP_ACTS: tuple[group_lines.GroupAct, ...] = (
    {"group": "Friday"},
    {"person": ANNA, "name": "Anna"},
    {"rename": ANNA, "name": "Änne"},
    {"merge": BO, "into": ANNA},
    {"part": BO},
    {"table": "0123456789ab", "persons": [[0, ANNA], [2, BO]]},
    {"leave": "0123456789ab"},
    {"season": "Winter", "from": 1_700_000_000},
    {"rating": True},
    {"sign": 2, "person": ANNA},
    {"strike": 2},
)
"""A line of each kind of a group in a file."""


def addresses(app: Flask) -> list[str]:
    """Return every address, once for each of its methods."""
    rules = app.url_map.iter_rules()
    return sorted(f"{how} {rule.rule}" for rule in rules for how in (rule.methods or set()) - {"HEAD", "OPTIONS"})


def fields(app: Flask) -> list[str]:
    """Return every field of any form, with the address that it is sent to."""
    phones = Phones(app)
    return field_names(app, {state: phones.read(state) for state in list_states(Running(app, 0), NAMES)})


def pads() -> Iterator[tuple[str, str]]:
    """Yield a blank pad of each layout in its usual size, with a digest of its HTML."""
    for slug, game in WRITTEN.items():
        for layout in game.paper(blank_pads.make_setup(game, game.seats[0])):
            try:
                html = blank_pads.render_pad(game, PadRequest(game.seats[0], "A4", 1, layout.key))
            except NoSuchPaper:
                continue
            yield f"{slug} {layout.key}", Outline(html).digest()


class Outline(HTMLParser):
    """The elements, attributes and words of a page, without the way in which its source is laid out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.parts: list[object] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts.append([tag, *sorted((name, " ".join((value or "").split())) for name, value in attrs)])

    def handle_endtag(self, tag: str) -> None:
        self.parts.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        if words := " ".join(data.split()):
            self.parts.append(words)

    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self.parts).encode()).hexdigest()


def questions() -> list[str]:
    """Return every kind of question with its required keys and older ones. Keys added later can be left out."""
    added = {("parade", "score"): {"majority_flip"}}
    return sorted(
        f"{slug} {kind}: {' '.join(sorted({blank.key for blank in ruling.blanks} - added.get((slug, kind), set())))}"
        for slug, game in WRITTEN.items()
        for kind, ruling in game.rulings.items()
    )


@pytest.fixture
def kept(app: Flask, request: pytest.FixtureRequest) -> dict[str, list[str] | dict[str, str]]:
    """The content of kept.json, written anew with --rewrite."""
    if request.config.getoption("--rewrite"):
        now = {
            "addresses": addresses(app),
            "fields": fields(app),
            "lines": [dump(act) for act in ACTS],
            "group_lines": [group_lines.dump_act(act) for act in GROUP_ACTS],
            "questions": questions(),
            "pads": dict(pads()),
        }
        KEPT.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    before: dict[str, list[str] | dict[str, str]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return before


def test_every_address_is_still_there(app: Flask, kept: dict[str, list[str]]) -> None:
    assert nameless(kept["addresses"]) <= nameless(addresses(app))


def test_every_kind_of_line_is_read_and_written_as_before(kept: dict[str, list[str]]) -> None:
    assert tuple(load(line) for line in kept["lines"]) == ACTS
    assert [dump(load(line)) for line in kept["lines"]] == kept["lines"]
    read = [group_lines.parse_act(line, seq) for seq, line in enumerate(kept["group_lines"], 1)]
    assert read == list(GROUP_ACTS)
    assert [group_lines.dump_act(act) for act in read] == kept["group_lines"]


def test_every_question_asks_for_what_it_asked_for(kept: dict[str, list[str]]) -> None:
    assert set(kept["questions"]) <= set(questions())


def test_every_pad_is_drawn_as_before(kept: dict[str, dict[str, str]]) -> None:
    assert dict(pads()) == kept["pads"]
