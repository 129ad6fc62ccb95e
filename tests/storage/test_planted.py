"""Faults that would lose or duplicate a line, planted in a copy of the app. A named test finds each of them."""

from pathlib import Path

import pytest

from tests.support.plants import Plant, assert_found

pytestmark = pytest.mark.upkeep

STORE = "tests/storage/test_store.py::"

TABLES = "tests/storage/test_tables.py::"

TROUBLE = "tests/storage/test_trouble.py::"

BACKUP = "tests/storage/test_backup.py::"

NIGHT = "tests/storage/test_night.py::"

ASKED = "conn.execute(SELECT_END, (table_id, line.op, table_id))"

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
            ("storage/journals.py", ASKED, ASKED.replace("line.op", '""')),
            ("storage/migrations.py", ", UNIQUE (table_id, op)", ""),
        ),
        STORE + "test_the_same_op_counts_once_and_is_answered_as_the_first_time[sqlite]",
    ),
    Plant(
        "taps are forgotten after a day",
        (
            (
                "storage/journals.py",
                ASKED,
                ASKED.replace(
                    "SELECT_END", 'SELECT_END.replace("same.op = ?", f"same.op = ? AND same.at > {now - 86400}")'
                ),
            ),
        ),
        STORE + "test_a_tap_that_is_sent_again_after_weeks_is_the_same_tap[sqlite]",
    ),
    Plant(
        "a resent tap is asked whether it is stale before it is recognised",
        (("storage/journals.py", "end, before = _parse_end(", "admit(); end, before = _parse_end("),),
        TABLES + "test_a_resent_tap_is_answered_before_anything_else_is_asked[sqlite]",
    ),
    Plant(
        "a tap is recognised at any table",
        (("storage/journals.py", "ON same.table_id = id AND same.op = ?", "ON same.op = ?"),),
        STORE + "test_an_op_of_another_table_is_another_op[sqlite]",
    ),
    Plant(
        "who is let in to one table is let in to all",
        (
            (
                "storage/access.py",
                'ended FROM members WHERE table_id = ? AND browser = ?", table_id, browser',
                'ended FROM members WHERE browser = ?", browser',
            ),
        ),
        STORE + "test_who_is_let_in_to_one_table_is_a_stranger_at_another[sqlite]",
    ),
    Plant(
        "the disk need not have it when a line is acknowledged",
        (("storage/store.py", '"PRAGMA synchronous=FULL"', '"PRAGMA synchronous=NORMAL"'),),
        "tests/storage/test_power_cuts.py::test_no_power_cut_loses_an_acknowledged_line",
    ),
    Plant(
        "a transaction that begins without the right to write",
        (("storage/store.py", '"BEGIN IMMEDIATE"', '"BEGIN"'),),
        STORE + "test_nobody_else_writes_between_the_look_and_the_line[sqlite]",
    ),
    Plant(
        "a blind ROLLBACK hides that the disk refused",
        (
            (
                "storage/store.py",
                "raise Unwritable(str(refused), find_cause(refused))",
                'conn.execute("ROLLBACK"); raise Unwritable(str(refused), find_cause(refused))',
            ),
        ),
        TROUBLE + "test_a_disk_that_refuses_at_any_moment_acknowledges_nothing_and_works_on_once_it_takes_again",
    ),
    Plant(
        "INSERT OR REPLACE slips past the guard of the lines",
        (("storage/sqlite_file.py", "recursive_triggers=True", "recursive_triggers=False"),),
        STORE + "test_lines_cannot_be_changed_even_by_hand",
    ),
    Plant(
        "undo counts twice",
        (("table/admit.py", "if act.seq in table.list_undone():", "if act.seq in ():"),),
        TABLES + "test_two_phones_pressing_undo_undo_once[sqlite]",
    ),
    Plant(
        "a clock that goes back puts lines before earlier ones",
        (("storage/journals.py", "max(line.now, end.at)", "line.now"),),
        STORE + "test_time_in_the_journal_never_runs_backwards[sqlite]",
    ),
    Plant(
        "readers may checkpoint",
        (("storage/sqlite_file.py", "'ro' if read_only", "'rw' if read_only"),),
        TROUBLE + "test_readers_cannot_checkpoint",
    ),
    Plant(
        "readers make the database anew when it is away",
        (("storage/sqlite_file.py", "'ro' if read_only", "'rwc' if read_only"),),
        TROUBLE + "test_a_database_that_is_moved_away_for_a_moment_loses_nothing",
    ),
    Plant(
        "a deleted database takes lines into nowhere",
        (("storage/store.py", "if self._inodes() != self._files:", "if False:"),),
        STORE + "test_a_database_deleted_under_the_server_takes_no_more_lines[sqlite]",
    ),
    Plant(
        "two servers write one database",
        (("storage/lockfile.py", "fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)", "pass"),),
        STORE + "test_a_second_store_on_the_same_folder_is_refused_with_a_sentence[sqlite]",
    ),
    Plant(
        "whoever deletes the lock file may start a second server",
        (("storage/lockfile.py", ", (folder, os.O_RDONLY)):", ",):"),),
        STORE + "test_deleting_the_lock_file_lets_no_second_store_in[sqlite]",
    ),
    Plant(
        "an older database is changed without a copy",
        (("storage/store.py", "self.copied = copy_before_change(folder)", "self.copied = None"),),
        "tests/storage/test_old_databases.py::test_a_copy_as_it_was_is_kept_and_told",
    ),
    Plant(
        "a line does not carry the hash of the one before",
        (
            (
                "storage/journals.py",
                "hash = hash_line(end.hash, table_id, *row)",
                'hash = hash_line("", table_id, *row)',
            ),
        ),
        "tests/storage/test_check.py::test_a_check_may_be_made_while_the_app_runs",
    ),
    Plant(
        "a backup copies the file without its log",
        (
            (
                "storage/backup.py",
                'db.execute("VACUUM INTO ?", (str(target.absolute()),))',
                "target.write_bytes(source.read_bytes())",
            ),
        ),
        BACKUP + "test_a_backup_of_a_database_in_use_is_whole_and_touches_nothing",
    ),
    Plant(
        "a closed store leaves lines in the log",
        (
            (
                "storage/store.py",
                "for conn in (*self._readers, self._writer):",
                "for conn in (self._writer, *self._readers):",
            ),
        ),
        STORE + "test_a_closed_store_is_one_file_with_every_line",
    ),
    Plant(
        "pages are refused after an hour",
        (("app.py", "WTF_CSRF_TIME_LIMIT=None", "WTF_CSRF_TIME_LIMIT=3600"),),
        NIGHT + "test_a_page_counts_whenever_it_was_opened",
    ),
    Plant(
        "pages are refused after the clock was put back",
        (("app.py", "app.session_interface = Sessions()", "pass"),),
        NIGHT + "test_a_page_counts_whenever_it_was_opened",
    ),
)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.fault)
def test_a_planted_fault_is_found(plant: Plant, tmp_path: Path) -> None:
    assert_found(plant, tmp_path)
