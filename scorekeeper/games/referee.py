"""The referee: what may be told of a round while it is played, what follows from it, and what lies open.

Each move at the table is told as an Action and becomes a line of the journal. A game has a class for each kind of Move;
buttons, refusals, previews, sentences and the pad all ask that one.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar
from typing import Literal as OneOf

from scorekeeper.games.board import OpenCard, Part
from scorekeeper.games.errors import Illegal, Malformed, Refusal
from scorekeeper.games.pad import Marks, Seat, Setup, Suit
from scorekeeper.language.text import Text, joined

STOP = "stop"
"""The kind of action that sends the referee away for a round: from then on only the pad counts."""

LEFT = Text("The referee is now off. Continue on the pad by hand.")


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that happened at the table: in which round, what kind ("play"), who did it, and with what ("green-3").

    `seat` is None for what nobody in particular does.
    """

    round: int
    kind: str
    seat: Seat | None = None
    of: tuple[str, ...] = ()


class Pick(NamedTuple):
    """One thing to tap: the action that it stands for, what it says, and why it cannot be tapped now (`cannot`).

    `note` is a short word of what it would do ("run"). `card` is drawn in place of the label, where the group does not
    say the suit.
    """

    action: Action
    label: Text
    cannot: Text | None = None
    note: Text | None = None
    card: OpenCard | None = None


class Group(NamedTuple):
    """Picks that belong together, such as the cards of one suit or those that fit on one pile."""

    key: str
    label: Text
    picks: tuple[Pick, ...]
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that may be told now, and how it is picked.

    cards: a suit first, then one of its cards. deck: all cards at once, a column for each suit. piles: a column for
    each pile. words: a row of buttons. With `preview` a pick shows what it would do before it becomes a line, else the
    tap itself is the line. What is `secret` is picked behind a cover, by `seat` alone. `ways` are the ways of telling
    each card, such as the side it goes to, each by its icon and its name.
    """

    key: str
    title: Text
    show: OneOf["cards", "deck", "piles", "words"]
    groups: tuple[Group, ...]
    preview: bool = False
    secret: bool = False
    seat: Seat | None = None
    hint: Text | None = None
    ways: tuple[tuple[str, Text], ...] = ()


def choice(key: str, title: Text, *picks: Pick, seat: Seat | None = None, preview: bool = False) -> Entry:
    """A row of buttons. Ours: how a move is offered."""
    return Entry(key, title, "words", (Group(key, title, picks),), preview=preview, seat=seat)


class Reply(NamedTuple):
    """A button under a preview that makes it a line: "Play Green 3"; those with an icon are equally usual."""

    label: Text
    action: Action
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """What everybody sees: whose turn it is (`title`), what lies open, and the sentences that go with it.

    `heading` names what came about ("Run 4-2-3"), `new` whether it counts; `says` explains, the first sentence large;
    `follows` are consequences, framed. `replies` belong to a preview, the first one is the usual one; `closed` are
    those refused now. `reveals` tell, once a round is over, what was decided in secret: the sheet says it too.
    """

    title: Text
    about: Text
    parts: tuple[Part, ...]
    says: tuple[Text, ...] = ()
    follows: tuple[Text, ...] = ()
    heading: Text | None = None
    new: bool | None = None
    replies: tuple[Reply, ...] = ()
    closed: tuple[Reply, ...] = ()
    reveals: tuple[Text, ...] = ()


NO_MOVE = Text("That is not a move.")


class AnyRound(Protocol):
    """What a referee's state of a round tells of any game: its number, and who plays it."""

    @property
    def round(self) -> int:
        """The number of the round. Source: rules.md 0, rounds."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the round. Source: rules.md 0, seats."""


State = TypeVar("State", bound=AnyRound)


