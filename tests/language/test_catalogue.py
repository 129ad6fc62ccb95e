"""Every language is complete: each message, gap and plural form. Each reader gets the language of their phone."""

import re
from collections.abc import Iterator
from pathlib import Path
from unicodedata import category

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup
from scorekeeper.language import catalogue as i18n
from scorekeeper.language.catalogue import TRANSLATIONS, catalogue, languages
from scorekeeper.language.text import speak
from tests.support.command import scorekeeper
from tests.support.http import Player
from tests.support.languages import catalogue_of, forget, forms, speak_it
from tests.support.loops import at_least_one
from tools import catalogues
from tools.catalogues import find_incomplete, format_catalogue, is_translated, read, update_catalogue
from tools.messages import messages, placeholders

SPOKEN = [path.stem for path in sorted(TRANSLATIONS.glob("*.po"))]

GAP = re.compile(r"%\(\w+\)s|%%")

every_language = pytest.mark.parametrize("language", SPOKEN)


@every_language
def test_a_catalogue_has_every_sentence_and_no_other(language: str) -> None:
    held = {
        (message.id if isinstance(message.id, tuple) else (message.id, None))
        for message in catalogue_of(language)
        if message.id
    }
    assert held == set(messages())
    assert not catalogue_of(language).obsolete


@every_language
def test_every_form_of_a_sentence_has_the_gaps_of_the_english_one(language: str) -> None:
    for message in at_least_one(catalogue_of(language)):
        if message.id and is_translated(message) and not message.fuzzy:
            wanted = [placeholders(form) for form in forms(message.id)]
            if len(wanted) > 1:  # the singular may leave out the number, as in "one card"
                wanted += [gaps - {"count"} for gaps in wanted]
            for form in at_least_one(forms(message.string)):
                assert placeholders(form) in wanted, message.id
                assert "%" not in GAP.sub("", form) or "%" in GAP.sub("", forms(message.id)[0]), message.id


@every_language
def test_a_catalogue_is_written_as_the_words_command_writes_it(language: str) -> None:
    path = TRANSLATIONS / f"{language}.po"
    assert path.read_text(encoding="utf-8") == format_catalogue(update_catalogue(read(path)), language)


@every_language
def test_no_words_hold_a_sign_that_nobody_sees(language: str) -> None:
    for message in at_least_one(catalogue_of(language)):
        for form in forms(message.string) if message.id else ():
            assert not [letter for letter in form if category(letter) in ("Cc", "Co", "Cs")], form


@pytest.mark.parametrize("language", languages())
def test_no_two_suits_of_a_game_share_their_letters(language: str) -> None:
    words = catalogue(language)
    checked = 0
    for game in GAMES.values():
        least = game.seats[0]
        for option in game.options or (None,):
            for value, _ in option.choices if option and option.choices else (("", None),):
                chosen = {option.key: value} if option and value else {}
                options = {**game.default_options(), **chosen}
                setup = Setup(tuple("ABCDEFGHIJKL"[:least]), options, ((1, tuple(range(least))),))
                rows = game.deck(setup)
                letters = [speak(row.suit.letters, words) for row in rows if row.suit]
                assert len(set(letters)) == len(letters), (game.slug, chosen, letters)
                assert all(len(letter) == 2 for letter in letters)
                checked += bool(letters)
    assert checked > 3


# Updating catalogues


def test_a_catalogue_brought_up_to_date_keeps_its_words_and_does_not_depend_on_the_day(tmp_path: Path) -> None:
    path = tmp_path / "fr.po"
    path.write_text(format_catalogue(update_catalogue(read(path)), "fr"), encoding="utf-8")
    begun = path.read_text(encoding="utf-8")
    assert not re.search(r"20\d\d-|\.py:\d", begun)
    translated = begun.replace('msgid "Red"\nmsgstr ""', 'msgid "Red"\nmsgstr "Rouge"')
    translated += '\n#: nowhere.py\nmsgid "Never said."\nmsgstr "Jamais dit."\n'
    path.write_text(translated, encoding="utf-8")
    after = format_catalogue(update_catalogue(read(path)), "fr")
    assert 'msgid "Red"\nmsgstr "Rouge"' in after
    assert "Never said." not in after
    assert after.count("msgid") == begun.count("msgid")


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """The German catalogue after the English of a sentence, and the gaps of another, were changed in the source."""
    path = tmp_path / "de.po"
    text = (TRANSLATIONS / "de.po").read_text("utf-8")
    for today, former, own in (
        ('"No result yet."', '"There is no result yet."', None),
        ('"It is %(who)s’s turn."', '"It is %(who)s’s turn in %(what)s."', '"%(who)s ist in %(what)s dran."'),
    ):
        entry = re.search(rf"msgid {re.escape(today)}\nmsgstr (\".*\")", text)
        assert entry
        text = text.replace(entry[0], f"msgid {former}\nmsgstr {own or entry[1]}")
    path.write_text(text, "utf-8")
    path.write_text(format_catalogue(update_catalogue(read(path)), "de"), "utf-8")
    return path


