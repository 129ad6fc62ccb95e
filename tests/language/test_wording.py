"""Each language follows its typographic rules, one form of address, and one term per concept."""

import re
import tomllib
from collections.abc import Iterator

import pytest

from scorekeeper.games.shelf import PADS_FOLDER as PADS
from scorekeeper.language.catalogue import languages
from tests.support.languages import all_said, catalogue_of, forms
from tests.support.loops import at_least_one
from tools.messages import messages

SPOKEN = [language for language in languages() if language != "en"]

QUOTES = {"de": ("„", "“"), "es": ("«", "»"), "fr": ("«\u202f", "\u202f»"), "it": ("«", "»")}

ADDRESSED = {
    "de": r"(tippe|tipp auf|nimm|frag|schreibe?|gib|wähle?|warte|prüfe|geh|mach|lass|setze?|sag|hol|öffne"
    r"|dir|dich|dein\w*)",
    "es": r"(usted(es)?|elija|escriba|pulse|pida|espere|revise|vuestr[ao]s?)",
    "fr": r"(tu|toi|ta|tes|mets|écris|choisis|prends|dis|donne-lui|\w+e-l(e|a|es))",
    "it": r"(scelga|scriva|prema|chieda|chiedete|scegliete|scrivete|toccate|aprite|vostr[aeio])",
}
"""Patterns of wrong forms of address. German avoids "du" and "Sie", French says "vous", Italian and Spanish "tu"."""

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
    # Not a seat, and not a colour.
    "no place": {"de": "Platz", "es": "puesto", "fr": "places?", "it": "posto"},
    r"enter %\(row\)s": {"de": ".* ablesen", "es": "anotar el", "fr": "noter le", "it": "inserisci il"},
    "pads?": {"de": "Bogen|Bögen", "es": "hoja", "fr": "feuille", "it": "foglio"},
    "tables?": {"de": "Tischs"},
}
"""Patterns of English terms, and former translations by language that must not return."""

NOT_ENGLISH = {
    r"shall|whoever|anew": "should, the player who, again",
    r"begins?|beginning|began|begun": "start",
    r"(?<!all )(?<!cards )at once": "immediately",
    r"at the (most|least|latest)": "at most, at least",
    r"may": "can, might",
    r"level": "tied",
    r"(someone|everyone|anyone|no one)": "somebody, everybody, anybody, nobody",
    r"(the own|oneself|one’s)": "your, their",
    r"(?<!body )(?<!something )(?<!then, )else(?!’)": "otherwise",
    r"(this|that|it) is no(?! longer)": "is not a",
    r"once a|a (move|turn|trick|round) (each|for)": "per",
    r"ha(s|ve) (most|fewest)": "has the most",
    r"(most|fewest) points? wins?|(most|fewest) wins?": "highest score wins",
    r"comes? to|makes? \d+|brings?|brought": "add up to, is worth, scores",
    r"lies?|(lays|laid)(?! down)": "is, goes, plays",
    r"stands?|stood": "is, appears, says",
    r"tells|told": "enters, entered",
    r"rub(s|bed)? out|mend(s|ed)?": "delete, fix",
    r"take along|takes? in|taken in|bring in|hand on|let it go": "export, import, add, share, remove",
    r"put(s)? back|brought back": "restore",
    r"figures|persons?(?! who runs)(?<!same person)|evenings?|journals?|tally|goal": "statistics, member, history",
    r"does not fit|do not fit any more": "is no longer valid",
}
"""Patterns of words that no English message may have, and the words to use instead."""

AMERICAN = r"color(?!etto)\w*|gray|center\w*|favor\w*|honor\w*|behavior|neighbor\w*|\w+[iy]z(e[ds]?|ing|ation)|catalog"
"""American spelling. The English of the app is British. Coloretto is the name of a game."""

SIZES = r"(?i)\b(sizes?|size[ds]|prizes?)\b"
"""Words that end in -ize in British English too."""

ON_A_SCREEN, IN_RULES = 20, 25
"""Maximum number of words in a sentence."""

every_language = pytest.mark.parametrize("language", SPOKEN)


@every_language
def test_signs_are_those_of_a_printer(language: str) -> None:
    for english, own in at_least_one(all_said(language)):
        assert not re.search(r"'|\.\.\.|…\.| - |  ", own), own
        assert [own[:1] == " ", own[-1:] == " "] == [english[:1] == " ", english[-1:] == " "], own
        # In French a space before a sign never breaks the line.
        assert language != "fr" or not re.search(r"\S [?!;:](\s|$)", own), own
        opening, closing = QUOTES[language]
        assert own.count(opening) == own.count(closing), own
        assert not re.search("[„“”‘«»‹›]", own.replace(opening, "").replace(closing, "")), own
        if '"' in own:  # a quotation from a file that a computer reads
            assert '"' in english, own


@every_language
def test_a_sentence_ends_where_the_english_one_does(language: str) -> None:
    for english, own in at_least_one(all_said(language)):
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


def test_in_french_one_thing_alone_is_said_as_a_word() -> None:
    alone = [forms(message.string)[0] for message in catalogue_of("fr") if message.pluralizable]
    assert [own for own in at_least_one(alone) if re.search(r"\bn’\w+ que %\(count\)s", own)] == []


def in_english() -> Iterator[tuple[str, bool]]:
    """Yield every English message of the app and its pads, and whether it is a rule, which can be longer."""
    pads = [tomllib.loads(path.read_text(encoding="utf-8")) for path in PADS.glob("*.toml")]
    printed_small = {text for pad in pads for text in pad.get("small", ())}
    for said, places in messages().items():
        is_rule = any("rule" in place for place in places) or said[0] in printed_small
        yield from [(form, is_rule) for form in said if form]


def without_gaps(text: str) -> str:
    """Return a message with a name in each gap."""
    return re.sub(r"%\(\w+\)s", "Alice", text)


@pytest.mark.parametrize("words", NOT_ENGLISH)
def test_no_message_has_a_word_that_no_native_speaker_says_there(words: str) -> None:
    odd = re.compile(rf"\b({words})\b", re.IGNORECASE)
    assert [text for text, _ in in_english() if odd.search(without_gaps(text))] == [], NOT_ENGLISH[words]


def test_english_is_british() -> None:
    american = re.compile(rf"\b({AMERICAN})\b", re.IGNORECASE)
    assert [text for text, _ in in_english() if american.search(re.sub(SIZES, "", text))] == []


def test_english_has_the_signs_of_a_printer_and_no_short_forms() -> None:
    for text, _ in at_least_one(in_english()):
        read = without_gaps(text)
        assert not re.search(r"'|\.\.\.|…\.| - |\d-\d|\dx|  ", read), text
        assert not re.search(r"n’t\b|’(ll|ve|re)\b", read), text
        if '"' in read:  # a quotation from a file that a computer reads
            assert re.search(r'= "|"…"', read), text


def test_a_sentence_is_short_enough_to_be_read_while_playing() -> None:
    long = []
    for text, rule in in_english():
        for sentence in re.split(r"(?<=[.?!]) ", without_gaps(text)):
            words = re.findall(r"[^\W\d_][\w’-]*", sentence)
            if len(words) > (IN_RULES if rule else ON_A_SCREEN):
                long.append(sentence)
    assert long == []
