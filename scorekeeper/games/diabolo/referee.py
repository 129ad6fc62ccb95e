"""A round of Diabolo move by move: what lies beside the rows, whose turn it is, and what a move makes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.games.diabolo.cards import LOOKS, SLOTS, VALUES
from scorekeeper.games.diabolo.turn import SIDES, Placement, Row, deck_after_deal, locked, locks_needed, place
from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.pad import Marks, Seat, Setup, Spot
from scorekeeper.games.referee import Action
from scorekeeper.language.text import Plural, Text

PLACE, STUCK = "place", "stuck"

ENDS = {"trident": SIDES[1], "harp": SIDES[0]}
"""The sides as players name them, and as the rows hold them."""

OTHER = {"trident": "harp", "harp": "trident"}


class Told(NamedTuple):
    """A card and the side where it goes."""

    slot: str
    value: int
    side: str

    @property
    def card(self) -> Text:
        """The card as it is named: Red 3. Ours: how a card is called."""
        return Text("%(colour)s %(value)s", colour=LOOKS[self.slot].label, value=self.value)


@dataclass(frozen=True, slots=True)
class State:
    """What everybody at the table sees. `seats` in the order of their turns, `turns` counts those already taken."""

    setup: Setup
    round: int
    seats: tuple[Seat, ...]
    rows: Mapping[str, Row]
    turns: int = 0
    placed: int = 0

    @property
    def current(self) -> Seat:
        """Whose turn it is. Source: rulebook IT, play, clockwise."""
        return self.seats[self.turns % len(self.seats)]

    @property
    def following(self) -> Seat:
        """Whose turn comes after this one. Source: rulebook IT, play, clockwise."""
        return self.seats[(self.turns + 1) % len(self.seats)]

    @property
    def needed(self) -> int:
        """How many locked rows end this round. Source: rulebook IT, end of the game."""
        return locks_needed(len(self.seats))

    @property
    def locked(self) -> tuple[str, ...]:
        """The rows that show the padlock, from the top. Source: rulebook IT, rules of placing."""
        return tuple([slot for slot in SLOTS if locked(self.rows[slot])])

    @property
    def over(self) -> bool:
        """Whether the last lock is there. Source: rulebook IT, end of the game."""
        return len(self.locked) >= self.needed

    @property
    def deck(self) -> int:
        """How many cards are left to draw; whoever is at turn has drawn already. Source: rules.md 2.2 and 2.3."""
        return deck_after_deal(len(self.seats)) - self.placed - (not self.over)

    def sum(self, slot: str, side: str) -> int:
        """What the cards on that side of a row make. Source: rulebook IT, scoring."""
        return sum(self.rows[slot][ENDS[side]])

    def name(self, seat: Seat) -> str:
        """The name of a player. Ours: a name is said, never a number."""
        return self.setup.name(seat)


def start(setup: Setup, marks: Marks, round: int, leader: Seat) -> State:
    """Five empty rows; `leader` deals, and the player to the dealer's left begins. Source: rulebook IT, play."""
    seats = setup.seats(round)
    first = seats.index(leader) + 1 if leader in seats else 0
    empty: Row = dict.fromkeys(SIDES, ())
    return State(setup, round, seats[first:] + seats[:first], dict.fromkeys(SLOTS, empty))


def apply(state: State, action: Action) -> State:
    """Place a card, or put one under the deck. Raises Illegal with the rule, Malformed for what is no move.

    Source: rulebook IT, play, rules of placing, end of the game and special case.
    """
    told = read(action)
    if action.seat not in state.seats or action.round != state.round:
        raise Malformed("move", Text("That is not a move."))
    if state.over:
        raise Illegal(Text("The round is over: %(rows)s are locked.", rows=_words(state.locked)))
    if action.seat != state.current:
        raise Illegal(Text("It is %(who)s's turn.", who=state.name(state.current)))
    if told is None:
        if not state.locked:
            raise Illegal(Text("No row is locked yet, so every card fits somewhere."))
        return replace(state, turns=state.turns + 1)
    if reason := refusal(told, placement(state, told)):
        raise Illegal(reason)
    row = dict(state.rows[told.slot])
    row[ENDS[told.side]] = (*row[ENDS[told.side]], told.value)
    return replace(state, rows={**state.rows, told.slot: row}, turns=state.turns + 1, placed=state.placed + 1)


def read(action: Action) -> Told | None:
    """The card of a move, None where none is placed. Raises Malformed for what is no move.

    Ours: how a move is spelled.
    """
    if action.kind == STUCK and not action.of:
        return None
    if action.kind == PLACE and len(action.of) == 2:
        slot, _, value = action.of[0].partition("-")
        if slot in LOOKS and value in map(str, VALUES) and action.of[1] in ENDS:
            return Told(slot, int(value), action.of[1])
    raise Malformed("move", Text("That is not a move."))


def placement(state: State, told: Told) -> Placement:
    """What becomes of a card on that side. Source: rulebook IT, rules of placing."""
    return place(state.rows, len(state.seats), told.slot, ENDS[told.side], told.slot)


def refusal(told: Told, placed: Placement) -> Text | None:
    """Why a card may not lie there, in a sentence; None if it may. Source: rulebook IT, rules of placing."""
    look = LOOKS[told.slot]
    if placed.reason == "row_locked":
        return Text("%(row)s is locked: five cards lie there.", row=look.label)
    if placed.reason == "side_full" and told.side == "harp":
        return Text("The harp side of %(colour)s has three cards. The trident side has room.", colour=look.word)
    if placed.reason == "side_full":
        return Text("The trident side of %(colour)s has three cards. The harp side has room.", colour=look.word)
    return None


def unfinished(state: State) -> Text | None:
    """Why the round cannot be scored yet; None once the last lock is there. Source: rulebook IT, end of the game."""
    if state.over:
        return None
    count = len(state.locked)
    return Plural(
        "%(count)s row is locked, %(needed)s end the round.",
        "%(count)s rows are locked, %(needed)s end the round.",
        count,
        needed=state.needed,
    )


def marks(state: State) -> Marks:
    """What the pad says once the round is over: the sums of both sides, row by row. Source: rulebook IT, scoring."""
    if not state.over:
        return {}
    return {Spot(state.round, slot, side): state.sum(slot, side) for slot in SLOTS for side in ENDS}


def _words(slots: tuple[str, ...]) -> tuple[Text, ...]:
    return tuple([LOOKS[slot].word for slot in slots])
