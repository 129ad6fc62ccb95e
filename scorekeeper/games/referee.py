"""The referee: what may be told of a round while it is played, what follows from it, and what lies open.

Each move at the table is told as an Action and becomes a line of the journal. A game's Referee says with one function,
`apply`, whether the rules allow it; buttons, refusals, previews and the pad all come from there.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar
from typing import Literal as OneOf

from scorekeeper.games.board import OpenCard, Part
from scorekeeper.games.errors import Illegal, Malformed, Refusal
from scorekeeper.games.pad import Marks, Seat, Setup, Suit
from scorekeeper.language.text import Text

STOP = "stop"
"""The kind of action that sends the referee away for a round: from then on only the pad counts."""

LEFT = Text("The referee leaves. The pad goes on by hand.")


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
    tap itself is the line. What is `secret` is picked behind a cover, by `seat` alone.
    """

    key: str
    title: Text
    show: OneOf["cards", "deck", "piles", "words"]
    groups: tuple[Group, ...]
    preview: bool = False
    secret: bool = False
    seat: Seat | None = None
    hint: Text | None = None


class Reply(NamedTuple):
    """A button under a preview that makes it a line: "Play Green 3"; those with an icon are equally usual."""

    label: Text
    action: Action
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """What everybody sees: whose turn it is (`title`), what lies open, and the sentences that go with it.

    `heading` names what came about ("Run 4-2-3"), `new` whether it counts; `says` explains, the first sentence large;
    `follows` are consequences, framed. `replies` belong to a preview, the first one is the usual one.
    """

    title: Text
    about: Text
    parts: tuple[Part, ...]
    says: tuple[Text, ...] = ()
    follows: tuple[Text, ...] = ()
    heading: Text | None = None
    new: bool | None = None
    replies: tuple[Reply, ...] = ()


State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Referee(Generic[State]):
    """How a game is refereed; all of it pure.

    start: the round before anything is told, from setup, pad of the earlier rounds, round and the seat that leads.
    apply: what an action makes of a state; raises Illegal with the rule in a sentence, Malformed for what is no action.
    entries: what may be told now, most usual first. view: what lies open. preview: what an action would do, and the
    replies that tell it; raises as `apply` does. narrate: an action in words, from the state before it; `sealed` keeps
    what is still secret. marks: what the pad says. unfinished: why the round is not over, None when it is. seals:
    whether an action is still secret in the state of now.
    """

    start: Callable[[Setup, Marks, int, Seat], State]
    apply: Callable[[State, Action], State]
    entries: Callable[[State], tuple[Entry, ...]]
    view: Callable[[State], Board]
    preview: Callable[[State, Action], Board]
    narrate: Callable[[State, Action, bool], Text]
    marks: Callable[[State], Marks]
    unfinished: Callable[[State], Text | None]
    seals: Callable[[State, Action], bool] = lambda state, action: False


class Misfit(NamedTuple):
    """The first line that no longer fits what comes before it, and the rule that it breaks.

    Where that line is `sealed`, the reason tells what is still secret.
    """

    seq: int
    reason: Text
    sealed: bool = False


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
                "Line %(seq)s does not fit any more. Only the phone that told it can mend it.", seq=self.misfit.seq
            )
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
            raise Illegal(Text("Line %(seq)s does not fit any more. Mend it first.", seq=self.misfit.seq))
        return _step(self.referee, self.state, self.stopped, action)

    def instead(self, seq: int, action: Action) -> Any:
        """The state if that line had been this action. Raises Illegal and Malformed.

        Ours: what the rules forbid is no line.
        """
        if seq not in self.before:
            raise Illegal(Text("An earlier line does not fit any more. Mend that one first."))
        return _step(self.referee, self.before[seq], False, action)

    def sealed(self, action: Action) -> bool:
        """Whether what was told is still secret. Ours: no phone tells what another keeps secret."""
        return action.kind != STOP and self.referee.seals(self.state, action)


def _step(referee: Referee[Any], state: Any, stopped: bool, action: Action) -> Any:
    if stopped:
        raise Illegal(Text("The referee has left this round. Write on the pad."))
    if action.kind == STOP:
        if action.seat is not None or action.of:
            raise Malformed("move", Text("That is not a move."))
        return state
    return referee.apply(state, action)


def play(referee: Referee[Any], start: Any, told: Iterable[tuple[int, Action]]) -> Play:
    """Follow what was told, up to the first line that does not fit.

    Ours: nothing told is lost where an earlier line is wrong.
    """
    state, stopped = start, False
    before: dict[int, Any] = {}
    for seq, action in told:
        before[seq] = state
        try:
            state = _step(referee, state, stopped, action)
        except Refusal as wrong:
            sealed = action.kind != STOP and referee.seals(state, action)
            return Play(referee, state, before, Misfit(seq, wrong.reason, sealed), stopped)
        stopped = stopped or action.kind == STOP
    return Play(referee, state, before, None, stopped)
