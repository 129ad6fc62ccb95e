"""Questions to the referee on a phone: every question fits, every target can be hit, with and without JavaScript."""

from collections.abc import Callable

from tests.support.browser import SMALL, SMALL_PHONE, TOO_WIDE, Phone
from tests.support.games import WALKED

PATHS = [f"/rulings/{game.slug}/{kind}" for game in WALKED.values() for kind in game.rulings]
WHOLE = (
    "/rulings/parade/score?names=6&ruleset=zman&asked=1&players.A=red-10&players.B=red-9&painter.players=B",
    "/rulings/diabolo/row?names=5&heaven=4&heaven=4&hell=5&hands.A=5&hands.A=5&hands.E=1&doubles=A",
    "/rulings/diabolo/game?seats=5&names=5&first_dealer=A&rounds.1.A=10&rounds.1.B=8&rounds.1.B.minus=1",
    "/rulings/hawaiki/place?tops=c1-4&tops=c2-1&tops=c1-4&pile=0&card=c1-6&baseline_tops=c1-1",
    "/rulings/hawaiki/settle?names=6&tokens.A=6",
    "/rulings/hawaiki/announce?new=run&announced=1&contested=1",
)
OVER_THE_DOCK = """
() => {
  const dock = document.querySelector('.dock');
  const { left, top, width, height } = dock.getBoundingClientRect();
  const points = Array.from({ length: Math.floor(height / 5) }, (_, n) => [left + width / 2, top + 5 * n + 2]);
  return points.map(([x, y]) => document.elementFromPoint(x, y)).filter((one) => one && !dock.contains(one)).map(
    (one) => one.outerHTML.slice(0, 90));
}
"""


def test_every_question_fits_on_a_small_phone(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    for path in (*PATHS, *WHOLE):
        phone.open(path)
        phone.page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
        assert phone.page.evaluate(TOO_WIDE) == [], path
        assert phone.page.evaluate(SMALL) == [], path
        for _ in range(3):
            assert phone.page.evaluate(OVER_THE_DOCK) == [], path
            phone.page.evaluate("scrollBy(0, 150)")
    phone.forgive("422")


def ask_about_the_row(phone: Phone, tap: Callable[[str], None]) -> None:
    """Enter a row of the rulebook's example by taps."""
    phone.open("/rulings/diabolo/row")
    for do in ("names:2", "heaven:4", "heaven:2", "heaven:1", "hell:5", "hell:1"):
        tap(f"[value='{do}']")
    for do in ("hands.A:5", "hands.B:4", "hands.B:2", "doubles:A", "doubles:B"):
        tap(f"[value='{do}']")


def test_a_question_is_tapped_together_and_can_be_sent(phones: Callable[..., Phone]) -> None:
    phone = phones()
    ask_about_the_row(phone, phone.tap)
    assert phone.taps == 11
    answer = phone.page.locator(".answer").inner_text()
    assert answer.startswith("Highest: B, 6. Doubled: B, +12.")
    friend = phones()
    friend.open(phone.path)
    assert friend.page.locator(".answer").inner_text() == answer


def test_what_is_typed_is_kept_and_asked_with_enter(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    phone.open("/rulings/diabolo/game")
    phone.tap("[value='first_dealer:B']")
    for name, points in (("A", "4"), ("B", "10"), ("C", "0")):
        phone.page.fill(f"[name='rounds.1.{name}']", points)
    phone.tap("[value='rounds.1.B.minus:1']")
    phone.page.fill("[name='rounds.1.C']", "12")
    phone.page.keyboard.press("Enter")
    phone.settle()
    assert phone.page.locator(".answer").inner_text().startswith("C wins with 12.")
    assert "A 4, B −10 and C 12" in phone.page.locator("#answer").inner_text().replace("\u00a0", " ")
