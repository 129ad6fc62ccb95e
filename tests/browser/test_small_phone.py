"""Every page in every state on a small phone, in all languages but English, which the accessibility tests cover.

Nothing scrolls sideways, and no word of the app is cut. A usual phone shows more words in a key, so keys are measured
there too.
"""

import shutil
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Spot
from scorekeeper.language.catalogue import languages
from scorekeeper.table.journal import Write
from tests.support.browser import ADDRESS, PHONE_SIZES, Phone
from tests.support.drawing import drawing
from tests.support.games import WALKED
from tests.support.group_pages import list_group_states
from tests.support.loops import at_least_one
from tests.support.overflow import (
    CUT,
    FIGURES_TOO_WIDE,
    HEADS_AT_THE_EDGE,
    HIDDEN_BY_THE_DOCK,
    NAMES_CUT,
    SHORT_NAMES_CUT,
    WIDER,
)
from tests.support.soak import SOAK
from tests.support.tables import CROWD, Author, State, list_referee_states, list_states, running

SMALL = PHONE_SIZES[1]

USUAL = {"width": PHONE_SIZES[0][0], "height": PHONE_SIZES[0][1]}

EVERY_NTH = 1 if SOAK else 4
"""Each state is visited in one language, in the long form in all."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[State]]:
    """All tables, written once, and the states of their pages."""
    instance = tmp_path_factory.mktemp("small") / "instance"
    with running(instance, ADDRESS) as app:
        return instance, list_states(app, full=SOAK)


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
    )
    cut = page.evaluate(CUT, ["Maximiliane"])
    assert [text.partition(" | ")[0] for text in cut] == [
        "a sentence that is cut",
        "that is cut in a part",
        "Rhabarberkompott",
        "tall",
        "signed",
    ]
    page.context.close()


@pytest.mark.parametrize("language", languages()[1:])
def test_in_every_other_language_a_small_phone_shows_each_page_within_its_width_and_each_word_whole(
    chromium: Browser, written: tuple[Path, list[State]], tmp_path: Path, language: str
) -> None:
    names = [name[:4] for name in CROWD]
    wide, cut, usual = {}, {}, {}
    # A fresh copy, because some states send forms that change their tables.
    shutil.copytree(written[0], tmp_path / "instance")
    with running(tmp_path / "instance", ADDRESS) as app:
        first = languages().index(language) % EVERY_NTH
        with drawing(chromium, app, SMALL) as draw:
            for state in written[1][first::EVERY_NTH]:
                page = draw(state, language)
                assert page.locator("html").get_attribute("lang") == language, state.name
                wide[state.name] = page.evaluate(WIDER)
                cut[state.name] = page.evaluate(CUT, names)
                page.set_viewport_size(USUAL)
                usual[state.name] = [text for text in page.evaluate(CUT, names) if text[:2].isalpha()]
                page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    assert len(wide) > 250 // EVERY_NTH
    assert {name: parts for name, parts in usual.items() if parts} == {}
    assert {name: parts for name, parts in wide.items() if parts} == {}
    assert {name: parts for name, parts in cut.items() if parts} == {}


@pytest.mark.parametrize("language", languages())
def test_a_round_of_every_game_is_within_a_phone_and_each_word_is_whole(
    chromium: Browser, tmp_path: Path, language: str
) -> None:
    broken = {}
    with running(tmp_path / "instance", ADDRESS) as app:
        author = Author(app.tables, ("Anna", "Milo", "Dora", "Wolf", "Eva", "Finn"))
        tables = [(slug, author.open(game, max(game.seats[0], min(game.seats[1], 4)))) for slug, game in GAMES.items()]
        with drawing(chromium, app, SMALL) as draw:
            for slug, table in at_least_one(tables):
                page = draw(State(slug, f"/t/{table}/1/"), language)
                broken[slug] = [page.evaluate(WIDER), page.evaluate(CUT, [])]
                page.set_viewport_size(USUAL)
                broken[slug] += [page.evaluate(WIDER), page.evaluate(CUT, [])]
                page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    assert {slug: parts for slug, parts in broken.items() if any(parts)} == {}


DOCK_OF_DECK = """
() => {
  const dock = document.getElementById('dock').getBoundingClientRect();
  const button = document.querySelector('#dock .notice button');
  const { left, width, top, bottom } = button.getBoundingClientRect();
  const met = (y) => document.elementFromPoint(left + width / 2, y) === button;
  const reach = Array.from({ length: 100 }, (_, step) => Math.round((top + bottom) / 2) - 50 + step).filter(met);
  const cut = [...document.querySelectorAll('.column .head')].filter((head) => {
    const box = head.getBoundingClientRect();
    return [...head.children].some((part) => {
      const { left, right, width } = part.getBoundingClientRect();
      return width && (left < box.left - 1 || right > box.right + 1);
    });
  });
  return [dock.height, reach.length, document.querySelector('#dock .notice').innerText, cut.length];
}
"""
"""Script: how high the dock of a full deck is, how high a finger meets the button in its notice, its words, and how
many heads of columns are cut.
"""


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_a_notice_of_a_full_deck_leaves_the_dock_within_96_pixels(
    chromium: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    measured = {}
    with running(tmp_path / "instance", ADDRESS) as app:
        author = Author(app.tables, ("Alice", "Hatter", "Cheshire"))
        table = author.open(GAMES["parade"], 3)
        author.write(table, Write({Spot(1, "red", "count", 1): 3}))
        author.write(table, Write({Spot(1, "red", "cards", 0, str(card)): 1 for card in range(4, 9)}))
        address = f"/t/{table}/1/?way=deck"
        with drawing(chromium, app, size) as draw:
            for language in languages():
                measured[language] = draw(State("deck", address), language).evaluate(DOCK_OF_DECK)
    assert len({words for _, _, words, _ in measured.values()}) == len(languages())
    assert {language: dock for language, (dock, _, _, _) in measured.items() if dock > 96} == {}
    assert {language: reach for language, (_, reach, _, _) in measured.items() if reach < 44} == {}
    assert {language: cut for language, (_, _, _, cut) in measured.items() if cut} == {}


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
    chromium: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    names, heads = {}, {}
    with running(tmp_path / "instance", ADDRESS) as app:
        drawn_states = list(pages_of_a_referee(Author(app.tables, ("Anna", "Milo", "Dora", "Wolf", "Eva", "Finn"))))
        with drawing(chromium, app, size) as draw:
            # French words are longer: what fits in French on the large phone fits in English.
            for language, state in product(("en", "fr") if SOAK or size == SMALL else ("fr",), drawn_states):
                page = draw(state, language)
                names[language, state.name] = page.evaluate(SHORT_NAMES_CUT)
                heads[language, state.name] = page.evaluate(HEADS_AT_THE_EDGE)
    assert {name: cut for name, cut in names.items() if cut} == {}
    assert {name: cut for name, cut in heads.items() if cut} == {}


def test_what_happens_next_in_diabolo_is_read_without_scrolling(chromium: Browser, tmp_path: Path) -> None:
    hidden = {}
    with running(tmp_path / "instance", ADDRESS) as app:
        author = Author(app.tables, ("Anna", "Milo", "Dora", "Wolf"))
        begun = [author.retell("diabolo-referee-4", part)[0] for part in (0.0, 0.1, 0.3)]
        with drawing(chromium, app, SMALL) as draw:
            for language, table in product(languages(), begun):
                page = draw(State("told", f"/t/{table}/1/play"), language)
                assert page.locator("#says p").count() >= 1
                hidden[language, table] = page.evaluate(HIDDEN_BY_THE_DOCK)
    assert {name: words for name, words in hidden.items() if words} == {}


@pytest.mark.parametrize("language", languages())
def test_beside_short_names_the_figures_of_a_group_stand_on_a_small_phone_with_all_their_columns(
    chromium: Browser, tmp_path: Path, language: str
) -> None:
    short = ("Anna", "Milo", "Cheshire", "Wolf", "Eva", "Finn", "Ida", "Jo", "Kai", "Lea", "Max", "Nora")
    wide, broken = {}, {}
    with running(tmp_path / "instance", ADDRESS) as app, drawing(chromium, app, SMALL) as draw:
        for state in list_group_states(Author(app.tables, short), app):
            shown = {"group page": ".wins", "group first person": ".figures", "group figures": ".figures"}.get(
                state.name
            )
            if shown:
                page = draw(state, language)
                assert page.locator(shown).count(), state.name
                wide[state.name] = page.evaluate(FIGURES_TOO_WIDE)
                broken[state.name] = page.evaluate(NAMES_CUT, len("Cheshire"))
    assert len(wide) == 3
    assert {name: parts for name, parts in wide.items() if parts} == {}
    assert {name: parts for name, parts in broken.items() if parts} == {}


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_without_a_connection_what_is_asked_is_still_read(phones: Callable[..., Phone], size: tuple[int, int]) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]})
    phone.new_table()
    phone.page.route("**/write*", lambda route: route.abort())
    phone.page.locator("#red [value='.count.0.=4']").tap()
    bar = phone.page.locator("#offline b")
    expect(bar).to_have_text("1")
    below = phone.page.locator("#red-top > :not(h2)").first if size[1] < 640 else phone.page.locator("#red-top h2")
    said, asked = phone.page.locator("#offline").bounding_box(), below.bounding_box()
    assert said
    assert asked
    assert said["y"] + said["height"] <= asked["y"]
    phone.forgive("net::ERR_FAILED")
