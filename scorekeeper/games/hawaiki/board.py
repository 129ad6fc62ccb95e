"""A round of Hawaiki that the referee follows: its state, the marks it writes on the pad, and its board."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.games.board import Holding, OpenCard, Part, Stock, Top, Tops
from scorekeeper.games.cards import Card
from scorekeeper.games.hawaiki.cards import COPIES, card_name, deck, names
from scorekeeper.games.hawaiki.pad import follow
from scorekeeper.games.hawaiki.rules import (
    VARIANT_NAMES,
    VARIANT_RULES,
    both_baselines,
    house_rule,
    thanks,
    tokens_each,
)
from scorekeeper.games.hawaiki.scoring import CARDS_ROW, LEFT, OUT, SPENT, Reading, broke, read_round, settlement
from scorekeeper.games.hawaiki.turn import (
    FLUSH,
    HAND,
    PAIR,
    PILES,
    RUN,
    WORDS,
    Placing,
    TopCards,
    cover,
    draw_pile,
    dues,
    find_combinations,
    forbidden,
    is_over,
    made_of,
    place,
    reshuffle,
    values,
)
from scorekeeper.games.pad import Mark, Marks, Seat, Setup, Spot, Suit
from scorekeeper.games.referee import Board, Move, Reply
from scorekeeper.language.text import Plural, Text

# A round up to now


@dataclass(frozen=True, slots=True)
class Round:
    """The state of a round that the referee follows.

    `seats` are in turn order, and `turn` is the current player. `called` maps each colour to its name. `tokens` and
    `hands` map each player to the tokens at the start of the round and to the number of cards held now. `draw` is the
    number of cards in the draw pile. Each of the `piles` lists its cards from bottom to top. There are fewer than three
    piles until all are turned up. `spent` lists the player and the variant for each token paid in this round. `began`
    holds the top cards at the start of the turn. `owes` is the combination for which the current player has yet to
    choose who draws, or "". `out` is the player who went out. `stop` says why the round is not played at all. `last`
    holds the round before the last move, and that move.

    Four fields hold only until the next move. `thanks` holds the number of cards drawn by each player who may
    have forgotten to say thanks. `callers` are the players who may have named a combination that is not there.
    `resumes` holds the player who may pay for another turn, and the top cards at the start of that player's last turn.
    `again` is set if the current player won another turn.

    Rule: hawaiki/draw, hawaiki/left, hawaiki/last-card
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
    # Each round holds the one before, so comparing or printing this field would go through the whole round.
    last: "tuple[Round, Move[Round]] | None" = field(default=None, repr=False, compare=False)

    @property
    def opening(self) -> bool:
        """Whether the three face-up cards are still to be entered."""
        return len(self.piles) < PILES

    @property
    def over(self) -> bool:
        """Whether the round is over: somebody went out, and no choice of who draws is pending."""
        return self.out is not None and not self.owes

    @property
    def waiting(self) -> Text | None:
        """The reason why no turn can be taken now, or None."""
        if self.stop:
            return self.stop
        if self.opening:
            return Text("Enter the three face-up cards first.").by("deal")
        if self.owes:
            return Text("%(who)s has to choose who draws first.", who=self.name(self.turn)).by(self.owes)
        if self.out is not None:
            return Text("The round is over: %(who)s went out.", who=self.name(self.out)).by("last-card")
        return None

    @property
    def tops(self) -> tuple[Card | None, ...]:
        """The top card of each pile, or None for an empty pile."""
        return tuple([pile[-1] if pile else None for pile in self.piles])

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats of the other players in turn order, starting with the current player's left neighbour."""
        at = self.seats.index(self.turn)
        return (*self.seats[at + 1 :], *self.seats[:at])

    def name(self, seat: Seat) -> str:
        """Return the name of a player."""
        return self.setup.name(seat)

    def name_card(self, card: Card) -> Text:
        """Return the name of a card, such as "Heart 4", with the colour as this table calls it."""
        return card_name(card, self.called)

    def count_tokens(self, seat: Seat) -> int:
        """Return the number of tokens that a player has now."""
        return self.tokens[seat] - sum(who == seat for who, _ in self.spent)

    def has_used(self, seat: Seat, variant: str) -> bool:
        """Return whether a player has paid for a variant in this round."""
        return (seat, variant) in self.spent

    def off_turn(self, seat: Seat) -> Text | None:
        """Say whose turn it is, or return None if it is this player's."""
        return None if seat == self.turn else Text("It is %(who)s’s turn.", who=self.name(self.turn)).by("left")

    def all_seen(self, card: Card) -> bool:
        """Return whether every copy of a card is in the piles."""
        # Only the piles count: cards shuffled into the draw pile can turn up again.
        return sum(pile.count(card) for pile in self.piles) >= COPIES

    def seen_twice(self, card: Card) -> Text | None:
        """Say that nobody can hold a card because both copies are in the piles, or return None."""
        return (
            Text("Both copies of %(card)s are already in the piles.", card=self.name_card(card)).by("cards")
            if self.all_seen(card)
            else None
        )

    def placing(self, pile: int, card: Card) -> Placing:
        """Return the effect of playing a card on a pile. The table's options decide which combinations are new.

        Rule: hawaiki/new-since
        """
        return place(self.tops, pile, card, self.began if both_baselines(self.setup) else None)

    @property
    def nothing_left(self) -> bool:
        """Whether no card can be drawn, not even after a reshuffle that the table agreed to.

        Rule: hawaiki/reshuffle
        """
        return self.draw_cards({self.turn: 1}).hands == self.hands

    def draw_cards(self, due: Mapping[Seat, int]) -> "Round":
        """Return the round after each player drew the number of cards in `due`, in the order of its keys.

        An empty draw pile is refilled if the table agreed to that. Once nothing is left, players draw fewer or none.

        Rule: hawaiki/reshuffle
        """
        if not any(due.values()):
            return self
        hands, draw, piles = dict(self.hands), self.draw, self.piles
        for seat, count in due.items():
            for _ in range(count):
                if not draw and house_rule(self.setup, "empty_draw_pile") == "reshuffle_covered":
                    draw, heights = reshuffle(draw, [len(pile) for pile in piles])
                    # A height can be 0, and pile[-0:] would be the whole pile.
                    piles = tuple([pile[len(pile) - height :] for pile, height in zip(piles, heights, strict=True)])
                if draw:
                    draw -= 1
                    hands[seat] += 1
        return replace(self, hands=hands, draw=draw, piles=piles)

    def settle(self, **changes: Any) -> "Round":
        """Return the round with the fields in `changes` set.

        The fields `thanks`, `callers`, `resumes` and `again` are reset unless they are in `changes`.

        Decision: hawaiki-too-late
        """
        return replace(self, **{"thanks": {}, "callers": (), "resumes": None, "again": False, **changes})

    def pass_turn(self, callers: tuple[Seat, ...] = ()) -> "Round":
        """Return the round with the turn passed to the left neighbour.

        `callers` are players who may have named a combination that is not there.

        Rule: hawaiki/left
        """
        resumes = (self.turn, self.began)
        return replace(self, turn=self.others[0], began=self.tops, resumes=resumes, callers=callers)

    def take_effect(self, combination: str, chosen: Sequence[str]) -> "Round":
        """Return the round after the others drew for a combination. `chosen` are the seats chosen to draw, as strings.

        If the table plays with thanks, the players who drew can now be caught not saying it.

        Rule: hawaiki/run, hawaiki/flush, hawaiki/three, hawaiki/thanks
        """
        # `turn.py` knows players by name, because questions to the referee have no seats.
        # In the order of play, because whoever comes last may find nothing to draw.
        order, player = [str(seat) for seat in (*self.others, self.turn)], str(self.turn)
        due = {int(who): count for who, count in dues(combination, order, player, chosen).items()}
        return replace(self.draw_cards(due), owes="", thanks=due if thanks(self.setup) else {})

    def name_combination(self, combination: str) -> "Round":
        """Return the round after the current player named a combination.

        With three or more players, a run or a flush only sets `owes`, because the player must first choose who draws.
        In all other cases, the cards for the combination have been drawn.
        """
        if combination in (RUN, FLUSH) and len(self.others) > 1:
            return replace(self, owes=combination)
        return self.take_effect(combination, ())

    def without_effect(self, penalty: int) -> "Round":
        """Return the round after the current player's last card had no effect.

        `penalty` is the number of cards to draw because somebody else named the combination first. If it is 0, the
        player goes out. Otherwise, the table's rule decides: draw and go out, draw and play on, or go out without
        drawing. A player who finds nothing to draw goes out in any case.

        Rule: hawaiki/called-on-last
        """
        challenge, drawn = house_rule(self.setup, "last_card_challenge"), self
        if penalty and challenge != "ignore":
            drawn = self.draw_cards({self.turn: penalty})
            # If there was nothing to draw, the hand is still empty and the round ends after all.
            if challenge == "play_on" and drawn.hands[drawn.turn]:
                return drawn
        return replace(drawn, out=drawn.turn)

    def unpaid(self, seat: Seat, variant: str) -> Text | None:
        """Say why a player cannot pay a token for a variant, or return None."""
        who, name, rule = self.name(seat), VARIANT_NAMES[variant], VARIANT_RULES[variant]
        match forbidden(self.hands[seat], self.count_tokens(seat), self.has_used(seat, variant)):
            case "once_per_round":
                return Text(
                    "%(who)s has already used %(variant)s this round. It can be used only once.", who=who, variant=name
                ).by(rule)
            case "no_token":
                return Text("%(who)s has no token to pay for %(variant)s.", who=who, variant=name).by(rule)
            case "single_card":
                return Text("%(who)s has only one card left, so no %(variant)s now.", who=who, variant=name).by(rule)
        return None

    def left_after_paying(self, seat: Seat) -> Text:
        """Say how many tokens a player has left after paying one, or that paying the last one ends the game.

        Rule: hawaiki/last-token-spent
        """
        who, left = self.name(seat), self.count_tokens(seat) - 1
        if left:
            return Plural("%(who)s has %(count)s token left.", "%(who)s has %(count)s tokens left.", left, who=who)
        return Text("That is %(who)s’s last token. The game ends after this round.", who=who)


