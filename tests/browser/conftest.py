"""A real server, Debian's Chromium, and phones that tap: every press is counted.

The pages are opened on http://table.home, a name mapped to this computer, because on a plain address of the local
network a browser withholds what it grants to localhost.
"""

import shutil
from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, sync_playwright

from tests.play import EXAMPLE
from tests.serving import serving

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
HOST = "table.home"
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
)
SETTLED = "!Object.keys(localStorage).some((key) => key.startsWith('tap:')) && !('busy' in document.body.dataset)"
PHONE = {"width": 390, "height": 844}
IN_SIGHT = """
(one) => {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return y > 0 && y < innerHeight && one.contains(document.elementFromPoint(x, y));
}
"""
"""Whether the middle of a target can be hit where the page lies now."""


class Phone:
    """A phone in somebody's hand: it taps, and it counts its taps."""

    def __init__(self, context: BrowserContext, base: str, script: bool = True) -> None:
        self.context = context
        self.base = base
        self.script = script
        self.page: Page = context.new_page()
        self.taps = self.swipes = 0
        self.complaints: list[str] = []
        context.on("weberror", lambda wrong: self.complaints.append(str(wrong.error)))
        context.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    def open(self, path: str) -> None:
        """Go to an address of the app; not a tap."""
        self.page.goto(self.base + path)

    def tap(self, what: str | Locator) -> None:
        """Press once, after a swipe where it is not in sight, and wait until the tap is answered."""
        target = self.page.locator(what).locator("visible=true").first if isinstance(what, str) else what
        self.swipes += not target.evaluate(IN_SIGHT)
        self.taps += 1
        if self.script:
            target.tap()
            self.settle()
        else:
            with self.page.expect_navigation():
                target.tap()

    def settle(self) -> None:
        """Wait until no tap and no page is on its way any more."""
        quiet = 0
        for _ in range(1000):
            self.page.wait_for_timeout(10)
            try:
                self.page.wait_for_load_state("load")
                quiet = quiet + 1 if self.page.evaluate(SETTLED) else 0
            except Error:  # the page turned under the question
                quiet = 0
            if quiet == 2:
                return
        raise AssertionError("a tap was never answered")

    def forgive(self, *words: str) -> None:
        """Overlook complaints with these words: what a test brings about, the browser reports, as it should."""
        self.complaints[:] = [said for said in self.complaints if not any(word in said for word in words)]

    def plug_ears(self) -> None:
        """Let this page hear of nothing until its next tap, as on a network that is gone for a moment."""
        self.page.evaluate("delete document.body.dataset.live")

    def chip(self, value: str) -> None:
        """Press the chip that writes this."""
        self.tap(f'[name=tap][value="{value}"]')

    @property
    def path(self) -> str:
        """Where the phone is."""
        return self.page.url.removeprefix(self.base)

    def seat(self, *names: str) -> None:
        """On the page for a new table: type the names that are not remembered."""
        for name in names:
            if not self.page.locator("input[name=name]").count():
                self.tap("button[value=naming]")
            self.page.fill("input[name=name]", name)
            self.tap("button[value=add]:not(.first)")

    def new_table(self, *names: str, game: str = "parade", played: Sequence[str] = ()) -> str:
        """Open a table, with the variants that are played, and return its address."""
        self.open(f"/games/{game}/new")
        self.seat(*(names or EXAMPLE))
        for variant in played:
            if not self.page.locator("details.rules[open]").count():
                self.page.locator("details.rules summary").tap()
            self.page.locator(f"[name='option.{variant}'][value=on]").check()
        self.tap("button[value=open]")
        self.page.wait_for_url("**/t/*/1/**")
        return self.path.rpartition("1/")[0]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Every test of this folder needs a browser: `-m "not browser"` leaves them out."""
    item.add_marker("browser")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app, started as its owner starts it."""
    with serving(tmp_path_factory.mktemp("served") / "instance") as running:
        yield f"http://{HOST}:{running.address.rsplit(':', 1)[1].strip('/')}"


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser; missing, it fails loudly, for a skipped browser test proves nothing.

    It ends with the tests of this folder: its driver keeps an event loop running, and no other test could start one.
    """
    assert CHROMIUM, "Chromium is missing; python3 dev.py test installs it on Debian and Ubuntu"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def phones(chromium: Browser, server: str) -> Iterator[Callable[..., Phone]]:
    """Makes phones; at the end none may have complained in its console."""
    made: list[Phone] = []

    def make(**how: object) -> Phone:
        # A button that still springs back from the last tap is tapped again from elsewhere by the driver, which scrolls
        # the page as no finger does.
        still = {"reduced_motion": "reduce"}
        options = {"viewport": PHONE, "device_scale_factor": 2, "has_touch": True, **still, **how}
        script = bool(options.get("java_script_enabled", True))
        made.append(Phone(chromium.new_context(**options), server, script))
        return made[-1]

    yield make
    for phone in made:
        phone.context.close()
        assert phone.complaints == []


@pytest.fixture
def phone(phones: Callable[..., Phone]) -> Phone:
    """One phone, 390 × 844."""
    return phones()
