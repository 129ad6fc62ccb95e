"""Every verdict, refusal, problem and answer cites its rule. Every rule has a source or a reason."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import NO_NEWS, Mark, Setup, Spot
from scorekeeper.games.pads.boxes import NumberBox
from scorekeeper.games.referee import Action, Referee
from scorekeeper.games.rule import Rule, Source
from scorekeeper.language.text import Text, rules
from scorekeeper.rulings import answer_with_rules
from tests.support.games import any_option, any_table, marks_of, spots, table_of
from tests.support.loops import at_least_one
from tests.support.rulings import RULINGS
from tests.support.soak import SOAK
from tests.support.walks import picks, walk

ROOT = Path(__file__).parents[2] / "scorekeeper"
FROM_FILES = [game for game in GAMES.values() if isinstance(game, Game)]
WITH_RULES = [game for game in GAMES.values() if game.chapters]
EVERY_NTH = 1 if SOAK else 11
"""Every how many steps of a walk all valid moves and many others are tried."""

every_game = pytest.mark.parametrize("game", WITH_RULES, ids=lambda game: game.slug)


def every_rule(game: Game) -> list[Rule]:
    return [rule for chapter in game.rules for rule in chapter.rules]


def find_unnamed(game: Game, *texts: Text) -> list[str]:
    """Return the sentences that cite no rule, or one that the game does not have."""
    return [str(text) for text in texts if not rules(text) or not all(map(game.rule, rules(text)))]


# The rules


@every_game
def test_every_rule_is_a_sentence_with_a_key_of_its_own(game: Game) -> None:
    every = every_rule(game)
    assert len({rule.key for rule in every}) == len(every)
    for rule in every:
        assert rule.key == rule.key.lower().replace(" ", "-")
        for text in (rule.sentence, *filter(None, (rule.because, rule.origin))):
            assert str(text).endswith("."), rule.key
        assert rule.question is None or str(rule.question).endswith("?"), rule.key
        assert all(source.section and source.language for source in rule.sources)


@every_game
def test_open_questions_are_numbered_in_a_chapter_of_their_own_and_say_why(game: Game) -> None:
    asked = [rule for chapter in game.rules if chapter.is_open for rule in chapter.rules]
    assert [rule for rule in every_rule(game) if rule.question] == asked
    letter = game.slug[0].upper()
    assert [rule.number for rule in asked] == [f"{letter}{number}" for number in range(1, len(asked) + 1)]
    assert all(rule.because for rule in asked)


def find_keys(path: Path) -> list[str]:
    """Return the rule keys that a file cites as constants."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    by = [call.args[0] for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "by"]
    return [node.value for key in by for node in ast.walk(key) if isinstance(node, ast.Constant)]


@pytest.mark.parametrize(
    "path",
    [*sorted((ROOT / "games").rglob("*.py")), ROOT / "table" / "admit.py"],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_every_rule_that_a_file_names_is_one_of_its_game_or_of_every_game(path: Path) -> None:
    of = GAMES.get(path.parent.name)
    # Each game is a pad, so `game.py` says what only some pads need, too.
    if path.parent.name == "pads" or path.name == "game.py":
        assert [key for key in find_keys(path) if not any(game.rule(key) for game in FROM_FILES)] == []
        return
    keys = find_keys(path)
    for game in [of] if of else WITH_RULES:
        assert [key for key in keys if not game.rule(key)] == []


# Whatever is said


JUDGING = sorted((ROOT / "games").glob("*/problems.py"))
"""Modules that judge a pad. Refusals of the referee are found by walks below."""


@pytest.mark.parametrize("path", JUDGING, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_sentence_of_a_file_that_judges_names_a_rule(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    by = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "by"}
    sentences = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and id(node) not in by and sentence(node)
    ]
    assert [sentence(node) for node in sentences if sentence(node) not in NO_JUDGEMENT] == []


NO_JUDGEMENT = (
    "Highest in %(colour)s: %(who)s.",
    *("Does %(who)s have no %(colour)s?", "%(count)s more hand is blank."),
    *("Does %(who)s have no %(colour)s?", "%(count)s more pile is blank."),
)
"""Parts of sentences that get their rule where the whole sentence is built."""


def sentence(node: ast.Call) -> str:
    """Return the message of a call if it is a whole sentence, otherwise ""."""
    if isinstance(node.func, ast.Name) and node.func.id in ("Text", "Plural"):
        message = getattr(node.args[0], "value", "")
        return message if message.endswith((".", "?")) else ""
    return ""


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling["id"])
def test_every_worked_answer_names_its_rule(ruling: dict) -> None:
    game = GAMES[ruling["game"]]
    answer = answer_with_rules(game, game.rulings[ruling["kind"]], ruling["input"])
    assert answer["rules"]
    because = answer["because"]
    assert isinstance(because, list | tuple)
    assert find_unnamed(game, *[text for text in because if rules(text)]) == []


