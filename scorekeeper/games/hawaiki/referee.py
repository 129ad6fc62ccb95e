"""The moves of Hawaiki: for each, how it is parsed, when it is refused, its effect and its wording."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar, Self

from scorekeeper.games.cards import Card
from scorekeeper.games.hawaiki import board, rules
from scorekeeper.games.hawaiki.cards import CARDS, VALUES
from scorekeeper.games.hawaiki.state import HawaikiRound, start
from scorekeeper.games.hawaiki.turn import (
    COMBINATIONS,
    PILES,
    RUN,
    SACRIFICE,
    SECOND_CHANCE,
    WORDS,
    Placing,
    announce,
    cover,
    fits,
    made_of,
    unfit,
    wrong_targets,
)
from scorekeeper.games.pad import Seat
from scorekeeper.games.referee import Board, Entry, Move, Pick, PickGroup, Referee, Reply, choice, group_cards
from scorekeeper.language.text import Literal, Plural, Text, join_sentences

PILE = {str(pile): pile for pile in range(PILES)}

SAID, CALLED, SILENT, LATE = "said", "called", "silent", "late"
"""Who named a new combination: the player, an opponent first, nobody, or the player after the card was down."""


@dataclass(frozen=True)
class _Any(Move[HawaikiRound]):
    """Base class of all moves. By default, a move is refused while the table waits for something else.

    Decision: hawaiki-too-late
    """

    costs_token: ClassVar[bool] = False

    def untimely(self, state: HawaikiRound) -> Text | None:
        """Return the reason why the table must do something else first, or None."""
        return state.waiting

    def follow(self, state: HawaikiRound) -> HawaikiRound:
        """Return the round after the move, with a record of the move and of the round before it."""
        return replace(self.makes(state), last=(state, self))

    def makes(self, state: HawaikiRound) -> HawaikiRound:
        """Return the round after the move, without a record of it. `follow` adds that."""
        raise NotImplementedError

    def list_consequences(self, state: HawaikiRound, after: HawaikiRound) -> Iterable[Text]:
        """Yield a sentence if the draw pile was refilled, and sentences that say who drew how many cards."""
        yield from board.reshuffled_between(state, after)
        yield from board.list_draws(state, {seat: after.hands[seat] - state.hands[seat] for seat in after.hands})

    def preview(self, state: HawaikiRound, after: HawaikiRound) -> Board:
        reply = Reply(Text("Pay 1 token") if self.costs_token else Text("Record it"), self.action)
        left = (state.left_after_paying(self.seat),) if self.costs_token and self.seat is not None else ()
        return board.build_board(state, after, board.tops(after), (self.narrate(state),), left, replies=(reply,))


@dataclass(frozen=True)
class Top(_Any):
    """A card turned up as the first of a pile.

    Rule: hawaiki/deal
    """

    kind = "top"
    seated = False
    words = (CARDS,)
    card: Card

    def untimely(self, state: HawaikiRound) -> Text | None:
        return state.stop or (None if state.opening else Text("Three cards are already face up.").by("deal"))

    def forbidden(self, state: HawaikiRound) -> Text | None:
        return state.seen_twice(self.card)

    def makes(self, state: HawaikiRound) -> HawaikiRound:
        opened = replace(state, piles=(*state.piles, (self.card,)), draw=state.draw - 1)
        return opened if opened.opening else replace(opened, began=opened.tops)

    def describe(self, state: HawaikiRound) -> Text:
        card = state.name_card(self.card)
        match len(state.piles):
            case 0:
                return Text("The first pile starts with %(card)s.", card=card)
            case 1:
                return Text("The second pile starts with %(card)s.", card=card)
        return Text("The third pile starts with %(card)s.", card=card)

    @classmethod
    def offer(cls, state: HawaikiRound) -> Iterator[Entry]:
        """Yield one entry that asks for the card turned up on the next pile, or nothing once there are three piles."""
        if state.stop or not state.opening:
            return
        title = (Text("The first face-up card"), Text("The second face-up card"), Text("The third face-up card"))[
            len(state.piles)
        ]

        def pick(card: Card) -> Pick:
            return cls(state.round, None, card).pick(state, Literal(str(card.value)))

        yield Entry("top", title, "deck", group_cards(state.looks, VALUES, pick))


@dataclass(frozen=True)
class _PlayerMove(_Any):
    """Base class of the moves made by a player. Turning up the first cards is nobody's move.

    Rule: hawaiki/left
    """

    seat: Seat


@dataclass(frozen=True)
class Give(_PlayerMove):
    """The choice of who draws for a run or a flush, made by the player who named it.

    Rule: hawaiki/run, hawaiki/flush, hawaiki/not-oneself
    """

    kind = "give"
    chosen: tuple[Seat, ...]

    @classmethod
    def parse(cls, of: tuple[str, ...], state: HawaikiRound) -> tuple[tuple[Seat, ...]]:
        seats = {str(seat): seat for seat in state.seats}
        # Unpacking raises ValueError if nobody is chosen.
        first, *others = of
        return (tuple([seats[word] for word in (first, *others)]),)

    @property
    def of(self) -> tuple[str, ...]:
        return tuple(map(str, self.chosen))

    def untimely(self, state: HawaikiRound) -> Text | None:
        # Choosing who draws is what the table waits for, so only this move is not held up by it.
        return None if state.owes else super().untimely(state)

    def forbidden(self, state: HawaikiRound) -> Text | None:
        """Say that nobody has to draw, or how the choice breaks the rules. Return None if it is allowed."""
        if not state.owes:
            return Text("Nobody has to draw now.").by("run")
        wrong = wrong_targets(state.owes, state.seats, state.turn, self.chosen)
        if self.seat != state.turn or wrong == "cannot_target_self":
            chooser = state.name(state.turn)
            return Text("%(who)s must choose somebody else to draw.", who=chooser).by("not-oneself")
        return WORDS[state.owes].draws if wrong else None

    def makes(self, state: HawaikiRound) -> HawaikiRound:
        return state.take_effect(state.owes, self.chosen)

    def describe(self, state: HawaikiRound) -> Text:
        return Text("%(who)s chooses %(chosen)s.", who=state.name(self.seat), chosen=state.setup.names(self.chosen))

    @classmethod
    def offer(cls, state: HawaikiRound) -> Iterator[Entry]:
        """Yield one entry that asks who draws: one of the others or, for a flush, also a pair of them."""
        if not state.owes:
            return
        cards = {seat: Plural("%(count)s card", "%(count)s cards", state.hands[seat]) for seat in state.others}

        def gives(label: Text, note: Text | None, *chosen: Seat) -> Pick:
            return cls(state.round, state.turn, chosen).pick(state, label, note)

        if state.owes == RUN:
            picks = [gives(Literal(state.name(seat)), note, seat) for seat, note in cards.items()]
            yield choice("give", board.ask_who_draws(state), *picks, seat=state.turn)
            return
        singles = [gives(Text("%(who)s draws 2", who=state.name(seat)), note, seat) for seat, note in cards.items()]
        pairs = combinations(state.others, 2)
        two = [gives(Text("%(who)s draw 1 each", who=state.setup.names(pair)), None, *pair) for pair in pairs]
        groups = (PickGroup("one", Text("Draws 2"), tuple(singles)), PickGroup("two", Text("Draw 1 each"), tuple(two)))
        yield Entry("give", board.ask_who_draws(state), "words", groups, seat=state.turn)


@dataclass(frozen=True)
class Lay(_PlayerMove):
    """A card played on a pile.

    Rule: hawaiki/lay, hawaiki/name-it, hawaiki/contested, hawaiki/named-late, hawaiki/last-card
    """

    kind = "lay"
    pile: int
    card: Card
    how: str = ""
    """Who named the new combination: SAID, CALLED, SILENT, LATE, or "" if there is none."""
    named: str = ""
    """The combination that was named, if the card makes two. It takes effect if the player named it in time."""

    @classmethod
    def parse(cls, of: tuple[str, ...], state: HawaikiRound) -> tuple[object, ...]:
        pile, card, *named = of
        # Two combinations are possible only on an empty pile; then the one that was named follows.
        if named and named not in ([SAID], [CALLED], [SILENT], [LATE], *([SAID, kind] for kind in COMBINATIONS)):
            raise ValueError(of)
        return PILE[pile], CARDS[card], *named

    def placing(self, state: HawaikiRound) -> Placing:
        """Return the effect of playing this card on its pile."""
        return state.placing(self.pile, self.card)

    def forbidden(self, state: HawaikiRound) -> Text | None:
        return (
            state.off_turn(self.seat)
            or unfit(state.tops, self.pile, self.card, state.looks)
            or state.seen_twice(self.card)
            or self._find_naming_mistake(state)
        )

    def _find_naming_mistake(self, state: HawaikiRound) -> Text | None:
        """Say why `how` or `named` does not fit the card and the table's options, or return None."""
        new = self.placing(state).new
        if not new:
            return board.nothing_new(state, self.pile, self.card) if self.how else None
        what = tuple(
            [made_of(WORDS[kind].inside, cover(state.tops, self.pile, self.card), state.looks) for kind in new]
        )
        # The reply says who named it. A tap on the card alone only leads to the preview.
        if not self.how:
            return Text("That makes %(what)s. Who named it first?", what=what).by("name-it")
        if self.how == LATE and rules.house_rule(state.setup, "late_announce") != "strict":
            return Text("At this table it counts even if named late.").by("named-late")
        if self.how == SAID and len(new) > 1 and not self.named:
            return Text("That makes %(what)s. Name one; only that one counts.", what=what).by("one-only")
        if self.named and self.named not in new:
            return Text("That makes %(what)s.", what=what).by("name-it")
        return None

    def makes(self, state: HawaikiRound) -> HawaikiRound:
        """Return the round after the card is played. A new combination takes effect if the player named it in time.

        Otherwise the turn passes, or the player goes out with the last card. If an opponent named the combination, the
        player also draws a penalty, unless the table has another rule for the last card.
        """
        player, placing = state.turn, self.placing(state)
        worth = announce(placing.new, self.how == SAID, self.how == CALLED)
        piles = [(*lying, self.card) if place == self.pile else lying for place, lying in enumerate(state.piles)]
        laid = state.settle(piles=tuple(piles), hands={**state.hands, player: state.hands[player] - 1})
        last = not laid.hands[player]
        if worth.effect:
            return replace(laid, out=player if last else None, again=not last).name_combination(
                self.named or placing.new[0]
            )
        laid = laid.without_effect(worth.penalty) if last else laid.draw_cards({player: worth.penalty})
        # After a card that makes nothing new, anybody can have named a combination that is not there.
        return laid if laid.out is not None else laid.pass_turn(() if placing.new else laid.seats)

    def describe(self, state: HawaikiRound) -> Text:
        who, card = state.name(self.seat), state.name_card(self.card)
        # An illegal move is described too, even before there are piles.
        if state.opening:
            return Text("%(who)s plays %(card)s.", who=who, card=card)
        top, new = state.tops[self.pile], self.placing(state).new
        named = (self.named,) if self.named in new else new
        what = tuple(
            [made_of(WORDS[kind].short, cover(state.tops, self.pile, self.card), state.looks) for kind in named]
        )
        if top is None and not what:
            return Text("%(who)s plays %(card)s on the empty pile.", who=who, card=card)
        if top is None:
            return Text("%(who)s plays %(card)s on the empty pile: %(what)s.", who=who, card=card, what=what)
        covered = state.name_card(top)
        if not what:
            return Text("%(who)s plays %(card)s on %(covered)s.", who=who, card=card, covered=covered)
        return Text("%(who)s plays %(card)s on %(covered)s: %(what)s.", who=who, card=card, covered=covered, what=what)

    def list_consequences(self, state: HawaikiRound, after: HawaikiRound) -> Iterable[Text]:
        """Yield sentences for what follows: why nothing happens, who drew how many cards, and who goes out."""
        placing = self.placing(state)
        if placing.already_there and not placing.new:
            yield board.nothing_new(state, self.pile, self.card)
        elif self.how == CALLED:
            yield Text("Somebody else names it first.")
        elif self.how == LATE:
            yield Text("Named too late: nothing happens.")
        elif self.how == SILENT:
            yield Text("If nobody names it, nothing happens.")
        yield from board.reshuffled_between(state, after)
        # The card just played has left the hand too, so it is added back to see what was drawn.
        drew = {seat: after.hands[seat] - state.hands[seat] + (seat == state.turn) for seat in after.hands}
        yield from board.list_draws(state, drew)
        if after.out is not None:
            yield Text("%(who)s goes out.", who=state.name(after.out))

    def usual(self, state: HawaikiRound) -> Self:
        """Return a copy of the move with the usual answer, which is that the player named the combination in time.

        If the card makes two combinations, the first one is named. If it makes no new combination, none is named.
        """
        new = () if state.opening else self.placing(state).new
        return replace(self, how=SAID if new else "", named=new[0] if len(new) > 1 else "")

    def preview(self, state: HawaikiRound, after: HawaikiRound) -> Board:
        return board.preview_card(state, after, self.pile, self.card, tuple(self._replies(state)))

    def _replies(self, state: HawaikiRound) -> Iterator[Reply]:
        """Yield a reply for each answer to the question who named the combination, the usual one first.

        If the card makes no new combination, yield only a reply that plays it.
        """
        new = self.placing(state).new
        if not new:
            yield Reply(Text("Play %(card)s", card=state.name_card(self.card)), self.action)
            return
        # If there are two combinations, the reply says which one the player named.
        for kind in new:
            label = WORDS[kind].naming if len(new) > 1 else Literal(state.name(state.turn))
            yield Reply(label, replace(self, how=SAID, named=kind if len(new) > 1 else "").action)
        if rules.house_rule(state.setup, "late_announce") == "strict":
            yield Reply(Text("Named too late"), replace(self, how=LATE, named="").action)
        yield Reply(Text("Somebody else"), replace(self, how=CALLED, named="").action)
        yield Reply(Text("Nobody"), replace(self, how=SILENT, named="").action)

    @classmethod
    def offer(cls, state: HawaikiRound) -> Iterator[Entry]:
        """Yield one entry with the cards that fit on each pile, or nothing while no turn can be taken.

        If the table plays with hints, a card that would make a combination has a note with its name.
        """
        if state.waiting:
            return
        piles = []
        hints = rules.house_rule(state.setup, "hints") == "before"
        for pile, top in enumerate(state.tops):
            label = Text("empty pile") if top is None else Text("on %(card)s", card=state.name_card(top))
            picks = []
            for laid in [
                cls(state.round, state.turn, pile, card).usual(state) for card in CARDS.values() if fits(card, top)
            ]:
                note = WORDS[laid.placing(state).new[0]].note if laid.how and hints else None
                picks.append(laid.pick(state, state.name_card(laid.card), note, board.open_card(state, laid.card)))
            piles.append(PickGroup(str(pile), label, tuple(picks)))
        title = Text("Which card does %(who)s play?", who=state.name(state.turn))
        hint = Text("Same colour or same number.").by("lay")
        if rules.plays(state.setup, rules.ONE_HIDDEN):
            hint = join_sentences([hint, Text("One card stays hidden. Once it is played, another can be hidden.")])
        yield Entry("lay", title, "piles", tuple(piles), preview=True, seat=state.turn, hint=hint)


