"""Comparing the names of players."""

import re
import unicodedata

from scorekeeper.games.user_input import JOINERS


def is_same_name(one: str, other: str) -> bool:
    """Return whether two names look alike: they differ at most in case, spaces and Unicode form."""
    return normalise_name(one) == normalise_name(other)


def normalise_name(name: str) -> str:
    """Return the form that look-alike names share: case-folded, without spaces and joiners, in one Unicode form."""
    # NFKC also equates look-alikes such as full-width letters and ligatures.
    return re.sub(f"[{JOINERS} ]", "", unicodedata.normalize("NFKC", name).casefold())