@dataclass(frozen=True)
class Move(Generic[State]):
    """A move at the table, one class for each kind; its fields are what it is told with.

    `kind` is its name in an action; `seated`: somebody does it, else nobody in particular. All that a kind of move is
    stands in its class: how it is spelled (`read`, `of`), why it may be refused, what it makes of the round, how it is
    said, what it would do, and where it is offered. Ours: one move, one value.
    """

    kind: ClassVar[str]
    seated: ClassVar[bool] = True

    round: int
    seat: Seat | None

    @classmethod
    def read(cls, of: tuple[str, ...], now: State) -> tuple[Any, ...]:
        """The further fields, from the words of an action; none for most. Raises ValueError and KeyError."""
        () = of
        return ()

    @property
    def of(self) -> tuple[str, ...]:
        """The further fields as the words of an action."""
        words = [str(getattr(self, one.name)) for one in fields(self)[2:]]
        return tuple([word for word in words if word])

    @property
    def action(self) -> Action:
        """The move as it stands in the journal."""
        return Action(self.round, self.kind, self.seat, self.of)

    def refusal(self, now: State) -> Text | None:
        """Why the rules forbid it now, in a sentence; None where they allow it."""
        return self.untimely(now) or self.forbidden(now)

    def untimely(self, now: State) -> Text | None:
        """Why it is not the moment for such a move, whatever it is told with."""
        return None

    def forbidden(self, now: State) -> Text | None:
        """Why the rules forbid it at that moment."""
        raise NotImplementedError

    def follow(self, now: State) -> State:
        """The round after it; only where it is allowed."""
        raise NotImplementedError

    def said(self, now: State, sealed: bool) -> Text:
        """The move in words, allowed or not, from the round before it; `sealed` keeps what is still secret."""
        raise NotImplementedError

    def came(self, now: State, then: State) -> Iterable[Text]:
        """What else came of it, from the round before and after it."""
        return ()

    def narrated(self, now: State, sealed: bool = False) -> Text:
        """The move in words, and where it is allowed with what came of it."""
        said = self.said(now, sealed)
        return said if self.refusal(now) else joined([said, *self.came(now, self.follow(now))])

    def usual(self, now: State) -> Self:
        """The move as it is usually told, where one tap stands for several ways to tell it."""
        return self

    def preview(self, now: State, then: State) -> Board:
        """What it would do, and the replies that tell it; the round before and after it."""
        raise NotImplementedError

    @classmethod
    def offered(cls, now: State) -> Iterable[Entry]:
        """How it may be told now; nothing where it is not the moment."""
        raise NotImplementedError

    def pick(self, now: State, label: Text, note: Text | None = None, card: OpenCard | None = None) -> Pick:
        """The move to tap; what forbids it is what would refuse it."""
        return Pick(self.action, label, self.refusal(now), note, card)


@dataclass(frozen=True, slots=True)
class Referee(Generic[State]):
    """How a game is refereed; all of it pure.

    start: the round before anything is told, from setup, pad of the earlier rounds, round and the seat that leads.
    moves: the kinds of moves, in the order in which they are offered. view: what lies open. marks: what the pad says.
    unfinished: why the round is not over, None when it is. seals: whether an action is still secret in the state.
    grid: whether a card alone tells a move, so that all cards may be offered at once. way: the way of entering what the
    referee does not know with fewest taps, where that is not the first one. taps: how many a move takes, in words.
    """

    start: Callable[[Setup, Marks, int, Seat], State]
    moves: tuple[type[Move[State]], ...]
    view: Callable[[State], Board]
    marks: Callable[[State], Marks]
    unfinished: Callable[[State], Text | None]
    seals: Callable[[State, Action], bool] = lambda state, action: False
    grid: bool = False
    way: str = ""
    taps: Text | None = None

    def read(self, state: State, action: Action) -> Move[State]:
        """The move that an action spells. Raises Malformed for what is no move of these players at all.

        Ours: how a move is spelled.
        """
        for move in self.moves if action.round == state.round else ():
            if move.kind == action.kind and (action.seat in state.seats if move.seated else action.seat is None):
                try:
                    values: tuple[Any, ...] = (action.round, action.seat, *move.read(action.of, state))
                    return move(*values)
                except (ValueError, KeyError):
                    break
        raise Malformed("move", NO_MOVE)

    def apply(self, state: State, action: Action) -> State:
        """What an action makes of a state. Raises Illegal with the rule in a sentence, Malformed for what is no move.

        Ours: what the rules forbid is no line.
        """
        return _allowed(self.read(state, action), state).follow(state)

    def entries(self, state: State) -> tuple[Entry, ...]:
        """What may be told now, most usual first. Ours: what is offered is what the rules allow."""
        return tuple([entry for move in self.moves for entry in move.offered(state)])

    def preview(self, state: State, action: Action) -> Board:
        """What an action would do, however it is told, and the replies that tell it; raises as `apply` does.

        Ours: looking costs nothing.
        """
        move = _allowed(self.read(state, action).usual(state), state)
        return move.preview(state, move.follow(state))

    def narrate(self, state: State, action: Action, sealed: bool) -> Text:
        """An action in words, from the state before it; `sealed` keeps what is still secret. Never raises.

        Ours: the journal says what was told.
        """
        try:
            return self.read(state, action).narrated(state, sealed)
        except Malformed:
            return NO_MOVE