def start(setup: Setup, marks: Marks, round: int, leader: Seat) -> Round:
    """Return a round before its three face-up cards are entered. `leader` has the first turn.

    Each player has six cards, and the tokens left by earlier rounds.

    Rule: hawaiki/deal, hawaiki/tokens
    """
    seats, ledger = setup.seats(round), follow(setup, marks, round)
    return Round(
        setup,
        round,
        seats,
        turn=leader,
        called=names(setup.options),
        tokens={seat: ledger.tokens.get(seat, tokens_each(setup)) for seat in seats},
        hands=dict.fromkeys(seats, HAND),
        # The three face-up cards are taken from the draw pile as they are entered.
        draw=draw_pile(len(seats)) + PILES,
        stop=ledger.stop,
    )


# The pad


def marks(state: Round) -> Marks:
    """Return the marks of the round: tokens as they are spent and, once the round is over, the cards left.

    The player who went out has no such mark, except after a penalty because somebody else named the last combination.

    Rule: hawaiki/pay, hawaiki/called-on-last
    """
    written: dict[Spot, Mark] = {Spot(state.round, SPENT, variant, seat): 1 for seat, variant in state.spent}
    if not state.over:
        return written
    for seat, cards in state.hands.items():
        if cards:
            written[Spot(state.round, LEFT, CARDS_ROW, seat)] = cards
        if cards and seat == state.out:
            written[Spot(state.round, LEFT, OUT, seat)] = 1
    return written


