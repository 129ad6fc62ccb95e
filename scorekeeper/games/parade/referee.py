"""The moves of Parade: how each is written, when it is refused, its effect and its wording."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.games.cards import Card
from scorekeeper.games.pad import Seat
from scorekeeper.games.parade import board
from scorekeeper.games.parade.board import Laid, Procession
from scorekeeper.games.parade.cards import CARDS, looks, suit
from scorekeeper.games.parade.rules import kept_in_turn
from scorekeeper.games.parade.scoring import EACH_KEEPS
from scorekeeper.games.parade.turn import LINE, last_turns, remove, trigger
from scorekeeper.games.referee import Board, Entry, Group, Move, Pick, Referee, Reply, choice
from scorekeeper.language.text import Literal, Plural, Text, join_sentences


@dataclass(frozen=True)
class _Card(Move[Procession]):
    """A move with a card.

    Rule: parade/cards
    """

    card: Card

    @classmethod
    def parse(cls, of: tuple[str, ...], now: Procession) -> tuple[Card]:
        """Parse the card: "green-3"."""
        (card,) = of
        return (CARDS[card],)

    def untimely(self, now: Procession) -> Text | None:
        """Return that the deal is over, or None."""
        # `keeping` is asked first because it is cheap; `over` looks through all kept cards.
        return Text("The deal is over. Everybody has kept two cards.").by("keep") if now.keeping and now.over else None

    def preview(self, now: Procession, then: Procession) -> Board:
        """Return the piles, and one button with the card."""
        reply = Reply(Text("%(card)s", card=now.name_card(self.card)), self.action)
        return board.build_board(now, (board.piles(now),), (), (), None, None, (reply,))

    @classmethod
    def deck(cls, now: Procession, seat: Seat | None) -> tuple[Group, ...]:
        """Return every card of the deck. Cards already seen are disabled and say where they are."""
        groups = []
        for slot, look in looks(now.setup).items():
            picks = [
                Pick(cls(now.round, seat, card).action, Literal(str(card.value)), board.where(now, card, seat))
                for card in CARDS.values()
                if card.colour == slot
            ]
            groups.append(Group(slot, look.label, tuple(picks), suit(slot, look)))
        return tuple(groups)


@dataclass(frozen=True)
class Line(_Card):
    """A card of the first line, from front to tail.

    Rule: parade/line
    """

    kind = "line"
    seated = False

    def forbidden(self, now: Procession) -> Text | None:
        return board.where(now, self.card) if now.laying else Text("The line has its six cards.").by("deal")

    def follow(self, now: Procession) -> Procession:
        return now._replace(line=(*now.line, self.card), open=now.open | {self.card})

    def describe(self, now: Procession, sealed: bool) -> Text:
        return Text("%(card)s is in the line.", card=now.name_card(self.card))

    @classmethod
    def offer(cls, now: Procession) -> Iterator[Entry]:
        """Yield all cards until the line has six, and how many are missing."""
        if now.laying:
            missing = LINE - len(now.line)
            hint = Plural("%(count)s more card, from the front to the tail.",
                          "%(count)s more cards, from the front to the tail.", missing)  # fmt: skip
            yield Entry(cls.kind, Text("Starting line"), "deck", cls.deck(now, None), hint=hint)


@dataclass(frozen=True)
class _Own(_Card):
    """A move of one player.

    Rule: parade/turn
    """

    seat: Seat


@dataclass(frozen=True)
class Play(_Own):
    """A player plays a card: what leaves the line, who draws, and whether the last round starts.

    Rule: parade/turn, parade/played, parade/taken, parade/draw, parade/no-draw, parade/last-round
    """

    kind = "play"

    def forbidden(self, now: Procession) -> Text | None:
        if now.laying:
            return Text("The line starts with six cards before anybody plays.").by("deal")
        if now.keeping:
            return Text("All turns are played. Now everybody keeps two cards.").by("keep")
        if self.seat != now.seat:
            return Text("It is %(who)s’s turn.", who=now.name()).by("start")
        return board.where(now, self.card)

    def follow(self, now: Procession) -> Procession:
        """Return the deal after the card: the player takes what leaves the line, and draws before the last round."""
        _, removed, line = remove(now.line, self.card)
        drew = not now.last and now.deck > 0
        after = Procession(
            now.setup,
            now.round,
            now.seats,
            (now.turn + 1) % len(now.seats),
            now.deck - drew,
            line,
            _with(now.taken, now.turn, *removed) if removed else now.taken,
            now.kept,
            now.last,
            max(now.left - 1, 0),
            now.why,
            Laid(self.seat, self.card, removed, drew),
            now.shown,
            now.open | {self.card},
        )
        # Only taken cards or the last card of the deck can start the last round, so other turns skip the check.
        can_end = not now.last and (removed or not after.deck)
        if can_end and (why := trigger(after.colours(now.turn), after.deck, now.ruleset)):
            after = after._replace(last=last_turns(now.seats, now.seat), left=len(now.seats), why=why)
        return after

    def describe(self, now: Procession, sealed: bool) -> Text:
        # Also for an illegal card, on which `follow` does not raise: the history describes every line.
        after, who, card = self.follow(now), now.name(self.seat), now.name_card(self.card)
        cards = tuple([now.name_card(one) for one in remove(now.line, self.card).removed])
        if cards:
            plays = Text("%(who)s plays %(card)s and takes %(cards)s.", who=who, card=card, cards=cards)
        else:
            plays = Text("%(who)s plays %(card)s and takes nothing.", who=who, card=card)
        if now.last or not after.last:
            return plays
        deck = after.why == "deck"
        return join_sentences(
            [plays, Text("The deck is empty: last round.") if deck else Text("Six colours: last round.")]
        )

    def preview(self, now: Procession, then: Procession) -> Board:
        reply = Reply(Text("Play %(card)s", card=now.name_card(self.card)), self.action)
        return board.playing(now, then, self.card, (reply,))

    @classmethod
    def offer(cls, now: Procession) -> Iterator[Entry]:
        """Yield all cards to the player whose turn it is."""
        if not now.laying and not now.keeping:
            title = Text("Which card does %(who)s play?", who=now.name())
            yield Entry(cls.kind, title, "cards", cls.deck(now, now.seat), preview=True, seat=now.seat)


@dataclass(frozen=True)
class Keep(_Own):
    """A card that a player keeps, in secret unless the table keeps them in turn order.

    Rule: parade/keep, parade/keep-secret
    """

    kind = "keep"

    def forbidden(self, now: Procession) -> Text | None:
        if not now.keeping:
            return Text("Players keep cards only after the last round.").by("keep")
        if len(now.kept[now.seats.index(self.seat)]) == EACH_KEEPS:
            return Text("%(who)s has kept two cards.", who=now.name(self.seat)).by("keep")
        following = now.keeps_next()
        if kept_in_turn(now.setup) and following is not None and self.seat != following:
            return Text("It is %(who)s’s turn to keep two cards.", who=now.name(following)).by("keep-secret")
        return board.where(now, self.card, self.seat)

    def follow(self, now: Procession) -> Procession:
        """Return the deal with the card kept. All kept cards become face up once everybody has two."""
        after = now._replace(kept=_with(now.kept, now.seats.index(self.seat), self.card))
        return after._replace(shown=after.shown or after.all_kept)

    def describe(self, now: Procession, sealed: bool) -> Text:
        """Say who keeps which card; while it is secret, only who."""
        who = now.name(self.seat)
        if sealed:
            return Text("%(who)s keeps a card.", who=who)
        return Text("%(who)s keeps %(card)s.", who=who, card=now.name_card(self.card))

    @classmethod
    def offer(cls, now: Procession) -> Iterator[Entry]:
        """Yield all cards to each player who keeps fewer than two: behind a cover, or in turn order."""
        if not now.keeping or now.all_kept:
            return
        secret = not now.shown and not kept_in_turn(now.setup)
        for seat in now.in_order():
            kept = now.kept[now.seats.index(seat)]
            if len(kept) < EACH_KEEPS and (secret or seat == now.keeps_next()):
                hint = Text("Tap the two you keep.") if not kept else Text("One more.")
                title = Text("%(who)s keeps two cards", who=now.name(seat))
                groups = cls.deck(now, seat)
                yield Entry(f"keep-{seat}", title, "deck", groups, secret=secret, seat=seat, hint=hint)


@dataclass(frozen=True)
class Back(_Own):
    """Takes back a kept card that several players claim to keep.

    Rule: parade/cards
    """

    kind = "back"

    def forbidden(self, now: Procession) -> Text | None:
        if self.card == now.twice and self.seat in now.keepers:
            return None
        return Text("You can undo only a card that several players say they keep.").by("cards")

    def follow(self, now: Procession) -> Procession:
        place = now.seats.index(self.seat)
        # `shown` stays set: everybody has already seen these cards.
        left = tuple([one for one in now.kept[place] if one != self.card])
        return now._replace(kept=(*now.kept[:place], left, *now.kept[place + 1 :]))

    def describe(self, now: Procession, sealed: bool) -> Text:
        return Text("%(who)s does not keep %(card)s.", who=now.name(self.seat), card=now.name_card(self.card))

    @classmethod
    def offer(cls, now: Procession) -> Iterator[Entry]:
        """Yield a button for each player who claims the same card."""
        if now.twice:
            title = Text("Who does not keep %(card)s?", card=now.name_card(now.twice))
            picks = [cls(now.round, seat, now.twice).pick(now, Literal(now.name(seat))) for seat in now.keepers]
            yield choice(cls.kind, title, *picks)


def _with(piles: tuple[tuple[Card, ...], ...], place: int, *cards: Card) -> tuple[tuple[Card, ...], ...]:
    return (*piles[:place], (*piles[place], *cards), *piles[place + 1 :])


REFEREE = Referee(board.start, (Line, Play, Back, Keep), board.view, board.marks, board.why_unfinished, board.seals,
                  grid=True, taps=Text("2 taps per move, or 1 with all cards on screen."))  # fmt: skip
