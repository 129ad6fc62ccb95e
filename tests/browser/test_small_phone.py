"""Every page in every state on a small phone, in every language but English, in which axe walks them all: nothing
scrolls sideways, and no word of ours is cut.
"""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scorekeeper.language.catalogue import languages
from tests.support.browser import HOST
from tests.support.forms import Phones
from tests.support.overflow import CUT, DRAW, SMALL_PHONE, WIDER
from tests.support.soak import SOAK
from tests.support.tables import CROWD, State, running, states


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[State]]:
    """All tables, written once, and the pages they are seen on."""
    instance = tmp_path_factory.mktemp("small") / "instance"
    with running(instance) as app:
        return instance, states(app, full=SOAK)


def test_what_is_cut_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        "<style>p{width:90px;overflow:hidden;white-space:nowrap}</style>"
        "<p>whole<p>a sentence that is cut<p>one <i>that is cut in a part</i><p>Maximiliane, who may be cut"
        "<p style='overflow:visible'>reaching over the side"
        "<p style='white-space:normal;overflow-wrap:anywhere'>Rhabarberkompott"
        "<p style='white-space:normal'>Rhabar\u00adber\u00adkom\u00adpott<p><button style='height:9px'>tall</button>"
    )
    found = page.evaluate(CUT, ["Maximiliane"])
    assert [one.partition(" | ")[0] for one in found] == [
        "a sentence that is cut",
        "that is cut in a part",
        "Rhabarberkompott",
        "tall",
    ]
    page.context.close()


@pytest.mark.parametrize("language", languages()[1:])
def test_in_every_other_language_a_small_phone_shows_each_page_within_its_width_and_each_word_whole(
    chromium: Browser, written: tuple[Path, list[State]], tmp_path: Path, language: str
) -> None:
    names = [name[:4] for name in CROWD]
    wide, cut = {}, {}
    # A state may send something that changes its table.
    shutil.copytree(written[0], tmp_path / "instance")
    with running(tmp_path / "instance") as app:
        phones = Phones(app.app, language)
        page = chromium.new_page(viewport=SMALL_PHONE)
        page.goto(f"http://{HOST}:{app.port}/offline")
        for state in written[1]:
            page.evaluate(DRAW, phones.look(state))
            assert page.locator("html").get_attribute("lang") == language, state.name
            wide[state.name] = page.evaluate(WIDER)
            cut[state.name] = page.evaluate(CUT, names)
        page.context.close()
    assert len(wide) > 250
    assert {name: found for name, found in wide.items() if found} == {}
    assert {name: found for name, found in cut.items() if found} == {}
