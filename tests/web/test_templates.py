"""How templates are written: attributes quoted, and each macro closes the elements that it opens."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parents[2] / "templates"

FILES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))

TAG = re.compile(r"""<(/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)>""")

VOID = {"br", "circle", "col", "hr", "img", "input", "link", "meta", "path", "polyline", "rect", "use"}

UNCLOSED = {"body", "html", "option"}
"""Elements that end where their parents do."""


def without_jinja(source: str) -> str:
    """Return the HTML of a template: values as one letter, without statements and comments."""
    source = re.sub(r"\{#.*?#\}|\{%.*?%\}", "", source, flags=re.S)
    return re.sub(r"\{\{.*?\}\}", "x", source, flags=re.S)


def test_every_macro_closes_the_elements_that_it_opens() -> None:
    macros = 0
    for name in FILES:
        source = (TEMPLATES / name).read_text(encoding="utf-8")
        for macro in re.findall(r"\{%-? macro .*?\{%-? endmacro", source, re.S):
            macros += 1
            tags = TAG.findall(without_jinja(macro))
            opened = [kind for end, kind, rest in tags if not end and not rest.endswith("/")]
            closed = [kind for end, kind, _ in tags if end]
            left = {kind for kind in opened if kind not in VOID | UNCLOSED}
            assert {kind: opened.count(kind) for kind in left} == {kind: closed.count(kind) for kind in left}, macro
    assert macros > 50
