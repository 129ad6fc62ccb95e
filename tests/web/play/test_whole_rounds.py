"""Whole rounds played move by move by a hesitant user, who goes by the links and buttons of the pages.

The user previews cards, thinks again, reloads, undoes, redoes, corrects earlier moves, and taps on outdated pages.
After every tap the test checks that this tap alone was recorded, and compares the page with the referee.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any
from urllib.parse import urlencode, urljoin

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Illegal
from scorekeeper.games.referee import Action, Board
from scorekeeper.table.journal import Act, Amend, Strike
from scorekeeper.table.notation import decode_move, encode_move
from scorekeeper.table.table import Table
from tests.support.http import open_table
from tests.support.page import Element, parse_page
from tests.support.soak import SOAK

LONGEST = 1_500
"""Maximum number of taps for a round."""


class Control:
    """A link or button on a page: what it sends, its words, how it is drawn, and the classes of what it is in."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.name, self.value, self.href = map(element.get, ("name", "value", "href"))
        self.words = " ".join((element.get("aria-label") + element.text).split())
        self.look = element.classes
        self.within = set[str]().union(*(one.classes for one in element.above))
        self.pressed = element.get("aria-pressed") == "true"

    @property
    def usable(self) -> bool:
        """Whether it can be tapped."""
        hidden = any("hidden" in one.attrs for one in self.element.above) or self.element.get("aria-hidden") == "true"
        return not hidden and "disabled" not in self.element.attrs and (self.element.tag == "button" or bool(self.href))


class Page:
    """A page: its heading, and its links and buttons that can be used."""

    def __init__(self, url: str, html: str) -> None:
        self.url, self.tree = url, parse_page(html)
        self.heading = next((one.text for one in self.tree.all("h1", "bdi") if one.text), "")
        self.controls = [control for control in map(Control, self.tree.all("a", "button")) if control.usable]

    @property
    def is_board(self) -> bool:
        """Whether moves are entered on it."""
        return next(self.tree.all("form", id="looking"), None) is not None

    def all(self, name: str, *looks: str) -> list[Control]:
        """Return the buttons of that name with one of these classes, or with any."""
        return [one for one in self.controls if one.name == name and (not looks or one.look & set(looks))]

    def links(self, *words: str) -> list[Control]:
        """Return the links whose text begins with one of these words."""
        return [one for one in self.controls if one.href and one.words.startswith(words)]

    def find_hidden(self, name: str) -> str:
        """Return the value of a hidden field, "" if there is none."""
        return next((field.get("value") for field in self.tree.all("input", name=name)), "")


class Scriptless:
    """A browser without JavaScript."""

    def __init__(self, client: FlaskClient, url: str) -> None:
        self.client = client
        self.page = Page(url, "")
        self._request("get", url)

    def again(self) -> None:
        """Reload the page."""
        self._request("get", self.page.url)

    def tap(self, control: Control) -> int:
        """Press a button or follow a link, and return the status of the response."""
        if control.href:
            return self._request("get", urljoin(self.page.url, control.href))
        form = self.page.tree.form_of(control.element)
        assert form
        sent = self.page.tree.sent_with(form, control.element)
        to = urljoin(self.page.url, control.element.get("formaction") or form.get("action") or self.page.url)
        if (form.get("method") or "get") == "get":
            return self._request("get", f"{to.partition('?')[0]}?{urlencode(sent)}")
        return self._request("post", to, sent)

    def _request(self, method: str, url: str, sent: list[tuple[str, str]] | None = None) -> int:
        many: dict[str, list[str]] = {}
        for key, value in sent or ():
            many.setdefault(key, []).append(value)
        answer = self.client.open(url.partition("#")[0], method=method.upper(), data=many or None)
        status = answer.status_code
        if status in (302, 303):
            self._request("get", answer.location)
            return 200
        self.page = Page(url, answer.text)
        return status


