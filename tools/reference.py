"""Write the parts of the documents that are generated from the program.

    .venv/bin/python -m tools.reference

`tests/test_documents.py` fails if a document differs from the program.
"""

import re
import tempfile
from pathlib import Path
from typing import Any

from scorekeeper import cli, create_app
from scorekeeper.language.catalogue import catalogue

DOCS = Path(__file__).resolve().parents[1] / "docs"

WIDTH = 78
"""Columns of the help text."""

HEAD = """# Command line

`scorekeeper` is in `.venv/bin` of a checkout after the first start, or wherever pip or pipx has installed it. So from
the folder of a checkout type `.venv/bin/scorekeeper`. `scorekeeper COMMAND --help` says what a command takes.

```text
{top}
```

Most commands also take `--instance FOLDER`, where the database and the secret key are. The default is `instance` in a
checkout, and `~/.local/share/scorekeeper` for an installed program.

It exits with 0 on success, with 1 if `check` or `rule --check` found something, and with 2 if a command is refused. A
refusal is one sentence on standard error.
"""


def command_line() -> str:
    """Return the document of the command line, with the list of commands that the program prints."""
    settings: dict[str, Any] = {"obj": catalogue("en"), "resilient_parsing": True, "terminal_width": WIDTH}
    text = cli.scorekeeper.make_context("scorekeeper", [], **settings).get_help()
    return HEAD.format(top="\n".join(line.rstrip() for line in text.strip().splitlines()))


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document of an app without scores."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder), TESTING=True)
        document: dict[str, Any] = app.test_client().get("/api/v1/openapi.json").get_json()
        app.extensions["tables"].store.close()
    return document


def fill(page: str, mark: str, rows: list[tuple[str, ...]]) -> str:
    """Return a page with a table between its marks."""
    head, *body = ["| " + " | ".join(row) + " |" for row in rows]
    table = "\n".join([head, "|" + "---|" * len(rows[0]), *body])
    return re.sub(f"(<!-- {mark} -->\n).*?(<!-- end -->)", rf"\g<1>{table}\n\g<2>", page, flags=re.S)


def programs() -> str:
    """Return the document for programs with its table of addresses."""
    page = (DOCS / "programs.md").read_text("utf-8")
    addresses = [("Address", "Contents")]
    for path, methods in openapi()["paths"].items():
        if "post" not in methods:
            shown = path.replace("{link}", "LINK").replace("{table}", "ID")
            addresses.append((f"`{shown}`", methods["get"]["summary"]))
    return fill(page, "addresses", addresses)


PAGES = {"command-line.md": command_line, "programs.md": programs}
"""The generated documents, with the functions that return them."""


if __name__ == "__main__":
    for file, build in PAGES.items():
        (DOCS / file).write_text(build(), encoding="utf-8")