@dataclass(frozen=True)
class Draw(_PlayerMove):
    """A card drawn instead of playing one, after which the turn passes.

    Rule: hawaiki/draw, hawaiki/left
    """

    kind = "draw"

    def forbidden(self, state: HawaikiRound) -> Text | None:
        return state.off_turn(self.seat)

    def makes(self, state: HawaikiRound) -> HawaikiRound:
        return state.settle().draw_cards({state.turn: 1}).pass_turn()

    def describe(self, state: HawaikiRound) -> Text:
        who = state.name(self.seat)
        if state.nothing_left:
            return Text("%(who)s plays no card, and there is nothing left to draw.", who=who)
        return Text("%(who)s plays no card and draws 1.", who=who)

    def list_consequences(self, state: HawaikiRound, after: HawaikiRound) -> Iterable[Text]:
        return board.reshuffled_between(state, after)

    @classmethod
    def offer(cls, state: HawaikiRound) -> Iterator[Entry]:
        if not state.waiting:
            who = state.name(state.turn)
            label = Text("%(who)s passes", who=who) if state.nothing_left else Text("%(who)s draws 1", who=who)
            pick = cls(state.round, state.turn).pick(state, label)
            yield choice("draw", Text("No card played"), pick, seat=state.turn)


@dataclass(frozen=True)
class Sacrifice(_PlayerMove):
    """A token paid before playing a card, to put a top card under the draw pile.

    Rule: hawaiki/sacrifice
    """

    kind = "sacrifice"
    costs_token = True
    words = (PILE,)
    pile: int

    def forbidden(self, state: HawaikiRound) -> Text | None:
        empty = (
            Text("The first pile is empty.").by("sacrifice"),
            Text("The second pile is empty.").by("sacrifice"),
            Text("The third pile is empty.").by("sacrifice"),
        )
        return (
            rules.not_played(state.setup, SACRIFICE)
            or state.off_turn(self.seat)
            or (None if state.piles[self.pile] else empty[self.pile])
            or state.unpaid(state.turn, SACRIFICE)
        )

    def makes(self, state: HawaikiRound) -> HawaikiRound:
        piles = tuple([lying[:-1] if place == self.pile else lying for place, lying in enumerate(state.piles)])
        # Sacrifice comes before a card and is no turn, so another turn won before stays.
        return state.settle(
            piles=piles, draw=state.draw + 1, spent=(*state.spent, (state.turn, SACRIFICE)), again=state.again
        )

    def describe(self, state: HawaikiRound) -> Text:
        who, top = state.name(self.seat), None if state.opening else state.tops[self.pile]
        if top is None:
            return Text("%(who)s pays a token for Sacrifice.", who=who)
        return Text("%(who)s pays a token: %(card)s goes under the draw pile.", who=who, card=state.name_card(top))

    def list_consequences(self, state: HawaikiRound, after: HawaikiRound) -> Iterable[Text]:
        """Return no sentences, because nobody draws."""
        return ()

    @classmethod
    def offer(cls, state: HawaikiRound) -> Iterator[Entry]:
        if not state.waiting and rules.plays(state.setup, SACRIFICE) and not state.has_used(state.turn, SACRIFICE):
            lying = [(pile, top) for pile, top in enumerate(state.tops) if top]
            picks = [cls(state.round, state.turn, pile).pick(state, state.name_card(top)) for pile, top in lying]
            yield choice(cls.kind, rules.VARIANT_NAMES[SACRIFICE], *picks, seat=state.turn, preview=True)


