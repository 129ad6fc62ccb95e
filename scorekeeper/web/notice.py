"""Notices within a page, with buttons that fix the problem."""

from typing import NamedTuple

from scorekeeper.language.text import Text


class Button(NamedTuple):
    """A button with the name and value that its form sends."""

    label: Text
    name: str
    value: str


class Notice(NamedTuple):
    """A message shown beside what it concerns. `kind` is certain, doubtful, open, struck, moved or plain.

    `url` is the page where a missing entry is made, or "" if that is the page with the notice.
    """

    kind: str
    text: Text
    buttons: tuple[Button, ...] = ()
    url: str = ""
