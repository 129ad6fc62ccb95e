"""WebKit and Firefox, controlled through WebDriver commands by plain sockets.

Playwright controls builds of its own, which no distribution has. These are Debian's: WebKitGTK, whose driver speaks
HTTP, and Firefox, which speaks the same commands over a socket of its own, called Marionette. Both open pages in a
window on a virtual screen (Xvfb), because engines treat a page without a window as hidden.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Error, Page

from tests.support.browser import QUIET

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
WEBKIT = shutil.which("WebKitWebDriver")
MINI_BROWSER = max(map(str, Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")), default="")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
XVFB = shutil.which("Xvfb")

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""Key of a reference to an element, fixed by the WebDriver standard."""

PREFERENCES = {
    "marionette.port": 0,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "app.update.enabled": False,
    "app.normandy.enabled": False,
    "services.settings.server": "data:,",
    "browser.safebrowsing.update.enabled": False,
    "media.gmp-manager.updateEnabled": False,
    "extensions.systemAddon.update.enabled": False,
    "ui.prefersReducedMotion": 1,
    "intl.accept_languages": "en",
    "dom.disable_beforeunload": True,
    # A window behind another one must not count as hidden.
    "widget.windows.window_occlusion_tracking.enabled": False,
}
"""Settings of Firefox for tests: nothing is fetched but the pages of the test."""

MARIONETTE = {
    "open": ("Navigate", "url"),
    "evaluate": ("ExecuteScript", "execute/sync"),
    "find": ("FindElement", "element"),
    "resize": ("SetWindowRect", "window/rect"),
    "reload": ("Refresh", "refresh"),
    "back": ("Back", "back"),
}
"""The name of each command for Firefox, and its address for WebKit."""


class Refused(Exception):
    """A command that the browser could not carry out."""


