"""Each language is set as its printers do, speaks to the reader in one way and calls one thing by one name."""

import re

import pytest

from scorekeeper.language.catalogue import languages
from tests.support.languages import all_said

SPOKEN = [language for language in languages() if language != "en"]

QUOTES = {"de": ("„", "“"), "es": ("«", "»"), "fr": ("«\u202f", "\u202f»"), "it": ("«", "»")}

ADDRESSED = {
    "de": r"(tippe|tipp auf|nimm|frag|schreibe?|gib|wähle?|warte|prüfe|geh|mach|lass|setze?|sag|hol|öffne"
    r"|dir|dich|dein\w*)",
    "es": r"(usted(es)?|elija|escriba|pulse|pida|espere|revise|vuestr[ao]s?)",
    "fr": r"(tu|toi|ta|tes|mets|écris|choisis|prends|dis|donne-lui|\w+e-l(e|a|es))",
    "it": r"(scelga|scriva|prema|chieda|chiedete|scegliete|scrivete|toccate|aprite|vostr[aeio])",
}
"""What another way of speaking to the reader sounds like: German says what to do without "du" and "Sie", French says
"vous", Italian and Spanish say "tu" to one person."""

OTHER_NAMES = {
    "archive": {"de": "ableg|abgeleg"},
    "box": {"de": "Kästchen", "es": "hueco", "fr": "blanc", "it": "spazio|posto"},
    "bring in|brought in|brings in|taken in:": {
        "de": "herein|aufgenommen",
        "es": "recuper|incorpor|tra(er|iga)",
        "fr": r"repr(is|end)|entrer",
        "it": "ripre|riport|aggiun",
    },
    "chips?": {"es": "ficha", "fr": "jeton", "it": "gettone"},
    "delete[ds]?": {"es": "borra", "fr": "efface", "it": "cancell"},
    "discard": {"es": "aparta", "fr": "écarte"},
    "pads?": {"de": "Bogen|Bögen", "es": "hoja", "fr": "feuille", "it": "foglio"},
    "tables?": {"de": "Tischs"},
}
"""A thing in English, and what else it was once called where it has a name of its own."""

every_language = pytest.mark.parametrize("language", SPOKEN)


@every_language
def test_signs_are_those_of_a_printer(language: str) -> None:
    for english, own in all_said(language):
        assert not re.search(r"'|\.\.\.|…\.| - |  ", own), own
        assert [own[:1] == " ", own[-1:] == " "] == [english[:1] == " ", english[-1:] == " "], own
        opening, closing = QUOTES[language]
        assert own.count(opening) == own.count(closing), own
        assert not re.search("[„“”‘«»‹›]", own.replace(opening, "").replace(closing, "")), own
        if '"' in own:  # a quotation from a file that a computer reads
            assert '"' in english, own


@every_language
def test_a_sentence_ends_where_the_english_one_does(language: str) -> None:
    for english, own in all_said(language):
        for sign in ".?" if " " in own else "":  # a word alone may be short for a longer one
            assert english.endswith(sign) == own.endswith(sign), (english, own)


@every_language
def test_the_reader_is_spoken_to_in_one_way(language: str) -> None:
    other = re.compile(rf"\b{ADDRESSED[language]}\b", re.IGNORECASE)
    assert [own for _, own in all_said(language) if other.search(own)] == []


@every_language
def test_one_thing_has_one_name(language: str) -> None:
    other_names = []
    for english, names in OTHER_NAMES.items():
        if language in names:
            thing, other = (
                re.compile(rf"\b({english})(?!\w)", re.IGNORECASE),
                re.compile(rf"\b({names[language]})", re.IGNORECASE),
            )
            other_names += [own for one, own in all_said(language) if thing.search(one) and other.search(own)]
    assert other_names == []