class HesitantUser:
    """A user who enters a round."""

    def __init__(self, screen: Scriptless, load: Callable[[], Table], chance: Random, doubts: int) -> None:
        self.screen = screen
        self.load = load
        self.chance = chance
        self.doubts = doubts
        self.round = 1
        self.taps = 0
        table = load()
        self.setup, self.game = table.setup, table.game
        self.looked: Action | None = None
        self.sure = True
        """Whether the preview is known. After a tap on an outdated page it must be read from the page."""
        self.old: list[Page] = []
        self.home = screen.page.url
        self.sees()

    def state(self) -> tuple[Any, int]:
        """Return the round, and the number of the first move that does not fit (0: none)."""
        play = self.load().play(self.round)
        assert play
        return play.state, play.misfit.seq if play.misfit else 0

    # Comparing pages

    def sees(self) -> None:
        """Compare the page with the round of the table."""
        page, referee, play = self.screen.page, self.game.referee, self.load().play(self.round)
        assert referee
        if not page.is_board or not play:
            return
        amend = int(page.find_hidden("amend") or 0)
        state, misfit = self.state()
        state = play.before.get(amend, state)
        replies = page.all("move", "primary", "second", "wide")
        if not self.sure:
            self.looked, self.sure = decode_move(replies[0].value) if replies else None, True
        board = referee.view(state) if misfit and not amend else self.board(state)
        assert {control.value: control.words for control in replies} == {
            encode_move(reply.action): str(reply.label) for reply in board.replies
        }
        if amend:
            assert page.heading == "Choose another move"
        elif not misfit:
            assert page.heading == str(board.title)
        assert sum(control.pressed for control in page.all("suit")) <= 1

    def board(self, state: Any) -> Board:
        """Return the board that the page must show: with the effect of the previewed move if it is legal."""
        referee = self.game.referee
        assert referee
        try:
            return referee.preview(state, self.looked) if self.looked else referee.view(state)
        except Illegal:
            return referee.view(state)

    # Tapping

    def tap(self, control: Control) -> None:
        """Tap, check that this alone was recorded, and compare the page with the round."""
        page, known = self.screen.page, len(self.load().lines)
        self.taps += 1
        amend = page.find_hidden("amend")
        if control.name in ("suit", "pick") and self.sure:
            self.looked = decode_move(control.value) if control.name == "pick" else None
        self.old.append(page)
        status = self.screen.tap(control)
        acts = [line.act for line in self.load().lines]
        assert len(acts) <= known + (control.name in ("move", "strike"))
        if control.name in ("move", "strike") and (status == 200 or len(acts) > known):
            act: Act = decode_move(control.value) if control.name == "move" else Strike(int(control.value))
            if amend and isinstance(act, Action):
                act = Amend(int(amend), act)
            # The same tap on the same outdated page has the same idempotency key, so it counts once.
            assert act in acts[known:] or (len(acts) == known and act in acts)
            self.looked = None
        elif control.href or control.name == "amend":
            self.looked = None
        elif control.name in ("move", "strike"):
            self.sure = False
        if control.name == "suit" and "suits" in control.within:
            assert [control.value for control in self.screen.page.all("suit") if control.pressed] == [control.value]
            cards = [*self.screen.page.all("pick"), *self.screen.page.all("move")]
            assert all(control.value in one.value for one in cards if "thumbs" in one.within)
        self.sees()

    def goes_on(self) -> bool:
        """Tap something that advances the round. Return whether there was anything to tap."""
        page, chance = self.screen.page, self.chance
        mend = [
            control for control in page.controls if control.name in ("strike", "amend") and "certain" in control.within
        ]
        lift = page.links("I am ")
        replies = page.all("move", "primary", "second", "wide")
        tells = page.all("move")
        picks = [control for control in page.all("pick") if "cannot" not in control.look]
        picks += [control for control in tells if "thumbs" in control.within or "deck" in control.within]
        suits = page.all("suit")
        if mend:
            self.tap(chance.choice([control for control in mend if self.doubts or control.name == "strike"]))
        elif replies and chance.random() < 0.9:
            self.tap(chance.choice(replies))
        elif lift:
            self.tap(lift[0])
        elif picks and chance.random() < 0.9:
            self.tap(chance.choice(picks))
        elif suits:
            self.tap(chance.choice(suits))
        elif tells:
            self.tap(chance.choice(tells))
        elif on := page.links("Leave as is", "Done"):
            self.tap(on[0])
        else:
            return False
        return True

    def hesitates(self) -> None:
        """Do one random thing that an unsure user does."""
        page = self.screen.page
        ways: list[Callable[[], None]] = [self.reloads, self.reads_the_journal, self.taps_an_old_page]
        groups = [page.all(name) for name in ("suit", "suit", "pick", "pick", "about", "strike")]
        groups.append(page.links("Leave as is", "Done"))
        ways += [partial(self.taps_one, group) for group in groups if group]
        self.chance.choice(ways)()

    def taps_one(self, controls: list[Control]) -> None:
        """Tap a random one of these controls."""
        self.tap(self.chance.choice(controls))

    def reloads(self) -> None:
        """Reload the page. The preview must stay."""
        if self.screen.page.url.endswith("/write"):
            return
        self.screen.again()
        self.sees()

    def reads_the_journal(self) -> None:
        """Open the journal and return to the round, often by correcting, undoing or redoing a move."""
        if not (there := self.screen.page.links("History")):
            return
        self.tap(there[0])
        page = self.screen.page
        moves = [*page.links("Correct"), *page.all("strike")]
        if moves and self.chance.random() < 0.8:
            self.tap(self.chance.choice(moves))
        if not self.screen.page.is_board:
            self.comes_back()

    def comes_back(self) -> None:
        """Return to the round from any page of the table."""
        for _ in range(4):
            page = self.screen.page
            if page.is_board:
                return
            there = [control for control in page.controls if control.href and f"/{self.round}/" in control.href]
            self.tap((there or page.links("Back to the table", "Back"))[0])
        raise AssertionError(f"no way back from {self.screen.page.url}")

    def taps_an_old_page(self) -> None:
        """Go back in the browser to an outdated page and tap something there."""
        old = [page for page in self.old[-6:] if page.is_board]
        if not old:
            return
        self.screen.page = page = self.chance.choice(old)
        self.sure = False
        if taps := [*page.all("move"), *page.all("strike"), *page.all("suit"), *page.all("pick")]:
            self.tap(self.chance.choice(taps))

    def tells_the_round(self, taps: int = LONGEST) -> Any:
        """Enter the round to its end, or for a number of taps, and return its state."""
        referee = self.game.referee
        assert referee
        while self.taps < taps:
            state, misfit = self.state()
            over = not misfit and referee.unfinished(state) is None and not self.screen.page.find_hidden("amend")
            if over and (not self.doubts or self.chance.random() < 0.5):
                return state
            if self.doubts and self.chance.random() < 0.5:
                self.doubts -= 1
                self.hesitates()
            elif not self.goes_on():
                self.reloads_to_the_round()
        assert self.taps < LONGEST, "this round does not end"
        return self.state()[0]

    def reloads_to_the_round(self) -> None:
        """Leave a page that offers nothing by its links."""
        page = self.screen.page
        links = page.links("Leave as is", "Back")
        self.tap(links[0])
        self.comes_back()


WALKS = 60 if SOAK else 1

PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")

REFEREED = [game.slug for game in GAMES.values() if game.referee]


@pytest.mark.parametrize("number", range(WALKS))
@pytest.mark.parametrize("slug", REFEREED)
def test_what_is_recorded_is_what_was_last_on_the_screen(client: FlaskClient, slug: str, number: int) -> None:
    chance = Random(f"{slug} {number}")
    game = GAMES[slug]
    players = chance.randint(*game.seats)
    table = open_table(client, PEOPLE[:players], slug)
    first = Scriptless(client, f"{table.url}1/")
    first.tap(first.page.links("Move by move")[0])
    if (number + REFEREED.index(slug)) % 2:
        first.tap(next(control for control in first.page.controls if control.words.startswith("Preview")))
    tables = client.application.extensions["tables"]
    hand = HesitantUser(first, lambda: tables.load(table.table), chance, doubts=30 if SOAK else 15)
    state = hand.tells_the_round()
    assert game.referee
    sheet = game.score(hand.setup, game.referee.marks(state), 1)
    shown = tables.load(table.table).sheet(1)
    assert shown.totals == sheet.totals
    assert shown.winners == sheet.winners
