"""The moves of Diabolo: how each is written, when it is refused, its effect and its wording."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.games.diabolo import board
from scorekeeper.games.diabolo.cards import LOOKS, SLOTS, VALUES
from scorekeeper.games.diabolo.state import ENDS, DiaboloRound, LaidCard, start
from scorekeeper.games.diabolo.turn import why_not_there
from scorekeeper.games.pad import Seat
from scorekeeper.games.referee import Board, Entry, Move, Pick, PickGroup, Referee, Reply, choice
from scorekeeper.language.text import Literal, Text

OTHER = {"trident": "harp", "harp": "trident"}

ENDS_SAID = {"trident": Text("Trident"), "harp": Text("Harp")}

VALUE = {str(value): value for value in VALUES}


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
    laid: LaidCard

    @classmethod
    def parse(cls, of: tuple[str, ...], state: DiaboloRound) -> tuple[LaidCard]:
        """Parse the row, the value and the side of the card: "red-3", "harp"."""
        card, side = of
        slot, value = card.split("-")
        # Checked here: `LaidCard` would take any words.
        if slot not in LOOKS or side not in ENDS:
            raise ValueError(of)
        return (LaidCard(slot, VALUE[value], side),)

    @property
    def of(self) -> tuple[str, ...]:
        """The card and its side in words, as `parse` takes them: "red-3", "harp"."""
        return (f"{self.laid.slot}-{self.laid.value}", self.laid.side)

    def on(self, side: str) -> Self:
        """Return the move that places the same card on this side."""
        return replace(self, laid=self.laid._replace(side=side))

    def forbidden(self, state: DiaboloRound) -> Text | None:
        reason = state.placement(self.laid).reason
        return why_not_there(reason, self.laid.slot, self.laid.side) if reason else None

    def follow(self, state: DiaboloRound) -> DiaboloRound:
        """Return the round after the card is placed, with the next player to move."""
        slot, value, side = self.laid
        row = dict(state.rows[slot])
        row[ENDS[side]] = (*row[ENDS[side]], value)
        return replace(state, rows={**state.rows, slot: row}, turns=state.turns + 1, placed=state.placed + 1)

    def describe(self, state: DiaboloRound) -> Text:
        who, card = state.name(self.seat), self.laid.card
        if self.laid.side == "harp":
            return Text("%(who)s places %(card)s on the harp side.", who=who, card=card)
        return Text("%(who)s places %(card)s on the trident side.", who=who, card=card)

    def list_consequences(self, state: DiaboloRound, after: DiaboloRound) -> Iterator[Text]:
        """Yield sentences that say that the row is now locked and whether that ends the round.

        Yield none if the row is not locked.
        """
        return board.locks(state, self.laid)

    def preview(self, state: DiaboloRound, after: DiaboloRound) -> Board:
        """Return a board that asks for the side of the card, with the sums that the row would have.

        There is a reply for each side. If one side is full, the board says so and its reply is closed.
        """
        # Both sides are always shown, in the same place; a full one says why it is refused.
        sides = [self.on(side) for side in ENDS]
        fitting = [move for move in sides if not move.forbidden(state)]
        blocked = self.on(OTHER[self.laid.side]).forbidden(state)
        shown = board.build_board(
            state,
            board.at_turn(state),
            (blocked or Text("%(card)s: which side?", card=self.laid.card), *[move._sums(state) for move in fitting]),
            (*board.locks(state, self.laid), *board.doubts(after, self.laid)),
            replies=tuple([move._reply() for move in fitting]),
            laid=self.laid,
            side=self.laid.side if blocked else "",
        )
        return replace(shown, closed=tuple([move._reply() for move in sides if move not in fitting]))

    def _reply(self) -> Reply:
        return Reply(ENDS_SAID[self.laid.side], self.action, self.laid.side)

    def _sums(self, state: DiaboloRound) -> Text:
        """Say which sums the row would have with the card placed."""
        slot, value, played = self.laid
        sums = {side: state.sum(slot, side) + value * (side == played) for side in ENDS}
        if played == "harp":
            return Text("If placed on the harp: harp %(harp)s, trident %(trident)s.", **sums)
        return Text("If placed on the trident: harp %(harp)s, trident %(trident)s.", **sums)

    @classmethod
    def offer(cls, state: DiaboloRound) -> Iterator[Entry]:
        """Yield one entry with all cards, grouped by row. A card that no side takes is disabled and says why."""
        if not state.over:
            title = Text("%(who)s places", who=state.name(state.current))
            groups = [
                PickGroup(
                    slot,
                    LOOKS[slot].label,
                    tuple([cls._card(state, slot, value) for value in VALUES]),
                    LOOKS[slot].suit,
                )
                for slot in SLOTS
            ]
            yield Entry(
                cls.kind, title, "cards", tuple(groups), preview=True, seat=state.current, ways=tuple(ENDS_SAID.items())
            )

    @classmethod
    def _card(cls, state: DiaboloRound, slot: str, value: int) -> Pick:
        """Return the button of a card.

        Its preview asks for the side, so the button's action names any side that has room, if there is one.
        """
        sides = [cls(state.round, state.current, LaidCard(slot, value, side)) for side in ENDS]
        move = next((move for move in sides if not move.forbidden(state)), sides[0])
        placed = state.placement(move.laid)
        # The same for both sides, so the note does not depend on the side that the action names.
        note = Text("ends the round") if placed.round_over else Text("locks") if placed.locks_row else None
        return move.pick(state, Literal(str(value)), note)


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
