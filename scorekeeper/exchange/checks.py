"""Checks of imported lines, so that a file cannot bring in anything that the app's forms would refuse.

Forms clean typed text. Imports refuse text that is not clean, because the app only exports clean text.
"""

from collections.abc import Iterator

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Options, Setup
from scorekeeper.games.pads.pad import Box
from scorekeeper.games.referee import Action
from scorekeeper.games.user_input import NAME_LENGTH, REASON_LENGTH, clean_name, clean_text, parse_option
from scorekeeper.group.lines import PERSON, GroupAct
from scorekeeper.language.text import Text
from scorekeeper.table.journal import Act, Agree, Amend, Change, Erased, Reopen, Write
from scorekeeper.table.table import Table

LONGEST_WORD = 200
"""The maximum length of a text other than a name or a reason, such as the key of a card, a row or a choice."""

MOST_SEATED = 50
"""The maximum number of players who ever sat at a table, including those who left."""

NOT_TYPED = Text("It contains characters that cannot be displayed.")


def check_act(act: Act) -> Act:
    """Return an act of a table unchanged. Raise Malformed if it contains text that no form accepts."""
    match act:
        case Amend(_, new):
            check_act(new)
        case Write(changes):
            for spot, mark in changes.items():
                _check_words(spot.row, spot.box, spot.item, *([mark] if isinstance(mark, str) else ()))
        case Action():
            _check_words(act.kind, *act.of)
        case Change(setup):
            if len(setup.players) > MOST_SEATED:
                raise Malformed("players", Text("A table has at most %(most)s players.", most=MOST_SEATED))
            for player in setup.players:
                _check_name(player)
            for options in _list_options(setup):
                _check_words(*options, *(value for value in options.values() if isinstance(value, str)))
        case Agree(_, _, of, outcome):
            _check_words(of, *((outcome[0], *(row for row, *_ in outcome[4])) if outcome else ()))
        case Reopen(_, why):
            _check_clean(why, REASON_LENGTH)
        case Erased(called):
            _check_clean(called, NAME_LENGTH)
    return act


def _list_options(setup: Setup) -> Iterator[Options]:
    yield setup.options
    for _, _, options in setup.earlier:
        yield options


def check_group_act(act: GroupAct) -> GroupAct:
    """Return an act of a group unchanged. Raise Malformed if it contains text that no form accepts."""
    match act:
        case {"group": called} | {"season": called}:
            _check_clean(called, NAME_LENGTH)
            if not called:
                raise Malformed(
                    "name", Text("A group needs a name.") if "group" in act else Text("A season needs a name.")
                )
        case {"name": called}:
            _check_name(called)
        case {"erased": called}:
            _check_clean(called, NAME_LENGTH)
        case {"table": table_id} | {"leave": table_id}:
            # The id of a table has the same form as that of a person.
            if not PERSON.fullmatch(table_id):
                raise Malformed("table", NOT_TYPED)
    return act


def _check_name(text: str) -> None:
    if clean_name(text) != text:
        raise Malformed("name", NOT_TYPED)


def _check_clean(text: str, most: int) -> None:
    # A quick test first: most texts are plain keys, and cleaning each one slows down large imports.
    plain = text.isascii() and text.isprintable() and "  " not in text and text == text.strip()
    if not (plain and len(text) <= most) and clean_text(text, "words", most) != text:
        raise Malformed("words", NOT_TYPED)


def _check_words(*texts: str) -> None:
    for text in texts:
        _check_clean(text, LONGEST_WORD)


# what only the game knows


def could_be_typed(table: Table) -> bool:
    """Return whether all text marks and options of a table would be accepted by the forms of its game."""
    # Options can change during a table and with them its boxes, so a mark may fit the boxes of any of its setups.
    boxes = dict[tuple[str, str], list[Box]]()
    for _, setup in table.setups:
        for row in table.game.rows(setup):
            for box in row.boxes:
                boxes.setdefault((row.key, box.key), []).append(box)
    acts = [line.act.act if isinstance(line.act, Amend) else line.act for line in table.lines]
    # A later release may have changed the pad. That must not make older files unreadable, so boxes that the pad no
    # longer has are skipped.
    typed = [
        (boxes[spot.row, spot.box], mark)
        for act in acts
        if isinstance(act, Write)
        for spot, mark in act.changes.items()
        if isinstance(mark, str) and (spot.row, spot.box) in boxes
    ]
    options = [one for act in acts if isinstance(act, Change) for one in _list_options(act.setup)]
    return all(any(_accepts(box, mark) for box in fitting) for fitting, mark in typed) and all(
        _options_fit(table.game, one) for one in options
    )


def _accepts(box: Box, mark: str) -> bool:
    try:
        return box.parse(mark) == mark
    except Malformed:
        return False


def _options_fit(game: Game, options: Options) -> bool:
    try:
        return all(
            parse_option(option, str(options[option.key])) == options[option.key]
            for option in game.options
            if option.key in options
        )
    except Malformed:
        return False
