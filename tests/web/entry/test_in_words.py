"""The words of an entry page: no number twice, and no round number if there is only one round."""

import pytest
from flask.testing import FlaskClient

from tests.support.http import CAST, open_table, text


def test_points_that_are_their_own_working_are_said_once(client: FlaskClient) -> None:
    player = open_table(client, slug="diabolo")
    for tap in ("1.red.side..=trident", "1.red.hand.0.4=1"):
        assert player.tap(tap).status_code == 303
    said = text(player.page("1/?way=hands"))
    assert "−4 =" not in said
    assert "Alice −4" in said


@pytest.mark.parametrize(
    ("slug", "row", "said"),
    [
        ("skyjo", "ended", "Tap the player. Others: no."),
        ("kingdomino", "middle", "Tap the players. Others: no."),
        ("rummy", "at_once", "Tap if it applies. Not tapped: no."),
    ],
)
def test_ticks_say_that_what_is_not_ticked_means_no(client: FlaskClient, slug: str, row: str, said: str) -> None:
    assert said in open_table(client, CAST, slug).page(f"1/?at=1.{row}.{row}..")
