"""What any page says on the spot, with the buttons that mend it."""

from typing import NamedTuple

from scorekeeper.language.text import Text


class Button(NamedTuple):
    """A button in words: the name and the value that its form sends."""

    label: Text
    name: str
    value: str


class Notice(NamedTuple):
    """What is said where it is seen: certain, doubtful, open, struck, moved or plain; with buttons that mend it.

    `url` is where what is open is entered, on a page where it is not.
    """

    kind: str
    text: Text
    buttons: tuple[Button, ...] = ()
    url: str = ""
