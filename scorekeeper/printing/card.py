"""The printed card with which phones sit down at a table: one QR code for the Wi-Fi, one for the table."""

from typing import NamedTuple

from segno.helpers import make_wifi_data

from scorekeeper.language.text import Text
from scorekeeper.printing.layout import PAPERS
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


def render_card(title: Text | str, link: str, wifi: Wifi | None, paper: str, lang: str) -> str:
    """Return the card of a table as an HTML page. `link` is the address that lets a phone score there."""
    width, height = PAPERS[paper]
    return render(
        "card",
        lang,
        title,
        f"@page{{size:{width}mm {height}mm;margin:0}}.card{{width:{width}mm}}",
        link=link,
        wifi=wifi,
    )
