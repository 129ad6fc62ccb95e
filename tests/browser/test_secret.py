"""One phone goes round the table: everybody decides under a cover, and nobody sees what the others did."""

from collections.abc import Callable

from tests.support.browser import Phone

CAST = ("Anna", "Bo", "Cleo")


def hide(phone: Phone) -> None:
    """On the page for a new table: agree that doublers are hidden."""
    phone.page.locator("details:not(.more) summary").first.tap()
    phone.page.locator("label", has_text="Hidden, revealed together").tap()


def secret_table(phone: Phone) -> str:
    """Open a table of Diabolo with hidden doublers, and say that the harp is ahead in red."""
    phone.open("/games/diabolo/new")
    phone.seat(*CAST)
    hide(phone)
    phone.tap("button[value=open]")
    phone.page.wait_for_url("**/t/*/1/**")
    phone.chip("1.red.side..=harp")
    return phone.path.rpartition("1/")[0]


def go_round(phone: Phone, *committed: str) -> None:
    """Everybody lifts the cover and decides: two taps a player."""
    for who in CAST:
        phone.tap(phone.page.get_by_text(f"I am {who}").first)
        phone.tap(phone.page.get_by_text("Commit the doubler" if who in committed else "Keep it"))


def test_doublers_are_decided_with_two_taps_a_player(phone: Phone) -> None:
    table = secret_table(phone)
    before = phone.taps
    go_round(phone, "Bo")
    assert phone.taps - before == 2 * len(CAST)
    assert phone.path == f"{table}1/#red"
    pressed = phone.page.locator(".tick[aria-pressed=true]")
    assert pressed.count() == 1
    assert "Bo" in (phone.page.locator("#red .block", has=pressed).text_content() or "")
    assert "Bo doubles red. All show red." in (phone.page.locator("#red").text_content() or "")


def test_going_back_shows_covers_only(phone: Phone) -> None:
    secret_table(phone)
    phone.tap(phone.page.get_by_text("I am Anna").first)
    phone.tap(phone.page.get_by_text("Commit the doubler"))
    assert phone.page.get_by_text("Pass the phone to Bo.").is_visible()
    for _ in range(2):
        phone.page.go_back()
        phone.page.wait_for_load_state("load")
        phone.page.wait_for_timeout(200)
        assert not phone.page.get_by_text("Commit the doubler").is_visible()
    phone.page.reload()
    assert "decided" in (phone.page.locator("#red").text_content() or "")


def test_it_works_without_script(phones: Callable[..., Phone], phone: Phone) -> None:
    table = secret_table(phone)
    plain = phones(java_script_enabled=False, storage_state=phone.context.storage_state())
    plain.open(f"{table}1/")
    for who in CAST:
        plain.page.get_by_text(f"I am {who}").first.tap()
        plain.page.get_by_text("Commit the doubler" if who == "Anna" else "Keep it").tap()
    pressed = plain.page.locator("#red .tick[aria-pressed=true]")
    pressed.wait_for()
    assert pressed.count() == 1