def why_unfinished(state: Round) -> Text | None:
    """Say why the round is not over, or return None if it is.

    Rule: hawaiki/last-card
    """
    if state.over:
        return None
    if state.out is not None:
        return Text("%(who)s has not yet chosen who draws.", who=state.name(state.out)).by(state.owes)
    return state.stop or Text("Nobody has gone out yet.").by("last-card")


# How it is shown


def view(state: Round) -> Board:
    """Return the board of a round: piles, tokens and hands, the result of the last move, and warnings."""
    heading = made_of(WORDS[state.owes].heading, state.tops, state.called) if state.owes else None
    new = True if heading else None
    return build_board(
        state, state, tops(state), tuple(_list_sentences(state)), tuple(_list_warnings(state)), heading, new
    )


def build_board(
    before: Round,
    state: Round,
    lying: Tops,
    says: tuple[Text, ...],
    follows: tuple[Text, ...],
    heading: Text | None = None,
    new: bool | None = None,
    replies: tuple[Reply, ...] = (),
) -> Board:
    """Return a board with the title and draw pile of the round `before`, and the tokens and hands of `state`.

    In a preview, these are the round before and after the move. Otherwise they are the same. `lying` are the piles to
    show. The other arguments are the fields of `Board`.
    """
    about = Text("pile %(count)s", count=before.draw)
    return Board(title(before), about, _parts(state, lying), says, follows, heading=heading, new=new, replies=replies)


def title(state: Round) -> Text:
    """Return the title of the board: whose turn it is, who went out, or that the game is over."""
    if state.stop:
        return Text("The game is over")
    if state.opening:
        return Text("%(who)s starts", who=state.name(state.turn))
    if state.over and state.out is not None:
        return Text("%(who)s went out", who=state.name(state.out))
    return Text("%(who)s plays", who=state.name(state.turn))


