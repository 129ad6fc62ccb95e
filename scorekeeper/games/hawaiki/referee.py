"""A round of Hawaiki move by move: how a move is spelled, what the rules forbid, and what a move makes of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.hawaiki.cards import CARDS, COPIES, Card, card_name, names
from scorekeeper.games.hawaiki.options import (
    VARIANT_NAMES,
    agreed,
    both_baselines,
    false_call_costs,
    late_is_lost,
    plays,
    thanks,
    tokens_each,
)
from scorekeeper.games.hawaiki.pad import follow
from scorekeeper.games.hawaiki.scoring import CARDS_ROW, LEFT, OUT, SPENT, WHO_DRAWS
from scorekeeper.games.hawaiki.turn import (
    COMBINATIONS,
    FLUSH,
    HAND,
    PAIR,
    PILES,
    RUN,
    SACRIFICE,
    SECOND_CHANCE,
    Placing,
    TopCards,
    after,
    announce,
    described,
    draw_pile,
    dues,
    fits,
    forbidden,
    place,
    reshuffled,
    showing,
    wrong_targets,
)
from scorekeeper.games.pad import Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.referee import Action
from scorekeeper.language.text import Text

TOP, LAY, DRAW, GIVE, FORGOT, MISCALL = "top", "lay", "draw", "give", "forgot", "miscall"

BURY, AGAIN = "sacrifice", "second"
"""The moves that cost a token: a top card goes under the draw pile, and another turn."""

SAID, CALLED, SILENT, LATE = "said", "called", "silent", "late"
"""Who named a new combination: the player, an opponent first, nobody, the player when the card lay there already."""

NO_MOVE = Text("That is not a move.")

SEATED = (LAY, DRAW, GIVE, FORGOT, MISCALL, BURY, AGAIN)

WORDLESS = (DRAW, FORGOT, MISCALL, AGAIN)


# How a move is spelled


class Laying(NamedTuple):
    """A card that is laid: on which pile, who named what it makes, and which of two combinations was named."""

    pile: int
    card: Card
    how: str = ""
    named: str = ""


def laying(action: Action) -> Laying:
    """Read how a card is laid: pile, card, and how where it makes something new. Raises Malformed.

    Ours: how a move is spelled.
    """
    match action.of:
        case (pile, card):
            return Laying(pile_of(pile), card_of(card))
        case (pile, card, "said", named) if named in COMBINATIONS:
            return Laying(pile_of(pile), card_of(card), SAID, named)
        case (pile, card, ("said" | "called" | "silent" | "late") as how):
            return Laying(pile_of(pile), card_of(card), how)
    raise Malformed("move", NO_MOVE)


def pile_of(word: str) -> int:
    """Read the number of a pile. Raises Malformed. Ours: how a move is spelled."""
    if word not in map(str, range(PILES)):
        raise Malformed("move", NO_MOVE)
    return int(word)


def card_of(word: str) -> Card:
    """Read a card. Raises Malformed. Ours: how a move is spelled."""
    if word not in CARDS:
        raise Malformed("move", NO_MOVE)
    return CARDS[word]


def check(action: Action, seats: Sequence[Seat]) -> None:
    """Raises Malformed for what is no move of these players at all; whether it is allowed is not asked here.

    Ours: how a move is spelled.
    """
    kind, words = action.kind, action.of
    if kind in SEATED and action.seat in seats:
        if kind == LAY:
            laying(action)
            return
        if kind == GIVE and words and all(word in map(str, seats) for word in words):
            return
        if kind in WORDLESS and not words:
            return
        if kind == BURY and len(words) == 1:
            pile_of(words[0])
            return
    if kind == TOP and action.seat is None and len(words) == 1:
        card_of(words[0])
        return
    raise Malformed("move", NO_MOVE)


# A round up to now


@dataclass(frozen=True, slots=True)
class Round:
    """A round up to now. `piles` lie from the bottom to the top; fewer than three while they are still turned up.

    `tokens` are those at the start of the round, `spent` who gave one for which variant. `began` holds the tops when
    the turn began. `owes` is the combination that somebody must draw for, not chosen yet. Until the next move: `thanks`
    says who may have forgotten them, and for how many cards; `callers` may have named what is not there; `resumes` may
    buy another turn, and with which tops the last one began. `again`: the player has another turn. `out` has laid the
    last card. `stop` says why the round is not played at all. `last` is what was told last, and the round before it.
    """

    setup: Setup
    round: int
    seats: tuple[Seat, ...]
    turn: Seat
    called: Mapping[str, Text]
    tokens: Mapping[Seat, int]
    hands: Mapping[Seat, int]
    draw: int
    piles: tuple[tuple[Card, ...], ...] = ()
    spent: tuple[tuple[Seat, str], ...] = ()
    began: TopCards = ()
    owes: str = ""
    thanks: Mapping[Seat, int] = field(default_factory=dict)
    callers: tuple[Seat, ...] = ()
    resumes: tuple[Seat, TopCards] | None = None
    again: bool = False
    out: Seat | None = None
    stop: Text | None = None
    last: "tuple[Round, Action] | None" = field(default=None, repr=False, compare=False)

    @property
    def opening(self) -> bool:
        """Whether the three open cards are still to be told. Source: rulebook 002, setup."""
        return len(self.piles) < PILES

    @property
    def over(self) -> bool:
        """Whether somebody went out and everybody has drawn for it. Source: rulebook 002, end of a round."""
        return self.out is not None and not self.owes

    @property
    def tops(self) -> tuple[Card | None, ...]:
        """What lies on top of each pile; None where it is empty. Source: rulebook 002, how to play."""
        return tuple([pile[-1] if pile else None for pile in self.piles])

    @property
    def others(self) -> tuple[Seat, ...]:
        """Everybody but the player whose turn it is, from the left.

        Source: rulebook 002, how to play, the turn passes to the left.
        """
        return _from_the_left(self.seats, self.turn)

    def name(self, seat: Seat) -> str:
        """The name of a player. Ours: a name is said, never a number."""
        return self.setup.name(seat)

    def names(self, seats: Iterable[Seat]) -> tuple[str, ...]:
        """The names of several players. Ours: a name is said, never a number."""
        return tuple([self.setup.name(seat) for seat in seats])

    def held(self, seat: Seat) -> int:
        """The tokens a player has now. Source: rulebook 002, contents and variants."""
        return self.tokens[seat] - sum(who == seat for who, _ in self.spent)

    def used(self, seat: Seat, variant: str) -> bool:
        """Whether a player has used that variant in this round. Source: rulebook 002, variants."""
        return (seat, variant) in self.spent

    def all_seen(self, card: Card) -> bool:
        """Whether every copy of a card lies in the piles. Source: rulebook 002, contents, two of each card."""
        return sum(pile.count(card) for pile in self.piles) >= COPIES

    def placing(self, pile: int, card: Card) -> Placing:
        """What laying a card does, by the novelty that the table agreed on.

        Source: rulebook 002, the four combinations; the baseline: rules.md H1.
        """
        return place(self.tops, pile, card, self.began if both_baselines(self.setup) else None)


def _from_the_left(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    at = seats.index(seat)
    return (*seats[at + 1 :], *seats[:at])


def start(setup: Setup, marks: Marks, round: int, leader: Seat) -> Round:
    """A round before its three open cards are told: six cards each, the tokens that the earlier rounds have left.

    Source: rulebook 002, setup.
    """
    seats, ledger = setup.seats(round), follow(setup, marks, round)
    return Round(
        setup,
        round,
        seats,
        leader,
        names(setup.options),
        {seat: ledger.tokens.get(seat, tokens_each(setup)) for seat in seats},
        dict.fromkeys(seats, HAND),
        draw_pile(len(seats)) + PILES,
        stop=ledger.stop,
    )


# What the rules forbid


EMPTY = (Text("The first pile is empty."), Text("The second pile is empty."), Text("The third pile is empty."))


def refusal(now: Round, action: Action) -> Text | None:
    """Why the rules forbid a move now; None where they allow it. The move must be one of these players.

    Source: rulebook 002, how to play, announcing and variants.
    """
    return _out_of_place(now, action) or RULES[action.kind](now, action)


def _out_of_place(now: Round, action: Action) -> Text | None:
    """Why it is not the moment for that kind of move, whoever tells it."""
    if now.stop:
        return now.stop
    if action.kind == TOP:
        return None if now.opening else Text("Three cards lie open already.")
    if now.opening:
        return Text("First tell the three cards that lie open.")
    if now.owes:
        return None if action.kind == GIVE else Text("First %(who)s chooses who draws.", who=now.name(now.turn))
    if now.out is not None and action.kind != FORGOT:
        return Text("The round is over: %(who)s went out.", who=now.name(now.out))
    return None


def off_turn(now: Round, seat: Seat | None) -> Text | None:
    """Say whose turn it is, if it is not that player's. Source: rulebook 002, how to play."""
    return None if seat == now.turn else Text("It is %(who)s’s turn.", who=now.name(now.turn))