@dataclass(frozen=True)
class SecondChance(_PlayerMove):
    """A token paid for another turn, by the player who had the last one.

    Rule: hawaiki/second-chance
    """

    kind = "second"
    costs_token = True

    def forbidden(self, state: HawaikiRound) -> Text | None:
        if wrong := rules.not_played(state.setup, SECOND_CHANCE):
            return wrong
        if state.resumes and state.resumes[0] == self.seat:
            return state.unpaid(self.seat, SECOND_CHANCE)
        if self.seat == state.turn:
            who = state.name(self.seat)
            return Text("%(who)s takes a turn first, then can pay for another.", who=who).by("second-chance")
        return state.off_turn(self.seat)

    def makes(self, state: HawaikiRound) -> HawaikiRound:
        assert state.resumes
        player, began = state.resumes
        return state.settle(turn=player, began=began, spent=(*state.spent, (player, SECOND_CHANCE)), again=True)

    def describe(self, state: HawaikiRound) -> Text:
        return Text("%(who)s pays a token for a second chance.", who=state.name(self.seat))

    @classmethod
    def offer(cls, state: HawaikiRound) -> Iterator[Entry]:
        if (
            state.resumes
            and rules.plays(state.setup, SECOND_CHANCE)
            and not state.has_used(state.resumes[0], SECOND_CHANCE)
        ):
            seat, _ = state.resumes
            pick = cls(state.round, seat).pick(state, Text("%(who)s plays again", who=state.name(seat)))
            yield choice(cls.kind, rules.VARIANT_NAMES[SECOND_CHANCE], pick, seat=seat, preview=True)


