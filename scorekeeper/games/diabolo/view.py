"""A round of Diabolo as the referee tells it: what lies open, what may be told now, and what every move does."""

from collections.abc import Iterator

from scorekeeper.games.board import SideRow, Sides
from scorekeeper.games.diabolo.cards import LOOKS, SLOTS, VALUES
from scorekeeper.games.diabolo.options import counts_copies
from scorekeeper.games.diabolo.problems import more_than_printed
from scorekeeper.games.diabolo.referee import (
    ENDS,
    OTHER,
    PLACE,
    STUCK,
    State,
    Told,
    apply,
    marks,
    placement,
    read,
    refusal,
    start,
    unfinished,
)
from scorekeeper.games.diabolo.scoring import sign_of
from scorekeeper.games.diabolo.turn import MOST_IN_ROW, in_row, locked
from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.games.referee import Action, Board, Entry, Group, Pick, Referee, Reply
from scorekeeper.language.text import Literal, Text

# What may be told


def entries(state: State) -> tuple[Entry, ...]:
    """A card of any colour; where a row is locked, also that no card fits. Nothing once the round is over.

    Source: rulebook IT, play and special case.
    """
    if state.over:
        return ()
    who = state.name(state.current)
    groups = tuple([_group(state, slot) for slot in SLOTS])
    found = [Entry("place", Text("%(who)s places", who=who), "cards", groups, preview=True, seat=state.current)]
    if state.locked:
        pick = Pick(Action(state.round, STUCK, state.current), Text("No card fits"))
        stuck = Group("stuck", pick.label, (pick,))
        title = Text("All seven cards belong to locked rows?")
        found.append(Entry("stuck", title, "words", (stuck,), preview=True, seat=state.current))
    return tuple(found)


def _group(state: State, slot: str) -> Group:
    picks = tuple([_pick(state, slot, value) for value in VALUES])
    return Group(slot, LOOKS[slot].label, picks, LOOKS[slot].suit)


def _pick(state: State, slot: str, value: int) -> Pick:
    """A card; the side is asked for in its preview, so the action names one that has room, if any has."""
    card = [Told(slot, value, side) for side in ENDS]
    reasons = [refusal(told, placement(state, told)) for told in card]
    told = next((told for told, reason in zip(card, reasons, strict=True) if not reason), card[0])
    placed = placement(state, told)
    note = Text("ends the round") if placed.round_over else Text("locks") if placed.locks_row else None
    return Pick(_placing(state, told), Literal(str(value)), refusal(told, placed), note)


def _placing(state: State, told: Told) -> Action:
    return Action(state.round, PLACE, state.current, (f"{told.slot}-{told.value}", told.side))


# What lies open, and what a move would do


def view(state: State) -> Board:
    """The five rows as they lie, and whose turn it is. Ours: everybody sees what lies open."""
    if state.over:
        words = tuple([LOOKS[slot].word for slot in state.locked])
        says = (Text("The locks are there: %(rows)s.", rows=words), Text("All show their hands, row by row."))
        return Board(Text("The round is over"), _about(state), (_sides(state),), says, tuple(_doubts(state)))
    who = state.name(state.current)
    said = [Text("%(who)s draws one card and places one.", who=who)]
    if len(state.locked) + 1 == state.needed:
        said.append(Text("The next lock ends the round at once."))
    return Board(Text("%(who)s plays", who=who), _about(state), (_sides(state),), tuple(said), tuple(_doubts(state)))


def preview(state: State, action: Action) -> Board:
    """What a move would do, before it is told; a card is shown on both sides. Raises as `apply` does.

    Source: rulebook IT, rules of placing and end of the game.
    """
    after = apply(state, action)
    told = read(action)
    if told is None:
        return _stuck(state)
    title = Text("%(who)s plays", who=state.name(state.current))
    sides = [told._replace(side=side) for side in ENDS]
    open = [one for one in sides if not refusal(one, placement(state, one))]
    other = told._replace(side=OTHER[told.side])
    blocked = refusal(other, placement(state, other))
    return Board(
        title,
        _about(state),
        (_sides(state, told, told.side if blocked else ""),),
        (blocked or Text("%(card)s: which side?", card=told.card), *[_sums(state, one) for one in open]),
        (*_locks(state, told), *_doubts(after, told)),
        replies=tuple([_reply(state, one) for one in open]),
    )


def _stuck(state: State) -> Board:
    who = state.name(state.current)
    return Board(
        Text("%(who)s cannot place", who=who),
        _about(state),
        (_sides(state),),
        (_shows(state, who), Text("Any other card would fit.")),
        (
            Text("One card of %(who)s's choice goes under the deck.", who=who),
            Text("Then %(who)s plays.", who=state.name(state.following)),
        ),
        replies=(Reply(Text("One card under the deck"), Action(state.round, STUCK, state.current)),),
    )


