"""A deal of Parade while it is played: the line, what everybody has taken, whose turn it is, and when it ends.

Only what lies open is known: hands stay secret, and the deck is counted, never seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.pad import Marks, Seat, Setup, Spot
from scorekeeper.games.parade.cards import CARDS, SLOTS, Card, card_name, edition, looks
from scorekeeper.games.parade.options import kept_in_turn
from scorekeeper.games.parade.scoring import END
from scorekeeper.games.parade.turn import LINE, Removal, deck_after_deal, last_turns, remove, trigger
from scorekeeper.games.referee import Action
from scorekeeper.language.text import Text

KEPT = 2
"""Cards that everybody keeps of the last four."""

NO_MOVE = Text("That is not a move.")


@dataclass(frozen=True, slots=True)
class Laid:
    """The turn that was played last: who, which card, what it took, and whether a card was drawn."""

    seat: Seat
    card: Card
    taken: tuple[Card, ...]
    drew: bool


@dataclass(frozen=True, slots=True)
class Procession:
    """A deal up to now. `line` runs from its front to its tail, `taken` and `kept` go by the places of `seats`.

    `turn` is the place of the player whose turn it is. `last` holds the seats of the last round in their order, and
    `left` how many of them are still to play; `why` says what started it. `shown`: everybody had kept two cards once,
    so who keeps which is no secret any more.
    """

    setup: Setup
    round: int
    seats: tuple[Seat, ...]
    turn: int
    deck: int
    line: tuple[Card, ...] = ()
    taken: tuple[tuple[Card, ...], ...] = ()
    kept: tuple[tuple[Card, ...], ...] = ()
    last: tuple[Seat, ...] = ()
    left: int = 0
    why: str | None = None
    before: Laid | None = None
    shown: bool = False

    @property
    def laying(self) -> bool:
        """Whether the first line is not laid out yet. Source: rulebook FR 2015, setting up."""
        return self.before is None and len(self.line) < LINE

    @property
    def keeping(self) -> bool:
        """Whether every turn is played and everybody keeps two cards. Source: rulebook FR 2015, scoring."""
        return bool(self.last) and not self.left

    @property
    def all_kept(self) -> bool:
        """Whether everybody has kept two cards. Source: rulebook FR 2015, scoring."""
        return self.keeping and all(len(kept) == KEPT for kept in self.kept)

    @property
    def twice(self) -> Card | None:
        """A card that several players have kept: each could not see the others', and one of them told it wrongly.

        Source: rulebook FR 2015, components: each card is there once.
        """
        every = [card for kept in self.kept for card in kept] if self.all_kept else []
        return next((card for card in every if every.count(card) > 1), None)

    @property
    def keepers(self) -> tuple[Seat, ...]:
        """Who keeps the card that is kept twice. Source: rulebook FR 2015, components: each card is there once."""
        return tuple([seat for seat, kept in zip(self.seats, self.kept, strict=True) if self.twice in kept])

    @property
    def over(self) -> bool:
        """Whether everybody has kept two cards, and nobody the same.

        Source: rulebook FR 2015, last round and scoring.
        """
        return self.all_kept and self.twice is None

    @property
    def ruleset(self) -> str:
        """The rules of the edition that is played. Source: rules.md 1.1, editions."""
        return edition(self.setup.options).ruleset

    @property
    def seat(self) -> Seat:
        """Whose turn it is. Source: rulebook FR 2015, setting up, clockwise."""
        return self.seats[self.turn]

    def name(self, seat: Seat | None = None) -> str:
        """The name of a player, or of the one whose turn it is. Ours: a name is said, never a number."""
        return self.setup.name(self.seat if seat is None else seat)

    def said(self, card: Card) -> Text:
        """A card as it is called at this table: Green 3. Ours: how a card is called."""
        return card_name(looks(self.setup)[card.colour], card.value)

    def colours(self, place: int) -> set[str]:
        """The colours that lie before a player. Source: rulebook FR 2015, explanation of the actions, 2."""
        return {card.colour for card in self.taken[place]}

    def in_order(self) -> tuple[Seat, ...]:
        """The seats as they played the last round. Source: rulebook FR 2015, last round."""
        return self.last or (*self.seats[self.turn :], *self.seats[: self.turn])

    def keeps_next(self) -> Seat | None:
        """Who keeps cards next, where the table does so in turn order. Source: rules.md P8."""
        return next((seat for seat in self.in_order() if len(self.kept[self.seats.index(seat)]) < KEPT), None)


def start(setup: Setup, marks: Marks, round: int, leader: Seat) -> Procession:
    """A deal before the first card lies in the line; everybody has five cards in hand.

    Source: rulebook FR 2015, setting up.
    """
    seats = setup.seats(round)
    nothing: tuple[tuple[Card, ...], ...] = ((),) * len(seats)
    return Procession(
        setup, round, seats, seats.index(leader), deck_after_deal(len(seats)), taken=nothing, kept=nothing
    )


def where(now: Procession, card: Card, seat: Seat | None = None) -> Text | None:
    """Say where a card lies that was seen already; None for one that may still turn up.

    What others keep secretly is not seen. Source: rulebook FR 2015, components: each card is there once.
    """
    if card in now.line:
        return Text("%(card)s lies in the line.", card=now.said(card))
    for other, taken in zip(now.seats, now.taken, strict=True):
        if card in taken:
            return Text("%(card)s lies before %(who)s.", card=now.said(card), who=now.name(other))
    for other, kept in zip(now.seats, now.kept, strict=True):
        if card in kept and (other == seat or now.shown or kept_in_turn(now.setup)):
            return Text("%(who)s keeps %(card)s.", card=now.said(card), who=now.name(other))
    return None


def refusal(now: Procession, action: Action) -> Text | None:
    """The rule that forbids an action, in a sentence; None when it is allowed. Raises Malformed for what is none.

    Source: rulebook FR 2015, explanation of the actions, last round and scoring.
    """
    card = _card(action)
    if now.over:
        return Text("The deal is over. Everybody has kept two cards.")
    match action.kind:
        case "line" if action.seat is None:
            return where(now, card) if now.laying else Text("The line has its six cards.")
        case "play" if action.seat in now.seats:
            return _turn(now, action.seat) or where(now, card)
        case "keep" if action.seat in now.seats:
            return _keeping(now, action.seat) or where(now, card, action.seat)
        case "back" if action.seat in now.seats:
            if card == now.twice and action.seat in now.keepers:
                return None
            return Text("Only a card that several players keep goes back.")
    raise Malformed("move", NO_MOVE)


def _card(action: Action) -> Card:
    if len(action.of) != 1 or action.of[0] not in CARDS:
        raise Malformed("move", NO_MOVE)
    return CARDS[action.of[0]]


def _turn(now: Procession, seat: Seat | None) -> Text | None:
    """Why a player may not play now. Source: rulebook FR 2015, course of the game and last round."""
    if now.laying:
        return Text("Six cards lie in the line before anybody plays.")
    if now.keeping:
        return Text("Every turn is played. Now everybody keeps two cards.")
    if seat != now.seat:
        return Text("It is %(who)s’s turn.", who=now.name())
    return None


def _keeping(now: Procession, seat: Seat) -> Text | None:
    """Why a player may not keep a card now. Source: rulebook FR 2015, scoring; in turn order: rules.md P8."""
    if not now.keeping:
        return Text("Cards are kept after the last round.")
    if len(now.kept[now.seats.index(seat)]) == KEPT:
        return Text("%(who)s has kept two cards.", who=now.name(seat))
    following = now.keeps_next()
    if kept_in_turn(now.setup) and following is not None and seat != following:
        return Text("It is %(who)s’s turn to keep two cards.", who=now.name(following))
    return None


def apply(now: Procession, action: Action) -> Procession:
    """Follow one action. Raises Illegal with the rule that forbids it, Malformed for what is no action.

    Source: rulebook FR 2015, course of the game, last round and scoring.
    """
    forbidden = refusal(now, action)
    if forbidden:
        raise Illegal(forbidden)
    card = CARDS[action.of[0]]
    if action.kind == "line":
        return replace(now, line=(*now.line, card))
    if action.kind == "play":
        return played(now, card)[0]
    assert action.seat is not None
    place = now.seats.index(action.seat)
    if action.kind == "back":
        left = tuple([one for one in now.kept[place] if one != card])
        return replace(now, kept=(*now.kept[:place], left, *now.kept[place + 1 :]))
    after = replace(now, kept=_with(now.kept, place, card))
    return replace(after, shown=after.shown or after.all_kept)


def played(now: Procession, card: Card) -> tuple[Procession, Removal]:
    """Play a card for whoever's turn it is: what leaves, who draws, and whether the last round starts.

    Source: rulebook FR 2015, explanation of the actions and last round.
    """
    gone = remove(now.line, card)
    taken = _with(now.taken, now.turn, *gone.removed)
    drew = not now.last and now.deck > 0
    after = replace(
        now,
        line=gone.line_after,
        taken=taken,
        deck=now.deck - drew,
        turn=(now.turn + 1) % len(now.seats),
        left=max(0, now.left - 1),
        before=Laid(now.seat, card, gone.removed, drew),
    )
    if not now.last and (why := trigger(after.colours(now.turn), after.deck, now.ruleset)):
        after = replace(after, last=last_turns(now.seats, now.seat), left=len(now.seats), why=why)
    return after, gone


def _with(piles: tuple[tuple[Card, ...], ...], place: int, *cards: Card) -> tuple[tuple[Card, ...], ...]:
    return (*piles[:place], (*piles[place], *cards), *piles[place + 1 :])


def marks(now: Procession) -> Marks:
    """What the pad says: the cards before everybody, and the kept ones once all have kept theirs.

    Source: rulebook FR 2015, scoring.
    """
    return dict.fromkeys(_spots(now), 1)


def _spots(now: Procession) -> Iterator[Spot]:
    lying = [(*mine, *kept) if now.over else mine for mine, kept in zip(now.taken, now.kept, strict=True)]
    for seat, cards in zip(now.seats, lying, strict=True):
        for card in cards:
            yield Spot(now.round, card.colour, "cards", seat, str(card.value))
    if now.over:
        held = {card.colour for cards in lying for card in cards}
        for slot in SLOTS:
            if slot not in held:
                yield Spot(now.round, slot, "nobody")
        yield Spot(now.round, END, "all")


def unfinished(now: Procession) -> Text | None:
    """Why the deal does not count yet. Source: rulebook FR 2015, last round and scoring."""
    if now.over:
        return None
    if not now.keeping:
        return Text("The deal is still being played.")
    if now.twice:
        return Text("%(who)s keep the same card, %(card)s.", who=now.setup.names(now.keepers), card=now.said(now.twice))
    waiting = tuple([now.name(seat) for seat, kept in zip(now.seats, now.kept, strict=True) if len(kept) < KEPT])
    return Text("Still to keep two cards: %(who)s.", who=waiting)


def seals(now: Procession, action: Action) -> bool:
    """Whether a kept card is still secret: until everybody has kept two. Source: rules.md P8."""
    return action.kind == "keep" and not now.shown and not kept_in_turn(now.setup)
