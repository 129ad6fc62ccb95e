"""The moves of Diabolo: how each is written, when it is refused, its effect and its wording."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scorekeeper.games.cards import Card
from scorekeeper.games.diabolo import board
from scorekeeper.games.diabolo.cards import CARDS, LOOKS, VALUES
from scorekeeper.games.diabolo.state import DiaboloRound, start
from scorekeeper.games.diabolo.turn import SIDES, why_not_there
from scorekeeper.games.pad import Seat
from scorekeeper.games.referee import Board, Entry, Move, Pick, Referee, Reply, choice, group_cards
from scorekeeper.language.text import Literal, Text

SIDE_NAMES = dict(zip(SIDES, (Text("Trident"), Text("Harp")), strict=True))


@dataclass(frozen=True)
class _PlayerMove(Move[DiaboloRound]):
    """Base class of all moves of Diabolo. Only the player whose turn it is can make one.

    Rule: diabolo/turn, diabolo/locks
    """

    seat: Seat

    def untimely(self, state: DiaboloRound) -> Text | None:
        """Say that the round is over or that it is somebody else's turn. Return None if neither is so."""
        if state.over:
            rows = tuple([LOOKS[slot].word for slot in state.locked])
            return Text("The round is over: %(rows)s are locked.", rows=rows).by("locks")
        return (
            None
            if self.seat == state.current
            else Text("It is %(who)s’s turn.", who=state.name(state.current)).by("start")
        )


@dataclass(frozen=True)
class Place(_PlayerMove):
    """The placing of a card on one side of the row of its colour.

    Rule: diabolo/own-row, diabolo/five, diabolo/three, diabolo/locks
    """

    kind = "place"
    words = (CARDS, {side: side for side in SIDES})
    card: Card
    side: str

    def forbidden(self, state: DiaboloRound) -> Text | None:
        reason = state.placement(self.card, self.side).reason
        return why_not_there(reason, self.card.colour, self.side) if reason else None

    def follow(self, state: DiaboloRound) -> DiaboloRound:
        """Return the round after the card is placed, with the next player to move."""
        slot, value = self.card
        row = dict(state.rows[slot])
        row[self.side] = (*row[self.side], value)
        return replace(state, rows={**state.rows, slot: row}, turns=state.turns + 1, placed=state.placed + 1)

    def describe(self, state: DiaboloRound) -> Text:
        who, card = state.name(self.seat), state.name_card(self.card)
        if self.side == "harp":
            return Text("%(who)s places %(card)s on the harp side.", who=who, card=card)
        return Text("%(who)s places %(card)s on the trident side.", who=who, card=card)

    def list_consequences(self, state: DiaboloRound, after: DiaboloRound) -> Iterator[Text]:
        """Yield sentences that say that the row is now locked and whether that ends the round.

        Yield none if the row is not locked.
        """
        return board.locks(state, self.card, self.side)

    def preview(self, state: DiaboloRound, after: DiaboloRound) -> Board:
        """Return a board that asks for the side of the card, with the sums that the row would have.

        There is a reply for each side. If one side is full, the board says so and its reply is closed.
        """
        # Both sides are always shown, in the same place; a full one says why it is refused.
        sides = [replace(self, side=side) for side in SIDES]
        fitting = [move for move in sides if not move.forbidden(state)]
        blocked = next((reason for move in sides if (reason := move.forbidden(state))), None)
        shown = board.build_board(
            state,
            board.at_turn(state),
            (
                blocked or Text("%(card)s: which side?", card=state.name_card(self.card)),
                *[move._sums(state) for move in fitting],
            ),
            (*board.locks(state, self.card, self.side), *board.doubts(after, self.card)),
            replies=tuple([move._reply() for move in fitting]),
            card=self.card,
            side=self.side if blocked else "",
        )
        return replace(shown, closed=tuple([move._reply() for move in sides if move not in fitting]))

    def _reply(self) -> Reply:
        return Reply(SIDE_NAMES[self.side], self.action, self.side)

    def _sums(self, state: DiaboloRound) -> Text:
        """Say which sums the row would have with the card placed."""
        slot, value = self.card
        sums = {side: state.sum(slot, side) + value * (side == self.side) for side in SIDES}
        if self.side == "harp":
            return Text("If placed on the harp: harp %(harp)s, trident %(trident)s.", **sums)
        return Text("If placed on the trident: harp %(harp)s, trident %(trident)s.", **sums)

    @classmethod
    def offer(cls, state: DiaboloRound) -> Iterator[Entry]:
        """Yield one entry with all cards, grouped by row. A card that no side takes is disabled and says why."""
        if not state.over:
            title = Text("%(who)s places", who=state.name(state.current))
            groups = group_cards(LOOKS, VALUES, lambda card: cls._pick_card(state, card))
            ways = tuple(SIDE_NAMES.items())
            yield Entry(cls.kind, title, "cards", groups, preview=True, seat=state.current, ways=ways)

    @classmethod
    def _pick_card(cls, state: DiaboloRound, card: Card) -> Pick:
        """Return the button of a card.

        Its preview asks for the side, so the button's action names any side that has room, if there is one.
        """
        sides = [cls(state.round, state.current, card, side) for side in SIDES]
        move = next((move for move in sides if not move.forbidden(state)), sides[0])
        placed = state.placement(card, move.side)
        # The same for both sides, so the note does not depend on the side that the action names.
        note = Text("ends the round") if placed.round_over else Text("locks") if placed.locks_row else None
        return move.pick(state, Literal(str(card.value)), note)


@dataclass(frozen=True)
class Stuck(_PlayerMove):
    """A pass because no card fits: the player shows the hand and puts one card under the deck.

    Rule: diabolo/no-card, diabolo/fits
    """

    kind = "stuck"

    def forbidden(self, state: DiaboloRound) -> Text | None:
        # Hands are secret, so whether really no card fits is for the others to see.
        return None if state.locked else Text("No row is locked yet, so every card fits somewhere.").by("fits")

    def follow(self, state: DiaboloRound) -> DiaboloRound:
        """Return the round with the next player to move and unchanged rows."""
        return replace(state, turns=state.turns + 1)

    def describe(self, state: DiaboloRound) -> Text:
        return Text("%(shown)s One goes under the deck.", shown=board.shows(state, self.seat))

    def preview(self, state: DiaboloRound, after: DiaboloRound) -> Board:
        """Return a board that says what the player has to show, what happens to one card, and who plays next."""
        who = state.name(self.seat)
        return board.build_board(
            state,
            Text("%(who)s cannot place", who=who),
            (board.shows(state, self.seat), Text("Any other card would fit.").by("fits")),
            (
                Text("%(who)s chooses a card to put under the deck.", who=who).by("no-card"),
                Text("Then %(who)s plays.", who=state.name(state.following)),
            ),
            (Reply(Text("Put one card under the deck"), self.action),),
        )

    @classmethod
    def offer(cls, state: DiaboloRound) -> Iterable[Entry]:
        """Yield an entry with one button, "No card fits", while a row is locked and the round is not over."""
        if state.locked and not state.over:
            pick = cls(state.round, state.current).pick(state, Text("No card fits"))
            title = Text("Do all seven cards belong to locked rows?").by("no-card")
            yield choice(cls.kind, title, pick, seat=state.current, preview=True)


REFEREE = Referee(
    start=start,
    moves=(Place, Stuck),
    view=board.view,
    marks=board.marks,
    unfinished=board.why_unfinished,
    way="fast",
    taps=Text("2 taps per move, then 2 per row for the hands."),
)
