"""Every page in every state on a small phone: nothing scrolls sideways, no word is cut, each target can be hit.

Each state is drawn in one language. A usual phone shows more words in a key, so words are measured there too.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Spot
from scorekeeper.language.catalogue import languages
from scorekeeper.table.journal import Write
from tests.support.browser import PHONE_SIZES, SMALL, SMALL_PHONE
from tests.support.drawing import Draw, drawing
from tests.support.forms import Phones
from tests.support.games import WALKED
from tests.support.journals import a_round
from tests.support.overflow import (
    CUT,
    HEADS_AT_THE_EDGE,
    RUN_TOGETHER,
    SHORT_NAMES_CUT,
    WIDER,
)
from tests.support.pads import a_told_round
from tests.support.soak import SOAK
from tests.support.tables import CROWD, Author, Running, State, list_referee_states, list_states

USUAL = {"width": PHONE_SIZES[0][0], "height": PHONE_SIZES[0][1]}

EVERY_NTH = 1 if SOAK else len(languages())
"""Each state and each game is drawn in one language, in the long form in all."""

IN_EVERY_LANGUAGE = ("group page",)
"""States with so many words in narrow keys that they are always drawn in all languages."""


def test_what_is_cut_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        "<style>p{width:90px;overflow:hidden;white-space:nowrap}</style>"
        "<p>whole<p>a sentence that is cut<p>one <i>that is cut in a part</i><p>Maximiliane, who may be cut"
        "<p style='overflow:visible'>reaching over the side"
        "<p style='white-space:normal;overflow-wrap:anywhere'>Rhabarberkompott"
        "<p style='white-space:normal'>Rhabar\u00adber\u00adkom\u00adpott<p><button style='height:9px'>tall</button>"
        "<p><button style='width:80px'>signed<svg style='margin-left:-20px' width=20 height=9>"
        "<path d='M0 0h20v9'/></svg></button>"
        "<p><a style='display:grid;place-items:center;width:40px;border:2px solid'>framed</a>"
    )
    cut = page.evaluate(CUT, ["Maximiliane"])
    assert [text.partition(" | ")[0] for text in cut] == [
        "a sentence that is cut",
        "that is cut in a part",
        "Rhabarberkompott",
        "tall",
        "signed",
        "framed",
    ]
    page.context.close()


@pytest.fixture
def drawn(chromium: Browser, here: Running) -> Iterator[Draw]:
    """A function that draws pages on a small phone."""
    with drawing(chromium, here, PHONE_SIZES[1]) as draw:
        yield draw


def find_faults(page: Page, names: Sequence[str] = ()) -> list[list[str]]:
    """Return what is too wide or cut on a small phone, and what is cut or too small to tap on a usual one."""
    found = [page.evaluate(WIDER), page.evaluate(CUT, names), page.evaluate(RUN_TOGETHER)]
    page.set_viewport_size(USUAL)
    found += [[text for text in page.evaluate(CUT, names) if text[:2].isalpha()], page.evaluate(SMALL)]
    page.set_viewport_size(SMALL_PHONE)
    return found


@pytest.mark.parametrize("language", languages())
def test_every_page_is_within_a_small_phone_and_each_word_is_whole(here: Running, drawn: Draw, language: str) -> None:
    found, nth = {}, languages().index(language) % EVERY_NTH
    for number, state in enumerate(list_states(here, full=SOAK)):
        if number % EVERY_NTH != nth and state.name not in IN_EVERY_LANGUAGE:
            continue
        page = drawn(state, language)
        assert page.locator("html").get_attribute("lang") == language, state.name
        found[state.name] = find_faults(page, [name[:4] for name in CROWD])
    assert len(found) > 250 // EVERY_NTH
    assert {name: parts for name, parts in found.items() if any(parts)} == {}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("path", ["/", "/games/"])
def test_names_of_games_and_the_keys_above_them_are_whole(drawn: Draw, path: str, language: str) -> None:
    page = drawn(State("games", path), language)
    for size in (SMALL_PHONE, USUAL):
        page.set_viewport_size(size)
        assert page.evaluate(CUT, []) == [], size


PLACES = "[...document.querySelectorAll('body *')].map((one) => JSON.stringify(one.getBoundingClientRect()))"
"""Script: where each element of the page is."""

CROWDED = """
() => {
  document.querySelector('.won .verdict span').textContent = 'W'.repeat(90);
  for (const other of document.querySelectorAll('.won > ul bdi')) other.textContent = 'W'.repeat(90);
  return [...document.querySelectorAll('.won summary')].map((one) => one.getBoundingClientRect())
    .filter((one) => one.width < 50 || one.height < 44 || one.right > innerWidth).length;
}
"""
"""Script: the number of keys on a plate that are too small beside long names."""


def test_a_plate_is_at_rest_when_it_is_measured_and_long_names_leave_its_key_whole(here: Running, drawn: Draw) -> None:
    plates = 0
    for state in list_referee_states(Author(here.tables), GAMES["hawaiki"], full=False):
        if state.name.endswith(", sheet"):
            places = {tuple(drawn(state, "es").evaluate(PLACES)) for _ in range(3)}
            assert len(places) == 1, state.name
            if (page := drawn(state, "es")).locator(".won summary").count():
                plates += 1
                assert page.evaluate(CROWDED) == 0, state.name
    assert plates


BROKEN = r"""
(inside) => {
  const range = document.createRange();
  const lines = (node, start, end) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter((line) => line.width);
  };
  const key = document.querySelector('.acts .primary');
  return inside.filter((html) => {
    key.innerHTML = html;
    for (const one of key.querySelectorAll('.unscripted')) one.remove();
    const frame = key.getBoundingClientRect(), texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      for (const word of node.data.matchAll(/[^\s/–-]+/g)) {
        const drawn = lines(node, word.index, word.index + word[0].length);
        if (new Set(drawn.map(({ top }) => Math.round(top))).size > 1) return true;
        if (drawn.some(({ left, right }) => left < frame.left || right > frame.right)) return true;
      }
    }
    return false;
  });
}
"""
"""Script that draws the black key of the page with each of these contents, and returns those that break a word."""

KEY = re.compile(r'<(a|button) class="primary"[^>]*>(.*?)</\1>', re.S)

TAB = re.compile(r'formaction="[^"]*/write[?]at=([^"]+)"')


def a_half_told_round(author: Author, game: Game) -> str:
    """Return the address of a round in which every other box is told."""
    table = author.open(game, max(game.seats[0], min(game.seats[1], 4)))
    marks = a_told_round(game, author.tables.load(table).setup, 1, Random(game.slug))
    author.write(table, Write(dict([*marks.items()][::2])))
    return f"/t/{table}/1/"


@pytest.mark.parametrize("language", languages())
def test_a_round_of_every_game_is_within_a_phone_and_the_black_key_of_each_tab_breaks_no_word(
    here: Running, drawn: Draw, language: str
) -> None:
    author, phones = Author(here.tables, ("Anna", "Milo", "Dora", "Wolf")), Phones(here.app, language)
    found, keys = {}, set[str]()
    for number, (slug, game) in enumerate(GAMES.items()):
        first = f"/t/{author.open(game, max(game.seats[0], min(game.seats[1], 4)))}/1/"
        if (number - languages().index(language)) % EVERY_NTH == 0:
            found[slug] = find_faults(drawn(State(slug, first), language))[:4]
            half = a_half_told_round(author, game)
            found[f"{slug}, half told"] = find_faults(drawn(State(slug, half), language))[:4]
            cut = drawn(State(slug, f"{half}sheet"), language).evaluate(CUT, [])
            found[f"{slug}, sheet"] = [text for text in cut if "<small" not in text]
        pages = [first]
        for path in pages:  # grows by the tabs of each page
            html = phones.look(State(path, path))
            keys |= {inside for _, inside in KEY.findall(html)}
            pages += [tab for at in TAB.findall(html) if (tab := f"{first}?at={at}") not in pages]
    assert {slug: parts for slug, parts in found.items() if any(parts)} == {}
    assert len(keys) > 100
    page = drawn(State("any", f"/t/{author.open(GAMES['yahtzee'], 3)}/1/"), language)
    for size in (SMALL_PHONE, USUAL):
        page.set_viewport_size(size)
        assert page.evaluate(BROKEN, sorted(keys)) == [], size


def pages_of_a_referee(author: Author) -> Iterator[State]:
    """Yield states of rounds entered move by move, also with many tokens, and of finishing a table."""
    for game in WALKED.values():
        yield from list_referee_states(author, game, full=False)
        yield State(f"{game.slug}, how it is ended", f"/t/{author.open(game)}/end")
    for name, tokens in (("hawaiki-referee-2", 30), ("hawaiki-referee-4", 15)):
        for part in (0.3, 0.97, 1.0):
            table, _ = author.retell(name, part, {"tokens": str(tokens)})
            yield State(f"{name} {part}, {tokens} tokens", f"/t/{table}/1/play")


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_while_a_round_is_told_short_names_and_the_head_stand_there_whole(
    chromium: Browser, here: Running, size: tuple[int, int]
) -> None:
    names, heads = {}, {}
    drawn_states = list(pages_of_a_referee(Author(here.tables, ("Anna", "Milo", "Dora", "Wolf", "Eva", "Finn"))))
    with drawing(chromium, here, size) as draw:
        # French words are longer: what fits in French on the large phone fits in English.
        for language, state in product(("en", "fr") if SOAK or size == PHONE_SIZES[1] else ("fr",), drawn_states):
            page = draw(state, language)
            names[language, state.name] = page.evaluate(SHORT_NAMES_CUT)
            heads[language, state.name] = page.evaluate(HEADS_AT_THE_EDGE)
    assert {name: cut for name, cut in names.items() if cut} == {}
    assert {name: cut for name, cut in heads.items() if cut} == {}


ROWS = """
() => {
  const box = (one) => one.getBoundingClientRect();
  const rows = [...document.querySelectorAll('.score tbody tr')].map((row) => Math.round(box(row).height));
  const total = [...document.querySelectorAll('.score .total td')], range = document.createRange();
  const dock = Math.round(box(document.querySelector('.dock')).top);
  const numbers = total.map((cell) => (range.selectNodeContents(cell), Math.round(box(range).bottom)));
  return [Math.max(...rows), Math.max(...numbers) - dock, dock - Math.round(box(total[0]).bottom)];
}
"""
"""Script: the height of the highest row of a sheet, how far its totals reach below the upper edge of the dock, and the
gap between them, where other rows are seen."""


def a_round_of_wingspan(author: Author, blank: Spot | None = None) -> str:
    """Return the address of a round of four players, in which everything is told but one box."""
    table = author.open(GAMES["wingspan"], 4)
    rows = [row.key for row in GAMES["wingspan"].rows(author.tables.load(table).setup)]
    spots = [Spot(1, row, row, seat) for row in rows for seat in range(4)]
    author.write(table, Write({spot: 10 + (spot.seat or 0) for spot in spots if spot != blank}))
    return f"/t/{table}/1/"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_row_of_a_sheet_is_one_line_and_the_total_stays_in_sight(here: Running, drawn: Draw, language: str) -> None:
    path = a_round_of_wingspan(Author(here.tables, ("Alice", "Hatter", "Cheshire", "Dora")))
    page = drawn(State("full", f"{path}sheet"), language)
    for size, most in ((SMALL_PHONE, 50), (USUAL, 46)):
        page.set_viewport_size(size)
        page.wait_for_timeout(300)  # the plate slides in
        highest, below, gap = page.evaluate(ROWS)
        assert highest <= most, size
        assert below <= 0, size
        assert gap <= 0 or size == USUAL, "there the whole sheet is in sight"


COVERED = """
() => {
  for (const one of document.querySelectorAll('main details')) one.open = true;
  const keys = [...document.querySelectorAll('.dock :is(a, button)')], covered = [];
  for (let y = 0; y < document.body.scrollHeight - innerHeight; y += 15) {
    scrollTo(0, y);
    for (const key of keys) {
      const box = key.getBoundingClientRect();
      if (!key.contains(document.elementFromPoint(box.x + box.width / 2, box.y + 6))) covered.push([y, key.innerText]);
    }
  }
  return covered;
}
"""
"""Script that scrolls through a page and returns where something covers the upper edge of a key of the dock."""


@pytest.mark.parametrize("language", languages())
def test_totals_that_stay_in_sight_never_cover_a_key(here: Running, drawn: Draw, language: str) -> None:
    author = Author(here.tables, ("Camille", "Anaïs", "Benoît", "Gwenaëlle"))
    rounds = [a_half_told_round(author, GAMES[slug]) for slug in ("qwixx", "yahtzee")]
    for path in (*rounds, a_round_of_wingspan(author, Spot(1, "tucked", "tucked", 3))):
        assert drawn(State(path, f"{path}sheet"), language).evaluate(COVERED) == [], path


def test_long_names_of_seats_stay_on_a_small_phone(here: Running, drawn: Draw) -> None:
    table = Author(here.tables).open(GAMES["parade"], 3)
    assert drawn(State("seat", f"/t/{table}/seat")).evaluate(WIDER) == []


WIDE_NOTES = """
() => [...document.querySelectorAll('.piles button')].filter((key) => {
  const range = document.createRange(), note = key.querySelector('small');
  if (!note) return false;
  range.selectNodeContents(note);
  return range.getBoundingClientRect().width > key.clientWidth;
}).map((key) => key.innerText)
"""
"""Script: the cards whose note is wider than the card without its frame."""


@pytest.mark.parametrize("language", languages())
def test_what_a_card_makes_is_written_within_its_frame(here: Running, drawn: Draw, language: str) -> None:
    author, notes = Author(here.tables, ("Anna", "Milo", "Dora")), 0
    for part in (0.2, 0.4, 0.6):
        page = drawn(State("play", f"/t/{author.retell('hawaiki-referee-3', part)[0]}/1/play"), language)
        notes += page.locator(".piles button small").count()
        assert page.evaluate(WIDE_NOTES) == [], part
    assert notes


UNDER_KEYS = """
() => [...document.querySelectorAll('.fronts li')]
  .filter((one) => one.getBoundingClientRect().bottom > document.querySelector('.suits').getBoundingClientRect().top)
  .map((one) => one.innerText)