@dataclass(frozen=True)
class Forgot(_PlayerMove):
    """A card drawn as a penalty by a player who forgot to say thanks.

    Rule: hawaiki/thanks, hawaiki/who-thanks
    """

    kind = "forgot"

    def untimely(self, state: HawaikiRound) -> Text | None:
        # The last card can make others draw too, so thanks can be forgotten after the round is over.
        return None if state.over else super().untimely(state)

    def forbidden(self, state: HawaikiRound) -> Text | None:
        if rules.house_rule(state.setup, "thanks_rule") == rules.OFF:
            return Text("At this table nobody has to say thanks.").by("thanks")
        if self.seat not in state.thanks:
            return Text("%(who)s does not have to say thanks.", who=state.name(self.seat)).by("who-thanks")
        return None

    def makes(self, state: HawaikiRound) -> HawaikiRound:
        # Not `settle`: others may have forgotten their thanks for the same combination.
        still = {seat: due for seat, due in state.thanks.items() if seat != self.seat}
        return replace(state.draw_cards({self.seat: 1}), thanks=still)

    def describe(self, state: HawaikiRound) -> Text:
        who = state.name(self.seat)
        if state.thanks.get(self.seat, 1) > 1:
            return Text("%(who)s forgot to say thanks a lot.", who=who)
        return Text("%(who)s forgot to say thanks.", who=who)

    @classmethod
    def offer(cls, state: HawaikiRound) -> Iterator[Entry]:
        if state.thanks:
            picks = [
                cls(state.round, seat).pick(state, Text("%(who)s draws %(count)s", who=state.name(seat), count=due + 1))
                for seat, due in state.thanks.items()
            ]
            lot = max(state.thanks.values()) > 1
            yield choice(cls.kind, Text("Forgot to say thanks a lot") if lot else Text("Forgot to say thanks"), *picks)


