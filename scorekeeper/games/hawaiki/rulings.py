"""Questions to the referee of Hawaiki: how an input is read, what is answered and why, and the list of them."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.games.errors import Malformed
from scorekeeper.games.hawaiki import turn
from scorekeeper.games.hawaiki.cards import CARDS, Card
from scorekeeper.games.hawaiki.options import VARIANT_NAMES, VARIANT_RULES
from scorekeeper.games.hawaiki.scoring import ending
from scorekeeper.games.hawaiki.turn import MOST_EACH, PILES, PLAYERS, TOKENS, VARIANTS, WORDS, place, why_placed
from scorekeeper.games.question import Answer, Blank, Question, Ruling, names, need, several, tick, whole, word
from scorekeeper.language.text import Plural, Text

# How an input is read


def card(value: object, key: str) -> Card:
    """A card, written "c3-5". Raises Malformed. Ours: how a question is spelled."""
    found = CARDS.get(value) if isinstance(value, str) else None
    if found is None:
        raise Malformed(key, Text("Write a card as colour and value, such as c3-5."))
    return found


def tops(value: object, key: str) -> tuple[Card, ...]:
    """The cards on top of the three piles. Raises Malformed. Ours: how a question is spelled."""
    found = tuple([card(part, key) for part in several(value, key)])
    if len(found) != PILES:
        raise Malformed(key, Text("Name the top cards of the three piles."))
    return found


def by_name(value: object, key: str) -> Mapping[str, object]:
    """What stands under each player's name. Raises Malformed. Ours: how a question is spelled."""
    if not isinstance(value, dict):
        raise Malformed(key, Text("Write a list with the players' names."))
    return value


def numbers(value: object, key: str) -> dict[str, int]:
    """A number for each player, none of them below 0. Raises Malformed, also where nobody is named.

    Ours: how a question is spelled.
    """
    found = {name: whole(number, f"{key}.{name}") for name, number in by_name(value, key).items()}
    if not found:
        raise Malformed(key, Text("Name the players."))
    return found


# The answers


def placing(question: Question) -> Answer:
    """Say whether a card may lie on a pile, which combination it makes, and which ones stood already.

    Source: rulebook 002, how to play and the four combinations.
    """
    before = tops(need(question, "tops"), "tops")
    pile = whole(need(question, "pile"), "pile", 0, PILES - 1)
    played = card(need(question, "card"), "card")
    key = "baseline_tops"
    baseline = tops(question[key], key) if key in question else None
    found = place(before, pile, played, baseline)
    because = list(why_placed(found, before, pile, played))
    if not found.legal:
        return {"legal": False, "because": because}
    return {
        "legal": True,
        "new": list(found.new),
        "already_there": list(found.already_there),
        "replay": found.replay,
        "because": because,
    }


FORMULA_NAMES = {turn.THANKS: Text("Thanks"), turn.THANKS_A_LOT: Text("Thanks a lot")}

FORBIDDEN = {
    "once_per_round": Text("It has been used in this round: once is all."),
    "no_token": Text("There is no token to pay with."),
    "single_card": Text("Not with a single card in hand."),
}


def announce(question: Question) -> Answer:
    """Say what a combination is worth that was named, or named by an opponent first, or that nobody noticed.

    Source: rulebook 002, announcing; where it is silent: rules.md H7 to H9 and H16.
    """
    new = [word(one, "new", turn.COMBINATIONS) for one in several(need(question, "new"), "new")]
    announced = tick(need(question, "announced"), "announced")
    contested = tick(need(question, "contested"), "contested")
    if announced and contested:
        raise Malformed("contested", Text("Only one can have named it first: the player or an opponent."))
    found = turn.announce(new, announced, contested)
    return {**found._asdict(), "because": [_why_announced(bool(new), announced, contested)]}


NOTHING_NEW = Text("Nothing new lies there, so nothing happens.")


def _why_announced(new: bool, announced: bool, contested: bool) -> Text:
    if not new and (announced or contested):
        return NOTHING_NEW.by("false-call")
    if not new:
        return NOTHING_NEW.by("new")
    if contested:
        return Text("An opponent named it first: no effect, no further turn, and the player draws 1.").by("contested")
    if announced:
        return Text("Named in time: it has its effect, and the player has another turn.").by("again")
    return Text("Nobody named it, so nothing happens.").by("unnoticed")


