"""Update the catalogues: every message of the source with its existing translation, in a stable order.

`python3 dev.py words` updates all catalogues, `python3 dev.py words it` creates one. Messages no longer in the source
are removed; new ones have an empty translation. A changed message keeps its translation, marked as fuzzy, with its
former English in a comment: delete both once the translation is right. `python3 dev.py words --complete` writes
nothing, and fails if a translation is missing or fuzzy, as it must not be in a release.

Add an entry with the name of a pad as `msgctxt` to translate the same English words differently in that pad. Files
contain neither dates nor line numbers, so that a git diff shows only changed words.
"""

import io
import sys
from difflib import SequenceMatcher
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from scorekeeper.games.shelf import PADS_FOLDER as PADS
from scorekeeper.language.catalogue import LANGUAGES, TRANSLATIONS
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


NOTES = {
    "%(who)s": "One name, or several.",
    "ahead": "A side of Diabolo that has more. Column: games in which one player came before another.",
    "any": "A colour of Diabolo that was not named: this colour. In Darts: any way to finish.",
    "deals": "Who deals the cards.",
    "length": "Column: how long a game lasted.",
    "most": "Column: the longest winning streak.",
    "now": "Column: the winning streak that still goes on.",
    "on": "A card lies on another card.",
    "out": "No longer in the game.",
    "share": "Column: wins as a part of all games.",
    "taken": "A seat that another phone has.",
}
"""What a translator needs to know of messages that do not say it themselves."""

ALIKE = 0.7
"""Part of its letters that a changed message shares with its former English, at least."""


def update_catalogue(old: Catalog) -> Catalog:
    """Return a catalogue of all messages of the source, with translations from the old one."""
    new = Catalog(locale=old.locale)
    found = messages()
    gone = [one for one in old if one.id and not one.context and (one.id, None) not in found and one.id not in found]
    said = sorted((sorted(places), one, many) for (one, many), places in found.items())
    for places, one, many in said:
        id = (one, many) if many else one
        before = old.get(one)
        if before and isinstance(before.string, str) == (many is None):
            remarks, fuzzy = before.user_comments, before.fuzzy
        else:
            before = find_former(id, gone)
            remarks, fuzzy = [f"English was: {before.id}"] if before else [], before is not None
        string = before.string if before else ""
        flags = {"fuzzy"} if fuzzy else set()
        notes = [NOTES[one]] if one in NOTES else []
        where = [(place, 0) for place in places]
        new.add(id, string, locations=where, flags=flags, user_comments=remarks, auto_comments=notes)
    for special in sorted((one for one in old if one.context), key=lambda one: (one.context, one.id)):
        path = PADS / f"{special.context}.toml"
        if path.exists() and special.id in words_of_pad(path):
            place = path.relative_to(ROOT).as_posix()
            new.add(special.id, special.string, locations=[(place, 0)], context=special.context)
    return new


def find_former(id: str | tuple[str, str], gone: list[Message]) -> Message | None:
    """Return the message without a place in the source that is most like a new one. Return None if none is."""

    def compare(message: Message) -> float:
        return SequenceMatcher(None, str(message.id), str(id)).ratio()

    alike = [one for one in gone if type(one.id) is type(id) and is_translated(one) and compare(one) >= ALIKE]
    return max(alike, key=compare, default=None)


def is_translated(message: Message) -> bool:
    """Return whether a message has a translation in each of its forms."""
    return all(message.string if isinstance(message.string, tuple | list) else (message.string,))


def format_catalogue(catalogue: Catalog, language: str) -> str:
    """Return a catalogue as the text of its file."""
    body = io.BytesIO()
    write_po(body, catalogue, width=100, omit_header=True, include_lineno=False)
    head = HEAD.format(name=LANGUAGES[language], language=language, plural=catalogue.plural_forms)
    return head + body.getvalue().decode()


def find_incomplete(catalogue: Catalog) -> list[Message]:
    """Return the messages whose translation is missing or fuzzy."""
    return [message for message in catalogue if message.id and (message.fuzzy or not is_translated(message))]


def check(language: str) -> int:
    """Name the messages that lack a translation in a language. Return the exit code, 1 if there are any."""
    incomplete = find_incomplete(update_catalogue(read(TRANSLATIONS / f"{language}.po")))
    for message in incomplete:
        print(f"{language}.po: {'changed' if message.fuzzy else 'missing'}: {message.id}", file=sys.stderr)
    return 1 if incomplete else 0


def main(words: list[str]) -> int:
    """Update the named catalogues, or all if none is named, or check them. Return the exit code."""
    wanted = [word for word in words if word != "--complete"] or [
        path.stem for path in sorted(TRANSLATIONS.glob("*.po"))
    ]
    for language in wanted:
        if language not in LANGUAGES or language == "en":
            print(f"There is no language {language} here; there are {', '.join(LANGUAGES)}.", file=sys.stderr)
            return 2
    if "--complete" in words:
        return max(check(language) for language in wanted)
    for language in wanted:
        path = TRANSLATIONS / f"{language}.po"
        old = read(path)
        new = update_catalogue(old)
        path.write_text(format_catalogue(new, language), encoding="utf-8")
        gone = [message.id for message in old if message.id and message.id not in new]
        blank = [message for message in find_incomplete(new) if not message.fuzzy]
        fuzzy = len(find_incomplete(new)) - len(blank)
        print(f"{path.name}: {len(new)} sentences, {len(blank)} without words, {fuzzy} changed, {len(gone)} gone.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
