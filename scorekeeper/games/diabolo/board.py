"""The board of a round of Diabolo that the referee follows, and the marks that it writes on the pad."""

from collections.abc import Iterator

from scorekeeper.games.board import SidedRows, SideRow
from scorekeeper.games.cards import Card
from scorekeeper.games.diabolo.cards import COPIES, LOOKS, SLOTS, VALUES
from scorekeeper.games.diabolo.state import DiaboloRound
from scorekeeper.games.diabolo.turn import MOST_IN_ROW, SIDES, find_sign, in_row, is_locked, locks_so_far
from scorekeeper.games.pad import Marks, Seat, Spot
from scorekeeper.games.pads.pile_problems import say_more_copies
from scorekeeper.games.referee import Board, Reply
from scorekeeper.language.text import Text

# The pad


def why_unfinished(state: DiaboloRound) -> Text | None:
    """Return why the round cannot be scored yet, or None if enough rows are locked.

    Rule: diabolo/locks
    """
    if state.over:
        return None
    return locks_so_far(len(state.locked), state.needed)


def marks(state: DiaboloRound) -> Marks:
    """Return the marks for the pad: the sums of both sides of each row. There are none until the round is over.

    Rule: diabolo/rows
    """
    if not state.over:
        return {}
    return {Spot(state.round, slot, side): state.sum(slot, side) for slot in SLOTS for side in SIDES}


# How it is shown


def view(state: DiaboloRound) -> Board:
    """Return the board that everybody sees: the five rows, whose turn it is, and any doubts about copies."""
    if state.over:
        words = tuple([LOOKS[slot].word for slot in state.locked])
        says = (
            Text("Locked rows: %(rows)s.", rows=words).by("locks"),
            Text("Show all hands, row by row.").by("plus"),
        )
        return build_board(state, Text("The round is over"), says, tuple(doubts(state)))
    said = [Text("%(who)s draws a card and places a card.", who=state.name(state.current)).by("turn")]
    if len(state.locked) + 1 == state.needed:
        said.append(Text("The next lock ends the round immediately.").by("locks"))
    return build_board(state, at_turn(state), tuple(said), tuple(doubts(state)))


def at_turn(state: DiaboloRound) -> Text:
    """Return the title of a board: whose turn it is."""
    return Text("%(who)s plays", who=state.name(state.current))


def build_board(
    state: DiaboloRound,
    title: Text,
    says: tuple[Text, ...],
    follows: tuple[Text, ...],
    replies: tuple[Reply, ...] = (),
    card: Card | None = None,
    side: str = "",
) -> Board:
    """Return a board with the rows, the size of the deck, and these sentences and replies.

    `card` is the card that a preview is about. `side` is the side on which the preview shows it, "" for none.
    """
    about = Text("deck %(count)s", count=state.deck)
    return Board(title, about, (_sides(state, card, side),), says=says, follows=follows, replies=replies)


def shows(state: DiaboloRound, seat: Seat) -> Text:
    """Say which cards a player shows to prove that none fits: all belong to the one or two locked rows.

    Rule: diabolo/no-card
    """
    who = state.name(seat)
    match [LOOKS[slot].word for slot in state.locked]:
        case [colour]:
            return Text("%(who)s shows seven cards, all %(colour)s.", who=who, colour=colour).by("no-card")
        case [one, other]:
            return Text("%(who)s shows seven cards, all %(one)s or %(other)s.", who=who, one=one, other=other).by(
                "no-card"
            )
    return Text("%(who)s shows seven cards.", who=who).by("no-card")


def locks(state: DiaboloRound, card: Card, side: str) -> Iterator[Text]:
    """Yield sentences that say what a card locks on a side of its row, and whether that ends the round.

    Yield none if it locks no row.

    Rule: diabolo/five, diabolo/locks
    """
    placed = state.placement(card, side)
    if not placed.locks_row:
        return
    colour = LOOKS[card.colour].word
    yield (
        Text("This locks %(colour)s, the first lock.", colour=colour).by("five"),
        Text("This locks %(colour)s, the second lock.", colour=colour).by("five"),
        Text("This locks %(colour)s, the third lock.", colour=colour).by("five"),
    )[placed.locked_rows - 1]
    if placed.round_over:
        yield Text("The round ends immediately.").by("locks")
    elif placed.locked_rows + 1 == state.needed:
        yield Text("The next lock ends the round.").by("locks")


def doubts(state: DiaboloRound, card: Card | None = None) -> Iterator[Text]:
    """Yield a sentence for each card of which the rows hold more copies than the deck should have.

    These are doubts and never errors; none if the table does not want them. `card` limits them to one card.

    Rule: diabolo/copies
    """
    if state.setup.options.get("copies_check", "warn") != "warn":
        return
    # A preview speaks only of the card that it is about.
    for slot in SLOTS if card is None else (card.colour,):
        lying = [value for cards in state.rows[slot].values() for value in cards]
        for value in VALUES if card is None else (card.value,):
            if lying.count(value) > COPIES[value]:
                yield say_more_copies(LOOKS[slot].word, value, lying.count(value), COPIES[value])


def _sides(state: DiaboloRound, card: Card | None, side: str) -> SidedRows:
    """Return the five rows as part of a board, from the top, with the trident at the left as on the cards.

    `card` is the card that a preview is about. `side` is the side on which the preview shows it.
    """
    rows = []
    for slot in SLOTS:
        trident, harp = state.sum(slot, "trident"), state.sum(slot, "harp")
        here = card is not None and card.colour == slot
        row = SideRow(
            suit=LOOKS[slot].suit,
            name=LOOKS[slot].label,
            locked=is_locked(state.rows[slot]),
            first=_cards(state, slot, "trident"),
            second=_cards(state, slot, "harp"),
            sums=(trident, harp),
            ahead=find_sign(trident, harp),
            played="first" if here and side == "trident" else "second" if here and side == "harp" else "",
            note=state.name_card(card) if card and here else _warn_of_lock(state, slot),
        )
        rows.append(row)
    return SidedRows(
        first=Text("Trident"), first_icon="trident", second=Text("Harp"), second_icon="harp", rows=tuple(rows)
    )


def _cards(state: DiaboloRound, slot: str, side: str) -> tuple[str, ...]:
    return tuple([str(value) for value in sorted(state.rows[slot][side], reverse=True)])


def _warn_of_lock(state: DiaboloRound, slot: str) -> Text | None:
    """Say that one more card locks the row. Return None if the row needs more, is locked, or the round is over."""
    return Text("1 card to lock") if not state.over and in_row(state.rows[slot]) == MOST_IN_ROW - 1 else None