"""
"""Script: the players whose cards lie under the keys of the suits."""


@pytest.mark.parametrize("language", languages())
def test_what_three_players_have_taken_is_above_the_keys(here: Running, drawn: Draw, language: str) -> None:
    author = Author(here.tables, ("Anna", "Milo", "Dora"))
    for part in (0.3, 0.5, 0.6):
        page = drawn(State("play", f"/t/{author.retell('parade-referee-3', part)[0]}/1/play"), language)
        assert page.locator(".fronts li").count() == 3
        assert page.evaluate(UNDER_KEYS) == [], part


LONG_WORKINGS = ("coloretto", "concordia", "diabolo", "german_rummy", "harmonies", "oh_hell", "rummikub")


@pytest.mark.parametrize("players", [3, 4])
def test_long_workings_and_names_run_into_nothing(here: Running, drawn: Draw, players: int) -> None:
    author, found = Author(here.tables, ("Maximilian", "Marguerite", "Bo", "Zoë O’Hara")), {}
    for slug in LONG_WORKINGS:
        table = author.open(GAMES[slug], players)
        author.write(table, Write(a_round(GAMES[slug], author.tables.load(table).setup, 1, Random(slug + "1"))))
        for path in ("1/sheet", "2/"):
            found[slug, path] = drawn(State(slug, f"/t/{table}/{path}")).evaluate(RUN_TOGETHER)
    points = author.open(GAMES["tally"], players)
    author.write(points, Write({Spot(1, "points", "points", seat): 360 for seat in range(players)}))
    found["tally", "2/"] = drawn(State("points", f"/t/{points}/2/")).evaluate(RUN_TOGETHER)
    assert {page: texts for page, texts in found.items() if texts} == {}


BROKEN = """
() => {
  const range = document.createRange();
  const box = (one) => (range.selectNodeContents(one), range.getBoundingClientRect());
  const all = (path) => [...document.querySelectorAll(path)].filter((one) => one.checkVisibility());
  const lines = (one) => new Set([...(box(one), range.getClientRects())].map((part) => Math.round(part.top))).size;
  const strip = all('.running li');
  const tight = (one) => Math.max(0, -parseFloat(getComputedStyle(one).letterSpacing) || 0);
  return [
    ...all('td b, .total td:not(:has(*))').filter(
      (one) => lines(one) > 1 || box(one).right > one.closest('td').getBoundingClientRect().right),
    ...strip.filter((one, at) => box(one).right > (strip[at + 1]?.getBoundingClientRect().left ?? innerWidth - 8)),
    ...all('thead bdi').filter((one) => one.getBoundingClientRect().right < box(one).right + tight(one)),
  ].map((one) => one.outerHTML);
}
"""
"""Script: numbers of the sheet on two lines or beyond their column, of the strip at the next; last letters cut."""


@pytest.mark.parametrize("size", PHONE_SIZES)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_long_numbers_of_many_players_are_whole_and_apart(
    chromium: Browser, here: Running, players: int, size: tuple[int, int]
) -> None:
    author = Author(here.tables, ("Élodie", "Bruno", "Fanny", "Léa", "Hugo", "Zoé"))
    table = author.open(GAMES["tally"], players)
    author.write(table, Write({Spot(1, "points", "points", seat): -236 for seat in range(players)}))
    with drawing(chromium, here, size) as draw:
        found = {path: draw(State(path, f"/t/{table}/{path}")).evaluate(BROKEN) for path in ("", "1/sheet", "2/")}
    assert {path: texts for path, texts in found.items() if texts} == {}


TYPED = """
() => document.querySelector('.pad tr:last-child').getBoundingClientRect().bottom
  - document.querySelector('.dock').getBoundingClientRect().top