def _why_not_top(now: Round, action: Action) -> Text | None:
    return seen_twice(now, card_of(action.of[0]))


def seen_twice(now: Round, card: Card) -> Text | None:
    """Say that both copies of a card lie in the piles, so nobody can hold it.

    Source: rulebook 002, contents, two of each card.
    """
    if not now.all_seen(card):
        return None
    return Text("Both %(card)s lie in the piles.", card=card_name(card, now.called))


def _why_not_lay(now: Round, action: Action) -> Text | None:
    told = laying(action)
    return (
        off_turn(now, action.seat)
        or unfit(now, told.pile, told.card)
        or seen_twice(now, told.card)
        or _misnamed(now, told)
    )


def unfit(now: Round, pile: int, card: Card) -> Text | None:
    """Say why a card may not lie on that pile, and where it might. Source: rulebook 002, how to play."""
    top = now.tops[pile]
    if top is None or fits(card, top):
        return None
    name, covered = card_name(card, now.called), card_name(top, now.called)
    fitting = [other for other in now.tops if other is not None and fits(card, other)]
    if fitting:
        return Text(
            "%(card)s fits on %(other)s, not on %(covered)s: neither colour nor value.",
            card=name,
            other=card_name(fitting[0], now.called),
            covered=covered,
        )
    return Text("%(card)s does not fit on %(covered)s: neither colour nor value.", card=name, covered=covered)


