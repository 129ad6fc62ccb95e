"""The command of the app as a fast program: it forks the waiting Python.

`WAITING` in its environment is the number of the open file that leads there; see `tests/support/app_processes.py`.
"""

import json
import os
import signal
import socket
import sys


def main() -> int:
    """Request a fork with these arguments, files and environment. Pass SIGTERM on to it, and return its exit code."""
    there = socket.socket(fileno=int(os.environ.pop("WAITING")))
    told, tell = os.pipe()
    request = json.dumps([sys.argv[1:], dict(os.environ), os.getcwd()]) + "\n"  # noqa: PTH109 - quicker
    socket.send_fds(there, [request.encode()], [0, 1, 2, tell])
    os.close(tell)
    with os.fdopen(told) as answers:
        pid = int(answers.readline())
        signal.signal(signal.SIGTERM, lambda *_: os.kill(pid, signal.SIGTERM))
        return int(answers.readline())


if __name__ == "__main__":
    sys.exit(main())