def _shows(state: State, who: str) -> Text:
    """The proof that no card fits; one row is locked then, with five players perhaps two."""
    words = [LOOKS[slot].word for slot in state.locked]
    match words:
        case [colour]:
            return Text("%(who)s shows seven cards, all %(colour)s.", who=who, colour=colour)
        case [one, other]:
            return Text("%(who)s shows seven cards, all %(one)s or %(other)s.", who=who, one=one, other=other)
    return Text("%(who)s shows seven cards.", who=who)


def _reply(state: State, told: Told) -> Reply:
    label = Text("Harp") if told.side == "harp" else Text("Trident")
    return Reply(label, _placing(state, told), told.side)


def _sums(state: State, told: Told) -> Text:
    """How the row stands once the card lies on that side."""
    sums = {side: state.sum(told.slot, side) + told.value * (side == told.side) for side in ENDS}
    if told.side == "harp":
        return Text("On the harp side: harp %(harp)s, trident %(trident)s.", **sums)
    return Text("On the trident side: harp %(harp)s, trident %(trident)s.", **sums)


def _locks(state: State, told: Told) -> Iterator[Text]:
    """What a fifth card does, whichever side it goes to."""
    placed = placement(state, told)
    if not placed.locks_row:
        return
    colour = LOOKS[told.slot].word
    yield (
        Text("This locks %(colour)s, the first lock.", colour=colour),
        Text("This locks %(colour)s, the second lock.", colour=colour),
        Text("This locks %(colour)s, the third lock.", colour=colour),
    )[placed.locked_rows - 1]
    if placed.round_over:
        yield Text("The round is over at once.")
    elif placed.locked_rows + 1 == state.needed:
        yield Text("The next lock ends the round.")


def _doubts(state: State, told: Told | None = None) -> Iterator[Text]:
    """More copies beside the rows than the deck should have, of one card or of all: never more than a doubt."""
    if not counts_copies(state.setup):
        return
    for slot in SLOTS if told is None else (told.slot,):
        lying = [value for cards in state.rows[slot].values() for value in cards]
        for value in VALUES if told is None else (told.value,):
            said = more_than_printed(LOOKS[slot].word, value, lying.count(value))
            if said:
                yield said


def _about(state: State) -> Text:
    return Text("deck %(count)s", count=state.deck)


def _sides(state: State, told: Told | None = None, side: str = "") -> Sides:
    """The rows as they lie, in the order of the column; the trident at the left as on the cards of the game."""
    rows = []
    for slot in SLOTS:
        trident, harp = state.sum(slot, "trident"), state.sum(slot, "harp")
        here = told is not None and told.slot == slot
        row = SideRow(
            LOOKS[slot].suit,
            LOOKS[slot].label,
            locked(state.rows[slot]),
            _cards(state, slot, "trident"),
            _cards(state, slot, "harp"),
            (trident, harp),
            -sign_of(harp, trident),
            "first" if here and side == "trident" else "second" if here and side == "harp" else "",
            told.card if told and here else _left(state, slot),
        )
        rows.append(row)
    return Sides(Text("Trident"), "trident", Text("Harp"), "harp", tuple(rows))


def _cards(state: State, slot: str, side: str) -> tuple[str, ...]:
    return tuple([str(value) for value in sorted(state.rows[slot][ENDS[side]], reverse=True)])


def _left(state: State, slot: str) -> Text | None:
    """That one more card locks a row."""
    return Text("1 to lock") if in_row(state.rows[slot]) == MOST_IN_ROW - 1 else None


# The journal


def narrate(state: State, action: Action, sealed: bool) -> Text:
    """A move in words, from what lay there before it; whatever was told gets a sentence.

    Ours: the journal says what was told.
    """
    try:
        told = read(action)
    except Malformed:
        return Literal(action.kind)
    if action.seat not in state.seats:
        return Literal(action.kind)
    who = state.name(action.seat)
    if told is None:
        return Text("%(shown)s One goes under the deck.", shown=_shows(state, who))
    if told.side == "harp":
        said = Text("%(who)s places %(card)s on the harp side.", who=who, card=told.card)
    else:
        said = Text("%(who)s places %(card)s on the trident side.", who=who, card=told.card)
    try:
        apply(state, action)
    except Refusal:
        return said
    for more in _locks(state, told):
        said = Text("%(first)s %(second)s", first=said, second=more)
    return said


REFEREE = Referee(start, apply, entries, view, preview, narrate, marks, unfinished)