def _misnamed(now: Round, told: Laying) -> Text | None:
    """Say that something new must be named, or that there is nothing to name. Source: rulebook 002, announcing."""
    new = now.placing(told.pile, told.card).new
    if not new:
        return nothing_new(now, told.pile, told.card) if told.how else None
    what = tuple([makes(now, told.pile, told.card, kind) for kind in new])
    if not told.how:
        return Text("That makes %(what)s. Who named it first?", what=what)
    if told.how == LATE and not late_is_lost(now.setup):
        return Text("At this table it counts, even named late.")
    if told.how == SAID and len(new) > 1 and not told.named:
        return Text("That makes %(what)s. One is named, and only that counts.", what=what)
    if told.named and told.named not in new:
        return Text("That makes %(what)s.", what=what)
    return None


def makes(now: Round, pile: int, card: Card, kind: str) -> Text:
    """What a card makes on a pile, within a sentence: a run of 4-2-3. Source: rulebook 002, the four combinations."""
    return Text("a pair") if kind == PAIR else described(kind, after(now.tops, pile, card), now.called)


def nothing_new(now: Round, pile: int, card: Card) -> Text:
    """Say why a card makes nothing new: there is no combination, or it stood already.

    Source: rulebook 002, what follows the combinations.
    """
    stood = now.placing(pile, card).already_there
    if not stood:
        return Text("%(card)s makes no combination there.", card=card_name(card, now.called))
    (kind, *_), laid = stood, showing(after(now.tops, pile, card))
    if showing(now.tops).get(kind) == laid[kind]:
        return Text("It was %(what)s before, so nothing new.", what=described(kind, now.tops, now.called))
    return Text("The turn began with %(what)s, so nothing new.", what=described(kind, now.began, now.called))


def _why_not_draw(now: Round, action: Action) -> Text | None:
    return off_turn(now, action.seat)


def _why_not_give(now: Round, action: Action) -> Text | None:
    if not now.owes:
        return Text("Nobody has to draw now.")
    wrong = wrong_targets(now.owes, [*map(str, now.seats)], str(now.turn), action.of)
    if action.seat != now.turn or wrong == "cannot_target_self":
        return Text("%(who)s chooses who draws, and chooses somebody else.", who=now.name(now.turn))
    return WHO_DRAWS[now.owes] if wrong else None


def _why_not_forgot(now: Round, action: Action) -> Text | None:
    assert action.seat is not None
    if not thanks(now.setup):
        return Text("At this table nobody has to say thanks.")
    if action.seat not in now.thanks:
        return Text("%(who)s owes nobody thanks.", who=now.name(action.seat))
    return None


def _why_not_miscall(now: Round, action: Action) -> Text | None:
    if not false_call_costs(now.setup):
        return Text("At this table naming what is not there costs nothing.")
    if action.seat not in now.callers:
        return Text("There is nothing that could have been named wrongly.")
    return None


def _sacrifice(now: Round, action: Action) -> Text | None:
    """Before playing, on the own turn. Source: rulebook 002, variants."""
    pile = pile_of(action.of[0])
    return (
        _not_played(now, SACRIFICE)
        or off_turn(now, action.seat)
        or (None if now.piles[pile] else EMPTY[pile])
        or _unpaid(now, now.turn, SACRIFICE)
    )


