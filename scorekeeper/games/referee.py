"""The referee: which moves are possible in a round, what follows from them, and what is face up.

Each move at the table is entered as an Action and becomes a line of the journal. A game has a class for each kind of
Move. Buttons, refusals, previews, sentences and the pad all use that class.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar
from typing import Literal as OneOf

from scorekeeper.games.board import BoardPart, OpenCard
from scorekeeper.games.cards import Card, SuitLook
from scorekeeper.games.errors import Illegal, Malformed, Refusal
from scorekeeper.games.pad import Marks, Seat, Setup, Suit
from scorekeeper.language.text import Text, join_sentences

STOP = "stop"
"""The kind of action that switches the referee off for a round; from then on only the pad counts."""

REFEREE_OFF = Text("The referee is now off. Continue on the pad by hand.")


@dataclass(frozen=True, slots=True)
class Action:
    """One event at the table."""

    round: int
    kind: str
    """What happened ("play")."""
    seat: Seat | None = None
    """The player, or None for an event that is no particular player's move."""
    of: tuple[str, ...] = ()
    """Its parameters ("green-3")."""


class Pick(NamedTuple):
    """One button."""

    action: Action
    label: Text
    cannot: Text | None = None
    """The reason if it is disabled."""
    note: Text | None = None
    """A short word for its effect ("run")."""
    card: OpenCard | None = None
    """Drawn instead of the label if the group does not show the suit."""
    chosen: bool = False
    """Whether it was picked already and more have to be."""


class PickGroup(NamedTuple):
    """Picks that belong together, such as the cards of one suit or those that fit on one pile."""

    key: str
    label: Text
    picks: tuple[Pick, ...]
    suit: Suit | None = None


