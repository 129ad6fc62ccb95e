"""Words of a table's own, such as the names of its colours, are never ambiguous."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from tests.support.games import WALKED
from tests.support.http import CAST, field, open_table


def words_of(slug: str) -> list[str]:
    return [option.key for option in GAMES[slug].options if option.words]


NAMED = [slug for slug in WALKED if len(words_of(slug)) > 1]


@pytest.mark.parametrize("slug", NAMED)
@pytest.mark.parametrize(
    "pair", [("Koru", "Koru"), ("Koru", " KORU "), ("Straße", "STRASSE"), ("ﬁsh", "Fish"), ("１", "1")]
)
def test_two_words_of_a_table_that_are_alike_are_refused_and_everything_typed_stays(
    client: FlaskClient, slug: str, pair: tuple[str, str]
) -> None:
    player = open_table(client, CAST, slug)
    html = player.page("setup")
    fields = {name: field(html, name) for name in ("csrf_token", "op", "seen")}
    first, second, *_ = words_of(slug)
    seats = {"seat": list(CAST), "was": ["0", "1", "2"], "rules": "open"}
    typed = {f"option.{first}": pair[0], f"option.{second}": pair[1]}
    answer = client.post(f"{player.url}setup", data={**fields, **seats, **typed, "do": "open"})
    assert answer.status_code == 422
    assert f"{pair[1].strip()} appears twice. Give each one a different name." in answer.text
    for key, word in typed.items():
        assert field(answer.text, key) == word
    assert all(f'value="{name}"' in answer.text for name in CAST)


@pytest.mark.parametrize("slug", NAMED)
def test_two_words_of_a_table_can_be_exchanged_but_none_can_be_given_twice(client: FlaskClient, slug: str) -> None:
    first, second, *_ = words_of(slug)
    usual = GAMES[slug].default_options()
    swapped = {first: str(usual[second]), second: str(usual[first])}
    assert open_table(client, CAST, slug, **swapped).page("setup")
    with pytest.raises(AssertionError, match="appears twice"):
        open_table(client, CAST, slug, **{first: str(usual[second])})
