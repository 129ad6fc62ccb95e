"""The field for the code of a table: one field, whose letters stand in the boxes behind it."""

from collections.abc import Callable

import pytest

from tests.support.browser import Phone

PAGES = {"home": "/", "television": "/tv", "no table": "/BBBBB"}

OFFSETS = """
(field) => {
  const style = getComputedStyle(field);
  const copy = document.createElement('pre');
  const kept = ['fontFamily', 'fontSize', 'fontWeight', 'letterSpacing', 'textTransform'];
  for (const name of kept) copy.style[name] = style[name];
  copy.style.position = 'fixed';
  copy.textContent = field.value;
  document.body.append(copy);
  const words = document.createRange();
  if (field.parentElement.scrollLeft) return [];
  const start = field.getBoundingClientRect().left + parseFloat(style.paddingLeft) - field.scrollLeft;
  const from = copy.getBoundingClientRect().left;
  const spacing = parseFloat(style.letterSpacing);
  const boxes = [...field.parentElement.querySelectorAll('i')].map((one) => one.getBoundingClientRect());
  return [...field.value].map((_, index) => {
    words.setStart(copy.firstChild, index);
    words.setEnd(copy.firstChild, index + 1);
    const letter = words.getBoundingClientRect();
    const middle = start + (letter.left + letter.right - spacing) / 2 - from;
    const [first] = boxes;
    const pitch = boxes[1].left - first.left;
    const box = Math.round((middle - first.left - first.width / 2) / pitch);
    return [box, middle - first.left - first.width / 2 - box * pitch];
  });
}
"""
"""Script that returns for each letter the index of its box, and how far it is from the middle of the box."""


@pytest.mark.parametrize("width", [320, 390, 800])
@pytest.mark.parametrize("letters", [16, 32])
@pytest.mark.parametrize("page", PAGES)
def test_each_letter_stands_in_a_box(phones: Callable[..., Phone], page: str, width: int, letters: int) -> None:
    phone = phones(viewport={"width": width, "height": 664})
    phone.forgive("404")
    phone.open(PAGES[page])
    phone.page.evaluate(f"document.documentElement.style.fontSize = '{letters * 1.0625}px'")
    field = phone.page.locator("[name=code]")
    field.fill("")
    field.press_sequentially("ktwmx")
    offsets = field.evaluate(OFFSETS)
    assert [box for box, _ in offsets] == [0, 1, 2, 3, 4]
    assert max(abs(away) for _, away in offsets) < 2
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= width
    field.press_sequentially("z")
    assert [box for box, _ in field.evaluate(OFFSETS)] == [-1, 0, 1, 2, 3, 4], "the last five letters are seen"


def test_a_code_is_pasted_as_a_whole_and_typed_without_script(phones: Callable[..., Phone]) -> None:
    alice = phones()
    table = alice.new_table()
    alice.open(f"{table}invite")
    code = alice.page.locator(".letters").inner_text()
    for how in ("pasted", "typed"):
        bo = phones(java_script_enabled=how == "pasted")
        bo.open("/")
        if how == "pasted":
            bo.page.locator("[name=code]").focus()
            bo.page.keyboard.insert_text(f" {code} ")
        else:
            bo.page.locator("[name=code]").press_sequentially(code.lower())
        bo.page.keyboard.press("Enter")
        bo.page.wait_for_url(f"**{table}seat")


def test_the_hint_stands_where_the_boxes_are_until_the_field_is_entered(phone: Phone) -> None:
    phone.open("/")
    field, box = phone.page.locator("[name=code]"), phone.page.locator(".boxes i").first
    shown = "(one) => getComputedStyle(one).visibility"
    before = phone.page.locator(".boxes").bounding_box()
    assert (field.get_attribute("placeholder"), box.evaluate(shown)) == ("Enter its code", "hidden")
    field.focus()
    assert box.evaluate(shown) == "visible"
    assert phone.page.locator(".boxes").bounding_box() == before
