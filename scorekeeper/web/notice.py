"""Notices within a page, with buttons that fix what they are about."""

from typing import NamedTuple

from scorekeeper.language.text import Text


class Button(NamedTuple):
    """A button with the name and value that its form sends."""

    label: Text
    name: str
    value: str


class Notice(NamedTuple):
    """A message next to what it is about. `kind` is certain, doubtful, open, struck, moved or plain.

    `url` leads to the page where the missing entry is made, on pages where it is not.
    """

    kind: str
    text: Text
    buttons: tuple[Button, ...] = ()
    url: str = ""