def _parts(state: Round, lying: Tops) -> tuple[Part, ...]:
    """Return the piles `lying`, and everybody's hand and tokens. After the round, tokens pay for the cards left."""
    tokens = _reading(state).tokens if state.over else {seat: state.count_tokens(seat) for seat in state.seats}
    return lying, Stock(tuple([_holding(state, seat, tokens[seat]) for seat in state.seats]))


def _holding(state: Round, seat: Seat, tokens: int) -> Holding:
    cards = state.hands[seat]
    note = Text("last card") if cards == 1 and not state.over else None
    return Holding(
        state.name(seat),
        cards=cards,
        tokens=tokens,
        of=tokens_each(state.setup),
        current=seat == state.turn and not state.over,
        note=note,
    )


def _reading(state: Round) -> Reading:
    return read_round(state.setup, marks(state), state.round, state.tokens)


def tops(state: Round) -> Tops:
    """Return the three piles with their top cards. A pile that is not turned up yet is empty."""
    drawn = suits(state)
    lying = [Top(open_card(state, pile[-1], drawn) if pile else None, len(pile)) for pile in state.piles]
    return Tops((*lying, *[Top(None, 0)] * (PILES - len(lying))))


def suits(state: Round) -> dict[str, Suit]:
    """Return the symbol of each colour at this table, by the key of the colour."""
    return {row.key: row.suit for row in deck(state.setup) if row.suit}


def open_card(state: Round, card: Card, drawn: Mapping[str, Suit]) -> OpenCard:
    """Return a face-up card for the board. `drawn` maps colours to their symbols."""
    return OpenCard(drawn[card.colour], str(card.value), state.name_card(card))


def _list_sentences(state: Round) -> Iterator[Text]:
    """Yield the sentences for the state of the round: what to do first, the last move and its result, or the end."""
    if state.stop:
        yield state.stop
    elif state.opening:
        yield Text("Turn up three cards.")
    elif state.over:
        reading = _reading(state)
        yield settlement(reading) or Text("The round is over.")
        if is_over(reading.tokens):
            yield broke([player.name for player in reading.players if not player.after])
    elif state.last and state.owes:
        if state.owes == RUN:
            yield from another_run(state.last[0])
        yield ask_who_draws(state)
    # Turning up the first cards is nobody's move, so it is not described.
    elif state.last and state.last[1].seated:
        before, move = state.last
        yield move.narrate(before)
        if state.again:
            yield Text("%(who)s plays again.", who=state.name(state.turn))
        yield from _list_standing(state)
    else:
        yield Text("%(who)s starts.", who=state.name(state.turn))
        yield from _list_standing(state)


def ask_who_draws(state: Round) -> Text:
    """Return the question who draws for a run or a flush.

    Rule: hawaiki/run, hawaiki/flush
    """
    return Text("Who draws 1?") if state.owes == RUN else Text("Who draws 2, or which two draw 1 each?")


def another_run(before: Round) -> Iterator[Text]:
    """Yield a sentence that the new run counts, if the top cards already showed a run with other values.

    Rule: hawaiki/new-run
    """
    if RUN in find_combinations(before.tops):
        yield Text("It was %(before)s before, so this one counts.", before=values(before.tops))


def _list_standing(state: Round) -> Iterator[Text]:
    """Yield a sentence for each combination that the top cards already show, saying that it does not count again."""
    for kind in find_combinations(state.tops):
        what = made_of(WORDS[kind].heading, state.tops, state.called)
        yield Text("%(what)s: already there, so it does not count again.", what=what)


def _list_warnings(state: Round) -> Iterator[Text]:
    """Yield a warning if the draw pile is empty and the next turn can be taken."""
    if state.waiting or state.draw:
        return
    if state.nothing_left:
        yield Text("There is nothing left to draw.")
    else:
        yield Text("The draw pile is empty. Before the next draw, everything but the top cards is shuffled.")


def list_draws(state: Round, drew: Mapping[Seat, int]) -> Iterator[Text]:
    """Yield one sentence per number of cards drawn, such as "Bo and Cleo draw 1 each".

    `drew` maps players to the number of cards. Players with 0 are left out.
    """
    for count in sorted(set(drew.values()) - {0}):
        seats = [seat for seat in drew if drew[seat] == count]
        who = state.setup.names(seats)
        yield Plural("%(who)s draws %(cards)s.", "%(who)s draw %(cards)s each.", len(seats), who=who, cards=count)


