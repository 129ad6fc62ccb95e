"""Pages that the browser prints where the server cannot: everything on them has its place, by style sheets alone."""

import pytest

from tests.support.browser import Phone

PLACES = """() => {
  const chart = document.querySelector(".chart").getBoundingClientRect();
  return [...document.querySelectorAll(".chart p")].map((one) => {
    const { left, top } = one.getBoundingClientRect();
    return [(left - chart.left) / chart.width, (top - chart.top) / chart.height];
  });
}"""
"""Script: where the names of the race begin, as shares of the chart."""

WEIGHTS = "(names) => names.map((one) => getComputedStyle(one).fontWeight)"


@pytest.fixture
def table(phone: Phone) -> str:
    """The path of a table of three with a result."""
    table = phone.new_table("Ana", "Bo", "Cleo", game="tally")
    phone.write(table, "1.points.points.0.=5", "1.points.points.1.=30", "1.points.points.2.=17")
    return table


def test_the_names_of_the_race_stand_at_the_ends_of_their_lines(phone: Phone, table: str) -> None:
    phone.open(f"{table}tally.html")
    places = phone.page.evaluate(PLACES)
    assert len(places) == 3
    assert all(0.4 < left < 1 and 0 <= top <= 1 for left, top in places)
    assert len({round(top, 2) for _, top in places}) == 3
    assert sorted(phone.page.locator(".chart bdi").evaluate_all(WEIGHTS)) == ["400", "400", "600"]


@pytest.mark.parametrize(
    "path", ["tally.html?paper=A5", "1/sheet.html", "1/sheet.html?journal=yes", "/paper/skyjo/pad.html"]
)
def test_no_measure_is_in_an_attribute_which_the_policy_of_the_page_forbids(
    phone: Phone, table: str, path: str
) -> None:
    """The browser complains about each such attribute, and no page may have complaints."""
    phone.open(path if path.startswith("/") else f"{table}{path}")
    assert phone.page.locator(".page, main").count() > 0
    assert phone.page.locator("[style]").count() == 0
