"""Two instances: one that tables are exported from, and an empty one that they are imported into."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.storage.groups import Groups
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables


@pytest.fixture
def groups(tmp_path: Path) -> Iterator[Groups]:
    """The instance that holds what was played."""
    groups = Groups(Tables(Store(tmp_path / "here")))
    yield groups
    groups.store.close()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Groups]:
    """An empty instance."""
    groups = Groups(Tables(Store(tmp_path / "elsewhere")))
    yield groups
    groups.store.close()