@dataclass(frozen=True)
class Miscall(_PlayerMove):
    """A card drawn as a penalty by a player who named a combination that is not there.

    The move is allowed only if the table plays with this penalty.

    Rule: hawaiki/false-call
    """

    kind = "miscall"

    def forbidden(self, state: HawaikiRound) -> Text | None:
        if rules.house_rule(state.setup, "false_call_penalty") == "0":
            return Text("At this table there is no penalty for naming a combination that is not there.").by(
                "false-call"
            )
        if self.seat not in state.callers:
            return Text("There is no combination that could have been named wrongly.").by("false-call")
        return None

    def makes(self, state: HawaikiRound) -> HawaikiRound:
        # Not `settle`: others may have named something wrongly after the same card.
        return replace(
            state.draw_cards({self.seat: 1}), callers=tuple([seat for seat in state.callers if seat != self.seat])
        )

    def describe(self, state: HawaikiRound) -> Text:
        return Text("%(who)s named a combination that is not there.", who=state.name(self.seat))

    @classmethod
    def offer(cls, state: HawaikiRound) -> Iterator[Entry]:
        if state.callers and rules.house_rule(state.setup, "false_call_penalty") != "0":
            picks = [cls(state.round, seat).pick(state, Literal(state.name(seat))) for seat in state.callers]
            yield choice(cls.kind, Text("Named a combination that is not there"), *picks)


REFEREE = Referee(
    start=start,
    moves=(Top, Give, Lay, Draw, Sacrifice, SecondChance, Forgot, Miscall),
    view=board.view,
    marks=board.marks,
    unfinished=board.why_unfinished,
    taps=Text("2 taps per turn."),
)
