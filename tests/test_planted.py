"""Each bug planted in the rules, in secrets or in undo is found by a test of its folder.

The planted bugs of a folder are in its `plants.toml`: a bug in `scorekeeper/table` is found by a test in `tests/table`,
one in `static` by a test in `tests/browser`.
"""

from pathlib import Path

import pytest

from tests.support.plants import BARE, ROOT, Plant, assert_found, plants
from tools import mutants

pytestmark = pytest.mark.upkeep

PLANTS = [plant for path in sorted((ROOT / "tests").rglob("plants.toml")) for plant in plants(path)]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.fault)
def test_a_planted_fault_is_found_by_the_tests_of_its_folder(plant: Plant, tmp_path: Path) -> None:
    ((file, _, _),) = plant.places
    folder = (ROOT / plant.found_by).parent
    expected = ROOT / "tests" / ("browser" if file.startswith("static/") else Path(file).parent)
    # The worked rulings of all games are in the folder above, and the tests of pads in one below that of `game.py`.
    assert folder in (expected, expected.parent, expected / "pads")
    needs_fixtures = (folder / "conftest.py").exists() or "web" in folder.parts
    assert_found(plant, tmp_path, *([] if needs_fixtures else BARE))


def test_every_known_survivor_is_a_change_that_exists() -> None:
    known = mutants.read_known()
    found = {
        mutants.find_reason(mutant) for file in {entry["file"] for entry in known} for mutant in mutants.mutants(file)
    }
    assert {entry["reason"] for entry in known} <= found
    assert all(len(entry["reason"]) > 20 for entry in known)
