"""A round on the pad of Hawaiki: who went out, what everybody pays, and what is missing or impossible.

The player whom nobody tapped went out. Going out ends the round, so exactly one player does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.games.hawaiki.cards import ALL_CARDS, PAD
from scorekeeper.games.hawaiki.rules import VARIANT_NAMES, VARIANT_RULES, plays, tokens_each, too_few_tokens
from scorekeeper.games.hawaiki.turn import PILES, SACRIFICE, VARIANTS, Who, richest
from scorekeeper.games.pad import Cell, Choice, Mark, Marks, Problem, Seat, Setup, Sheet, Spot, group_by_round
from scorekeeper.games.pads.evaluate import Gap
from scorekeeper.games.pads.scoring import Before
from scorekeeper.games.pads.sheet import PadRound, Worths
from scorekeeper.games.standings import won_with
from scorekeeper.language.text import Plural, Text, join_sentences

LEFT_ROW, SPENT_ROW = "left", "spent"
"""The two rows of the pad."""

CARDS_LEFT, MAYBE_MORE, WENT_OUT = "cards", "more", "out"
"""The boxes of the LEFT_ROW: how many cards are left, whether there may be more, and whether this player went out."""


@dataclass(frozen=True, slots=True)
class Tokens(Before):
    """What a round hands on to the next one."""

    stop: Text | None = None
    """Why no further round is played, None if the game goes on."""


class Payment(PadRound):
    """A round of the pad in which the player who went out has no card left, although nobody tapped it."""

    def __post_init__(self) -> None:
        # Tokens are dealt out once, so their number is that of the first round.
        options = {**self.setup.options, "tokens": tokens_each(self.setup)}
        self.setup = replace(self.setup, options=options)
        self.marks = _fill_blank(self.setup, self.marks, self.number)
        super().__post_init__()

    @property
    def stop(self) -> Text | None:
        """The reason why the game was over before this round, None if it was not."""
        return self.before.stop if isinstance(self.before, Tokens) else None

    def spot(self, box: str, seat: Seat, row: str = LEFT_ROW) -> Spot:
        """Return the spot of a box of a player."""
        return Spot(self.number, row, box, seat)

    def cards(self, seat: Seat) -> int | None:
        """Return how many cards a player has left, or at least if "or more" was tapped. None: not entered."""
        cards = self.marks.get(self.spot(CARDS_LEFT, seat))
        return None if cards is None else int(cards)

    def may_have_more(self, seat: Seat) -> bool:
        """Return whether "or more" was tapped for a player who has cards left.

        Decision: hawaiki-or-more
        """
        return bool(self.cards(seat) and self.marks.get(self.spot(MAYBE_MORE, seat)))

    def spends(self, seat: Seat) -> tuple[str, ...]:
        """Return the variants for which a player paid a token."""
        return tuple([variant for variant in VARIANTS if self.marks.get(self.spot(variant, seat, SPENT_ROW))])

    @property
    def tokens(self) -> dict[Seat, int]:
        """Each player's tokens after the round.

        Rule: hawaiki/pay, hawaiki/no-debt
        """
        return {seat: self.count("held", seat) - self.count("pays", seat) for seat in self.seats}

    @property
    def broke(self) -> tuple[str, ...]:
        """The names of the players who have no tokens left after the round."""
        return self.setup.names([seat for seat, left in self.tokens.items() if left <= 0])

    @property
    def out(self) -> tuple[Seat, ...]:
        """The players who went out as it is entered.

        Rule: hawaiki/one-out, hawaiki/last-card
        """
        return tuple(
            [seat for seat in self.seats if self.marks.get(self.spot(WENT_OUT, seat)) or self.cards(seat) == 0]
        )

    @property
    def finisher(self) -> Seat | None:
        """The player who went out; None if that is not known yet, or if several did.

        Rule: hawaiki/one-out
        """
        return self.out[0] if len(self.out) == 1 else None

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The players whose cards are not entered yet, without the player who went out."""
        return tuple([seat for seat in self.seats if self.cards(seat) is None])

    @property
    def decided(self) -> bool:
        """Whether everything is entered and nothing is impossible."""
        return not any(self.list_open()) and not any(problem.certain for problem in self._find_problems())

    def hand_on(self) -> Before:
        """Return what the next round needs to know, and why there is none if somebody has no tokens left.

        Rule: hawaiki/over
        """
        # An undecided round pays nothing yet; the rounds after it go on with the tokens from before.
        if not self.decided:
            return self.before
        over = Text(
            "%(who)s had no tokens left after round %(round)s: the game was over.", who=self.broke, round=self.number
        )
        return Tokens(super().hand_on().looked_back, stop=over.by("over") if self.broke else None)

    def sheet(self) -> Sheet:
        """Return the score sheet: what everybody paid as points below 0, and who went out and wins the round.

        Rule: hawaiki/pay, hawaiki/last-card, hawaiki/next-starter
        """
        sheet = super().sheet()
        if not sheet.decided or self.finisher is None:
            return sheet
        who = self.setup.name(self.finisher)
        return replace(
            sheet,
            winners=(self.finisher,),
            verdict=Text("%(who)s went out.", who=who).by("last-card"),
            reason=say_broke(self.broke)
            if self.broke
            else Text("%(who)s starts the next round.", who=who).by("next-starter"),
            notes={LEFT_ROW: self.describe_payments()},
        )

    def cells_and_told(self, worth: Worths) -> tuple[Mapping[tuple[str, Seat], Cell], Mapping[tuple[str, Seat], Text]]:
        """Return the tokens paid by each player for cards and for variants, by row and seat. No entry needs words."""
        cells: dict[tuple[str, Seat], Cell] = {}
        for seat in self.seats:
            if cards := self.cards(seat):
                cells[LEFT_ROW, seat] = Cell(-self.count("pays", seat), self._describe_working(seat, cards))
            elif cards == 0:
                cells[LEFT_ROW, seat] = Cell(0, Text("went out"))
            if spends := self.spends(seat):
                names = tuple([VARIANT_NAMES[variant] for variant in spends])
                cells[SPENT_ROW, seat] = Cell(-self.count("given", seat), Text("%(what)s", what=names))
        return cells, {}

    # Sentences

    def describe_payments(self) -> Text:
        """Say who went out, if that is known, and what the others pay whose cards are known.

        Rule: hawaiki/last-card, hawaiki/pay, hawaiki/called-on-last
        """
        said = []
        if self.finisher is not None:
            who = self.setup.name(self.finisher)
            over = self.broke and not self.missing
            said.append(Text("%(who)s went out.", who=who).by("last-card") if over else starts_next(who))
            # Only a player whose last combination somebody else named first goes out with a card to pay for.
            if self.cards(self.finisher):
                drawn = Text("%(who)s draws 1: somebody else named the last combination first.", who=who)
                said.append(drawn.by("called-on-last"))
        # The player who went out comes first.
        payers = sorted(self.seats, key=lambda seat: seat != self.finisher)
        said += [self._describe_payment(seat, cards) for seat in payers if (cards := self.cards(seat))]
        return join_sentences(said)

    def _describe_payment(self, seat: Seat, cards: int) -> Text:
        short = self._is_short(seat, cards)
        said = _describe_cards(cards, self.may_have_more(seat)) if short else None
        return describe_payment(self.setup.name(seat), self.count("pays", seat), self.tokens[seat], said)

    def _is_short(self, seat: Seat, cards: int) -> bool:
        """Return whether a player has, or may have, more cards than tokens."""
        return self.may_have_more(seat) or cards > self.count("held", seat)

    def describe_held(self, seat: Seat) -> Text:
        """Say how many tokens a player has to pay for cards."""
        return Plural("%(count)s token", "%(count)s tokens", self.count("held", seat))

    def _describe_working(self, seat: Seat, cards: int) -> Text:
        """Say briefly what a player pays for: "3 cards", "5 cards, 2 tokens" or "4 or more"."""
        if self.may_have_more(seat):
            return Text("%(count)s or more", count=cards)
        if not self._is_short(seat, cards):
            return _describe_cards(cards)
        return Text("%(cards)s, %(held)s", cards=_describe_cards(cards), held=self.describe_held(seat))

    # What is missing

    def _list_open(self, gaps: list[Gap]) -> Iterator[Problem]:
        return self.list_open()

    def list_open(self) -> Iterator[Problem]:
        """Yield what is not entered yet.

        Rule: */told
        """
        missing = self.missing
        spots = tuple([self.spot(CARDS_LEFT, seat) for seat in missing])
        many = Text("How many cards do %(who)s have left?", who=self.setup.names(missing)).by("told")
        if len(missing) == len(self.seats):
            yield Problem(spots, Text("Who went out? Tap everybody else’s cards.").by("told"))
        elif len(missing) == 1:
            one = Text("How many cards does %(who)s have left?", who=self.setup.name(missing[0]))
            yield Problem(spots, one.by("told"))
        elif missing and self.out:
            yield Problem(spots, many)
        elif missing:
            last = Text("Leave the player who went out blank.").by("last-card")
            yield Problem(spots, Text("%(first)s %(second)s", first=many, second=last))
        for seat in self.seats:
            # "4 or more" was tapped, but the player now has more than 4 tokens, so the number matters.
            cards = self.cards(seat)
            if self.may_have_more(seat) and cards is not None and cards < self.count("held", seat):
                gaps_of_text = {"who": self.setup.name(seat), "count": cards}
                text = Text("%(who)s has %(count)s cards or more. How many exactly?", **gaps_of_text).by("told")
                yield Problem((self.spot(CARDS_LEFT, seat),), text)

    # What is impossible

    def _find_problems(self) -> Iterator[Problem]:
        yield from super()._find_problems()
        yield from self._find_round_faults()
        yield from self._find_finish_faults()
        for seat in self.seats:
            yield from self._find_spending_faults(seat)

    def _find_round_faults(self) -> Iterator[Problem]:
        """Yield faults of the round as a whole: too few tokens, a game that was already over, or too many cards."""
        spots = tuple([self.spot(CARDS_LEFT, seat) for seat in self.seats])
        if short := too_few_tokens(self.setup, len(self.seats)):
            yield Problem(spots, short)
        if self.stop:
            gone: dict[Spot, Mark | None] = dict.fromkeys(self.marks)
            yield Problem(spots, self.stop, True, (Choice(Text("Delete this round"), gone),) if gone else ())
        held = sum(self.cards(seat) or 0 for seat in self.seats)
        # The top cards are in nobody's hand. With Sacrifice two piles can be empty, but the last card played is on one.
        most = ALL_CARDS - (1 if plays(self.setup, SACRIFICE) else PILES)
        if held > most:
            text = Text("%(count)s cards left, but there can be at most %(most)s.", count=held, most=most)
            yield Problem(spots, text.by("cards"))

    def _find_finish_faults(self) -> Iterator[Problem]:
        """Yield faults about who went out: nobody, several players, or somebody with too many cards.

        The player who went out has no card, or one card if somebody else named the last combination first.
        """
        if not self.out and not self.missing:
            cures = [cure for seat in self.seats for cure in self._offer_finishes(seat)]
            spots = tuple([self.spot(CARDS_LEFT, seat) for seat in self.seats])
            yield Problem(spots, Text("Everybody has cards left. Who went out?").by("last-card"), True, tuple(cures))
        if len(self.out) > 1:
            text = Text("%(who)s cannot all have gone out: the first ends the round.", who=self.setup.names(self.out))
            spots = tuple([self.spot(CARDS_LEFT, seat) for seat in self.out])
            yield Problem(spots, text.by("one-out"), True, tuple(map(self._leave_one_out, self.out)))
        for seat in self.out:
            if (cards := self.cards(seat) or 0) > 1:
                who = self.setup.name(seat)
                text = Text("%(who)s went out but still has %(count)s cards?", who=who, count=cards).by("last-card")
                keep = Choice(
                    Text("%(who)s has %(count)s left", who=who, count=cards), {self.spot(WENT_OUT, seat): None}
                )
                yield Problem(
                    (self.spot(WENT_OUT, seat), self.spot(CARDS_LEFT, seat)), text, True, (self._mark_out(seat), keep)
                )

    def _mark_out(self, seat: Seat) -> Choice:
        """Return the button that marks a player as having gone out with no card left."""
        changes: dict[Spot, Mark | None] = {self.spot(CARDS_LEFT, seat): 0, self.spot(MAYBE_MORE, seat): None}
        return Choice(Text("%(who)s went out", who=self.setup.name(seat)), changes)

    def _offer_finishes(self, seat: Seat) -> Iterator[Choice]:
        yield self._mark_out(seat)
        if self.cards(seat) == 1:
            who = self.setup.name(seat)
            label = Text("%(who)s went out and drew 1: somebody else named it first", who=who)
            yield Choice(label, {self.spot(WENT_OUT, seat): 1, self.spot(MAYBE_MORE, seat): None})

    def _leave_one_out(self, seat: Seat) -> Choice:
        """Return the button that keeps this player as the only one who went out. The others' cards are then asked."""
        others = [other for other in self.out if other != seat]
        gone = {self.spot(box, other): None for other in others for box in (CARDS_LEFT, WENT_OUT)}
        return Choice(Text("%(who)s went out", who=self.setup.name(seat)), gone)

    def _find_spending_faults(self, seat: Seat) -> Iterator[Problem]:
        """Yield faults about a player's spent tokens: for a variant that is not played, or more than the player has.

        Also yield a warning if it was the last token.

        Rule: hawaiki/tokens, hawaiki/sacrifice, hawaiki/second-chance
        """
        who, had, spends = self.setup.name(seat), self.count("had", seat), self.spends(seat)
        take_back = {
            variant: Choice(
                Text("%(who)s, not %(variant)s", who=who, variant=VARIANT_NAMES[variant]),
                {self.spot(variant, seat, SPENT_ROW): None},
            )
            for variant in spends
        }
        for variant in spends:
            if not plays(self.setup, variant):
                text = Text(
                    "%(who)s paid for %(variant)s, but this table plays without it.",
                    who=who,
                    variant=VARIANT_NAMES[variant],
                ).by(VARIANT_RULES[variant])
                yield Problem((self.spot(variant, seat, SPENT_ROW),), text, True, (take_back[variant],))
        spots = tuple([self.spot(variant, seat, SPENT_ROW) for variant in spends])
        if len(spends) > had:
            text = Plural(
                "%(who)s had %(count)s token but spent %(spent)s.",
                "%(who)s had %(count)s tokens but spent %(spent)s.",
                had,
                who=who,
                spent=len(spends),
            ).by("tokens")
            yield Problem(spots, text, True, tuple(take_back.values()))
        # Not an error but worth a warning, while the token can still be taken back.
        elif spends and not self.count("held", seat):
            text = Text("%(who)s has spent their last token. The game ends after this round.", who=who)
            yield Problem(spots, text.by("last-token-spent"), False)


