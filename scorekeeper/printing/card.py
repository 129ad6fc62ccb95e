"""The printed card with which phones sit down at a table: one QR code for the Wi-Fi, one for the table."""

from typing import NamedTuple

from segno.helpers import make_wifi_data

from scorekeeper.language.text import Text
from scorekeeper.printing.layout import PAPERS
from scorekeeper.printing.press import print_html
from scorekeeper.printing.templates import render


class Wifi(NamedTuple):
    """A wireless network."""

    name: str
    password: str
    """The password, or "" if the network is open."""

    @property
    def address(self) -> str:
        """The text of the QR code with which phones join the network."""
        if not self.password:
            return make_wifi_data(self.name, None, "nopass")
        return make_wifi_data(self.name, self.password, "WPA")


class JoiningCard(NamedTuple):
    """A card for a table."""

    title: Text | str
    link: str
    """The address that lets a phone score there."""
    wifi: Wifi | None
    """The network, or None."""


def render_card(card: JoiningCard, paper: str, lang: str) -> str:
    """Return a card as an HTML page."""
    width, height = PAPERS[paper]
    return render(
        "card",
        lang,
        card.title,
        f"@page{{size:{width}mm {height}mm;margin:0}}.card{{width:{width}mm}}",
        card=card,
    )


def print_card(card: JoiningCard, paper: str, lang: str) -> bytes:
    """Return a card as a PDF. Raise Unprintable or Busy if it cannot be printed."""
    return print_html(render_card(card, paper, lang), first=True, keep=False)
