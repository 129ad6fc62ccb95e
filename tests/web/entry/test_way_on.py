"""Moving on from number to number: in any order, no number is left out and none is asked for twice."""

import json
import re
from random import Random
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from scorekeeper.games.entry import Keys
from scorekeeper.games.pad import Spot
from scorekeeper.table.notation import encode_changes
from scorekeeper.table.table import Table
from tests.support.http import CAST, NUMBER, Player, field, open_table, primary, totals
from tests.support.loops import at_least_one
from tests.support.soak import SOAK

NAMES = ("Ann", "Ben", "Cem", "Dora")

PADS = ("wizard", "scopa", "canasta", "belote", "spades", "seven_wonders")
"""Two numbers beside each other, rows that are tapped between, teams, and many rows."""

KEYPADS = [("tally", "typed"), ("parade", "totals"), ("diabolo", "totals"), *((slug, "typed") for slug in PADS)]


class Hand:
    """A player who types numbers as the script does, and moves on by the button or by a tap on another number."""

    def __init__(self, player: Player, way: str) -> None:
        self.player = player
        self.way = way
        self.asked: list[str] = []
        self.typed = ""
        self.html = player.page(f"1/?way={way}")

    @property
    def at(self) -> str:
        """The number being typed, or "" on the sheet or a page of buttons."""
        return field(self.html, "at") if "data-turns" in self.html else ""

    @property
    def on(self) -> str:
        return primary(self.html)

    def type(self, number: int) -> None:
        """Type the current number, which must not have been asked for before."""
        assert self.at not in self.asked
        self.asked.append(self.at)
        self.typed = str(number)

    def go(self) -> None:
        self._send("", {"on": self.at} if self.at else {"step": field(self.html, "at")})

    def jump(self, at: str) -> None:
        """Tap on another number, which writes the one that is typed."""
        self._send(f"?at={quote(at)}", {})

    def _send(self, there: str, leaving: dict[str, str]) -> None:
        hidden = {name: field(self.html, name) for name in ("csrf_token", "op", "seen", "way", "at", "from")}
        shown = {at: mark for at, _, mark in NUMBER.findall(self.html)}
        typed = {at: self.typed if self.typed and at == self.at else mark for at, mark in shown.items()}
        data = {**hidden, **{f"was.{at}": mark for at, mark in shown.items()}, **typed, **leaving}
        answer = self.player.client.post(f"{self.player.url}1/write{there}", data=data)
        assert answer.status_code == 303
        self.typed = ""
        self.html = self.player.client.get(answer.location).text

    @property
    def over(self) -> bool:
        """Whether the round is left, for its sheet or for the next round."""
        return 'id="write" ' not in self.html or f"{self.player.url}1/write" not in self.html


def table_of(player: Player) -> Table:
    table: Table = player.client.application.extensions["tables"].load(player.table)
    return table


def list_open_numbers(player: Player, way: str) -> list[str]:
    """Return the numbers without a mark, as an address names them."""
    table = table_of(player)
    setup, marks = table.setup.at(1), table.marks(1)
    chosen = next(candidate for candidate in table.game.ways(setup) if candidate.key == way)
    spots = [
        Spot(1, step.row, ask.box, ask.seat)
        for step in chosen.steps(setup, marks, 1)
        for ask in step.asks
        if isinstance(ask, Keys)
    ]
    return [encode_changes({spot: None})[:-1] for spot in spots if spot not in marks]


@pytest.mark.parametrize(
    ("slug", "way", "seed"),
    [(*keypad, seed) for number, keypad in enumerate(KEYPADS) for seed in range(3) if SOAK or seed == number % 3],
)
def test_a_whole_round_is_told_in_any_order(client: FlaskClient, slug: str, way: str, seed: int) -> None:
    chance = Random(f"{slug} {seed}")
    player = open_table(client, NAMES, slug)
    hand = Hand(player, way)
    for _ in range(150):
        if hand.over:
            break
        if not hand.at or hand.at in hand.asked:
            hand.go()
            continue
        hand.type(chance.randint(1, 2))
        rest = [at for at in list_open_numbers(player, way) if at != hand.at and f'"{at}"' in hand.html]
        hand.jump(chance.choice(rest)) if seed and rest and chance.random() < 0.3 else hand.go()
    assert hand.over
    assert list_open_numbers(player, way) == []