"""
"""Script: how far the row of the last player reaches below the upper edge of the keys."""


@pytest.mark.parametrize("language", languages())
def test_the_fourth_player_is_above_the_keys(here: Running, drawn: Draw, language: str) -> None:
    author, game = Author(here.tables, ("Alice", "Hatter", "Cheshire", "Dora")), GAMES["wingspan"]
    table = author.open(game, 4)
    below = {}
    for row in game.rows(author.tables.load(table).setup):
        page = drawn(State(row.key, f"/t/{table}/1/?at=1.{row.key}.{row.key}.3."), language)
        page.set_viewport_size(SMALL_PHONE)
        below[row.key] = page.evaluate(TYPED)
    assert {key: pixels for key, pixels in below.items() if pixels > 10} == {}


NOTICE = """
() => {
  const width = (one) => one.getBoundingClientRect().width;
  const notice = document.querySelector('.slot .notice');
  const keys = [...notice.querySelectorAll('button')].map((key) => Math.round(key.getBoundingClientRect().height));
  return [width(notice.querySelector('p')) / width(notice), Math.min(...keys)];
}
"""
"""Script: the share of its notice that a text has in width, and the height of the lowest key that answers it."""


@pytest.mark.parametrize("language", ["de", "it"])
def test_on_ones_own_phone_a_conflict_is_read_across_and_answered_below(
    here: Running, drawn: Draw, language: str
) -> None:
    author = Author(here.tables, ("Alice", "Hatter", "Cheshire"))
    table = author.open(GAMES["parade"], 3)
    author.write(table, Write({Spot(1, "red", "cards", seat, "8"): 1 for seat in (0, 2)}))
    page = drawn(State("conflict", f"/t/{table}/1/?way=own", phone="seated"), language)
    share, height = page.evaluate(NOTICE)
    assert share > 0.7
    assert height >= 44
