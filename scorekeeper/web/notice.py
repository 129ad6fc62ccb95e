"""Notices within a page, with buttons that fix the problem."""

from typing import NamedTuple

from scorekeeper.language.text import Text


class Button(NamedTuple):
    """A button with the name and value that its form sends."""

    label: Text
    name: str
    value: str


class Notice(NamedTuple):
    """A message shown beside what it concerns."""

    kind: str
    """"certain", "doubtful", "open", "struck", "moved" or "plain"."""
    text: Text
    buttons: tuple[Button, ...] = ()
    """Buttons that fix the problem."""
    url: str = ""
    """The address of the page where a missing entry is made.

    It is "" if no entry is missing or if that page shows the notice itself.
    """