def read_payment(setup: Setup, marks: Marks, round: int) -> Payment:
    """Return a round as entered, with the tokens that the earlier rounds have left.

    Rule: hawaiki/pay
    """
    by_round = group_by_round(marks)
    payment = Payment(PAD, setup.at(1), by_round.get(1, {}), 1, Tokens())
    for number in range(2, round + 1):
        payment = Payment(PAD, setup.at(number), by_round.get(number, {}), number, payment.hand_on())
    return payment


def _fill_blank(setup: Setup, marks: Marks, round: int) -> Marks:
    """Return the marks with no card for the player who went out without a number.

    That is a player of whom it is marked, or the only one without a number if nobody else went out.

    Rule: hawaiki/one-out, hawaiki/last-card
    """
    spots = {seat: Spot(round, LEFT_ROW, CARDS_LEFT, seat) for seat in setup.seats(round)}
    blank = [spot for spot in spots.values() if spot not in marks]
    called = [spot for spot in spots.values() if marks.get(spot._replace(box=WENT_OUT))]
    out = called or [spot for spot in spots.values() if marks.get(spot) == 0]
    # With two blanks, either of them can have gone out.
    filled = [spot for spot in called if spot in blank] if out else blank if len(blank) == 1 else []
    return {**marks, **dict.fromkeys(filled, 0)}


