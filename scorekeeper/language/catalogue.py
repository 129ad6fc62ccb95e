"""Catalogues of translations, loaded from .po files when first used and never compiled."""

import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from scorekeeper.language.text import ENGLISH, IN_CONTEXT, Catalogue

TRANSLATIONS = Path(__file__).parent / "translations"

LANGUAGES = {"en": "English", "it": "Italiano", "fr": "Français", "es": "Español", "de": "Deutsch"}
"""The languages that the app can have, by code, as their speakers call them. Each has a catalogue in `TRANSLATIONS`."""


GAP = re.compile(r"%\(\w+\)s")
"""A place in a message that is filled in."""


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages that have a catalogue, English first."""
    return ("en", *(language for language in LANGUAGES if (TRANSLATIONS / f"{language}.po").exists()))


# Loaded once per language: the files are part of the release and do not change while it runs.
@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language, given by a code from `languages()`."""
    if language == "en":
        return ENGLISH
    # Imported late: loading Babel takes longer than a command in English.
    from babel.messages.pofile import read_po

    with (TRANSLATIONS / f"{language}.po").open("rb") as file:
        read = read_po(file, locale=language)
    messages = {}
    for message in read:
        words = message.string if isinstance(message.string, tuple | list) else (message.string or "",)
        # An incomplete translation counts as none, so that no form of it is empty. A fuzzy one, which belongs to a
        # former English sentence, is better than English as long as no gap of it stays open.
        if message.id and all(words) and not (message.fuzzy and _find_gaps(words) - _find_gaps(message.id)):
            key = message.id[0] if isinstance(message.id, tuple | list) else message.id
            messages[f"{message.context}{IN_CONTEXT}{key}" if message.context else key] = tuple(map(str, words))
    return Catalogue(language, messages, read.plural_forms)


def _find_gaps(forms: str | Sequence[str]) -> set[str]:
    return set(GAP.findall(forms if isinstance(forms, str) else " ".join(forms)))


def detect_language() -> str:
    """Return the code of the language set in the environment, or "en" if the app does not have that language."""
    # In the order of precedence that POSIX gives these variables.
    wanted = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    language = wanted.partition(".")[0].partition("_")[0].lower()
    return language if language in languages() else "en"