@every_game
def test_every_question_to_the_referee_is_about_a_rule(game: Game) -> None:
    assert all(game.rule(ruling.rule) for ruling in game.rulings.values())


@every_game
def test_every_verdict_and_problem_of_any_pad_names_its_rule(game: Game) -> None:
    for number in at_least_one(range(600 if SOAK else 20 if game.referee else 15)):
        random = Random(f"{game.slug} {number}")
        setup = any_table(game, random)
        often = random.choice((0.03, 0.1, 0.3, 0.6, 0.9))
        marks = {spot: mark for spot, mark in any_marks(game, setup, random) if random.random() < often}
        for round in (1, 2):
            sheet = game.score(setup, marks, round)
            said = [sheet.verdict, *[problem.text for problem in (*sheet.problems, *sheet.open)]]
            said += [] if sheet.reason == NO_NEWS else [sheet.reason]
            assert find_unnamed(game, *said, *notes(game, sheet.notes.values())) == []


def notes(game: Game, texts: Iterable[Text]) -> Iterable[Text]:
    """Return the notes of a sheet; none for pads, where a note can be a remark of the table."""
    return texts if game.referee else ()


def any_marks(game: Game, setup: Setup, random: Random) -> Iterator[tuple[Spot, Mark]]:
    for round in (1, 2):
        for spot, box in spots(game, setup, round):
            choice = [*marks_of(box), random.randint(0, box.most)] if isinstance(box, NumberBox) else marks_of(box)
            yield spot, random.choice(choice)


@pytest.mark.parametrize("game", [game for game in WITH_RULES if game.referee], ids=lambda game: game.slug)
def test_whatever_a_referee_refuses_on_the_way_names_its_rule(game: Game) -> None:
    referee = game.referee
    assert referee
    refused: set[str] = set()
    for seed in range(40 if SOAK else 2 * (game.seats[1] - game.seats[0] + 1)):
        chance = Random(f"{game.slug} {seed}")
        players = game.seats[0] + seed % (game.seats[1] - game.seats[0] + 1)
        chosen = {option.key: any_option(option, chance) for option in game.options if option.choices}
        setup = table_of(game, players, **chosen)
        told: list[Action] = []
        for number, step in enumerate(walk(game, setup, chance)):
            open = referee.unfinished(step.state)
            assert open is None or find_unnamed(game, open) == []
            every = [pick for entry in step.entries for pick in picks(entry)]
            assert find_unnamed(game, *[pick.cannot for pick in every if pick.cannot]) == []
            if number % EVERY_NTH == 0 or not step.move:
                tried = [*told[-30:], *others(setup, [pick.action for pick in every], chance)]
                reasons = [why for action in tried if (why := refusal(referee, step.state, action))]
                assert find_unnamed(game, *reasons) == []
                refused.update(rules(*reasons))
            if step.move:
                told.append(step.move)
    assert len(refused) >= 4


def refusal(referee: Referee, state: object, action: Action) -> Text | None:
    """Return why the rules forbid a move, or None. An action that is not a move breaks no rule."""
    try:
        referee.apply(state, action)
    except Illegal as wrong:
        return wrong.reason
    except Malformed:
        pass
    return None


def others(setup: Setup, actions: list[Action], chance: Random) -> Iterator[Action]:
    """Yield the same moves, entered by other players."""
    for action in chance.sample(actions, min(len(actions), 12)):
        for seat in (None, *setup.seats(1)):
            yield Action(action.round, action.kind, seat, action.of)


def test_a_rule_without_a_source_or_a_reason_is_none() -> None:
    with pytest.raises(ValueError, match="name where the rule stands, or why"):
        Rule("empty", Text("It is so."))
    with pytest.raises(ValueError, match="has a number"):
        Rule("asked", Text("It is so."), (Source(Text("A book"), "A heading", "en"),), question=Text("Is it so?"))
