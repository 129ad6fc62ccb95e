"""The board of a round of Hawaiki that the referee follows, and the marks that it writes on the pad."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scorekeeper.games.board import BoardPart, Holding, OpenCard, PileTop, Stock, Tops
from scorekeeper.games.cards import Card
from scorekeeper.games.hawaiki.paying import CARDS_LEFT, LEFT_ROW, SPENT_ROW, WENT_OUT, Payment, say_broke
from scorekeeper.games.hawaiki.rules import house_rule, tokens_each
from scorekeeper.games.hawaiki.state import HawaikiRound
from scorekeeper.games.hawaiki.turn import (
    PAIR,
    PILES,
    RUN,
    WORDS,
    Placing,
    cover,
    find_combinations,
    made_of,
    values,
)
from scorekeeper.games.pad import Mark, Marks, Seat, Spot
from scorekeeper.games.referee import Board, Reply
from scorekeeper.language.text import Plural, Text

# The pad


def marks(state: HawaikiRound) -> Marks:
    """Return the marks of the round: tokens as they are spent and, once the round is over, the cards left.

    The player who went out has no such mark, except after a penalty because somebody else named the last combination.

    Rule: hawaiki/pay, hawaiki/called-on-last
    """
    written: dict[Spot, Mark] = {Spot(state.round, SPENT_ROW, variant, seat): 1 for seat, variant in state.spent}
    if not state.over:
        return written
    for seat, cards in state.hands.items():
        if cards:
            written[Spot(state.round, LEFT_ROW, CARDS_LEFT, seat)] = cards
        if cards and seat == state.out:
            written[Spot(state.round, LEFT_ROW, WENT_OUT, seat)] = 1
    return written


def why_unfinished(state: HawaikiRound) -> Text | None:
    """Say why the round is not over, or return None if it is.

    Rule: hawaiki/last-card
    """
    if state.over:
        return None
    if state.out is not None:
        return Text("%(who)s has not yet chosen who draws.", who=state.name(state.out)).by(state.owes)
    return state.stop or Text("Nobody has gone out yet.").by("last-card")


# How it is shown


def view(state: HawaikiRound) -> Board:
    """Return the board of a round: piles, tokens and hands, the result of the last move, and warnings."""
    heading = made_of(WORDS[state.owes].heading, state.tops, state.looks) if state.owes else None
    new = True if heading else None
    return build_board(
        state, state, tops(state), tuple(_list_sentences(state)), tuple(_list_warnings(state)), heading, new
    )


def build_board(
    before: HawaikiRound,
    state: HawaikiRound,
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


def title(state: HawaikiRound) -> Text:
    """Return the title of the board: whose turn it is, who went out, or that the game is over."""
    if state.stop:
        return Text("The game is over")
    if state.opening:
        return Text("%(who)s starts", who=state.name(state.turn))
    if state.over and state.out is not None:
        return Text("%(who)s went out", who=state.name(state.out))
    return Text("%(who)s plays", who=state.name(state.turn))


def _parts(state: HawaikiRound, lying: Tops) -> tuple[BoardPart, ...]:
    """Return everybody's hand and tokens, and the piles `lying`. After the round, tokens pay for the cards left."""
    holdings = [
        Holding(
            state.name(seat),
            cards=state.hands[seat],
            tokens=tokens,
            of=tokens_each(state.setup),
            current=seat == state.turn and not state.over,
            note=Text("last card") if state.hands[seat] == 1 and not state.over else None,
            player_sign=state.setup.sign(seat),
        )
        for seat, tokens in _pay(state).tokens.items()
    ]
    return Stock(tuple(holdings)), lying


def _pay(state: HawaikiRound) -> Payment:
    return replace(state.pad, marks=marks(state))


def tops(state: HawaikiRound) -> Tops:
    """Return the three piles with their top cards. A pile that is not turned up yet is empty."""
    lying = [PileTop(open_card(state, pile[-1]) if pile else None, len(pile)) for pile in state.piles]
    return Tops((*lying, *[PileTop(None, 0)] * (PILES - len(lying))))


def open_card(state: HawaikiRound, card: Card) -> OpenCard:
    """Return a face-up card for the board."""
    return OpenCard(state.looks[card.colour].suit, str(card.value), state.name_card(card))


def _list_sentences(state: HawaikiRound) -> Iterator[Text]:
    """Yield the sentences for the state of the round: what to do first, the last move and its result, or the end."""
    if state.stop:
        yield state.stop
    elif state.opening:
        yield Text("Turn up three cards.")
    elif state.over:
        payment = _pay(state)
        yield payment.describe_payments()
        if payment.broke:
            yield say_broke(payment.broke)
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


