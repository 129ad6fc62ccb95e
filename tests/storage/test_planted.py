"""Faults that would lose or duplicate a line, planted in a copy of the app. A named test finds each of them."""

from pathlib import Path

import pytest

from tests.support.plants import Plant, assert_found

pytestmark = pytest.mark.upkeep

STORE = "tests/storage/test_store.py::"

ADMIT = "tests/table/test_admit.py::"

PAGES = "tests/web/scoring/test_table.py::"

ASKED = "conn.execute(SELECT_END, (table_id, op, table_id))"

PLANTS = (
    Plant(
        "a line is acknowledged before it is committed",
        (
            (
                "storage/store.py",
                'execute("BEGIN IMMEDIATE")',
                'in_transaction or conn.execute("BEGIN IMMEDIATE")',
            ),
            ("storage/store.py", 'conn.execute("COMMIT")', 'threading.Timer(0.2, conn.execute, ("COMMIT",)).start()'),
            ("storage/store.py", "if conn.in_transaction:", "if False:"),
        ),
        STORE + "test_an_acknowledged_line_is_there_for_everybody_at_once[sqlite]",
    ),
    Plant(
        "the same tap is counted each time it arrives",
        (
            ("storage/journals.py", ASKED, ASKED.replace(" op,", ' "",')),
            ("storage/schema.py", ", UNIQUE (table_id, op)", ""),
        ),
        STORE + "test_a_tap_that_is_sent_again_after_weeks_is_the_same_tap[sqlite]",
    ),
    Plant(
        "undo counts twice",
        (("table/admit.py", "if act.seq in table.known.corrections.gone:", "if act.seq in ():"),),
        ADMIT + "test_a_line_is_taken_back_once",
    ),
    Plant(
        "pages are refused after an hour",
        (("app.py", "WTF_CSRF_TIME_LIMIT=None", "WTF_CSRF_TIME_LIMIT=3600"),),
        PAGES + "test_a_page_counts_whenever_it_was_opened",
    ),
    Plant(
        "pages are refused after the clock was put back",
        (("app.py", "app.session_interface = Sessions()", "pass"),),
        PAGES + "test_a_page_counts_whenever_it_was_opened",
    ),
)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.fault)
def test_a_planted_fault_is_found(plant: Plant, tmp_path: Path) -> None:
    assert_found(plant, tmp_path)
