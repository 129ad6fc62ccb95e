"""The long form of tests, requested by `dev.py soak`, --soak or SCOREKEEPER_SOAK in the environment."""

import os
import sys
from collections.abc import Sequence

from hypothesis import settings

# tests/browser/conftest.py imports this module before pytest has read its options and set the variable.
SOAK = bool(os.environ.get("SCOREKEEPER_SOAK")) or "--soak" in sys.argv


def list_seeds(usual: Sequence[int]) -> list[int]:
    """Return the seeds in the variable SCOREKEEPER_SEEDS, such as 17 or 17-400, otherwise the usual ones."""
    first, _, last = os.environ.get("SCOREKEEPER_SEEDS", "").partition("-")
    return list(range(int(first), int(last or first) + 1)) if first else list(usual)


def try_cases(most: int) -> settings:
    """Return Hypothesis settings with `most` random cases; in the short form a tenth of them, always the same."""
    return settings(max_examples=most if SOAK else most // 10, derandomize=not SOAK, deadline=None)
