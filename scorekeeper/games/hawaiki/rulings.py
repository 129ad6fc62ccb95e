"""Questions to the referee of Hawaiki, and how they are answered."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from scorekeeper.games.cards import Card
from scorekeeper.games.errors import Malformed, Missing
from scorekeeper.games.hawaiki import turn
from scorekeeper.games.hawaiki.paying import describe_ending, describe_payment, read_payment, starts_next
from scorekeeper.games.hawaiki.rules import VARIANT_NAMES, VARIANT_RULES, tokens_each, variants
from scorekeeper.games.hawaiki.state import HawaikiRound
from scorekeeper.games.hawaiki.turn import MOST_EACH, PILES, PLAYERS, TOKENS, WORDS
from scorekeeper.games.questions import (
    Answer,
    AtTable,
    CardBlank,
    ChoiceBlank,
    EachBlank,
    Inputs,
    ManyBlank,
    NumberBlank,
    PlayerBlank,
    PlayersBlank,
    TickBlank,
    by_kind,
    ruling,
)
from scorekeeper.language.text import Plural, Text

COMBINATION_CHOICES = tuple([(key, words.name) for key, words in WORDS.items()])

PILE_CHOICES = (("0", Text("First pile")), ("1", Text("Second pile")), ("2", Text("Third pile")))

TOPS = ManyBlank(Text("The three top cards"), of=CardBlank(), least=PILES, most=PILES)

IF_THEY_COUNT = Text("The top cards at the start of the turn, if they count too")

# Values that a table knows


def _known_round(at: AtTable) -> HawaikiRound | None:
    """Return the round as the referee follows it. Until the first cards are known, it knows nothing."""
    state: HawaikiRound | None = at.state
    return state if state and not state.opening and not state.stop else None


def _known_tops(at: AtTable) -> Inputs:
    state = _known_round(at)
    # The question has no way to give an empty pile.
    if not state or not all(state.tops):
        return {}
    both = state.counts_start and len(state.began) == PILES and all(state.began)
    began = {"baseline_tops": [str(top) for top in state.began]} if both else {}
    return {"tops": [str(top) for top in state.tops], **began}


def _known_drawers(at: AtTable) -> Inputs:
    if not (state := _known_round(at)):
        return {}
    return {"active": state.name(state.turn), **({"combo": state.owes} if state.owes else {})}


def _known_tokens(at: AtTable) -> Inputs:
    payment = read_payment(at.setup, at.marks, at.round)
    names = {seat: at.setup.name(seat) for seat in payment.seats}
    tokens: Inputs = {"tokens": {name: payment.count("held", seat) for seat, name in names.items()}}
    if payment.finisher is None:
        return tokens
    hands = {name: payment.cards(seat) for seat, name in names.items()}
    known = {name: cards for name, cards in hands.items() if cards is not None}
    return {**tokens, "hands": known, "finisher": names[payment.finisher]}


def _known_variant(at: AtTable) -> Inputs:
    if not (state := _known_round(at)):
        return {}
    played, hand = variants(state.setup), state.hands[state.turn]
    one = {"variant": played[0], "used_this_round": state.has_used(state.turn, played[0])} if len(played) == 1 else {}
    return {**one, **({"hand": hand} if hand else {}), "tokens": state.count_tokens(state.turn)}


def _known_piles(at: AtTable) -> Inputs:
    state = _known_round(at)
    return {"draw": state.draw, "piles": [len(pile) for pile in state.piles]} if state else {}


@ruling(
    Text("Was that combination new?"),
    example='{"tops": ["c1-4", "c2-1", "c3-7"], "pile": 0, "card": "c1-6"}',
    facts=(("replay", Text("Another turn, if it is named")),),
    rule="lay",
    known=_known_tops,
)
def place(
    tops: Annotated[Sequence[Card], TOPS],
    pile: Annotated[int, NumberBlank(Text("Which pile is covered"), most=PILES - 1, items=PILE_CHOICES)],
    card: Annotated[Card, CardBlank(Text("The card played on that pile"))],
    baseline_tops: Annotated[Sequence[Card] | None, replace(TOPS, label=IF_THEY_COUNT)] = None,
) -> Answer:
    """Answer whether a card can be played on a pile, and which combinations are new or were already there.

    `tops` are the top cards before the card is played. `baseline_tops` are those at the start of the turn, or None
    if the table does not compare with them.

    Rule: hawaiki/lay, hawaiki/new, hawaiki/new-since, hawaiki/again
    """
    placed = turn.place(tops, pile, card, baseline_tops)
    because = list(turn.why_placed(placed, tops, pile, card))
    if not placed.legal:
        return {"legal": False, "because": because}
    return {
        "legal": True,
        "new": list(placed.new),
        "already_there": list(placed.already_there),
        "replay": placed.replay,
        "because": because,
    }


FORMULA_NAMES = {turn.THANKS: Text("Thanks"), turn.THANKS_A_LOT: Text("Thanks a lot")}

FORBIDDEN = {
    "once_per_round": Text("It has already been used this round. It can be used only once."),
    "no_token": Text("There is no token to pay with."),
    "single_card": Text("Not with only one card in hand."),
}


@ruling(
    Text("Who named it first?"),
    example='{"new": ["run"], "announced": true, "contested": false}',
    rule="name-it",
)
def announce(
    new: Annotated[Sequence[str], ManyBlank(Text("New combination"), of=ChoiceBlank(items=COMBINATION_CHOICES))],
    announced: Annotated[bool, TickBlank(Text("The player named it"))],
    contested: Annotated[bool, TickBlank(Text("An opponent named it first").by("contested"))],
) -> Answer:
    """Answer what happens after a card made the combinations in `new`.

    `announced` is set if the player was the first to name one, `contested` if an opponent was. If neither is set,
    nobody named any. Raise Malformed if both are set.

    Rule: hawaiki/name-it, hawaiki/again, hawaiki/contested, hawaiki/unnoticed, hawaiki/false-call
    """
    if announced and contested:
        raise Malformed("contested", Text("Either the player or an opponent named it first, not both."))
    announcement = turn.announce(new, announced, contested)
    return {**announcement._asdict(), "because": [_why_announced(bool(new), announced, contested)]}


NOTHING_NEW = Text("There is nothing new there, so nothing happens.")


def _why_announced(new: bool, announced: bool, contested: bool) -> Text:
    if not new and (announced or contested):
        return NOTHING_NEW.by("false-call")
    if not new:
        return NOTHING_NEW.by("new")
    if contested:
        return Text("An opponent named it first: no effect, no extra turn, and the player draws 1.").by("contested")
    if announced:
        return Text("Named in time: it takes effect, and the player has another turn.").by("again")
    return Text("Nobody named it, so nothing happens.").by("unnoticed")


@ruling(
    Text("How many does each player draw?"),
    example='{"combo": "run", "players": ["A", "B", "C", "D"], "active": "A", "targets": ["C"], '
    '"said": {"C": "thanks"}}',
    rule="thanks",
    known=_known_drawers,
)
def draws(
    combo: Annotated[str, ChoiceBlank(Text("Combination"), COMBINATION_CHOICES)],
    players: Annotated[Sequence[str], PlayersBlank(Text("Players in turn"), *PLAYERS)],
    active: Annotated[str, PlayerBlank(Text("Who played the card"))],
    targets: Annotated[Sequence[str], ManyBlank(Text("Who was chosen to draw"), of=PlayerBlank(loose=True))],
    said: Annotated[
        Mapping[str, str],
        EachBlank(
            Text("What they said"), of=ChoiceBlank(items=tuple(FORMULA_NAMES.items())), by="players", partial=True
        ),
    ],
) -> Answer:
    """Answer how many cards each player draws for a combination, with one more for forgotten thanks.

    `active` is the player of the card, and `targets` are the players chosen to draw. `said` maps players to the formula
    of thanks that they said. If the choice is against the rules, answer why.

    Rule: hawaiki/pair, hawaiki/run, hawaiki/flush, hawaiki/three, hawaiki/thanks
    """
    error = turn.wrong_targets(combo, players, active, targets)
    if error:
        return {"error": error, "because": list(_why_wrong(error, combo, players, targets))}
    due = turn.dues(combo, players, active, targets)
    drawn = turn.draws(combo, players, active, targets, said)
    because = [_why_drawn(combo, name, due[name], drawn[name]) for name in drawn]
    return {"draws": drawn, "because": because or [Text("Nobody draws.").by("pair")]}


def _why_wrong(error: str, combination: str, players: Sequence[str], targets: Sequence[str]) -> Iterator[Text]:
    """Yield sentences that say what is wrong with the choice of who draws, and who draws for the combination."""
    if error == "cannot_target_self":
        yield Text("You cannot choose yourself.").by("not-oneself")
        return
    strange = tuple([target for target in dict.fromkeys(targets) if target not in players])
    if strange:
        yield Plural("%(who)s is not playing.", "%(who)s are not playing.", len(strange), who=strange)
    yield WORDS[combination].draws


def _why_drawn(combination: str, who: str, due: int, drawn: int) -> Text:
    if drawn == due:
        return Plural("%(who)s draws %(count)s card.", "%(who)s draws %(count)s cards.", due, who=who).by(combination)
    missed = Text("thanks a lot") if due > 1 else Text("thanks")
    return Text("%(who)s did not say %(missed)s, so draws %(drawn)s.", who=who, missed=missed, drawn=drawn).by("thanks")


@ruling(
    Text("How much does each player pay?"),
    example='{"tokens": {"A": 10, "B": 10, "C": 10}, "hands": {"A": 0, "B": 3, "C": 5}, "finisher": "A"}',
    facts=(("tokens", Text("Tokens afterwards")),),
    rule="pay",
    known=_known_tokens,
)
def settle(
    tokens: Annotated[
        Mapping[str, int], EachBlank(Text("Tokens before paying"), of=NumberBlank(most=MOST_EACH), by="players")
    ],
    hands: Annotated[
        Mapping[str, int], EachBlank(Text("Cards left in hand"), of=NumberBlank(most=MOST_EACH), by="players")
    ],
    finisher: Annotated[str, PlayerBlank(Text("Who went out"))],
) -> Answer:
    """Answer how many tokens each player has after paying one for each card left, and whether the game is over.

    The answer names the winners if the game is over, and otherwise the player who starts the next round. `hands` maps
    each player to the cards left. It is not checked: even the player who went out (`finisher`) pays for any cards.

    Raise Missing if a player is in only one of `tokens` and `hands`.

    Rule: hawaiki/pay, hawaiki/no-debt, hawaiki/over, hawaiki/winner, hawaiki/next-starter
    """
    for key, these, others in (("hands", hands, tokens), ("tokens", tokens, hands)):
        for name in others:
            if name not in these:
                raise Missing(f"{key}.{name}")
    returned = {name: turn.pays(held, hands[name]) for name, held in tokens.items()}
    after = {name: held - returned[name] for name, held in tokens.items()}
    over = not all(after.values())
    winners = turn.richest(after) if over else ()
    payments = [_why_paid(name, hands[name], tokens[name]) for name in tokens if hands[name]]
    because = [
        *(describe_ending({name: name for name in after}, after) if over else [starts_next(finisher)]),
        *payments,
    ]
    return {
        "tokens": after,
        "returned": returned,
        "game_over": over,
        "winners": list(winners),
        "next_starter": None if over else finisher,
        "because": because,
    }


def _why_paid(who: str, cards: int, held: int) -> Text:
    short = Plural("%(count)s card", "%(count)s cards", cards) if cards > held else None
    return describe_payment(who, turn.pays(held, cards), held - turn.pays(held, cards), short)


@ruling(
    Text("How many cards are in the draw pile?"),
    example='{"n": 2, "tokens": 10}',
    rule="deal",
    known=lambda at: {"tokens": tokens_each(at.setup)},
)
def setup(
    n: Annotated[int, PlayersBlank(Text("Players"), *PLAYERS, counted=True)],
    tokens: Annotated[int, NumberBlank(Text("Tokens each"), least=1, most=MOST_EACH)],
) -> Answer:
    """Answer how many cards the draw pile has after the deal for `n` players, or that there are too few tokens.

    `tokens` is the number that each player would start with.

    Rule: hawaiki/deal, hawaiki/tokens
    """
    if not turn.enough_tokens(n, tokens):
        text = Text("%(needed)s tokens are needed, but there are only %(tokens)s.", needed=n * tokens, tokens=TOKENS)
        return {"error": "not_enough_tokens", "because": [text.by("tokens")]}
    left = turn.draw_pile(n)
    text = Text("6 cards each and 3 face up leaves %(left)s to draw.", left=left).by("deal")
    return {"draw_pile": left, "tokens_each": tokens, "because": [text]}


@ruling(
    Text("Can a token be paid?"),
    example='{"variant": "sacrifice", "hand": 3, "tokens": 5, "used_this_round": false}',
    facts=(("tokens", Text("Tokens afterwards")),),
    rule="sacrifice",
    known=_known_variant,
)
def variant(
    variant: Annotated[str, ChoiceBlank(Text("Which one"), tuple(VARIANT_NAMES.items()))],
    hand: Annotated[int, NumberBlank(Text("Cards in hand"), least=1, most=12)],
    tokens: Annotated[int, NumberBlank(Text("Tokens"))],
    used_this_round: Annotated[bool, TickBlank(Text("Already used this round"))],
) -> Answer:
    """Answer whether a player with this many cards and tokens can pay a token for Sacrifice or Second chance.

    Rule: hawaiki/sacrifice, hawaiki/second-chance, hawaiki/last-token-spent
    """
    rule, reason = VARIANT_RULES[variant], turn.forbidden(hand, tokens, used_this_round)
    if reason:
        return {"allowed": False, "reason": reason, "because": [FORBIDDEN[reason].by(rule)]}
    because = [Text("Once per round, for a token.").by(rule)]
    if tokens == 1:
        because.append(Text("It is the last one: the game ends after this round.").by("last-token-spent"))
    return {"allowed": True, "tokens": tokens - 1, "because": because}


@ruling(
    Text("Nothing left to draw?"),
    example='{"draw": 7, "piles": [5, 3, 1]}',
    facts=(("draw", Text("Cards in the draw pile")), ("piles", Text("Cards in the three piles"))),
    rule="reshuffle",
    known=_known_piles,
)
def reshuffle(
    draw: Annotated[int, NumberBlank(Text("Cards in the draw pile"), most=55)],
    piles: Annotated[
        Sequence[int],
        EachBlank(
            Text("Cards in the three piles"), of=NumberBlank(most=70, bounds="both"), by=PILE_CHOICES, listed=True
        ),
    ],
) -> Answer:
    """Answer how many cards the draw pile and each pile have after a reshuffle.

    Nothing is shuffled unless the draw pile is empty.

    Rule: hawaiki/reshuffle
    """
    left, heights = turn.reshuffle(draw, piles)
    if draw:
        text = Text("There are cards to draw: nothing is shuffled.").by("reshuffle")
    elif left:
        text = Text("The top cards stay; the others are shuffled into a new draw pile.").by("reshuffle")
    else:
        text = Text("There is nothing under the top cards: nobody draws.").by("reshuffle")
    return {"draw": left, "piles": list(heights), "because": [text]}


RULINGS = by_kind(place, announce, draws, settle, setup, variant, reshuffle)
"""Every kind of question."""