@pytest.mark.parametrize(
    ("slug", "way", "called"),
    [
        ("scopa", "typed", ["Next", "Next", "Ben", "Seven of coins"]),
        ("wingspan", "typed", ["Ben", "Cem", "Dora", "Bonus cards, Ann"]),
        ("wizard", "typed", ["Ben, Bid", "Cem, Bid", "Dora, Bid", "Ann, Tricks"]),
        ("diabolo", "totals", ["Harp", "Ann, Sum"]),
        ("belote", "typed", ["Points in cards, Ann", "Next", "All the tricks"]),
    ],
)
def test_the_way_on_is_called_by_what_comes_next(client: FlaskClient, slug: str, way: str, called: list[str]) -> None:
    hand = Hand(open_table(client, NAMES, slug), way)
    for place, name in enumerate(at_least_one(called), 1):
        if hand.at:
            hand.type(place)
        assert hand.on == name
        hand.go()


def open_corrected(client: FlaskClient, *typed: str) -> Hand:
    player = open_table(client, NAMES, "tally")
    player.tap(";".join(typed))
    return Hand(player, "typed")


def test_what_is_left_blank_on_the_way_is_not_asked_for_again(client: FlaskClient) -> None:
    player = open_table(client, NAMES, "tally")
    hand = Hand(player, "typed")
    hand.type(20)
    hand.go()
    hand.go()
    hand.go()
    hand.type(5)
    assert hand.on == "Round 2"
    hand.go()
    assert "Round 1: Ann +20." in player.page("1/sheet")
    hand = Hand(player, "typed")
    hand.jump("1.points.points.0.")
    hand.type(25)
    assert hand.on == "Round 2"


def test_nobody_is_left_blank_who_is_said_to_have_none(client: FlaskClient) -> None:
    player = open_table(client, NAMES, "tally", others="yes")
    player.tap("1.points.points.0.=26;1.points.others.0.=1;1.points.all..=1")
    assert primary(player.page("1/?at=1.points.points.1.")) == "Round 2"


def test_the_way_on_enters_what_quick_taps_have_left_for_the_last_player(client: FlaskClient) -> None:
    table = open_table(client, CAST, "hearts")
    # The second tap is on a page that does not show the first yet, so it writes nothing for the third player.
    for tap in ("1.hearts.hearts.0.=0", "1.hearts.hearts.1.=8", "1.queen.queen.1.=1"):
        table.tap(tap)
    html = table.page()
    assert html.count("the rest: 5") == 1
    (way_on,) = re.findall(r'class="primary" name="tap" value="([^"]*)"', html)
    table.tap(way_on)
    assert totals(table.page("1/sheet")) == [0, 21, 5]


@pytest.mark.parametrize(("names", "points"), [(NAMES[:2], [1, 0]), (NAMES, [1, 0])])
def test_what_the_others_leave_is_typed_by_nobody(
    client: FlaskClient, names: tuple[str, ...], points: list[int]
) -> None:
    table = open_table(client, names, "briscola")
    hand = Hand(table, "typed")
    hand.type(70)
    assert hand.on == "Next"
    hand.go()
    assert hand.over
    assert totals(table.page("1/sheet")) == points
    assert "50" in table.page("1/")


def test_numbers_that_leave_an_impossible_rest_lead_to_the_last_player(client: FlaskClient) -> None:
    hand = Hand(open_table(client, NAMES[:3], "briscola"), "typed")
    for _ in range(2):
        hand.type(100)
        hand.go()
    assert hand.at == "1.cards.cards.2."


def test_after_a_correction_the_way_leads_to_the_first_that_nobody_has_told(client: FlaskClient) -> None:
    hand = open_corrected(client, "1.points.points.0.=7", "1.points.points.2.=7")
    hand.jump("1.points.points.2.")
    hand.type(9)
    assert hand.on == "Dora"
    hand.go()
    hand.type(8)
    assert hand.on == "Ben"
    hand.go()
    assert hand.at == "1.points.points.1."


def test_what_is_tapped_before_the_answer_knows_the_same_way(client: FlaskClient) -> None:
    hand = open_corrected(client, "1.points.points.1.=5")
    turns = re.search(r"data-turns='([^']*)' data-beyond='([^']*)'", hand.html)
    assert turns
    spots = [f"1.points.points.{seat}." for seat in range(4)]
    names = ["Ann", "Ben", "Cem", "Dora"]
    assert json.loads(turns[1]) == [
        {"at": spot, "label": name, "entered": name == "Ben", "decides": False}
        for spot, name in zip(spots, names, strict=True)
    ]
    assert json.loads(turns[2]) == {"label": "Round 2", "unsure": "Next", "isSheet": False, "isAhead": False}
