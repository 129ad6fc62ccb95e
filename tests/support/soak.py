"""Whether tests take their long form: `dev.py soak`, or SCOREKEEPER_SOAK in the environment, asks for it."""

import os

from hypothesis import settings

SOAK = bool(os.environ.get("SCOREKEEPER_SOAK"))


def tried(most: int) -> settings:
    """Try so many cases, others each time; in the short form a tenth of them, always the same ones."""
    return settings(max_examples=most if SOAK else most // 10, derandomize=not SOAK, deadline=None)
