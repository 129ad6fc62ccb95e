"""The command line answers questions, checks rulings, prints pads, and refuses with a sentence."""

import os
import subprocess
import sys


def scorekeeper(*words: str, given: bytes | str = b"", code: int = 0) -> tuple[str, str]:
    """What the command says, in order and in refusal."""
    ended = subprocess.run(
        [sys.executable, "-m", "scorekeeper", *words],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        timeout=60,
        env=os.environ | {"PYTHONUTF8": "1"},
    )
    said = ended.stderr.decode()
    assert ended.returncode == code, said
    assert "Traceback" not in said
    return ended.stdout.decode(), said