def draws(question: Question) -> Answer:
    """Say how many cards each player draws for a combination, forgotten thanks included.

    Source: rulebook 002, the four combinations and thanks.
    """
    combination = word(need(question, "combo"), "combo", turn.COMBINATIONS)
    players = names(need(question, "players"), "players")
    active = word(need(question, "active"), "active", players)
    targets = [word(target, "targets") for target in several(need(question, "targets"), "targets")]
    said = {
        word(name, "said", players): word(formula, f"said.{name}", turn.FORMULAS)
        for name, formula in by_name(need(question, "said"), "said").items()
    }
    error = turn.wrong_targets(combination, players, active, targets)
    if error:
        return {"error": error, "because": list(_why_wrong(error, combination, players, targets))}
    due = turn.dues(combination, players, active, targets)
    drawn = turn.draws(combination, players, active, targets, said)
    because = [_why_drawn(combination, name, due[name], drawn[name]) for name in drawn]
    return {"draws": drawn, "because": because or [Text("Nobody draws.").by("pair")]}


def _why_wrong(error: str, combination: str, players: Sequence[str], targets: Sequence[str]) -> Iterator[Text]:
    """Say who was chosen that cannot be, and how many the combination chooses."""
    if error == "cannot_target_self":
        yield Text("Nobody chooses himself or herself.").by("not-oneself")
        return
    strange = tuple([target for target in dict.fromkeys(targets) if target not in players])
    if strange:
        yield Plural("%(who)s does not play.", "%(who)s do not play.", len(strange), who=strange)
    yield WORDS[combination].draws


def _why_drawn(combination: str, who: str, due: int, drawn: int) -> Text:
    if drawn == due:
        return Plural("%(who)s draws %(count)s card.", "%(who)s draws %(count)s cards.", due, who=who).by(combination)
    missed = Text("thanks a lot") if due > 1 else Text("thanks")
    return Text("%(who)s did not say %(missed)s, so draws %(drawn)s.", who=who, missed=missed, drawn=drawn).by("thanks")


def settle(question: Question) -> Answer:
    """Pay a round: one token for each card left, as far as the tokens last; say whether the game is over and who wins.

    Hands that cannot be are paid as well, that of the finisher too.
    Source: rulebook 002, end of a round and end of the game; no debt: rules.md H2.
    """
    tokens = numbers(need(question, "tokens"), "tokens")
    hands = numbers(need(question, "hands"), "hands")
    for key, these, others in (("hands", hands, tokens), ("tokens", tokens, hands)):
        for name in others:
            if name not in these:
                raise Malformed(f"{key}.{name}", Text("This is missing."))
    finisher = word(need(question, "finisher"), "finisher", tokens)
    returned = {name: turn.pays(held, hands[name]) for name, held in tokens.items()}
    after = {name: held - returned[name] for name, held in tokens.items()}
    over = turn.is_over(after)
    winners = turn.richest(after) if over else ()
    paid = [_why_paid(name, hands[name], tokens[name]) for name in tokens if hands[name]]
    next_up = Text("%(who)s went out and starts the next round.", who=finisher).by("next-starter")
    because = [*(ending({name: name for name in after}, after) if over else [next_up]), *paid]
    return {
        "tokens": after,
        "returned": returned,
        "game_over": over,
        "winners": list(winners),
        "next_starter": None if over else finisher,
        "because": because,
    }


def _why_paid(who: str, cards: int, held: int) -> Text:
    paid = turn.pays(held, cards)
    if paid < cards:
        return Text(
            "%(who)s pays %(paid)s for %(cards)s cards: no more are there.", who=who, paid=paid, cards=cards
        ).by("no-debt")
    return Text("%(who)s pays %(paid)s, has %(left)s left.", who=who, paid=paid, left=held - paid).by("pay")


def setup(question: Question) -> Answer:
    """Say how many cards are left to draw from, and whether there are enough tokens.

    Source: rulebook 002, contents and setup.
    """
    players = whole(need(question, "n"), "n", *PLAYERS)
    each = whole(need(question, "tokens"), "tokens", 1)
    if not turn.enough_tokens(players, each):
        text = Text("%(needed)s tokens are needed, %(tokens)s are there.", needed=players * each, tokens=TOKENS).by(
            "tokens"
        )
        return {"error": "not_enough_tokens", "because": [text]}
    left = turn.draw_pile(players)
    text = Text("6 cards each and 3 open: %(left)s are left to draw.", left=left).by("deal")
    return {"draw_pile": left, "tokens_each": each, "because": [text]}


def variant(question: Question) -> Answer:
    """Say whether a token may be given for Sacrifice or Second chance. Source: rulebook 002, variants."""
    rule = VARIANT_RULES[word(need(question, "variant"), "variant", VARIANTS)]
    hand = whole(need(question, "hand"), "hand", 1)
    tokens = whole(need(question, "tokens"), "tokens")
    reason = turn.forbidden(hand, tokens, tick(need(question, "used_this_round"), "used_this_round"))
    if reason:
        return {"allowed": False, "reason": reason, "because": [FORBIDDEN[reason].by(rule)]}
    because = [Text("Once a round, for a token.").by(rule)]
    if tokens == 1:
        because.append(Text("It is the last one: the game ends after this round.").by("last-token-spent"))
    return {"allowed": True, "tokens": tokens - 1, "because": because}


