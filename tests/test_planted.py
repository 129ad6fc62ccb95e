"""Each bug planted in the rules, in secrets or in undo is found by a test of its folder.

The planted bugs of a folder are in its `plants.toml`: a bug in `scorekeeper/table` is found by a test in `tests/table`.
"""

from pathlib import Path

import pytest

from tests.support.plants import BARE, ROOT, Plant, assert_found, plants

PLANTS = [plant for path in sorted((ROOT / "tests").rglob("plants.toml")) for plant in plants(path)]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.fault)
def test_a_planted_fault_is_found_by_the_tests_of_its_folder(plant: Plant, tmp_path: Path) -> None:
    ((file, _, _),) = plant.places
    assert Path(plant.found_by).parent == Path("tests", file).parent
    fixtures = (ROOT / plant.found_by).parent / "conftest.py"
    assert_found(plant, tmp_path, *([] if fixtures.exists() else BARE))
