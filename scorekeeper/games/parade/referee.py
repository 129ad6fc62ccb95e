"""The moves of Parade: how each is written, when it is refused, its effect and its wording."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.games.cards import Card
from scorekeeper.games.pad import Seat
from scorekeeper.games.parade import board
from scorekeeper.games.parade.cards import CARDS, VALUES, looks
from scorekeeper.games.parade.rules import EACH_KEEPS, kept_in_turn
from scorekeeper.games.parade.state import LastTurn, Procession, start, where
from scorekeeper.games.parade.turn import LINE, last_turns, remove, trigger
from scorekeeper.games.referee import Board, Entry, Move, Pick, PickGroup, Referee, Reply, choice, group_cards
from scorekeeper.language.text import Literal, Plural, Text, join_sentences


@dataclass(frozen=True)
class _Card(Move[Procession]):
    """Base class of all moves of Parade. Each of them names one card.

    Rule: parade/cards
    """

    card: Card
    words = (CARDS,)

    def untimely(self, state: Procession) -> Text | None:
        """Say that the deal is over, or return None if it is not."""
        return Text("The deal is over. Everybody has kept two cards.").by("keep") if state.over else None

    def preview(self, state: Procession, after: Procession) -> Board:
        """Return a board with the piles in front of the players, and a reply named after the card."""
        reply = Reply(Text("%(card)s", card=state.name_card(self.card)), self.action)
        return board.build_board(state, (board.piles(state),), replies=(reply,))

    @classmethod
    def deck(cls, state: Procession, seat: Seat | None, kept: tuple[Card, ...] = ()) -> tuple[PickGroup, ...]:
        """Return buttons for all 66 cards, by colour. Cards already seen are disabled and say where they are.

        `kept` are the cards that the player keeps already.
        """

        def pick(card: Card) -> Pick:
            action, label = cls(state.round, seat, card).action, Literal(str(card.value))
            return Pick(action, label, where(state, card, seat), chosen=card in kept)

        return group_cards(looks(state.setup), VALUES, pick)


@dataclass(frozen=True)
class LayLine(_Card):
    """The laying of a card at the tail of the starting line, which is nobody's move in particular.

    Rule: parade/line
    """

    kind = "line"
    seated = False

    def forbidden(self, state: Procession) -> Text | None:
        return where(state, self.card) if state.laying else Text("The line has its six cards.").by("deal")

    def follow(self, state: Procession) -> Procession:
        return state._replace(line=(*state.line, self.card))

    def describe(self, state: Procession) -> Text:
        return Text("%(card)s is in the line.", card=state.name_card(self.card))

    @classmethod
    def offer(cls, state: Procession) -> Iterator[Entry]:
        """Yield one entry until the line has six cards. Its hint says how many are missing."""
        if state.laying:
            missing = LINE - len(state.line)
            hint = Plural("%(count)s more card, from the front to the tail.",
                          "%(count)s more cards, from the front to the tail.", missing)  # fmt: skip
            yield Entry(cls.kind, Text("Line at the start"), "deck", cls.deck(state, None), hint=hint)


@dataclass(frozen=True)
class _PlayerMove(_Card):
    """Base class of the moves that a player makes. Laying out the starting line is nobody's move.

    Rule: parade/turn
    """

    seat: Seat


@dataclass(frozen=True)
class PlayCard(_PlayerMove):
    """A turn: the player plays a card from hand, takes the cards that leave the line, and may start the last round.

    Rule: parade/turn, parade/played, parade/taken, parade/draw, parade/no-draw, parade/last-round
    """

    kind = "play"

    def forbidden(self, state: Procession) -> Text | None:
        if state.laying:
            return Text("The line starts with six cards before anybody plays.").by("deal")
        if state.keeping:
            return Text("All turns are played. Now everybody keeps two cards.").by("keep")
        if self.seat != state.seat:
            return Text("It is %(who)s’s turn.", who=state.name()).by("start")
        return where(state, self.card)

    def follow(self, state: Procession) -> Procession:
        """Return the deal after the turn. The player takes cards, and draws one unless it is the last round."""
        _, removed, line = remove(state.line, self.card)
        drew = not state.last and state.deck > 0
        after = state._replace(
            turn=(state.turn + 1) % len(state.seats),
            deck=state.deck - drew,
            line=line,
            taken=_add_cards(state.taken, state.turn, *removed),
            left=max(state.left - 1, 0),
            before=LastTurn(self.seat, self.card, removed, drew),
        )
        # Only taken cards or the last card of the deck can start the last round, so other turns skip the check.
        can_end = not state.last and (removed or not after.deck)
        if can_end and (why := trigger(after.colours(state.turn), after.deck, state.ruleset)):
            after = after._replace(last=last_turns(state.seats, state.seat), left=len(state.seats), why=why)
        return after

    def describe(self, state: Procession) -> Text:
        # Also for an illegal card, on which `follow` does not raise: the history describes every line.
        after, who, card = self.follow(state), state.name(self.seat), state.name_card(self.card)
        cards = tuple([state.name_card(card) for card in remove(state.line, self.card).removed])
        if cards:
            plays = Text("%(who)s plays %(card)s and takes %(cards)s.", who=who, card=card, cards=cards)
        else:
            plays = Text("%(who)s plays %(card)s and takes nothing.", who=who, card=card)
        if state.last or not after.last:
            return plays
        deck, six = Text("The deck is empty: last round."), Text("Six colours: last round.")
        return join_sentences([plays, deck if after.why == "deck" else six])

    def preview(self, state: Procession, after: Procession) -> Board:
        reply = Reply(Text("Play %(card)s", card=state.name_card(self.card)), self.action)
        return board.preview_play(state, after, self.card, (reply,))

    @classmethod
    def offer(cls, state: Procession) -> Iterator[Entry]:
        """Yield one entry with all cards for the player whose turn it is."""
        if not state.laying and not state.keeping:
            title = Text("Which card does %(who)s play?", who=state.name())
            yield Entry(cls.kind, title, "cards", cls.deck(state, state.seat), preview=True, seat=state.seat)


@dataclass(frozen=True)
class Keep(_PlayerMove):
    """The choice of one of the last four cards in hand to keep, in secret unless the table keeps cards in turn order.

    Rule: parade/keep, parade/keep-secret
    """

    kind = "keep"

    def forbidden(self, state: Procession) -> Text | None:
        if not state.keeping:
            return Text("Players keep cards only after the last round.").by("keep")
        if len(state.kept[state.seats.index(self.seat)]) == EACH_KEEPS:
            return Text("%(who)s has kept two cards.", who=state.name(self.seat)).by("keep")
        following = state.keeps_next()
        if kept_in_turn(state.setup) and following is not None and self.seat != following:
            return Text("It is %(who)s’s turn to keep two cards.", who=state.name(following)).by("keep-secret")
        return where(state, self.card, self.seat)

    def follow(self, state: Procession) -> Procession:
        """Return the deal with the card among those kept. All kept cards are shown once everybody has two."""
        after = state._replace(kept=_add_cards(state.kept, state.seats.index(self.seat), self.card))
        return after._replace(shown=after.shown or after.all_kept)

    def describe(self, state: Procession) -> Text:
        return Text("%(who)s keeps %(card)s.", who=state.name(self.seat), card=state.name_card(self.card))

    def describe_sealed(self, state: Procession) -> Text:
        return Text("%(who)s keeps a card.", who=state.name(self.seat))

    @classmethod
    def offer(cls, state: Procession) -> Iterator[Entry]:
        """Yield an entry with all cards for each player who has not kept two yet, behind a cover.

        If the table keeps cards in turn order, only the next player gets one, without a cover.
        """
        if not state.keeping or state.all_kept:
            return
        secret = not state.shown and not kept_in_turn(state.setup)
        for seat in state.in_order():
            kept = state.kept[state.seats.index(seat)]
            if len(kept) < EACH_KEEPS and (secret or seat == state.keeps_next()):
                hint = Text("Tap the two you keep.")
                if kept:
                    hint = Text("%(card)s, and one more.", card=state.name_card(kept[0]))
                title = Text("%(who)s keeps two cards", who=state.name(seat))
                groups = cls.deck(state, seat, kept)
                yield Entry(f"keep-{seat}", title, "deck", groups, secret=secret, seat=seat, hint=hint)


@dataclass(frozen=True)
class Back(_PlayerMove):
    """The withdrawal of a kept card by one of several players who claim to keep it.

    Rule: parade/cards
    """

    kind = "back"

    def forbidden(self, state: Procession) -> Text | None:
        if self.card == state.twice and self.seat in state.keepers:
            return None
        return Text("You can undo only a card that several players say they keep.").by("cards")

    def follow(self, state: Procession) -> Procession:
        place = state.seats.index(self.seat)
        # `shown` stays set: everybody has already seen these cards.
        left = tuple([card for card in state.kept[place] if card != self.card])
        return state._replace(kept=(*state.kept[:place], left, *state.kept[place + 1 :]))

    def describe(self, state: Procession) -> Text:
        return Text("%(who)s does not keep %(card)s.", who=state.name(self.seat), card=state.name_card(self.card))

    @classmethod
    def offer(cls, state: Procession) -> Iterator[Entry]:
        """Yield one row of buttons that asks who does not keep a card, if several players claim the same one."""
        if state.twice:
            title = Text("Who does not keep %(card)s?", card=state.name_card(state.twice))
            picks = [
                cls(state.round, seat, state.twice).pick(state, Literal(state.name(seat))) for seat in state.keepers
            ]
            yield choice(cls.kind, title, *picks)


def _add_cards(piles: tuple[tuple[Card, ...], ...], place: int, *cards: Card) -> tuple[tuple[Card, ...], ...]:
    return (*piles[:place], (*piles[place], *cards), *piles[place + 1 :])


REFEREE = Referee(
    start=start,
    moves=(LayLine, PlayCard, Back, Keep),
    view=board.view,
    marks=board.marks,
    unfinished=board.why_unfinished,
    seals=board.seals,
    grid=True,
    taps=Text("2 taps per move, or 1 with all cards on screen."),
)
