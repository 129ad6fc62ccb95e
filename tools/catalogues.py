"""Update the catalogues: every message of the source with its existing translation, in a stable order.

`python3 dev.py words` updates all catalogues, `python3 dev.py words it` creates one. Messages no longer in the source
are removed; new ones have an empty translation. The last lines count both. Add an entry with the name of a pad as
`msgctxt` to translate the same English words differently in that pad. Files contain neither dates nor line
numbers, so that a git diff shows only changed words.
"""

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from scorekeeper.games.pads.shelf import FOLDER as PADS
from scorekeeper.language.catalogue import FOLDER, LANGUAGES
from tools.messages import ROOT, messages, words_of_pad

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
    """Return the catalogue in a file, empty if there is none."""
    if not path.exists():
        return Catalog(locale=path.stem)
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def update_catalogue(old: Catalog) -> Catalog:
    """Return a catalogue of all messages of the source, with translations from the old one."""
    new = Catalog(locale=old.locale)
    said = sorted((sorted(places), one, many) for (one, many), places in messages().items())
    for places, one, many in said:
        before = old.get(one)
        string = before.string if before and isinstance(before.string, str) == (many is None) else ""
        new.add((one, many) if many else one, string, locations=[(place, 0) for place in places])
    for special in sorted((one for one in old if one.context), key=lambda one: (one.context, one.id)):
        path = PADS / f"{special.context}.toml"
        if path.exists() and special.id in words_of_pad(path):
            place = path.relative_to(ROOT).as_posix()
            new.add(special.id, special.string, locations=[(place, 0)], context=special.context)
    return new


def format_catalogue(catalogue: Catalog, language: str) -> str:
    """Return a catalogue as the text of its file."""
    body = io.BytesIO()
    write_po(body, catalogue, width=100, omit_header=True, include_lineno=False)
    head = HEAD.format(name=LANGUAGES[language], language=language, plural=catalogue.plural_forms)
    return head + body.getvalue().decode()


def main(wanted: list[str]) -> int:
    """Update the named catalogues, or all if none is named. Return the exit code."""
    for language in wanted or [path.stem for path in sorted(FOLDER.glob("*.po"))]:
        if language not in LANGUAGES or language == "en":
            print(f"There is no language {language} here; there are {', '.join(LANGUAGES)}.", file=sys.stderr)
            return 2
        path = FOLDER / f"{language}.po"
        old = read(path)
        new = update_catalogue(old)
        path.write_text(format_catalogue(new, language), encoding="utf-8")
        gone = [message.id for message in old if message.id and message.id not in new]
        blank = [message.id for message in new if message.id and not any(message.string)]
        print(f"{path.name}: {len(new)} sentences, {len(blank)} without words, {len(gone)} gone.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