def group_cards(
    looks: Mapping[str, SuitLook], values: Sequence[int], pick: Callable[[Card], Pick]
) -> tuple[PickGroup, ...]:
    """Return a group of buttons for each suit, with all cards of these values. `pick` returns the button of a card."""
    return tuple(
        [
            PickGroup(slot, look.label, tuple([pick(Card(slot, value)) for value in values]), look.suit)
            for slot, look in looks.items()
        ]
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """One kind of move that can be entered now, and how it is picked (`show`).

    If `show` is "cards", the user picks a suit first, then one of its cards. "deck" shows all cards at once in a column
    per suit, "piles" a column per pile, "words" a row of buttons.
    """

    key: str
    title: Text
    show: OneOf["cards", "deck", "piles", "words"]
    groups: tuple[PickGroup, ...]
    preview: bool = False
    """Whether a tap first shows the effect of the move; otherwise the tap itself is the move."""
    secret: bool = False
    """Whether it is picked behind a cover, by `seat` alone."""
    seat: Seat | None = None
    hint: Text | None = None
    ways: tuple[tuple[str, Text], ...] = ()
    """The variants of playing each card, such as its side, each with its icon and name."""


def choice(key: str, title: Text, *picks: Pick, seat: Seat | None = None, preview: bool = False) -> Entry:
    """Return an entry that shows these picks as a row of buttons."""
    return Entry(key, title, "words", (PickGroup(key, title, picks),), preview=preview, seat=seat)


class Reply(NamedTuple):
    """A button under a preview that enters the move: "Play Green 3". Replies with icons are equally prominent."""

    label: Text
    action: Action
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """The board that everybody sees."""

    title: Text
    """Whose turn it is."""
    about: Text
    parts: tuple[BoardPart, ...]
    """What is face up."""
    says: tuple[Text, ...] = ()
    """Explains the board, with the first sentence in large print."""
    follows: tuple[Text, ...] = ()
    """Consequences, shown in a frame."""
    heading: Text | None = None
    """What was made ("Run 4-2-3")."""
    new: bool | None = None
    """Whether it counts."""
    replies: tuple[Reply, ...] = ()
    """The buttons under a preview, the usual one first."""
    closed: tuple[Reply, ...] = ()
    """The buttons that the rules refuse now."""
    reveals: tuple[Text, ...] = ()
    """What was decided in secret, said after a round as on the score sheet."""


NO_MOVE = Text("That is not a move.")


class AnyRound(Protocol):
    """The attributes that the state of every referee has: the number of the round and its seats."""

    @property
    def round(self) -> int:
        """The number of the round."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play the round."""


State = TypeVar("State", bound=AnyRound)


@dataclass(frozen=True)
class Move(Generic[State]):
    """A move at the table; each kind is a subclass whose fields are its parameters.

    The methods cover its text form (`parse`, `of`), when it is refused and when it is offered, its effect, its wording
    and its preview.
    """

    kind: ClassVar[str]
    """Its name in an action."""
    seated: ClassVar[bool] = True
    """False for moves that no particular player makes."""
    words: ClassVar[tuple[Mapping[str, Any], ...]] = ()
    """For each field after round and seat: what the words of an action mean."""

    round: int
    seat: Seat | None

    @classmethod
    def parse(cls, of: tuple[str, ...], state: State) -> tuple[Any, ...]:
        """Parse the fields after round and seat from the words of an action.

        Raise ValueError or KeyError if they are invalid.
        """
        return tuple([values[word] for values, word in zip(cls.words, of, strict=True)])

    @property
    def of(self) -> tuple[str, ...]:
        """The fields after round and seat, as the words of an action."""
        # The first two fields, round and seat, have fields of their own in an Action.
        words = [str(getattr(self, parameter.name)) for parameter in fields(self)[2:]]
        # An optional parameter that was not given is an empty string and is not written.
        return tuple([word for word in words if word])

    @property
    def action(self) -> Action:
        """The move as it is stored in the journal."""
        return Action(self.round, self.kind, self.seat, self.of)

    def refusal(self, state: State) -> Text | None:
        """Return why the rules forbid the move now, or None if they allow it."""
        # The moment first: `forbidden` can rely on a state in which such a move is possible at all.
        return self.untimely(state) or self.forbidden(state)

    def untimely(self, state: State) -> Text | None:
        """Return why no move of this kind is possible now, whatever its parameters. None if one may be possible."""
        return None

    def forbidden(self, state: State) -> Text | None:
        """Return why the rules forbid this move, or None. Called only if it is not `untimely`."""
        raise NotImplementedError

    def follow(self, state: State) -> State:
        """Return the state after the move. Only call it for a legal move."""
        raise NotImplementedError

    def describe(self, state: State) -> Text:
        """Describe the move, legal or not, given the state before it."""
        raise NotImplementedError

    def describe_sealed(self, state: State) -> Text:
        """Describe the move without what is still secret. By default, nothing is."""
        return self.describe(state)

    def list_consequences(self, state: State, after: State) -> Iterable[Text]:
        """Yield sentences about further consequences, given the states before and after the move."""
        return ()

    def narrate(self, state: State, sealed: bool = False) -> Text:
        """Describe the move, and its consequences if it is legal."""
        said = self.describe_sealed(state) if sealed else self.describe(state)
        # Consequences exist only for a legal move: `follow` may not be called for another.
        return (
            said if self.refusal(state) else join_sentences([said, *self.list_consequences(state, self.follow(state))])
        )

    def usual(self, state: State) -> Self:
        """Return the most likely variant of the move if one tap stands for several, otherwise the move itself."""
        return self

    def preview(self, state: State, after: State) -> Board | None:
        """Return a board that shows the effect of the move, with the replies that enter it.

        Return None for the board after the move, with one reply that enters it.
        """
        return None

    @classmethod
    def offer(cls, state: State) -> Iterable[Entry]:
        """Yield the entries through which a move of this kind can be entered now; none at the wrong moment."""
        raise NotImplementedError

    def pick(self, state: State, label: Text, note: Text | None = None, card: OpenCard | None = None) -> Pick:
        """Return the button for the move. If the rules forbid the move, the button is disabled and gives the reason."""
        return Pick(self.action, label, cannot=self.refusal(state), note=note, card=card)


@dataclass(frozen=True, slots=True)
class Referee(Generic[State]):
    """The referee of a game, as pure functions."""

    start: Callable[[Setup, Marks, int, Seat], State]
    """Return the state before any move, given the setup, earlier marks, the round and the leading seat."""
    moves: tuple[type[Move[State]], ...]
    """The kinds of moves, in the order in which they are offered."""
    view: Callable[[State], Board]
    """Return the board."""
    marks: Callable[[State], Marks]
    """Return what the referee writes on the pad."""
    unfinished: Callable[[State], Text | None]
    """Return why the round is not over, or None if it is."""
    seals: Callable[[State, Action], bool] = lambda state, action: False
    """Return whether an action is still secret."""
    grid: bool = False
    """Whether a card alone determines a move, so that all cards can be offered at once."""
    way: str = ""
    """The key of the way that takes the fewest taps for what the referee does not know, "" for the first one."""
    taps: Text | None = None
    """How many taps a move takes."""

    def parse(self, state: State, action: Action) -> Move[State]:
        """Parse an action into a move. Raise Malformed if it is not a move of these players."""
        for move in self.moves if action.round == state.round else ():
            if move.kind == action.kind and (action.seat in state.seats if move.seated else action.seat is None):
                try:
                    values: tuple[Any, ...] = (action.round, action.seat, *move.parse(action.of, state))
                    return move(*values)
                except (ValueError, KeyError):
                    break
        raise Malformed("move", NO_MOVE)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after an action.

        Raise Illegal with the broken rule in a sentence. Raise Malformed if it is not a move.
        """
        if action == Action(state.round, STOP):
            return state
        return _require_allowed(self.parse(state, action), state).follow(state)

    def entries(self, state: State) -> tuple[Entry, ...]:
        """Return the entries for all moves that can be entered now, in the order of `moves`."""
        return tuple([entry for move in self.moves for entry in move.offer(state)])

    def preview(self, state: State, action: Action) -> Board:
        """Return a board that shows the effect of an action, with the replies that enter it.

        Raise Illegal or Malformed as `apply` does.
        """
        # One tap stands for several variants, so the usual one is previewed and the replies offer all of them.
        move = _require_allowed(self.parse(state, action).usual(state), state)
        after = move.follow(state)
        reply = Reply(move.describe(state), move.action)
        return move.preview(state, after) or replace(self.view(after), replies=(reply,))

    def narrate(self, state: State, action: Action, sealed: bool) -> Text:
        """Describe an action, given the state before it. `sealed` leaves out what is still secret. Never raises."""
        if action.kind == STOP:
            return REFEREE_OFF
        try:
            return self.parse(state, action).narrate(state, sealed)
        except Malformed:
            return NO_MOVE

    def is_sealed(self, state: State, action: Action) -> bool:
        """Return whether an action is still secret.

        Rule: */secret
        """
        # STOP is known to every round and not to its game, so the game is not asked about it.
        return action.kind != STOP and self.seals(state, action)


def _require_allowed(move: Move[State], state: State) -> Move[State]:
    if reason := move.refusal(state):
        raise Illegal(reason)
    return move


class Misfit(NamedTuple):
    """The first line of the journal that is no longer valid after the lines before it, and the rule that it breaks."""

    seq: int
    """The number of the line."""
    reason: Text
    """The broken rule."""
    sealed: bool
    """Whether it is still secret. Then `reason` reveals it, but `said` does not."""
    said: Text
    """Describes the move."""


@dataclass(frozen=True, slots=True)
class Play:
    """A refereed round, replayed from the journal.

    Rule: */mended
    """

    referee: Referee[Any]
    state: Any
    before: Mapping[int, Any] = field(default_factory=dict)
    """The state before each line, keyed by its number."""
    misfit: Misfit | None = None
    """The line that does not fit, or None. Lines after it are kept but not followed until it is fixed."""
    stopped: bool = False
    """Whether the table has turned the referee off."""

    @property
    def unfinished(self) -> Text | None:
        """Why the round does not count yet; None if it is over or goes on without the referee.

        Decision: half-round
        """
        if self.stopped:
            return None
        if self.misfit is None:
            return self.referee.unfinished(self.state)
        if self.misfit.sealed:
            return Text(
                "“%(move)s” is no longer valid. Only the phone that entered it can fix it.", move=self.misfit.said
            ).by("mended")
        return self.misfit.reason

    @property
    def marks(self) -> Marks:
        """The marks that the referee writes on the pad."""
        marks: Marks = self.referee.marks(self.state)
        return marks

    def then(self, action: Action) -> Any:
        """Return the state after one more action.

        Raise Illegal with the broken rule. Raise Malformed if it is not a move.
        """
        if self.misfit:
            raise Illegal(Text("“%(move)s” is no longer valid. Fix it first.", move=self.misfit.said).by("mended"))
        return _apply_action(self.referee, self.state, self.stopped, action)

    def instead(self, seq: int, action: Action) -> Any:
        """Return the state after line `seq` of the journal, as if the line had been this action.

        Raise Illegal or Malformed as `then` does.
        """
        if seq not in self.before:
            raise Illegal(Text("An earlier move is no longer valid. Fix that one first.").by("mended"))
        return self.referee.apply(self.before[seq], action)

    def is_sealed(self, action: Action) -> bool:
        """Return whether an action is still secret."""
        return self.referee.is_sealed(self.state, action)


def _apply_action(referee: Referee[Any], state: Any, stopped: bool, action: Action) -> Any:
    if stopped:
        raise Illegal(Text("The referee is off. Enter the result on the pad.").by("by-hand"))
    return referee.apply(state, action)


def play(referee: Referee[Any], start: Any, actions: Iterable[tuple[int, Action]]) -> Play:
    """Replay actions, each with the number of its line in the journal, up to the first one that is no longer valid.

    Rule: */mended
    """
    state, stopped = start, False
    before: dict[int, Any] = {}
    for seq, action in actions:
        # Also for the line that turns out not to fit: `instead` needs the state that it must fit.
        before[seq] = state
        try:
            state = _apply_action(referee, state, stopped, action)
        except Refusal as wrong:
            sealed = referee.is_sealed(state, action)
            misfit = Misfit(seq, wrong.reason, sealed, referee.narrate(state, action, sealed))
            return Play(referee, state, before, misfit, stopped)
        stopped = stopped or action.kind == STOP
    return Play(referee, state, before, stopped=stopped)