def reshuffle(question: Question) -> Answer:
    """Say what becomes of the piles where nothing is left to draw. Source: rules.md H6."""
    draw = whole(need(question, "draw"), "draw")
    piles = [whole(height, "piles") for height in several(need(question, "piles"), "piles")]
    if len(piles) != turn.PILES:
        raise Malformed("piles", Text("Write the heights of the three piles."))
    left, heights = turn.reshuffled(draw, piles)
    if draw:
        text = Text("There are cards to draw: nothing is shuffled.").by("reshuffle")
    elif left:
        text = Text("The top cards stay, the others are shuffled and drawn from.").by("reshuffle")
    else:
        text = Text("There is nothing under the top cards: nobody draws.").by("reshuffle")
    return {"draw": left, "piles": list(heights), "because": [text]}


COMBINATION_CHOICES = tuple([(key, words.name) for key, words in WORDS.items()])

PILE_CHOICES = (("0", Text("First pile")), ("1", Text("Second pile")), ("2", Text("Third pile")))

SEATS = Blank("players", Text("Players in turn"), "names", least=PLAYERS[0], most=PLAYERS[1])

RULINGS = {
    ruling.kind: ruling
    for ruling in (
        Ruling(
            "place",
            Text("Was that combination new?"),
            (
                Blank("tops", Text("The three top cards"), "cards", least=PILES, most=PILES),
                Blank("pile", Text("Which pile is covered"), "number", most=PILES - 1, items=PILE_CHOICES),
                Blank("card", Text("The card laid"), "card"),
                Blank(
                    "baseline_tops",
                    Text("The top cards at the start of the turn, if they count too"),
                    "cards",
                    least=PILES,
                    most=PILES,
                    needed=False,
                ),
            ),
            placing,
            facts=(("replay", Text("Another turn, if it is named")),),
            rule="lay",
        ),
        Ruling(
            "announce",
            Text("Who named it first?"),
            (
                Blank("new", Text("New combination"), "several", items=COMBINATION_CHOICES),
                Blank("announced", Text("The player named it"), "tick"),
                Blank("contested", Text("An opponent named it first").by("contested"), "tick"),
            ),
            announce,
            rule="name-it",
        ),
        Ruling(
            "draws",
            Text("Who draws how many?"),
            (
                Blank("combo", Text("Combination"), "choice", items=COMBINATION_CHOICES),
                SEATS,
                Blank("active", Text("Who laid the card"), "seat"),
                Blank("targets", Text("Who was chosen to draw"), "people"),
                Blank("said", Text("What they said"), "said", items=tuple(FORMULA_NAMES.items())),
            ),
            draws,
            rule="thanks",
        ),
        Ruling(
            "settle",
            Text("Who pays what?"),
            (
                Blank("tokens", Text("Tokens before paying"), "each", least=0, most=MOST_EACH),
                Blank("hands", Text("Cards left in hand"), "each", least=0, most=MOST_EACH),
                Blank("finisher", Text("Who went out"), "seat"),
            ),
            settle,
            facts=(("tokens", Text("Tokens afterwards")),),
            rule="pay",
        ),
        Ruling(
            "setup",
            Text("How large is the draw pile?"),
            (
                Blank("n", Text("Players"), "players", least=PLAYERS[0], most=PLAYERS[1]),
                Blank("tokens", Text("Tokens each"), "number", least=1, most=MOST_EACH),
            ),
            setup,
            rule="deal",
        ),
        Ruling(
            "variant",
            Text("May a token be paid?"),
            (
                Blank("variant", Text("Which of them"), "choice", items=tuple(VARIANT_NAMES.items())),
                Blank("hand", Text("Cards in hand"), "number", least=1, most=12),
                Blank("tokens", Text("Tokens"), "number", least=0, most=10),
                Blank("used_this_round", Text("Used in this round before"), "tick"),
            ),
            variant,
            facts=(("tokens", Text("Tokens afterwards")),),
            rule="sacrifice",
        ),
        Ruling(
            "reshuffle",
            Text("Nothing left to draw?"),
            (
                Blank("draw", Text("Cards in the draw pile"), "number", least=0, most=55),
                Blank(
                    "piles",
                    Text("Cards in the three piles"),
                    "row",
                    least=0,
                    most=70,
                    items=PILE_CHOICES,
                ),
            ),
            reshuffle,
            facts=(("draw", Text("Cards in the draw pile")), ("piles", Text("Cards in the three piles"))),
            rule="reshuffle",
        ),
    )
}
"""Every kind of question, by its key."""
