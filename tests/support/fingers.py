"""A finger that taps at its own pace on a slow connection, and a record of what each touch has hit.

The line is slowed in front of the app: each request takes half of the delay on its way and half on its way back, or
another time each, so that answers overtake each other. Pages, scripts and storage are those of the browser.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from flask import Flask
from playwright.sync_api import CDPSession, Error, Page

FINGERS = """
{
  const kept = () => JSON.parse(sessionStorage.getItem('fingers') || '[]');
  const keep = (one) => sessionStorage.setItem('fingers', JSON.stringify([...kept(), one]));
  const visible = (one) => one.getClientRects().length > 0;
  const number = (key) => key.closest('.life')?.querySelector('b').textContent.replace('\\u2212', '-');
  // The number that a keypad says is on.
  const spot = () => {
    return document.querySelector('.pad .cell[aria-current]')?.value || '';
  };
  // What was tapped before and is not drawn as tapped: it lies there as if nobody had touched it.
  const forgotten = () => {
    const last = {};
    for (const { name, value, refused } of kept()) {
      const [, spot, mark] = /^([^=;]*)=([^=;]*)$/.exec(name === 'tap' ? value : '') || [];
      if (spot && !refused) last[spot] = [spot, mark];
    }
    return Object.values(last).filter(([spot, mark]) => mark && [...document.querySelectorAll(
      `[name=tap][value="${CSS.escape(`${spot}=${mark}`)}"]:not(.waits, .mine, .life *, .dock *, .sides *)`)].some(
      visible)).map((one) => one.join(' '));
  };
  addEventListener('pointerdown', ({ target }) => {
    const key = target.closest?.('button,a[href]');
    keep({
      name: key?.name || '',
      value: key?.value || '',
      text: key?.textContent.trim() || '',
      look: key?.className || '',
      href: key?.href || '',
      disabled: Boolean(key?.disabled),
      whose: key?.closest('.life')?.getAttribute('aria-label') || '',
      dim: Boolean(key?.closest('[data-still]')),
      number: (key && number(key)) || '',
      current: (document.querySelector('#write[data-turns]') && spot()) || '',
      anew: Boolean(document.querySelector('.pad [aria-current=step]')),
      forgotten: forgotten(),
      refused: 0,
      emptied: 0,
    });
  }, true);
  // A refusal is seen: the key that was tapped is drawn so, and a sentence says why.
  const seen = new Set();
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!target.dataset.refused || seen.has(target.dataset.refused)) continue;
      seen.add(target.dataset.refused);
      const all = kept();
      const tapped = JSON.parse(target.dataset.refused);
      const one = all.findLast(({ name, value }) => name === tapped.name && value === tapped.value);
      const said = visible(document.getElementById('offline')) ? 1 : 2;
      if (one) one.refused = said;
      if (!tapped.name && all.length) all.at(-1).emptied = said;
      sessionStorage.setItem('fingers', JSON.stringify(all));
    }
  }).observe(document, { subtree: true, attributeFilter: ['data-refused'] });
}
"""
"""Script that records what each touch has hit, which earlier taps are no longer drawn, and which were refused."""

KEYS = """
(where) => {
  const out = [];
  for (const key of document.querySelectorAll(where)) {
    const box = key.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!box.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight || key.disabled) continue;
    if (key.contains(document.elementFromPoint(x, y))) out.push([x, y, key.textContent.trim()]);
  }
  return out;
}
"""
"""Script: the centre and text of each key that can be hit now."""


class Touch(NamedTuple):
    """What a finger hit when it came down."""

    name: str
    value: str
    text: str
    look: str
    href: str
    disabled: bool
    whose: str
    dim: bool
    number: str
    current: str
    anew: bool
    """Whether the number that is on was entered before, so that a digit begins it anew."""
    forgotten: list[str]
    refused: int
    """0: not refused. 1: the key shows the refusal, and the page gives the reason. 2: the page gives no reason."""
    emptied: int
    """The same for digits that were typed and not sent yet."""


class SlowLine:
    """WSGI middleware that delays every request except those for static files."""

    def __init__(self, app: Flask) -> None:
        self.delay = 0.0
        self.chance: Random | None = None
        self._app = app.wsgi_app
        self._lock = threading.Lock()
        app.wsgi_app = self  # type: ignore[method-assign, assignment]

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Pass on a request after half of the delay, and its response after the other half."""
        path = environ.get("PATH_INFO", "")
        if path.startswith("/static/") or not self.delay:
            return self._app(environ, start_response)
        time.sleep(self._half())
        answer = self._app(environ, start_response)
        time.sleep(self._half())
        return answer

    def _half(self) -> float:
        if self.chance is None:
            return self.delay / 2
        with self._lock:
            return self.chance.uniform(0, self.delay)


class Finger:
    """A finger that touches the screen at a point, stays for a moment, and is lifted."""

    HELD = 0.03
    """Seconds between touching and lifting."""

    def __init__(self, page: Page, gap: float) -> None:
        self.page = page
        self.gap = gap
        self.next = 0.0
        self._session: CDPSession = page.context.new_cdp_session(page)

    def keys(self, where: str) -> list[tuple[float, float, str]]:
        """Return the positions and texts of the keys that can be hit now, none while another page loads."""
        try:
            return [(x, y, text) for x, y, text in self.page.evaluate(KEYS, where)]
        except Error:  # another page comes
            return []

    def tap(self, x: float, y: float) -> None:
        """Touch there, once the gap since the last touch is over."""
        time.sleep(max(0.0, self.next - time.monotonic()))
        self.next = time.monotonic() + self.gap
        with self.touch(x, y):
            time.sleep(self.HELD)

    @contextmanager
    def touch(self, x: float, y: float) -> Iterator[None]:
        """Touch there at once, and lift the finger at the end of the block."""
        self._session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        yield
        self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def hit(self, where: str, text: str) -> None:
        """Tap the key that says this, once the gap since the last touch is over."""
        time.sleep(max(0.0, self.next - time.monotonic()))
        for x, y, said in self.keys(where):
            if said == text:
                self.tap(x, y)
                return
        raise AssertionError(f"{text} is not to be seen")

    def read_met(self) -> list[Touch]:
        """Return what each touch in this tab has hit, oldest first."""
        return [Touch(**touch) for touch in self.page.evaluate("JSON.parse(sessionStorage.getItem('fingers') || '[]')")]
