"""Whether tests take their long form: `dev.py soak`, or SCOREKEEPER_SOAK in the environment, asks for it."""

import os

SOAK = bool(os.environ.get("SCOREKEEPER_SOAK"))
