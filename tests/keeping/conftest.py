"""Every test here has a short form, and a long one for `dev.py soak`."""

from collections.abc import Callable

import pytest

Figure = Callable[[int, int], int]


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Figure:
    """Choose between the short and the long figure."""
    long = request.config.getoption("--soak")
    return lambda short, soaking: soaking if long else short


@pytest.fixture
def tell(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Say what was counted, in the long form."""

    def say(figures: str) -> None:
        if request.config.getoption("--soak"):
            with capsys.disabled():
                print(f"\n{request.node.name}: {figures}", flush=True)

    return say