class Engine:
    """A window of a browser. `send` passes a command and its parameters, and returns its value."""

    def __init__(self, name: str, send: Callable[[str, str, dict[str, Any]], Any]) -> None:
        self.name = name
        self._send = send

    def _command(self, key: str, **params: Any) -> Any:
        return self._send(*MARIONETTE[key], params)

    def open(self, url: str) -> None:
        """Open a page and wait until it is loaded."""
        self._command("open", url=url)

    def reload(self) -> None:
        """Load the page again."""
        self._command("reload")

    def back(self) -> None:
        """Go back to the page before."""
        self._command("back")

    def resize(self, width: int, height: int) -> None:
        """Make the inside of the window this large."""
        for _ in range(2):
            frame = self.evaluate("[outerWidth - innerWidth, outerHeight - innerHeight]")
            self._command("resize", width=width + frame[0], height=height + frame[1])
            time.sleep(0.2)

    def evaluate(self, expression: str, *values: Any) -> Any:
        """Return the value of an expression. It finds `values` in `arguments`."""
        return self._command("evaluate", script=f"return ({expression})", args=list(values))

    def wait_for(self, expression: str, seconds: float = 20) -> Any:
        """Wait until an expression is true, and return its value."""
        until = time.monotonic() + seconds
        while True:
            value = None
            with suppress(Refused):  # the page was replaced while the script ran
                value = self.evaluate(expression)
            if value:
                return value
            assert time.monotonic() < until, f"{self.name}: never true: {expression}\n{self._describe()}"
            time.sleep(0.05)

    def _describe(self) -> str:
        with suppress(Refused):
            return str(self.evaluate("location.href + '\\n' + document.body.innerText.slice(0, 1500)"))
        return "no page"

    def click(self, selector: str) -> None:
        """Click the first visible element, after scrolling to it as the browser does."""
        where = json.dumps(selector)
        found = f"[...document.querySelectorAll({where})].filter((one) => one.getClientRects().length)[0]"
        self.wait_for(f"Boolean({found})")
        # A dock or bar may cover it after the browser has scrolled, so it is moved to the middle first.
        self.evaluate(f"void {found}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        self._press(found)

    def _press(self, found: str) -> None:
        element = self.evaluate(found)
        self._send("ElementClick", f"element/{element[ELEMENT]}/click", {"id": element[ELEMENT]})

    def type(self, selector: str, text: str) -> None:
        """Type into a field."""
        element = self._command("find", using="css selector", value=selector)[ELEMENT]
        value = {"id": element, "text": text}
        self._send("ElementSendKeys", f"element/{element}/value", value)

    def take_screenshot(self) -> str:
        """Return a picture of the window as base64."""
        return str(self._send("TakeScreenshot", "GET screenshot", {}))


class Chromium(Engine):
    """A window of Chromium, controlled by Playwright."""

    def __init__(self, page: Page) -> None:
        super().__init__("chromium", lambda name, path, params: None)
        self.page = page

    def open(self, url: str) -> None:
        self.page.goto(url)

    def reload(self) -> None:
        self.page.reload()

    def back(self) -> None:
        self.page.go_back()

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def evaluate(self, expression: str, *values: Any) -> Any:
        try:
            return self.page.evaluate(
                f"(values) => (function () {{ return ({expression}); }})(...values)", list(values)
            )
        except Error as wrong:
            raise Refused(wrong.message) from wrong

    def _press(self, found: str) -> None:
        element = self.page.evaluate_handle(found).as_element()
        assert element
        element.click()

    def type(self, selector: str, text: str) -> None:
        self.page.locator(selector).press_sequentially(text)


def find_missing(name: str) -> str:
    """Return why an engine cannot be tried here, "" if it can."""
    if not XVFB:
        return "Xvfb is not installed"
    if name == "chromium":
        return "" if CHROMIUM else "chromium is not installed"
    if name == "webkit":
        return "" if WEBKIT and MINI_BROWSER else "webkit2gtk-driver is not installed"
    return "" if FIREFOX else "firefox-esr is not installed"


@contextmanager
def engine(name: str, environment: dict[str, str], playwright: Browser) -> Iterator[Engine]:
    """Start "chromium", "firefox" or "webkit" on a screen of its own. Chromium is started as `playwright` was."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        display = stack.enter_context(screen())
        environment = {
            **os.environ,
            "DISPLAY": display,
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(home),
            "LANGUAGE": "en",
            "LC_ALL": "C.UTF-8",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "NO_AT_BRIDGE": "1",
            **environment,
        }
        environment.pop("WAYLAND_DISPLAY", None)
        if name == "chromium":
            yield stack.enter_context(_start_chromium(playwright, environment))
        else:
            start = _start_webkit if name == "webkit" else _start_firefox
            yield stack.enter_context(start(home, environment))


@contextmanager
def screen() -> Iterator[str]:
    """Run a virtual screen, and return its name as in DISPLAY."""
    reading, writing = os.pipe()
    words = [str(XVFB), "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        try:
            with os.fdopen(reading) as told:
                yield f":{told.readline().strip()}"
        finally:
            process.terminate()


@contextmanager
def _run(words: list[str], environment: dict[str, str], home: Path) -> Iterator[subprocess.Popen[bytes]]:
    # In a session of its own, so that the processes of the browser end with it.
    with (home / "said").open("wb") as said:
        process = subprocess.Popen(words, env=environment, stdout=said, stderr=said, start_new_session=True)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 15)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        process.wait()


@contextmanager
def _start_chromium(playwright: Browser, environment: dict[str, str]) -> Iterator[Engine]:
    browser = playwright.browser_type.launch(
        executable_path=CHROMIUM, headless=False, args=[*QUIET], env={**environment}
    )
    try:
        yield Chromium(browser.new_page(reduced_motion="reduce"))
    finally:
        browser.close()


@contextmanager
def _start_webkit(home: Path, environment: dict[str, str]) -> Iterator[Engine]:
    port = _find_port()
    environment |= {"WEBKIT_DISABLE_DMABUF_RENDERER": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    with _run([str(WEBKIT), f"--port={port}"], environment, home) as process:

        def send(path: str, body: dict[str, Any] | None) -> Any:
            there = HTTPConnection("127.0.0.1", port, timeout=60)
            method = "DELETE" if body is None else "POST"
            if path.startswith("GET "):
                method, path, body = "GET", path.removeprefix("GET "), None
            there.request(method, f"/session{path}", json.dumps(body) if body is not None else None)
            answer = there.getresponse()
            value = json.loads(answer.read())["value"]
            there.close()
            if answer.status != 200:
                raise Refused(f"{value.get('error')}: {value.get('message')}")
            return value

        options = {"binary": MINI_BROWSER, "args": ["--automation"]}
        wishes = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        session = _retry(process, lambda: send("", wishes))["sessionId"]

        def command(name: str, path: str, params: dict[str, Any]) -> Any:
            if path.startswith("GET "):
                return send(f"GET /{session}/{path.removeprefix('GET ')}", {})
            return send(f"/{session}/{path}", params)

        try:
            yield Engine("webkit", command)
        finally:
            with suppress(OSError, Refused, ValueError):
                send(f"/{session}", None)


@contextmanager
def _start_firefox(home: Path, environment: dict[str, str]) -> Iterator[Engine]:
    profile = home / "profile"
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("".join(lines))
    words = [str(FIREFOX), "--marionette", "--no-remote", "--profile", str(profile), "about:blank"]
    with _run(words, environment | {"MOZ_CRASHREPORTER_DISABLE": "1"}, home) as process:
        port = _retry(process, lambda: int((profile / "MarionetteActivePort").read_text()))
        with socket.create_connection(("127.0.0.1", port), 60) as wire, wire.makefile("rb") as told:

            def receive() -> Any:
                size = b""
                while (byte := told.read(1)) != b":":
                    if not byte:
                        raise Refused("Firefox has ended")
                    size += byte
                return json.loads(told.read(int(size)))

            def command(name: str, path: str, params: dict[str, Any]) -> Any:
                body = json.dumps([0, 1, f"WebDriver:{name}", params]).encode()
                wire.sendall(b"%d:%b" % (len(body), body))
                _, _, wrong, result = receive()
                if wrong:
                    raise Refused(f"{wrong['error']}: {wrong['message']}")
                return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

            receive()
            command("NewSession", "", {"strictFileInteractability": True})
            yield Engine("firefox", command)


def _retry(process: subprocess.Popen[bytes], ask: Callable[[], Any]) -> Any:
    until = time.monotonic() + 120
    while True:
        try:
            return ask()
        except (OSError, ValueError):
            assert process.poll() is None, "the browser has ended at its start"
            assert time.monotonic() < until, "the browser does not answer"
            time.sleep(0.1)


def _find_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])
