"""Tests that every statement names its table, so that a database can be distributed over machines by table id."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scorekeeper import storage

FOLDER = Path(storage.__file__ or "").parent

HERE = ("access.py", "groups.py", "journals.py", "pads.py", "postgres.py", "results.py", "tables.py")
"""Modules with statements that run while people play. Those of the others concern the whole database."""

OF_A_TABLE = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE) (?:lines|links|members|tables|group_tables)\b")

NAMED = re.compile(
    r"\b(?:table_id|group_id|lines\.table_id|tables\.id|id) = (?:\?|ANY\(\?\))"  # with or without further conditions
    r"|INTO (?:members|group_tables|tables|lines|links) (?:\((?:table_id|group_id|id),|VALUES \(\?)"
)

ELSEWHERE = {
    "SELECT id, game, at, (SELECT max(seq)": "the tables of a phone, for its home page",
    "SELECT table_id FROM members JOIN tables": "the groups of a phone, for its home page",
    "SELECT lines.table_id FROM members JOIN lines": "the table that a phone has opened with this very tap already",
    "SELECT table_id, role FROM links WHERE link": "a link says nothing but itself",
    "SELECT id, newest, NULL FROM tables": "what a machine works out as it starts, of the tables that it has",
    "SELECT id FROM tables WHERE code = ? AND open_until": "a code says nothing but itself",
    "SELECT act FROM lines LIMIT 1": "whether any line can be read",
    "SELECT 1 FROM members WHERE browser": "whether anything is kept of a phone that joins",
    "SELECT 1 FROM tables WHERE code": "a new code must be nobody else's",
    "SELECT id FROM tables WHERE letters = ? AND letters_until": "nor do the letters of a television",
    "SELECT id FROM tables WHERE deleted <": "the tables of this machine that were deleted long ago",
}
"""Beginnings of statements that search for tables, and the reason why they cannot name one.

They would ask every machine, or a separate index of phones, links and codes.
"""


def statements() -> Iterator[tuple[str, str]]:
    """Yield each statement with the name of its file."""
    for name in HERE:
        for node in ast.walk(ast.parse((FOLDER / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant | ast.JoinedStr):
                sql = ast.unparse(node)[1:-1] if isinstance(node, ast.JoinedStr) else str(node.value)
                if re.match(r"(SELECT|INSERT|UPDATE|DELETE|WITH) ", sql):
                    yield name, sql


def test_every_statement_names_its_table_or_says_why_it_cannot() -> None:
    every = [(name, sql) for name, sql in statements() if OF_A_TABLE.search(sql)]
    assert len(every) > 50
    astray = [(name, sql) for name, sql in every if not NAMED.search(sql)]
    assert [statement for statement in astray if not statement[1].startswith(tuple(ELSEWHERE))] == []
    assert [begins for begins in ELSEWHERE if not any(sql.startswith(begins) for _, sql in astray)] == []