def _allowed(move: Move[State], state: State) -> Move[State]:
    if reason := move.refusal(state):
        raise Illegal(reason)
    return move


class Misfit(NamedTuple):
    """The first line that no longer fits what comes before it, and the rule that it breaks.

    `said` is that move in words. Where that line is `sealed`, the reason tells what is still secret, `said` never.
    """

    seq: int
    reason: Text
    sealed: bool = False
    said: Text = NO_MOVE


@dataclass(frozen=True, slots=True)
class Play:
    """A refereed round as the journal tells it. `before` holds the state before each line that was followed.

    After a `misfit` nothing is followed any more, and nothing is lost: mend that line and the rest counts again.
    """

    referee: Referee[Any]
    state: Any
    before: Mapping[int, Any] = field(default_factory=dict)
    misfit: Misfit | None = None
    stopped: bool = False

    @property
    def unfinished(self) -> Text | None:
        """Why the round does not count yet; None when it is over or goes on without the referee.

        Ours: half a round counts nowhere.
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
        """What the referee writes on the pad. Ours: the pad is where all is counted."""
        marks: Marks = self.referee.marks(self.state)
        return marks

    def then(self, action: Action) -> Any:
        """The state after one more action. Raises Illegal, with the rule, and Malformed.

        Ours: what the rules forbid is no line.
        """
        if self.misfit:
            raise Illegal(Text("“%(move)s” is no longer valid. Fix it first.", move=self.misfit.said).by("mended"))
        return _step(self.referee, self.state, self.stopped, action)

    def instead(self, seq: int, action: Action) -> Any:
        """The state if that line had been this action. Raises Illegal and Malformed.

        Ours: what the rules forbid is no line.
        """
        if seq not in self.before:
            raise Illegal(Text("An earlier move is no longer valid. Fix that one first.").by("mended"))
        return _step(self.referee, self.before[seq], False, action)

    def sealed(self, action: Action) -> bool:
        """Whether what was told is still secret. Ours: no phone tells what another keeps secret."""
        return action.kind != STOP and self.referee.seals(self.state, action)


def _step(referee: Referee[Any], state: Any, stopped: bool, action: Action) -> Any:
    if stopped:
        raise Illegal(Text("The referee is off for this round. Enter it on the pad.").by("by-hand"))
    if action.kind == STOP:
        if action.seat is not None or action.of:
            raise Malformed("move", NO_MOVE)
        return state
    return referee.apply(state, action)


def play(referee: Referee[Any], start: Any, actions: Iterable[tuple[int, Action]]) -> Play:
    """Follow what was told, up to the first line that does not fit.

    Ours: nothing told is lost where an earlier line is wrong.
    """
    state, stopped = start, False
    before: dict[int, Any] = {}
    for seq, action in actions:
        before[seq] = state
        try:
            state = _step(referee, state, stopped, action)
        except Refusal as wrong:
            sealed = action.kind != STOP and referee.seals(state, action)
            said = LEFT if action.kind == STOP else referee.narrate(state, action, sealed)
            return Play(referee, state, before, Misfit(seq, wrong.reason, sealed, said), stopped)
        stopped = stopped or action.kind == STOP
    return Play(referee, state, before, None, stopped)
