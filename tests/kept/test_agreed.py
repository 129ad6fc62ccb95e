"""An agreed result stays, whatever becomes of the rules."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Marks, Problem, Setup, Sheet
from scorekeeper.games.pads.scoring import Before
from scorekeeper.language.text import Text
from scorekeeper.table.agreement import SCORED_DIFFERENTLY, make_outcome
from scorekeeper.table.journal import Agree, By, Line, Reopen, Write
from scorekeeper.table.table import Table, fold_table
from tests.kept.agreed import FOLDER, MANY, finished, journals, read_end
from tests.support.games import WRITTEN, change_game
from tests.support.loops import at_least_one

RELEASES = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))


@cache
def read_release(release: str) -> list[tuple[Table, str]]:
    return journals(release)


def by_other_rules(game: Game, broken: bool) -> Game:
    """Return the game after a rule was fixed: everybody gets one more point, or with `broken` no round is complete."""

    def score_round(setup: Setup, marks: Marks, round: int, before: Before) -> tuple[Sheet, Before]:
        sheet, after = game.score_round(setup, marks, round, before)
        if broken:
            return replace(sheet, open=(Problem((), Text("No result yet.")),), winners=()), after
        totals = {seat: points + 1 for seat, points in sheet.totals.items()}
        return replace(sheet, totals=totals, winners=sheet.winners[::-1], cells={}), after

    return change_game(game, score_round=score_round)


def with_game(table: Table, game: Game) -> Table:
    """Return the same table with another version of its game."""
    return fold_table(table.stored, table.lines, game)


def is_changed(table: Table) -> bool:
    """Return whether the result differs from what everybody agreed to."""
    said = table.lines[-1].act
    assert isinstance(said, Agree)
    sheet = table.sheet(1)
    return not (table.all_agree(1) and sheet.decided and make_outcome(said.outcome.pad_digest, sheet) == said.outcome)


@pytest.mark.parametrize("release", RELEASES)
def test_there_are_a_thousand_of_all_games(release: str) -> None:
    count = Counter(slug for _, slug in read_release(release))
    assert sum(count.values()) == MANY
    assert min(count[slug] for slug in WRITTEN) > 90


@pytest.mark.parametrize("release", RELEASES)
def test_no_agreed_result_of_a_release_changes(release: str) -> None:
    assert [slug for table, slug in read_release(release) if is_changed(table)] == []


@pytest.mark.parametrize("broken", [False, True])
@pytest.mark.parametrize("release", RELEASES)
def test_no_agreed_result_changes_when_a_rule_is_mended(release: str, broken: bool) -> None:
    mended = {slug: by_other_rules(game, broken) for slug, game in GAMES.items()}
    tables = [with_game(table, mended[slug]) for table, slug in read_release(release)]
    assert not any(is_changed(table) for table in tables)
    assert all(table.is_scored_differently(1) and table.sheet(1).reason == SCORED_DIFFERENTLY for table in tables)


def reopen(table: Table) -> Table:
    """Return the table after it has asked for the current rules."""
    line = Line(table.known.seq + 1, "reopen", 2_000_000_000, By("b"), Reopen(1, "The rule was mended"))
    return fold_table(table.stored, (*table.lines, line), table.game)


@pytest.mark.parametrize("release", RELEASES)
def test_a_table_that_asks_for_it_has_it_worked_out_by_todays_rules(release: str) -> None:
    for table, slug in at_least_one(read_release(release)[::50]):
        game = by_other_rules(GAMES[slug], False)
        anew = reopen(with_game(table, game))
        assert not anew.all_agree(1)
        assert not anew.is_scored_differently(1)
        assert anew.sheet(1).totals != table.sheet(1).totals


@pytest.mark.parametrize("release", RELEASES)
def test_what_is_written_after_all_agreed_is_worked_out_by_todays_rules(release: str) -> None:
    for table, slug in at_least_one(read_release(release)[::50]):
        spot = next(spot for line in table.lines if isinstance(line.act, Write) for spot in line.act.changes)
        later = Line(table.known.seq + 1, "w", 2_000_000_000, By("b"), Write({spot: None}))
        table = with_game(table, by_other_rules(GAMES[slug], False))
        after = fold_table(table.stored, (*table.lines, later), table.game)
        assert not after.all_agree(1)
        assert not after.is_scored_differently(1)


GAMES_THAT_ENDED = {"1.0": 46}
"""The number of games by release that had an end then: each has a finished table."""

MENDED = ["cribbage"]
"""Games of which one ends in another way: both sides reached the goal, and the one that counts first has won."""

ENDED = sorted(path.name.removeprefix("ends-").removesuffix(".json.gz") for path in FOLDER.glob("ends-*.json.gz"))


@pytest.mark.parametrize("release", ENDED)
def test_no_finished_game_of_a_release_ends_in_another_way(release: str) -> None:
    differing = [slug for slug, table, result in finished(release) if read_end(table) != result]
    assert differing == MENDED


@pytest.mark.parametrize("release", ENDED)
def test_there_is_a_finished_game_for_each_game_that_ends(release: str) -> None:
    slugs = {slug for slug, *_ in finished(release)}
    assert slugs <= {*GAMES}
    assert len(slugs) == GAMES_THAT_ENDED[release]
    kinds = {result["kind"] for *_, result in finished(release)}
    assert len(kinds) >= 8