def _second(now: Round, action: Action) -> Text | None:
    """Another turn, for whoever has just had one. Source: rulebook 002, variants."""
    assert action.seat is not None
    if wrong := _not_played(now, SECOND_CHANCE):
        return wrong
    if now.resumes and now.resumes[0] == action.seat:
        return _unpaid(now, action.seat, SECOND_CHANCE)
    if action.seat == now.turn:
        return Text("%(who)s has a turn first, then pays for another one.", who=now.name(now.turn))
    return off_turn(now, action.seat)


def _not_played(now: Round, variant: str) -> Text | None:
    if plays(now.setup, variant):
        return None
    return Text("This table plays without %(variant)s.", variant=VARIANT_NAMES[variant])


def _unpaid(now: Round, seat: Seat, variant: str) -> Text | None:
    """Say why a player may not pay for that variant."""
    who, name = now.name(seat), VARIANT_NAMES[variant]
    match forbidden(now.hands[seat], now.held(seat), now.used(seat, variant)):
        case "once_per_round":
            return Text("%(who)s has used %(variant)s in this round. Once is all.", who=who, variant=name)
        case "no_token":
            return Text("%(who)s has no token to pay for %(variant)s.", who=who, variant=name)
        case "single_card":
            return Text("%(who)s has a single card left: no %(variant)s now.", who=who, variant=name)
    return None


RULES: Mapping[str, Callable[[Round, Action], Text | None]] = {
    TOP: _why_not_top,
    LAY: _why_not_lay,
    DRAW: _why_not_draw,
    GIVE: _why_not_give,
    FORGOT: _why_not_forgot,
    MISCALL: _why_not_miscall,
    BURY: _sacrifice,
    AGAIN: _second,
}


# What a move makes of it


def apply(now: Round, action: Action) -> Round:
    """The round after a move. Raises Illegal, with the rule, and Malformed.

    Source: rulebook 002, how to play, the four combinations, end of a round and variants.
    """
    check(action, now.seats)
    wrong = refusal(now, action)
    if wrong:
        raise Illegal(wrong)
    return replace(MOVES[action.kind](now, action), last=(now, action))


def _top(now: Round, action: Action) -> Round:
    """A card is turned up and begins a pile."""
    opened = replace(now, piles=(*now.piles, (card_of(action.of[0]),)), draw=now.draw - 1)
    return opened if opened.opening else replace(opened, began=opened.tops)


def _lay(now: Round, action: Action) -> Round:
    """A card is laid: what it makes has its effect if the player names it in time, else the turn passes.

    Source: rulebook 002, how to play, the four combinations, end of a round.
    """
    pile, card, how, named = laying(action)
    player = now.turn
    placing = now.placing(pile, card)
    worth = announce(placing.new, how == SAID, how == CALLED)
    laid = _settled(
        now,
        piles=tuple([(*lying, card) if place == pile else lying for place, lying in enumerate(now.piles)]),
        hands={**now.hands, player: now.hands[player] - 1},
    )
    last = not laid.hands[player]
    if worth.effect:
        return _effect(replace(laid, out=player if last else None, again=not last), named or placing.new[0])
    laid = _last_card(laid, worth.penalty) if last else drawn(laid, {player: worth.penalty})
    if laid.out is not None:
        return laid
    return _passed(laid, () if placing.new else laid.seats)


def _last_card(laid: Round, penalty: int) -> Round:
    """The last card lies there without effect; who was called on it draws, and pays or plays on as the table agreed."""
    challenge = agreed(laid.setup, "last_card_challenge")
    if penalty and challenge != "ignore":
        laid = drawn(laid, {laid.turn: penalty})
        if challenge == "play_on" and laid.hands[laid.turn]:
            return laid
    return replace(laid, out=laid.turn)


def _effect(laid: Round, combination: str) -> Round:
    """A combination that was named: others draw, at once where nobody has to be chosen."""
    if combination in (RUN, FLUSH) and len(laid.others) > 1:
        return replace(laid, owes=combination)
    return _given(laid, combination, ())


def _given(now: Round, combination: str, chosen: Sequence[str]) -> Round:
    """The others draw for a combination, from the left of the player on, and may forget their thanks."""
    order = (*now.others, now.turn)
    due = {int(who): count for who, count in dues(combination, [*map(str, order)], str(now.turn), chosen).items()}
    return replace(drawn(now, due), owes="", thanks=due if thanks(now.setup) else {})


