"""Choose the reader's language and speak it. Catalogues are .po files, read once, never compiled."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from scorekeeper.text import ENGLISH, Catalogue

FOLDER = Path(__file__).parent / "translations"


class PoCatalogue:
    """The words of one language, from its .po file; a sentence it lacks stays English."""

    def __init__(self, messages: Mapping[str, tuple[str, ...]], plural: Mapping[bool, int]) -> None:
        self.messages = messages
        self.plural = plural

    def gettext(self, message: str, /) -> str:
        found = self.messages.get(message)
        return found[0] if found else message

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        found = self.messages.get(one)
        return found[self.plural[count == 1]] if found else ENGLISH.ngettext(one, many, count)


@cache
def languages() -> dict[str, Catalogue]:
    """Every language the app speaks, English first."""
    found: dict[str, Catalogue] = {"en": ENGLISH}
    for path in sorted(FOLDER.glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.stem)
        messages = {}
        for message in catalogue:
            words = message.string if isinstance(message.string, tuple | list) else (message.string or "",)
            if message.id and all(words):
                messages[message.id[0] if isinstance(message.id, tuple | list) else message.id] = tuple(map(str, words))
        found[path.stem] = PoCatalogue(messages, {True: 0, False: 1})
    return found
