"""The picture of a game night in a real browser: a photo is drawn into it on the phone, and sent nowhere."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Request, expect

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.storage.groups import Groups
from scorekeeper.table.journal import By, Write
from tests.support.browser import Phone
from tests.support.http import cookie

ME = cookie("scoring")

NEAR = 40
"""By how much a colour can differ after it was saved as a JPEG twice."""


@pytest.fixture
def group(groups: Groups) -> str:
    """The address of a group in which Anna has won a game."""
    names = ("Anna", "Bo")
    group = groups.open("Friday", names, ME)
    table = groups.tables.open(GAMES["tally"], Setup(names, {"rounds": 1}, ((1, (0, 1)),)), ME)
    groups.take_in(group, groups.tables.load(table), f"in {table}", ME)
    marks = {Spot(1, POINTS_ROW, POINTS_BOX, seat): points for seat, points in enumerate((9, 4))}
    groups.tables.record(table, Write(marks), f"op {table}", By(ME), groups.tables.load(table).seen)
    return f"/g/{group}/"


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A photo, blue on the left and red on the right, with green above and below."""
    image = Image.new("RGB", (400, 900), (0, 128, 0))
    image.paste((0, 0, 255), (0, 350, 200, 550))
    image.paste((255, 0, 0), (200, 350, 400, 550))
    image.save(tmp_path / "photo.jpg", quality=95)
    return tmp_path / "photo.jpg"


def is_near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) < NEAR for a, b in zip(one, other, strict=True))


def test_a_photo_takes_the_place_of_the_race_and_stays_on_the_phone(scoring: Phone, group: str, photo: Path) -> None:
    phone = scoring
    phone.open(group)
    phone.tap(".dock .undo")
    picture = phone.page.locator("#picture")
    usual = picture.get_attribute("src") or ""
    place = [int(number) for number in (picture.get_attribute("data-place") or "").split()]
    sent: list[Request] = []

    def note(request: Request) -> None:
        sent.append(request)

    phone.page.on("request", note)
    phone.page.locator("#photo input").last.set_input_files(photo)
    without = phone.page.locator("#without")
    expect(without).to_be_visible()
    assert [request.method for request in sent if not request.url.startswith("data:")] == ["GET"]
    assert all(request.post_data is None for request in sent)
    with phone.page.expect_download() as saved:
        phone.page.locator("#save").click()
    assert saved.value.suggested_filename.endswith(".jpg")
    with Image.open(BytesIO(Path(saved.value.path()).read_bytes())) as image:
        assert image.size == (1080, 1350)
        x, y, width, height = place
        middle = y + height // 2
        colours = [image.getpixel((x + part * width // 4, middle)) for part in (1, 3)]
        assert is_near(colours[0], (0, 0, 255))  # type: ignore[arg-type]
        assert is_near(colours[1], (255, 0, 0))  # type: ignore[arg-type]
        assert is_near(image.getpixel((30, 200)), (0x1C, 0x1B, 0x18))  # type: ignore[arg-type]
    without.click()
    expect(without).to_be_hidden()
    assert picture.get_attribute("src") in (usual, phone.base + usual)
    with phone.page.expect_download() as saved:
        phone.page.locator("#save").click()
    assert saved.value.suggested_filename.endswith(".png")
