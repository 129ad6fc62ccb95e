"""Choice of the engine: what is said if PostgreSQL cannot be used."""

import sys

import pytest

from scorekeeper.storage import engines
from scorekeeper.storage.contract import Unusable


@pytest.mark.parametrize("python", [sys.executable, "/home/an na/.venv/bin/python"])
def test_without_the_driver_it_names_packages_by_their_own_names(python: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not `scorekeeper[postgres]`: the package of that name on PyPI is another program."""
    monkeypatch.setattr(engines, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "executable", python)
    typed = f'"{python}"' if " " in python else python
    with pytest.raises(Unusable) as refused:
        engines.check_address("postgresql://scorekeeper@db/scores")
    assert str(refused.value).endswith(f'Run: {typed} -m pip install "psycopg[binary]" psycopg-pool')
