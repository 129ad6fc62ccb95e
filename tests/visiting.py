"""Going to a page in one of its states, in a real browser."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.conftest import cookie
from tests.states import State

SEND = r"""
async ([path, fields]) => {
  const shown = await (await fetch(path.split('/', 3).join('/') + '/')).text();
  const seen = /data-live=([\d.]+)/.exec(shown)?.[1] || '0';
  const form = document.createElement('form');
  const token = document.querySelector('[name=csrf_token]').value;
  form.method = 'post';
  form.action = path;
  const op = crypto.getRandomValues(new Uint32Array(4)).join('');
  for (const [name, value] of [...fields, ['csrf_token', token], ['op', op]])
    form.append(Object.assign(document.createElement('input'), {name, value, type: 'hidden'}));
  if (!fields.some(([name]) => name === 'seen'))
    form.append(Object.assign(document.createElement('input'), {name: 'seen', value: seen, type: 'hidden'}));
  document.body.append(form);
  form.submit();
}
"""
"""Sends a form as a page would, with the fields that every form of the app carries."""


def phone(chromium: Browser, base: str, whose: str, **how: Any) -> BrowserContext:
    """One of the phones that look at the states; a new one is known to nobody."""
    context = chromium.new_context(**how)
    if whose != "new":
        context.add_cookies([{"name": "browser", "value": cookie(whose), "url": base}])
    return context


def visit(page: Page, base: str, state: State) -> None:
    """Open the page, or send to it what brings it into its state."""
    if not state.fields:
        page.goto(base + state.path)
        return
    if not page.locator("[name=csrf_token]").count():
        page.goto(f"{base}/")
    with page.expect_navigation():
        page.evaluate(SEND, [state.path, [list(one) for one in state.fields]])
