"""Runner of the command line inside the test process."""

import contextlib
import io
import sys

import pytest

from scorekeeper.cli import main
from scorekeeper.storage.place import ALLOWED


class CapturedStream(io.TextIOWrapper):
    """A text stream in memory that keeps everything written to it.

    It has a buffer, which `io.StringIO` has not: the command writes a PDF as bytes.
    """

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def get_text(self) -> str:
        """Return all that was written."""
        self.flush()
        content = self.buffer.getvalue()  # type: ignore[attr-defined]
        return str(content, "utf-8")


def scorekeeper(*words: str, given: bytes | str = b"", code: int = 0) -> tuple[str, str]:
    """Run a command in this process, which is faster than a new one. Return its standard output and standard error."""
    said, refused = CapturedStream(), CapturedStream()
    asked = io.TextIOWrapper(io.BytesIO(given.encode() if isinstance(given, str) else given), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(said), contextlib.redirect_stderr(refused):
        patch.setattr(sys, "stdin", asked)
        patch.setenv(ALLOWED, "yes")
        ended = main(list(words))
    assert ended == code, refused.get_text()
    return said.get_text(), refused.get_text()
