"""Bring the catalogues up to date: every sentence of the source, each with the translation it has, in a steady order.

`python3 dev.py words` mends all catalogues there are, `python3 dev.py words it` begins one. Sentences that are said no
more go, new ones come with an empty translation; the last lines say how many. Nothing in a file depends on the day or
on line numbers, so that the difference in git is the difference in words.
"""

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from scorekeeper.language.catalogue import FOLDER, NAMES
from tools.messages import messages

sys.path.insert(0, str(Path(__file__).parent.parent))

HEAD = """\
# Scorekeeper in {name}.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""


def read(path: Path) -> Catalog:
    """The catalogue of a file, an empty one where there is none."""
    if not path.exists():
        return Catalog(locale=path.stem)
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def updated(old: Catalog) -> Catalog:
    """Every sentence of the source with the translation that the old catalogue has for it."""
    new = Catalog(locale=old.locale)
    said = sorted((sorted(places), one, many) for (one, many), places in messages().items())
    for places, one, many in said:
        before = old.get(one)
        string = before.string if before and isinstance(before.string, str) == (many is None) else ""
        new.add((one, many) if many else one, string, locations=[(place, 0) for place in places])
    return new


def written(catalogue: Catalog, language: str) -> str:
    """A catalogue as its file."""
    body = io.BytesIO()
    write_po(body, catalogue, width=100, omit_header=True, include_lineno=False)
    head = HEAD.format(name=NAMES[language], language=language, plural=catalogue.plural_forms)
    return head + body.getvalue().decode()


def main(wanted: list[str]) -> int:
    """Bring the wanted catalogues up to date, all there are if none is named."""
    for language in wanted or [path.stem for path in sorted(FOLDER.glob("*.po"))]:
        if language not in NAMES or language == "en":
            print(f"There is no language {language} here; there are {', '.join(NAMES)}.", file=sys.stderr)
            return 2
        path = FOLDER / f"{language}.po"
        old = read(path)
        new = updated(old)
        path.write_text(written(new, language), encoding="utf-8")
        gone = [one.id for one in old if one.id and one.id not in new]
        blank = [one.id for one in new if one.id and not any(one.string)]
        print(f"{path.name}: {len(new)} sentences, {len(blank)} without words, {len(gone)} gone.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
