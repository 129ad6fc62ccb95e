"""Mistakes in pad files, from `mistakes.toml`: pads, what is wrong with them, and the sentence that names it."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

FOLDER = Path(__file__).parents[1] / "games" / "pads"

PADS = {slug: part["pad"] for slug, part in tomllib.loads((FOLDER / "mistakes.toml").read_text("utf-8")).items()}

FORMULAS = tomllib.loads((FOLDER / "formulas.toml").read_text("utf-8"))
"""Formulas that were worked by hand, and mistakes in formulas."""


class Wrong(NamedTuple):
    """A pad with a mistake, and what is said of it."""

    slug: str
    text: str
    said: str


def list_mistakes() -> Iterator[Any]:
    for slug, part in tomllib.loads((FOLDER / "mistakes.toml").read_text("utf-8")).items():
        for mistake in part["mistakes"]:
            pad, text, instead = part["pad"], mistake.get("text"), mistake["instead"]
            assert not text or text in pad
            whole = pad.replace(text, instead, 1) if text else pad + instead
            said = f"{slug}.toml, line {mistake['line']}: {mistake['say']}"
            yield pytest.param(Wrong(slug, whole, said), id=f"{slug}: {instead[:40]}")
