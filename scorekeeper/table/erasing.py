"""Removing a person’s name from a journal: a neutral name replaces it, everything else stays the same."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Changes, Options, Setup
from scorekeeper.games.pads.boxes import WordsBox
from scorekeeper.games.user_input import is_same_name
from scorekeeper.table.journal import Act, Agree, Amend, Change, Line, Reopen, Write
from scorekeeper.table.table import StoredTable, Table, fold_table

GONE = "\u2026"
"""Replacement for a name in free text."""


class FreeText(NamedTuple):
    """Places with free text in a table."""

    boxes: frozenset[tuple[str, str]]
    """The row key and box key of each box for remarks."""
    options: frozenset[str]
    """The keys of options that hold words."""


def remove_name(stored: StoredTable, game: Game | None, lines: Sequence[Line], name: str, instead: str) -> list[Line]:
    """Return the lines of a table with `name` replaced by `instead`, and by “…” in remarks and reasons.

    Agreements stay valid: where a remark has changed, the digest of a later agreement is computed anew.
    """
    setups = [line.act.setup for line in lines if isinstance(line.act, Change)]
    rows = [row for setup in setups for row in game.rows(setup)] if game else []
    free = FreeText(
        frozenset([(row.key, box.key) for row in rows for box in row.boxes if isinstance(box, WordsBox)]),
        frozenset([option.key for option in game.options if option.words] if game else []),
    )
    after: list[Line] = []
    pads_differ = False
    for number, line in enumerate(lines):
        act = _remove_from_act(line.act, name, instead, free)
        # Folding takes long, so it is left out as long as no earlier line on the pad has changed.
        if isinstance(act, Agree) and game and pads_differ:
            act = _renew_agreement(act, fold_table(stored, lines[:number], game), fold_table(stored, after, game))
        pads_differ = pads_differ or _agreed_part(act) != _agreed_part(line.act)
        after.append(line if act == line.act else line._replace(act=act))
    return after


def list_names(lines: Sequence[Line]) -> Iterator[str]:
    """Yield every name that players had at a table, including former and repeated ones."""
    for line in lines:
        if isinstance(line.act, Change):
            yield from line.act.setup.players


def replace_name(text: str, name: str) -> str:
    """Return a text with “…” in place of a name, regardless of case. The name inside a longer word stays.

    The text never gets longer.
    """
    # Not \b, which fails beside a name that begins or ends with a sign such as a dot or a bracket.
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", GONE, text, flags=re.IGNORECASE)


def _remove_from_act(act: Act, name: str, instead: str, free: FreeText) -> Act:
    match act:
        case Change(setup):
            return Change(_remove_from_setup(setup, name, instead, free))
        case Write(changes):
            return _remove_from_marks(changes, name, free)
        case Amend(seq, Write(changes)):
            return Amend(seq, _remove_from_marks(changes, name, free))
        case Reopen(round, why):
            return Reopen(round, replace_name(why, name))
    return act


def _remove_from_marks(changes: Changes, name: str, free: FreeText) -> Write:
    return Write(
        {
            spot: replace_name(mark, name) if isinstance(mark, str) and (spot.row, spot.box) in free.boxes else mark
            for spot, mark in changes.items()
        }
    )


def _remove_from_setup(setup: Setup, name: str, instead: str, free: FreeText) -> Setup:
    def other(options: Options) -> Options:
        return {
            key: replace_name(value, name) if isinstance(value, str) and key in free.options else value
            for key, value in options.items()
        }

    players = tuple([instead if is_same_name(player, name) else player for player in setup.players])
    earlier = tuple([(first, last, other(options)) for first, last, options in setup.earlier])
    return replace(setup, players=players, options=other(setup.options), earlier=earlier)


def _agreed_part(act: Act) -> object:
    """Return the part of an act that agreements depend on, or None. Player names are not part of it."""
    match act:
        case Change(setup):
            return setup.options, setup.earlier
        case Write() | Amend():
            return act
    return None


def _renew_agreement(act: Agree, before: Table, after: Table) -> Agree:
    """Return an agreement as it reads after a name was erased.

    `before` and `after` are the table with and without the name. The digest and the outcome are each replaced only if
    they matched the table `before`.
    """
    if act.of == before.sheet_digest(act.round):
        act = replace(act, of=after.sheet_digest(act.round))
    # An outcome that did not match any more must not become valid again.
    if act.outcome and act.outcome.pad_digest == before.known.digest_pad(act.round):
        renewed = act.outcome._replace(pad_digest=after.known.digest_pad(act.round))
        act = replace(act, outcome=renewed)
    return act
