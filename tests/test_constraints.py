"""Upgraded dependencies are written as the other lists of parts read them."""

import pytest

from tools.constraints import HASHES, PINS, format_pins, leave_out, read_command
from tools.sbom import read_pins

pytestmark = pytest.mark.upkeep


def test_what_pip_says_is_written_in_small_letters_in_order_and_under_its_heading() -> None:
    frozen = "zeroconf==1\nFlask-WTF==1.3\nFlask==3.2\n-e git+https://x#egg=scorekeeper\nast_serialize==2\n"
    assert format_pins(frozen, "# Why.\nflask==3.1\n") == (
        "# Why.\nast-serialize==2\nflask==3.2\nflask-wtf==1.3\nzeroconf==1\n"
    )


def test_every_other_part_stays_at_its_version() -> None:
    pins = PINS.read_text("utf-8")
    others = leave_out(["Flask", "Flask_WTF"], pins)
    assert set(pins.splitlines()) - set(others.splitlines()) == {
        f"{name}=={read_pins()[name]}" for name in ("flask", "flask-wtf")
    }


def test_hashes_are_written_with_the_command_that_stands_above_them() -> None:
    words = read_command(HASHES.read_text("utf-8"))
    assert words[:3] == ["uv", "pip", "compile"]
    assert words[words.index("--output-file") + 1] == "hashes.txt"
