"""Entry point of `python -m scorekeeper`, the same as `scorekeeper`."""

import sys

from scorekeeper.cli import main

if __name__ == "__main__":
    sys.exit(main())