def reshuffled_between(state: Round, after: Round) -> Iterator[Text]:
    """Yield a notice if a move caused the piles to be shuffled into the draw pile.

    `state` is the round before the move, `after` the round after it.

    Rule: hawaiki/reshuffle
    """
    # Not strict: while piles are being turned up, the later round has one more. Sacrifice, the only other move that
    # makes a pile lower, does not ask.
    if any(len(new) < len(old) for old, new in zip(state.piles, after.piles, strict=False)):
        yield Text("The draw pile is empty: everything but the top cards is shuffled.")


# What a card would do


def nothing_new(state: Round, pile: int, card: Card) -> Text:
    """Say why playing a card makes no new combination: there is none, or it was there already.

    Rule: hawaiki/new, hawaiki/new-since
    """
    stood = state.placing(pile, card).already_there
    if not stood:
        return Text("%(card)s does not make a combination there.", card=state.name_card(card)).by("new")
    kind, inside = stood[0], WORDS[stood[0]].inside
    if find_combinations(state.tops).get(kind) == find_combinations(cover(state.tops, pile, card))[kind]:
        return Text("It was already %(what)s, so nothing new.", what=made_of(inside, state.tops, state.called)).by(
            "new"
        )
    return Text("The turn started with %(what)s, so nothing new.", what=made_of(inside, state.began, state.called)).by(
        "new-since"
    )


def preview_card(state: Round, after: Round, pile: int, card: Card, replies: tuple[Reply, ...]) -> Board:
    """Return the preview of playing a card: its combination, whether that counts, and what follows.

    `state` is the round before the card is played, `after` the round after it.

    Rule: hawaiki/lay, hawaiki/new
    """
    placing, made, lying = state.placing(pile, card), cover(state.tops, pile, card), list(tops(state).piles)
    # What counts is the heading; only if nothing does, it is what was there already.
    combinations = [made_of(WORDS[kind].heading, made, state.called) for kind in placing.new or placing.already_there]
    covered = lying[pile]
    laid = open_card(state, card, suits(state))._replace(look="played")
    lying[pile] = covered._replace(card=laid, height=covered.height + 1, covers=covered.card)
    heading = Text("%(what)s", what=tuple(combinations)) if len(combinations) > 1 else next(iter(combinations), None)
    # It is a preview: until the card is played, the turn and the round go on.
    shown = replace(after, turn=state.turn, out=None)
    return build_board(
        state,
        shown,
        Tops(tuple(lying)),
        says=tuple(_explain_card(state, after, pile, card)),
        follows=tuple(_list_stakes(state, placing)),
        heading=heading,
        new=bool(placing.new) if combinations else None,
        replies=replies,
    )


def _explain_card(state: Round, after: Round, pile: int, card: Card) -> Iterator[Text]:
    """Yield sentences about a played card: why it makes no new combination, or who draws, and who plays next.

    If the card makes several combinations, the only sentence asks the player to name one.
    """
    new, who = state.placing(pile, card).new, state.name(state.turn)
    if not new:
        yield nothing_new(state, pile, card)
        if after.out is None:
            yield Text("%(who)s is next.", who=state.name(after.turn))
        return
    if len(new) > 1:
        yield Text("Name one of them; only that one counts.")
        return
    if RUN in new:
        yield from another_run(state)
    elif PAIR in new:
        yield Text("%(card)s covers its twin.", card=state.name_card(card))
    yield from list_draws(state, {seat: after.hands[seat] - state.hands[seat] for seat in state.others})
    if after.owes == RUN:
        yield Text("%(who)s chooses who draws 1.", who=who)
    elif after.owes:
        yield Text("%(who)s chooses one player to draw 2, or two to draw 1 each.", who=who)
    if after.again:
        yield Text("%(who)s plays again.", who=who)


def _list_stakes(state: Round, placing: Placing) -> Iterator[Text]:
    """Yield a warning that one card will be left, or sentences about what follows from playing the last one."""
    who, left = state.name(state.turn), state.hands[state.turn] - 1
    if left == 1:
        yield Text("Then %(who)s has 1 card left.", who=who)
    if left:
        return
    yield Text("Last card: it ends the round.")
    match house_rule(state.setup, "last_card_challenge") if placing.new else "":
        case "end_and_pay":
            yield Text("If somebody else names it first, %(who)s draws 1 and pays for it.", who=who)
        case "play_on":
            yield Text("If somebody else names it first, %(who)s draws 1 and plays on.", who=who)