def ask_who_draws(state: HawaikiRound) -> Text:
    """Return the question who draws for a run or a flush.

    Rule: hawaiki/run, hawaiki/flush
    """
    return Text("Who draws 1?") if state.owes == RUN else Text("Who draws 2, or which two draw 1 each?")


def another_run(before: HawaikiRound) -> Iterator[Text]:
    """Yield a sentence that the new run counts, if the top cards already showed a run with other values.

    Rule: hawaiki/new-run
    """
    if RUN in find_combinations(before.tops):
        yield Text("It was %(before)s before, so this one counts.", before=values(before.tops))


def _list_standing(state: HawaikiRound) -> Iterator[Text]:
    """Yield a sentence for each combination that the top cards already show, saying that it does not count again."""
    for kind in find_combinations(state.tops):
        what = made_of(WORDS[kind].heading, state.tops, state.looks)
        yield Text("%(what)s: already there, so it does not count again.", what=what)


def _list_warnings(state: HawaikiRound) -> Iterator[Text]:
    """Yield a warning if the draw pile is empty and the next turn can be taken."""
    if state.waiting or state.draw:
        return
    if state.nothing_left:
        yield Text("There is nothing left to draw.")
    else:
        yield Text("The draw pile is empty. Before the next draw, everything but the top cards is shuffled.")


def list_draws(state: HawaikiRound, drew: Mapping[Seat, int]) -> Iterator[Text]:
    """Yield one sentence per number of cards drawn, such as "Bo and Cleo draw 1 each".

    `drew` maps players to the number of cards. Players with 0 are left out.
    """
    for count in sorted(set(drew.values()) - {0}):
        seats = [seat for seat in drew if drew[seat] == count]
        who = state.setup.names(seats)
        yield Plural("%(who)s draws %(cards)s.", "%(who)s draw %(cards)s each.", len(seats), who=who, cards=count)


def reshuffled_between(state: HawaikiRound, after: HawaikiRound) -> Iterator[Text]:
    """Yield a notice if a move caused the piles to be shuffled into the draw pile.

    `state` is the round before the move, `after` the round after it.

    Rule: hawaiki/reshuffle
    """
    # Not strict: while piles are being turned up, the later round has one more. Sacrifice, the only other move that
    # makes a pile lower, does not ask.
    if any(len(new) < len(old) for old, new in zip(state.piles, after.piles, strict=False)):
        yield Text("The draw pile is empty: everything but the top cards is shuffled.")


# What a card would do


def nothing_new(state: HawaikiRound, pile: int, card: Card) -> Text:
    """Say why playing a card makes no new combination: there is none, or it was there already.

    Rule: hawaiki/new, hawaiki/new-since
    """
    stood = state.placing(pile, card).already_there
    if not stood:
        return Text("%(card)s does not make a combination there.", card=state.name_card(card)).by("new")
    kind, inside = stood[0], WORDS[stood[0]].inside
    if find_combinations(state.tops).get(kind) == find_combinations(cover(state.tops, pile, card))[kind]:
        return Text("It was already %(what)s, so nothing new.", what=made_of(inside, state.tops, state.looks)).by("new")
    return Text("The turn started with %(what)s, so nothing new.", what=made_of(inside, state.began, state.looks)).by(
        "new-since"
    )


def preview_card(state: HawaikiRound, after: HawaikiRound, pile: int, card: Card, replies: tuple[Reply, ...]) -> Board:
    """Return the preview of playing a card: its combination, whether that counts, and what follows.

    `state` is the round before the card is played, `after` the round after it.

    Rule: hawaiki/lay, hawaiki/new
    """
    placing, made, lying = state.placing(pile, card), cover(state.tops, pile, card), list(tops(state).piles)
    # What counts is the heading; only if nothing does, it is what was there already.
    combinations = [made_of(WORDS[kind].heading, made, state.looks) for kind in placing.new or placing.already_there]
    covered = lying[pile]
    laid = open_card(state, card)._replace(look="played")
    lying[pile] = covered._replace(card=laid, height=covered.height + 1, covers=covered.card)
    heading = Text("%(what)s", what=tuple(combinations)) if len(combinations) > 1 else next(iter(combinations), None)
    if placing.new:
        heading = Text("%(what)s: who named it first?", what=tuple(combinations))
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


def _explain_card(state: HawaikiRound, after: HawaikiRound, pile: int, card: Card) -> Iterator[Text]:
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


def _list_stakes(state: HawaikiRound, placing: Placing) -> Iterator[Text]:
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
