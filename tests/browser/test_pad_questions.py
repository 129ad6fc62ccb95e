"""Pads on a small phone: Tarot on a page of taps and one number, and the question that breaks a tie."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser import Phone

SIZES = ((390, 664), (320, 568))

small = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")

WIDER = "() => document.documentElement.scrollWidth > innerWidth"
"""Script: whether anything reaches beyond the screen."""


def phone_of(phones: Callable[..., Phone], size: tuple[int, int]) -> Phone:
    return phones(viewport={"width": size[0], "height": size[1]})


@small
def test_a_round_of_tarot_is_six_taps(phones: Callable[..., Phone], size: tuple[int, int]) -> None:
    phone = phone_of(phones, size)
    phone.new_table("Ida", "Jon", "Kim", "Leo", game="tarot")
    page, before = phone.page, phone.taps
    taps = [
        page.get_by_role("group", name="Taker").get_by_role("button", name="Ida"),
        page.get_by_role("group", name="Contract").get_by_role("button", name="Garde", exact=True),
        page.get_by_role("group", name="Oudlers").get_by_role("button", name="2"),
    ]
    for tap in taps:
        phone.tap(tap)
        expect(tap).to_have_attribute("aria-pressed", "true")
    assert not page.evaluate(WIDER)
    for digit in "49":
        phone.tap(page.locator(".digits").get_by_role("button", name=digit, exact=True))
    phone.tap(page.locator(".primary", has_text="Show score sheet"))
    assert phone.taps - before == 6
    expect(page.get_by_role("heading", name="Round 1: Ida +198.")).to_be_visible()


@small
def test_the_question_on_the_sheet_leads_to_what_decides_a_tie(
    phones: Callable[..., Phone], size: tuple[int, int]
) -> None:
    phone = phone_of(phones, size)
    table = phone.new_table("Ida", "Jon", "Kim", game="wingspan")
    rows = ("birds", "bonus", "goals", "eggs", "food", "tucked")
    phone.write(
        table,
        *(f"1.{row}.{row}.{seat}.={number}" for row in rows for seat, number in enumerate((5, 5, 2))),
    )
    phone.open(f"{table}1/sheet")
    page = phone.page
    expect(page.get_by_text("Ida and Jon are tied. Unused food?")).to_be_visible()
    phone.tap(page.locator("a.fix"))
    expect(page.get_by_role("heading", name="Unused food")).to_be_attached()
    assert page.locator("#numbers bdi").all_inner_texts() == ["Ida", "Jon"]
    phone.tap(page.locator("button[name=key][value='0']"))
    phone.tap(page.locator(".primary", has_text="Jon"))
    phone.tap(page.locator("button[name=key][value='3']"))
    phone.tap(page.locator(".primary", has_text="Show score sheet"))
    expect(page.get_by_role("heading", name="Jon wins")).to_be_visible()
    expect(page.get_by_text("30 points, tied with Ida")).to_be_visible()