def _give(now: Round, action: Action) -> Round:
    """The player has chosen who draws."""
    return _given(now, now.owes, action.of)


def _forgot(now: Round, action: Action) -> Round:
    """Somebody forgot the thanks that were due, and draws one card more. Source: rulebook 002, thanks."""
    assert action.seat is not None
    still = {seat: due for seat, due in now.thanks.items() if seat != action.seat}
    return replace(drawn(now, {action.seat: 1}), thanks=still)


def _miscall(now: Round, action: Action) -> Round:
    """Somebody named what is not there, where that costs a card."""
    assert action.seat is not None
    return replace(drawn(now, {action.seat: 1}), callers=tuple([seat for seat in now.callers if seat != action.seat]))


def _draw(now: Round, action: Action) -> Round:
    """The player draws instead of laying a card, and the turn passes. Source: rulebook 002, how to play."""
    return _passed(drawn(_settled(now), {now.turn: 1}))


def _bury(now: Round, action: Action) -> Round:
    """A token sends the top card of a pile under the draw pile. Source: rulebook 002, variants."""
    pile = pile_of(action.of[0])
    piles = tuple([lying[:-1] if place == pile else lying for place, lying in enumerate(now.piles)])
    spent = (*now.spent, (now.turn, SACRIFICE))
    return _settled(now, piles=piles, draw=now.draw + 1, spent=spent, again=now.again)


def _again(now: Round, action: Action) -> Round:
    """A token buys whoever had the last turn another one. Source: rulebook 002, variants."""
    assert now.resumes
    player, began = now.resumes
    return _settled(now, turn=player, began=began, spent=(*now.spent, (player, SECOND_CHANCE)), again=True)


MOVES: Mapping[str, Callable[[Round, Action], Round]] = {
    TOP: _top,
    LAY: _lay,
    DRAW: _draw,
    GIVE: _give,
    FORGOT: _forgot,
    MISCALL: _miscall,
    BURY: _bury,
    AGAIN: _again,
}


def _settled(now: Round, **changes: Any) -> Round:
    """Whatever could be said of the last move until now is too late; and what else changes."""
    return replace(now, **{"thanks": {}, "callers": (), "resumes": None, "again": False, **changes})


def _passed(now: Round, callers: tuple[Seat, ...] = ()) -> Round:
    """The turn passes to the left neighbour; `callers` may have named what is not there."""
    return replace(now, turn=now.others[0], began=now.tops, resumes=(now.turn, now.began), callers=callers)


def drawn(now: Round, due: Mapping[Seat, int]) -> Round:
    """Players draw one after the other; where nothing is left to draw, all but the tops become the draw pile.

    Whoever finds nothing to draw then goes without; the rulebook is silent there. Source: rules.md H6.
    """
    if not any(due.values()):
        return now
    hands, draw, piles = dict(now.hands), now.draw, now.piles
    for seat, count in due.items():
        for _ in range(count):
            if not draw and agreed(now.setup, "empty_draw_pile") == "reshuffle_covered":
                draw, heights = reshuffled(draw, [len(pile) for pile in piles])
                piles = tuple([pile[len(pile) - height :] for pile, height in zip(piles, heights, strict=True)])
            if draw:
                draw -= 1
                hands[seat] += 1
    return replace(now, hands=hands, draw=draw, piles=piles)


def nothing_left(now: Round) -> bool:
    """Whether nobody can draw any more. Source: rules.md H6."""
    return drawn(now, {now.turn: 1}).hands == now.hands


# The pad


def marks(now: Round) -> Marks:
    """What the pad says: the tokens spent as they are given, the cards left once somebody has gone out.

    Whoever went out stays blank, unless called on the last card.
    Source: rulebook 002, end of a round; called on the last card: rules.md H9.
    """
    written: dict[Spot, Mark] = {Spot(now.round, SPENT, variant, seat): 1 for seat, variant in now.spent}
    if not now.over:
        return written
    for seat, cards in now.hands.items():
        if cards:
            written[Spot(now.round, LEFT, CARDS_ROW, seat)] = cards
        if cards and seat == now.out:
            written[Spot(now.round, LEFT, OUT, seat)] = 1
    return written


def unfinished(now: Round) -> Text | None:
    """Why the round is not over; None when somebody went out. Source: rulebook 002, end of a round."""
    if now.over:
        return None
    if now.out is not None:
        return Text("%(who)s has not chosen who draws.", who=now.name(now.out))
    return now.stop or Text("Nobody has gone out yet.")
