"""Lines of the journal in words: who wrote what, and which cards a correction moves on the table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.games import options
from scorekeeper.games.game import Game
from scorekeeper.games.moved import list_instructions
from scorekeeper.games.pad import NO_NEWS, SEALED, Changes, Mark, Setup, Spot, format_points
from scorekeeper.games.pads.pad import Box, Row
from scorekeeper.games.referee import Action, Board, Play
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.table.fold import fold
from scorekeeper.table.journal import (
    Agree,
    Amend,
    Change,
    Close,
    Erased,
    Line,
    Reopen,
    SetClock,
    Strike,
    Write,
    list_targets,
)
from scorekeeper.table.table import Table, fold_table


def with_all_players(table: Table) -> Setup:
    """Return the current setup with every player who was ever seated, because lines mention removed players as well."""
    most = max((setup.players for _, setup in table.setups), key=len)
    players = (*table.setup.players, *most[len(table.setup.players) :])
    return replace(table.setup, players=players)


def describe_line(table: Table, line: Line, setup: Setup) -> Text:
    """Describe a line of the journal, with the players of `setup`."""
    game = table.game
    line = table.hide_secrets(line)
    match line.act:
        case Action(round=round):
            return Text(
                "%(round)s %(number)s: %(said)s", round=game.round_name, number=round, said=narrate_move(table, line)
            )
        case Write(changes):
            return _describe_changes(game, setup, changes)
        case Strike(seq):
            return Text("Entry %(seq)s taken back.", seq=seq)
        case Amend(seq, act):
            # In the words of the corrected entry, because a move depends on those before it.
            what = describe_line(table, line._replace(seq=seq, act=act), setup)
            return Text("Entry %(seq)s corrected. %(what)s", seq=seq, what=what)
        case Change(after):
            before = table.setup_before(line.seq)
            return _describe_change(game, before, after, _describe_leader(table, line, before, after))
        case Agree(round, seats, _):
            agreeing = setup.names(seats)
            one, many = "%(round)s %(number)s: %(who)s agrees.", "%(round)s %(number)s: %(who)s agree."
            return Plural(one, many, len(agreeing), round=game.round_name, number=round, who=agreeing)
        case Reopen(round, why):
            return Text(
                "%(round)s %(number)s is open for changes again: %(why)s.", round=game.round_name, number=round, why=why
            )
        case Close():
            return Text("Table finished.")
        case SetClock(do, seat):
            # A file can name a seat that the table does not have.
            who = setup.name(seat) if seat is not None and seat < len(setup.players) else "\u2013"
            return CLOCK_SET.get(do) or Text("Turn passed to %(who)s.", who=who)
        case Erased(name):
            return Text("A name was erased. It now reads %(name)s.", name=name)


CLOCK_SET = {
    "on": Text("Clock on."),
    "off": Text("Clock off."),
    "pause": Text("Clock paused."),
    "go": Text("Clock goes on."),
}


def _describe_changes(game: Game, setup: Setup, changes: Changes) -> Text:
    if not changes:
        # An export leaves a choice that stayed secret out of its line, and the line itself in its place.
        return Text("A choice that was never revealed.")
    round = next(iter(changes)).round
    setup = setup.at(round)
    # The erasure of some marks is left out if others change with them.
    quiet = [spot for spot in changes if (box := _find_box(game, setup, spot)[1]) and box.is_quiet]
    news = {spot: mark for spot, mark in changes.items() if mark is not None or spot not in quiet}
    parts = [_describe_mark(game, setup, spot, mark) for spot, mark in (news or changes).items()]
    return Text("%(round)s %(number)s: %(said)s.", round=game.round_name, number=round, said=_join(parts))


def _find_box(game: Game, setup: Setup, spot: Spot) -> tuple[Row | None, Box | None]:
    """Return the row and box of a mark, each None if the pad no longer has it."""
    row = next((row for row in game.rows(setup) if row.key == spot.row), None)
    return row, row.box(spot.box) if row else None


def _join(texts: Sequence[Text]) -> Text:
    text, *others = texts
    for more in others:
        text = Text("%(first)s; %(more)s", first=text, more=more)
    return text


def _describe_mark(game: Game, setup: Setup, spot: Spot, mark: Mark | None) -> Text:
    row, box = _find_box(game, setup, spot)
    if row is None or box is None:
        # The pad lost this box when options changed, so nothing but its keys is known.
        return Literal(" ".join(filter(None, (spot.row, spot.box, spot.item))))
    if box.secret and spot.seat is not None and (mark == SEALED or mark is None):
        message = "%(who)s, %(row)s: %(box)s decided" if mark else "%(who)s, %(row)s: %(box)s undecided again"
        return Text(message, who=setup.name(spot.seat), row=row.label, box=box.label)
    shown = None if mark is None else box.describe_mark(mark)
    values: dict[str, object] = {"row": row.label, "box": box.label, "item": spot.item, "mark": shown}
    if spot.seat is not None:
        values["who"] = setup.name(spot.seat)
    own = box.withdrawn if box.is_withdrawn(mark) else box.announced
    if own and own != NO_NEWS:
        # The count of a plural is the mark.
        count = {"count": abs(int(mark or 0))} if isinstance(own, Plural) else {}
        return own.fill_gaps(**values, **count)
    return box.tell(row, mark, for_all=spot.seat is None).fill_gaps(**values)


def _describe_leader(table: Table, line: Line, before: Setup | None, after: Setup) -> Text | None:
    """Return a text saying who starts or deals the next round, or None if a new setup leaves that unchanged.

    The next leaders are compared, not the starters of round 1. A starter is counted back from the next leader, so it
    can differ although the leader is the same.
    """
    if before is None or before.starter == after.starter:
        return None
    # The table as it was before this line, because the leader depends on the rounds played by then.
    game, then = table.game, fold_table(table.stored, table.lines[: line.seq - 1], table.game)
    round = then.rounds if then.rounds and not then.sheet(then.rounds).decided else then.rounds + 1
    first = game.leader(after, then.known.marks, round)
    if first == game.leader(before, then.known.marks, round):
        return None
    opens = "%(who)s deals %(round)s %(number)s" if game.lead == "dealer" else "%(who)s starts %(round)s %(number)s"
    return Text(opens, who=after.name(first), round=game.round_name_inside, number=round)


def _describe_change(game: Game, before: Setup | None, after: Setup, leads: Text | None) -> Text:
    """Describe what a new setup changed. `leads` says who starts or deals next, None if that is unchanged."""
    if before is None:
        who, first = after.names(after.seats(1)), after.name(after.starter)
        one, many = "%(who)s plays. %(first)s starts.", "%(who)s play. %(first)s starts."
        if game.lead == "dealer":
            one, many = "%(who)s plays. %(first)s deals.", "%(who)s play. %(first)s deals."
        return Plural(one, many, len(who), who=who, first=first)
    parts = [*_describe_players(before, after), *([leads] if leads else ()), *_describe_options(game, before, after)]
    return Text("%(said)s.", said=_join(parts)) if parts else Text("Nothing changed.")


def _describe_players(before: Setup, after: Setup) -> Iterator[Text]:
    # New players are at the end of the longer tuple, and are named as joining below.
    for old, new in zip(before.players, after.players, strict=False):
        if old != new:
            yield Text("%(old)s is now called %(new)s", old=old, new=new)
    for seat, name in enumerate(after.players[: len(before.players)]):
        if before.sign(seat) != after.sign(seat):
            yield Text("%(who)s: %(sign)s", who=name, sign=after.sign(seat).name)
    last_before, last_after = before.seating[-1][1], after.seating[-1][1]
    late = {seat: total for seat, total in after.late if (seat, total) not in before.late}
    joined = tuple(after.name(seat) for seat in last_after if seat not in (*last_before, *late))
    left = tuple(before.name(seat) for seat in last_before if seat not in last_after)
    if joined:
        yield Plural("%(who)s joins", "%(who)s join", len(joined), who=joined)
    for seat, total in late.items():
        if total is None:
            yield Text("%(who)s joins and has no place", who=after.name(seat))
        else:
            yield Text("%(who)s joins with %(points)s", who=after.name(seat), points=format_points(total))
    if left:
        yield Plural("%(who)s leaves", "%(who)s leave", len(left), who=left)
    if not joined and not late and not left and last_before != last_after:
        yield Text("Seating order: %(who)s", who=after.names(last_after))


def _describe_options(game: Game, before: Setup, after: Setup) -> Iterator[Text]:
    """Yield the options that changed, and from which round on they apply."""
    for option in game.options:
        value = after.options.get(option.key)
        if before.options.get(option.key) != value:
            words = options.describe_value(option, option.default if value is None else value)
            yield Text("%(what)s: %(value)s", what=option.label, value=words)
    if after.options != before.options and after.earlier:
        since = after.earlier[-1][1] + 1
        yield Text("from %(round)s %(number)s", round=game.round_name_inside, number=since)


def narrate_move(table: Table, line: Line) -> Text:
    """Describe a move in the state in which it was made. What is still secret stays hidden."""
    action = line.act
    assert isinstance(action, Action)
    play = table.play(action.round)
    if play is None:
        return Literal(action.kind)
    if line.seq in play.before:
        state = play.before[line.seq]
    else:
        # It does not count any more, so the lines before it are replayed: at least the first line, without which there
        # are no players. A file can claim to correct that one.
        then = fold_table(table.stored, table.lines[: max(line.seq - 1, 1)], table.game).play(action.round)
        state = then.state if then else None
    return play.referee.narrate(state, action, play.is_sealed(action))


def describe_secrets(table: Table, round: int) -> tuple[Text, ...]:
    """Return sentences about the secret decisions of a finished round.

    Empty if marks were changed by hand since.
    """
    play = table.known.plays.get(round)
    if play is None or play.stopped or play.unfinished is not None:
        return ()
    # A mark by hand contradicts the moves, so the sentences could be wrong.
    if any(table.known.marks.get(spot) != mark for spot, mark in play.marks.items()):
        return ()
    view: Board = play.referee.view(play.state)
    return view.reveals


def list_moves_on_table(table: Table, round: int) -> tuple[Text, ...] | None:
    """Return what to move on the real table after the newest line corrected an earlier move of a round.

    Return None after any other line, and while a move does not fit. The cards on the table are taken from the last
    state in which every move fitted.
    """
    play = table.known.plays.get(round)
    if play is None or play.misfit or play.stopped or not _corrects_public_move(table, play, round):
        return None
    for end in range(len(table.lines) - 1, 0, -1):
        # Only within the latest corrections: before them, the cards lay as the players had entered them.
        if not isinstance(table.lines[end].act, Strike | Amend):
            break
        then = fold(table.lines[:end], table.game).plays.get(round)
        if then and not then.misfit:
            return list_instructions(play.referee.view(then.state), play.referee.view(play.state))
    return None


def _corrects_public_move(table: Table, play: Play, round: int) -> bool:
    """Return whether the newest line undoes, restores or corrects a public move of a round.

    Undoing the last move of the round does not count, because no other move follows it.
    """
    newest = table.lines[-1]
    targets = list_targets(table.lines, newest.act)
    move = targets[-1] if targets else None
    if move is None or not isinstance(move.act, Action) or move.act.round != round:
        return False
    amends = any(isinstance(line.act, Amend) for line in (newest, *targets))
    last = max(play.before, default=0)
    return (amends or move.seq < last) and not play.is_sealed(move.act)