def test_a_changed_sentence_keeps_its_words_as_fuzzy_until_they_are_looked_at(changed: Path) -> None:
    text = changed.read_text("utf-8")
    assert text == format_catalogue(update_catalogue(read(changed)), "de")
    assert "# English was: There is no result yet." in text
    fuzzy = {message.id for message in find_incomplete(read(changed)) if message.fuzzy}
    assert fuzzy >= {"No result yet.", "It is %(who)s’s turn."}


def test_fuzzy_words_are_shown_unless_a_gap_would_stay_open(changed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = catalogue("de").gettext("No result yet.")
    monkeypatch.setattr(i18n, "TRANSLATIONS", changed.parent)
    forget()
    assert catalogue("de").gettext("No result yet.") == shown != "No result yet."
    assert catalogue("de").gettext("It is %(who)s’s turn.") == "It is %(who)s’s turn."


def test_what_a_release_lacks_is_named(
    changed: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    catalogues.main(["--complete", "de"])
    assert "No result yet." not in capfd.readouterr().err
    monkeypatch.setattr(catalogues, "TRANSLATIONS", changed.parent)
    before = changed.read_text("utf-8")
    assert catalogues.main(["--complete", "de"]) == 1
    assert "de.po: changed: No result yet." in capfd.readouterr().err
    assert changed.read_text("utf-8") == before


# The reader’s choice


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The app has English and the marked language."""
    folder = tmp_path / "translations"
    folder.mkdir()
    speak_it(folder, monkeypatch)


@pytest.fixture(autouse=True)
def own_catalogues() -> Iterator[None]:
    """Clears the caches of catalogues after each test."""
    yield
    forget()


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,en;q=0.5", "de"),
        ("en,de;q=0.9", "en"),
        ("fr,de;q=0.3", "de"),
        ("fr", "en"),
        ("de;q=0,en", "en"),
        ("*", "en"),
        ("\x00nonsense;;q=", "en"),
    ],
)
def test_a_page_speaks_what_the_phone_asks_for(client: FlaskClient, wish: str, expected: str) -> None:
    html = client.get("/", headers={"Accept-Language": wish}).text
    assert f'<html lang="{expected}">' in html


@pytest.mark.usefixtures("two")
def test_one_tap_changes_the_language_of_this_phone_and_it_stays(alice: Player) -> None:
    other = alice.client.application.test_client()
    for where in ("/", f"{alice.url}seat", "/?back=nothing"):
        alice.client.delete_cookie("language")
        html = alice.client.get(where).text
        link = re.search(r'<a href="([^"]*lang=de)" lang="de"', html)
        assert link, where
        answer = alice.client.get(link[1].replace("&amp;", "&"))
        assert answer.status_code == 303
        assert answer.location == where
        assert '<html lang="de">' in alice.client.get(where).text
    assert '<html lang="en">' in other.get("/").text
    back = alice.client.get("/?lang=en")
    assert back.location == "/"
    assert '<html lang="en">' in alice.client.get("/", headers={"Accept-Language": "de"}).text


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("path", ["//elsewhere.test/?lang=de", "/%5Celsewhere.test/?lang=de", "/nowhere?lang=de"])
def test_changing_the_language_never_leads_to_another_computer(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    if answer.location:
        assert re.match(r"(http://localhost)?/([^/\\]|$)", answer.location), answer.location


# The command line


SETTINGS = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that set the language."""


def run_command(*words: str, code: int = 0, **environment: str) -> tuple[str, str]:
    """Return standard output and standard error of a command in an environment."""
    with pytest.MonkeyPatch.context() as patch:
        for name in SETTINGS:
            patch.delenv(name, raising=False)
        for name, value in environment.items():
            patch.setenv(name, value)
        return scorekeeper(*words, given=b'{"n": 3}', code=code)


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("words", "environment", "spoken"),
    [
        ((), {"LANG": "de_AT.UTF-8"}, True),
        ((), {"LC_ALL": "C", "LANG": "de_DE"}, False),
        ((), {"LC_ALL": "de", "LANG": "en"}, True),
        ((), {"LANG": "fr_FR.UTF-8"}, False),
        ((), {}, False),
        (("--lang", "de"), {"LANG": "en"}, True),
        (("--lang=en",), {"LANG": "de"}, False),
    ],
)
def test_the_command_line_speaks_the_language_of_whoever_types(
    words: tuple[str, ...], environment: dict[str, str], spoken: bool
) -> None:
    said, _ = run_command(*words, "rule", "parade", "deck", **environment)
    assert ("⟦45 cards are left." in said) == spoken
    _, refused = run_command("rule", *words, "chess", "deck", code=2, **environment)
    assert refused.startswith("game: ⟦" if spoken else "game: There is no chess")