def starts_next(who: str) -> Text:
    """Say that a player went out and starts the next round.

    Rule: hawaiki/next-starter
    """
    return Text("%(who)s went out and starts the next round.", who=who).by("next-starter")


def say_broke(names: Sequence[str]) -> Text:
    """Say that these players have no tokens left.

    Rule: hawaiki/over
    """
    return Plural("%(who)s has no tokens left.", "%(who)s have no tokens left.", len(names), who=tuple(names)).by(
        "over"
    )


def describe_ending(names: Mapping[Who, str], tokens: Mapping[Who, int]) -> tuple[Text, Text]:
    """Return two sentences: who has no tokens left, and who wins.

    Rule: hawaiki/over, hawaiki/winner
    """
    won = richest(tokens)
    broke = say_broke([names[who] for who, left in tokens.items() if not left])
    return broke, won_with([names[who] for who in won], str(tokens[won[0]]))


def describe_payment(who: str, tokens: int, left: int, short: Text | None) -> Text:
    """Say how many of the `tokens` somebody pays, and how many are `left`.

    If the tokens are not enough, `short` is the number of cards to pay for, in words. Otherwise it is None.

    Rule: hawaiki/pay, hawaiki/no-debt
    """
    if short:
        text = Text(
            "%(who)s pays %(paid)s for %(cards)s: no tokens left for the rest.", who=who, paid=tokens, cards=short
        )
        return text.by("no-debt")
    return Text("%(who)s pays %(paid)s and has %(left)s left.", who=who, paid=tokens, left=left).by("pay")


def _describe_cards(cards: int, more: bool = False) -> Text:
    if more:
        return Plural("%(count)s card or more", "%(count)s cards or more", cards)
    return Plural("%(count)s card", "%(count)s cards", cards)
