"""The long form of tests, requested by `dev.py soak` or SCOREKEEPER_SOAK in the environment."""

import os

from hypothesis import settings

SOAK = bool(os.environ.get("SCOREKEEPER_SOAK"))


def try_cases(most: int) -> settings:
    """Return Hypothesis settings with `most` random cases; in the short form a tenth of them, always the same."""
    return settings(max_examples=most if SOAK else most // 10, derandomize=not SOAK, deadline=None)
