"""When two names would be taken for each other."""

import re
import unicodedata

JOINERS = "\u200c\u200d"
"""Unseen, but some names and most families of emoji are spelled with them."""


def same_name(one: str, other: str) -> bool:
    """Whether two names would be taken for each other."""
    return folded_name(one) == folded_name(other)


def folded_name(name: str) -> str:
    """What names that are taken for each other have in common: no case, no spaces, one way to write each letter."""
    return re.sub(f"[{JOINERS} ]", "", unicodedata.normalize("NFKC", name).casefold())
