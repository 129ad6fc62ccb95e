"""What the referee of Hawaiki says and shows: what may be told, what lies open, what a move would do or did."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from scorekeeper.games.board import Holding, OpenCard, Part, Stock, Top, Tops
from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.hawaiki.cards import CARDS, SLOTS, Card, card_name, deck
from scorekeeper.games.hawaiki.options import (
    ONE_HIDDEN,
    VARIANT_NAMES,
    agreed,
    false_call_costs,
    late_is_lost,
    plays,
    tokens_each,
)
from scorekeeper.games.hawaiki.referee import (
    AGAIN,
    BURY,
    CALLED,
    DRAW,
    FORGOT,
    GIVE,
    LATE,
    LAY,
    MISCALL,
    NO_MOVE,
    SAID,
    SILENT,
    TOP,
    Laying,
    Round,
    apply,
    card_of,
    check,
    laying,
    marks,
    nothing_left,
    nothing_new,
    pile_of,
    refusal,
)
from scorekeeper.games.hawaiki.scoring import Reading, joined, read_round, settlement
from scorekeeper.games.hawaiki.turn import (
    FLUSH,
    PAIR,
    PILES,
    RUN,
    SACRIFICE,
    SECOND_CHANCE,
    THREE,
    TopCards,
    after,
    fits,
    showing,
    values,
)
from scorekeeper.games.pad import Seat, Suit
from scorekeeper.games.referee import Action, Board, Entry, Group, Pick, Reply
from scorekeeper.language.text import Literal, Plural, Text

# What may be told


NOTES = {PAIR: Text("pair"), RUN: Text("run"), FLUSH: Text("flush"), THREE: Text("3 of a kind")}

OPENING = (Text("The first open card"), Text("The second open card"), Text("The third open card"))


def entries(now: Round) -> tuple[Entry, ...]:
    """What may be told now: the open cards, who draws, or a turn and what can be said of the last one.

    Source: rulebook 002, how to play.
    """
    if now.stop:
        return ()
    if now.opening:
        return (Entry("top", OPENING[len(now.piles)], "deck", _deck(now)),)
    if now.owes:
        return (_giving(now),)
    return (*(() if now.over else _turn(now)), *_afterwards(now))


def suits(now: Round) -> dict[str, Suit]:
    """How each colour is drawn at this table. Source: rules.md 3.1, the rulebook names no colours."""
    return {row.key: row.suit for row in deck(now.setup) if row.suit}


def _pick(now: Round, action: Action, label: Text, note: Text | None = None, card: OpenCard | None = None) -> Pick:
    """A move to tap; what forbids it is what would refuse it."""
    return Pick(action, label, refusal(now, action), note, card)


def _deck(now: Round) -> tuple[Group, ...]:
    """Every card, to be turned up."""
    drawn = suits(now)
    return tuple(
        [
            Group(
                slot,
                now.called[slot],
                tuple(
                    [
                        _pick(now, Action(now.round, TOP, None, (key,)), Literal(str(card.value)))
                        for key, card in CARDS.items()
                        if card.colour == slot
                    ]
                ),
                drawn[slot],
            )
            for slot in SLOTS
        ]
    )


def _giving(now: Round) -> Entry:
    """Who draws for the run or the flush."""
    left = [(str(seat), now.name(seat), in_hand(now.hands[seat])) for seat in now.others]
    if now.owes == RUN:
        return _words(
            "give",
            asking(now),
            now.turn,
            *[_gives(now, (word,), Literal(name), cards) for word, name, cards in left],
        )
    one = [_gives(now, (word,), Text("%(who)s draws 2", who=name), cards) for word, name, cards in left]
    two = [
        _gives(now, (first, second), Text("%(who)s draw 1 each", who=(name, other)))
        for (first, name, _), (second, other, _) in combinations(left, 2)
    ]
    groups = (Group("one", Text("Draws 2"), tuple(one)), Group("two", Text("Draw 1 each"), tuple(two)))
    return Entry("give", asking(now), "words", groups, seat=now.turn)


def asking(now: Round) -> Text:
    """The question who draws. Source: rulebook 002, the four combinations."""
    return Text("Who draws 1?") if now.owes == RUN else Text("Who draws 2, or which two draw 1 each?")


def _gives(now: Round, chosen: tuple[str, ...], label: Text, note: Text | None = None) -> Pick:
    return _pick(now, Action(now.round, GIVE, now.turn, chosen), label, note)


def in_hand(cards: int) -> Text:
    """How many cards somebody has. Ours: how a count is said."""
    return Plural("%(count)s card", "%(count)s cards", cards)


def _turn(now: Round) -> Iterator[Entry]:
    """A card on a pile, a card drawn, a token for Sacrifice."""
    hint = None
    if plays(now.setup, ONE_HIDDEN):
        hint = Text("One card stays hidden. Once it is laid, another may be hidden.")
    drawn = suits(now)
    piles = tuple([_pile(now, pile, drawn) for pile in range(PILES)])
    title = Text("Which card does %(who)s lay?", who=now.name(now.turn))
    yield Entry("lay", title, "piles", piles, preview=True, seat=now.turn, hint=hint)
    who = now.name(now.turn)
    label = Text("%(who)s passes", who=who) if nothing_left(now) else Text("%(who)s draws 1", who=who)
    yield _words("draw", Text("No card laid"), now.turn, _pick(now, Action(now.round, DRAW, now.turn), label))
    if plays(now.setup, SACRIFICE) and not now.used(now.turn, SACRIFICE):
        picks = [
            _pick(now, Action(now.round, BURY, now.turn, (str(pile),)), card_name(top, now.called))
            for pile, top in enumerate(now.tops)
            if top
        ]
        yield _words("sacrifice", VARIANT_NAMES[SACRIFICE], now.turn, *picks, preview=True)


def _words(key: str, title: Text, seat: Seat | None, *picks: Pick, preview: bool = False) -> Entry:
    return Entry(key, title, "words", (Group(key, title, picks),), preview=preview, seat=seat)


def _pile(now: Round, pile: int, drawn: dict[str, Suit]) -> Group:
    """The cards that fit on a pile; a pile without any takes every card."""
    top = now.tops[pile]
    label = Text("empty pile") if top is None else Text("on %(card)s", card=card_name(top, now.called))
    fitting = [(key, card) for key, card in CARDS.items() if fits(card, top)]
    return Group(str(pile), label, tuple([_laying(now, pile, key, card, drawn) for key, card in fitting]))


def _laying(now: Round, pile: int, key: str, card: Card, drawn: dict[str, Suit]) -> Pick:
    """A card on a pile, as it usually goes: what it makes is named."""
    new = now.placing(pile, card).new
    how = (SAID, *new[:1]) if len(new) > 1 else (SAID,) if new else ()
    name = card_name(card, now.called)
    return _pick(
        now,
        Action(now.round, LAY, now.turn, (str(pile), key, *how)),
        name,
        NOTES[new[0]] if new else None,
        OpenCard(drawn[card.colour], str(card.value), name),
    )


def _afterwards(now: Round) -> Iterator[Entry]:
    """What can still be said of the last move: another turn bought, thanks forgotten, something named wrongly."""
    if now.resumes and plays(now.setup, SECOND_CHANCE) and not now.used(now.resumes[0], SECOND_CHANCE):
        seat, _ = now.resumes
        label = Text("%(who)s plays again", who=now.name(seat))
        pick = _pick(now, Action(now.round, AGAIN, seat), label)
        yield _words("second", VARIANT_NAMES[SECOND_CHANCE], seat, pick, preview=True)
    if now.thanks:
        picks = [_forgetful(now, seat, due) for seat, due in now.thanks.items()]
        title = Text("Forgot to say thanks a lot") if max(now.thanks.values()) > 1 else Text("Forgot to say thanks")
        yield _words("forgot", title, None, *picks)
    if now.callers and false_call_costs(now.setup):
        picks = [_pick(now, Action(now.round, MISCALL, seat), Literal(now.name(seat))) for seat in now.callers]
        yield _words("miscall", Text("Named what is not there"), None, *picks)


def _forgetful(now: Round, seat: Seat, due: int) -> Pick:
    label = Text("%(who)s draws %(count)s", who=now.name(seat), count=due + 1)
    return _pick(now, Action(now.round, FORGOT, seat), label)


# What lies open


def view(now: Round) -> Board:
    """What everybody sees: the tops, tokens and hands, what came of the last move, and what to mind.

    Ours: everybody sees what lies open.
    """
    seen = Board(title(now), about(now), parts(now, tops(now)), tuple(_says(now)), tuple(_follows(now)))
    return replace(seen, heading=headed(now.owes, now, now.tops), new=True) if now.owes else seen


def title(now: Round) -> Text:
    """Whose turn it is. Ours: what stands above the board."""
    if now.stop:
        return Text("The game is over")
    if now.opening:
        return Text("%(who)s starts", who=now.name(now.turn))
    if now.over and now.out is not None:
        return Text("%(who)s went out", who=now.name(now.out))
    return Text("%(who)s plays", who=now.name(now.turn))


def about(now: Round) -> Text:
    """How many cards there are to draw from. Ours: how many cards are left is open to see."""
    return Text("pile %(count)s", count=now.draw)


def parts(now: Round, lying: Tops) -> tuple[Part, ...]:
    """The piles, and everybody's tokens and cards; once the round is over, the tokens that are left.

    Ours: everybody sees what lies open.
    """
    tokens = _reading(now).tokens if now.over else {seat: now.held(seat) for seat in now.seats}
    return lying, Stock(tuple([_holding(now, seat, tokens[seat]) for seat in now.seats]))


def _holding(now: Round, seat: Seat, tokens: int) -> Holding:
    cards = now.hands[seat]
    note = Text("last card") if cards == 1 and not now.over else None
    return Holding(now.name(seat), cards, tokens, tokens_each(now.setup), seat == now.turn and not now.over, note)


def _reading(now: Round) -> Reading:
    return read_round(now.setup, marks(now), now.round, now.tokens)


def tops(now: Round) -> Tops:
    """What lies on the piles; a pile that is not begun is empty. Ours: everybody sees what lies open."""
    lying = [Top(open_card(now, pile[-1]) if pile else None, len(pile)) for pile in now.piles]
    return Tops((*lying, *[Top(None, 0)] * (PILES - len(lying))))


def open_card(now: Round, card: Card, played: bool = False) -> OpenCard:
    """A card as everybody sees it. Ours: how a card is shown."""
    return OpenCard(suits(now)[card.colour], str(card.value), card_name(card, now.called), "played" if played else "")


def _says(now: Round) -> Iterator[Text]:
    """What came of the last move; who starts, and what the open cards are worth."""
    if now.stop:
        yield now.stop
    elif now.opening:
        yield Text("Turn three cards up.")
    elif now.over:
        yield settlement(_reading(now)) or Text("The round is over.")
    elif now.last and now.owes:
        if now.owes == RUN:
            yield from another_run(now.last[0])
        yield asking(now)
    elif now.last and now.last[1].kind != TOP:
        yield narrate(*now.last)
        if now.again:
            yield Text("%(who)s plays again.", who=now.name(now.turn))
        yield from _standing(now)
    else:
        yield Text("%(who)s starts.", who=now.name(now.turn))
        yield from _standing(now)


def headed(kind: str, now: Round, lying: Sequence[Card | None]) -> Text:
    """A combination as a heading: Run 4-2-3. Ours: how a combination is said."""
    first = next(top for top in lying if top)
    match kind:
        case "run":
            return Text("Run %(values)s", values=values(lying))
        case "flush":
            return Text("Flush of %(colour)s", colour=now.called[first.colour])
        case "three":
            return Text("Three of %(value)s", value=first.value)
    return Text("Pair")


def another_run(before: Round) -> Iterator[Text]:
    """Say which run lay there before a card, where that one makes another.

    Source: rulebook 002, what follows the combinations, 1-2-3 then 4-2-3.
    """
    if RUN in showing(before.tops):
        yield Text("It was %(before)s before, so this counts.", before=values(before.tops))


def _standing(now: Round) -> Iterator[Text]:
    """Say which combinations lie there, for only another one counts."""
    for kind in showing(now.tops):
        yield Text("%(what)s lies there already, so it counts no more.", what=headed(kind, now, now.tops))


def _follows(now: Round) -> Iterator[Text]:
    """What to mind: a draw pile that is used up."""
    if now.stop or now.opening or now.over or now.owes:
        return
    if not now.draw and nothing_left(now):
        yield Text("Nothing is left to draw.")
    elif not now.draw:
        yield Text("The draw pile is empty. Before the next draw all but the tops are shuffled.")


# What a move would do


SAYS = {PAIR: Text("Said pair"), RUN: Text("Said run"), FLUSH: Text("Said flush"), THREE: Text("Said three")}


def preview(now: Round, action: Action) -> Board:
    """What a move would do, and the replies that tell it. Raises Illegal and Malformed as telling it would.

    A card is looked at however it is named: who named it is what the replies say.
    Source: rulebook 002, how to play and the four combinations.
    """
    check(action, now.seats)
    if action.kind == LAY:
        return _laid(now, action)
    then = apply(now, action)
    reply = Reply(Text("Pay 1 token"), action) if action.kind in (BURY, AGAIN) else Reply(Text("Write it down"), action)
    return Board(
        title(now),
        about(now),
        parts(then, tops(then)),
        (narrate(now, action),),
        tuple(_paid(now, action)),
        replies=(reply,),
    )


def _paid(now: Round, action: Action) -> Iterator[Text]:
    """What is left once a token is paid; the last one ends the game. That it does so is our default."""
    if action.kind not in (BURY, AGAIN) or action.seat is None:
        return
    who, left = now.name(action.seat), now.held(action.seat) - 1
    if left:
        yield Plural("%(who)s keeps %(count)s token.", "%(who)s keeps %(count)s tokens.", left, who=who)
    else:
        yield Text("It is %(who)s’s last token. The game ends after this round.", who=who)


def _laid(now: Round, action: Action) -> Board:
    told = laying(action)
    replies = tuple(_replies(now, action, told)) if not now.opening else ()
    usual = replies[0].action if replies else action
    wrong = refusal(now, usual)
    if wrong:
        raise Illegal(wrong)
    placing = now.placing(told.pile, told.card)
    then = apply(now, usual)
    heading = _heading(now, told)
    return Board(
        title(now),
        about(now),
        parts(replace(then, turn=now.turn, out=None), _covering(now, told)),
        tuple(_says_of(now, then, told)),
        tuple(_would_follow(now, then, told)),
        heading,
        bool(placing.new) if heading else None,
        replies,
    )


def _replies(now: Round, action: Action, told: Laying) -> Iterator[Reply]:
    """Who named it first, where the card makes something new; the usual reply comes first."""
    new, where = now.placing(told.pile, told.card).new, action.of[:2]
    if not new:
        label = Text("Lay %(card)s", card=card_name(told.card, now.called))
        yield Reply(label, replace(action, of=where))
        return
    for kind in new:
        yield Reply(SAYS[kind], replace(action, of=(*where, SAID, *((kind,) if len(new) > 1 else ()))))
    if late_is_lost(now.setup):
        yield Reply(Text("Named too late"), replace(action, of=(*where, LATE)))
    yield Reply(Text("Someone called it first"), replace(action, of=(*where, CALLED)))
    yield Reply(Text("Nobody said it"), replace(action, of=(*where, SILENT)))


def _covering(now: Round, told: Laying) -> Tops:
    """The piles with the card upon the one that it is about to cover."""
    lying = list(tops(now).piles)
    under = lying[told.pile]
    card = open_card(now, told.card, played=True)
    lying[told.pile] = under._replace(card=card, height=under.height + 1, covers=under.card)
    return Tops(tuple(lying))


def _heading(now: Round, told: Laying) -> Text | None:
    """What comes about, new or not."""
    placing, lying = now.placing(told.pile, told.card), after(now.tops, told.pile, told.card)
    found = [headed(kind, now, lying) for kind in placing.new or placing.already_there]
    if len(found) > 1:
        return Text("%(what)s", what=tuple(found))
    return found[0] if found else None


def _says_of(now: Round, then: Round, told: Laying) -> Iterator[Text]:
    """Why it counts or not, who draws, and who is next."""
    placing, who = now.placing(told.pile, told.card), now.name(now.turn)
    if not placing.new:
        yield nothing_new(now, told.pile, told.card)
        if then.out is None:
            yield Text("%(who)s is next.", who=now.name(then.turn))
        return
    if len(placing.new) > 1:
        yield Text("One of them is named, and only that counts.")
        return
    if RUN in placing.new:
        yield from another_run(now)
    elif PAIR in placing.new:
        yield Text("%(card)s lies on its twin.", card=card_name(told.card, now.called))
    yield from drawing(now, {seat: then.hands[seat] - now.hands[seat] for seat in now.others})
    if then.owes == RUN:
        yield Text("%(who)s chooses who draws 1.", who=who)
    elif then.owes:
        yield Text("%(who)s chooses one to draw 2, or two to draw 1 each.", who=who)
    if then.again:
        yield Text("%(who)s plays again.", who=who)


def _would_follow(now: Round, then: Round, told: Laying) -> Iterator[Text]:
    """What is at stake with the last card, and the warning before it."""
    who, left = now.name(now.turn), now.hands[now.turn] - 1
    if left == 1:
        yield Text("Then %(who)s has 1 card left.", who=who)
    if left:
        return
    yield Text("Last card: the round ends with it.")
    if not now.placing(told.pile, told.card).new:
        return
    match agreed(now.setup, "last_card_challenge"):
        case "end_and_pay":
            yield Text("If someone calls it first, %(who)s draws 1 and pays for it.", who=who)
        case "play_on":
            yield Text("If someone calls it first, %(who)s draws 1 and plays on.", who=who)


# The journal


def narrate(now: Round, action: Action, sealed: bool = False) -> Text:
    """A move in words, from the round before it, with what it brought about; nothing is secret. Never raises.

    Ours: the journal says what was told.
    """
    try:
        check(action, now.seats)
    except Malformed:
        return NO_MOVE
    said = CLAIMS[action.kind](now, action)
    if refusal(now, action):
        return said
    return joined([said, *_came_of(now, apply(now, action), action)])


def _who(now: Round, action: Action) -> str:
    assert action.seat is not None
    return now.name(action.seat)


def _top(now: Round, action: Action) -> Text:
    card = card_name(card_of(action.of[0]), now.called)
    match len(now.piles):
        case 0:
            return Text("The first pile begins with %(card)s.", card=card)
        case 1:
            return Text("The second pile begins with %(card)s.", card=card)
    return Text("The third pile begins with %(card)s.", card=card)


def _lay(now: Round, action: Action) -> Text:
    """Who laid what on what; and what it makes, if that is new."""
    told, who = laying(action), _who(now, action)
    card = card_name(told.card, now.called)
    if now.opening:
        return Text("%(who)s lays %(card)s.", who=who, card=card)
    top, what = now.tops[told.pile], made(now, told.pile, told.card, told.named)
    if top is None and what is None:
        return Text("%(who)s lays %(card)s on the empty pile.", who=who, card=card)
    if top is None:
        return Text("%(who)s lays %(card)s on the empty pile: %(what)s.", who=who, card=card, what=what)
    covered = card_name(top, now.called)
    if what is None:
        return Text("%(who)s lays %(card)s on %(covered)s.", who=who, card=card, covered=covered)
    return Text("%(who)s lays %(card)s on %(covered)s: %(what)s.", who=who, card=card, covered=covered, what=what)


def made(now: Round, pile: int, card: Card, named: str = "") -> Text | None:
    """The new combination that a card makes, or the one of two that was named: run 4-2-3.

    Ours: how a combination is said.
    """
    new = now.placing(pile, card).new
    if not new:
        return None
    tops = after(now.tops, pile, card)
    if named in new or len(new) == 1:
        return combination(named or new[0], tops, now)
    return Text("%(what)s", what=tuple([combination(kind, tops, now) for kind in new]))


def combination(kind: str, tops: TopCards, now: Round) -> Text:
    """A combination in a few words, after a colon: run 4-2-3. Ours: how a combination is said."""
    first = next(top for top in tops if top)
    match kind:
        case "run":
            return Text("run %(values)s", values=values(tops))
        case "flush":
            return Text("flush of %(colour)s", colour=now.called[first.colour])
        case "three":
            return Text("three of %(value)s", value=first.value)
    return Text("pair")


def _draw(now: Round, action: Action) -> Text:
    who = _who(now, action)
    if nothing_left(now):
        return Text("%(who)s lays no card, and nothing is left to draw.", who=who)
    return Text("%(who)s lays no card and draws 1.", who=who)


def _give(now: Round, action: Action) -> Text:
    chosen = now.names(int(word) for word in action.of)
    return Text("%(who)s chooses %(chosen)s.", who=_who(now, action), chosen=chosen)


def _forgot(now: Round, action: Action) -> Text:
    assert action.seat is not None
    who, due = now.name(action.seat), now.thanks.get(action.seat, 1)
    if due > 1:
        return Text("%(who)s forgot to say thanks a lot.", who=who)
    return Text("%(who)s forgot to say thanks.", who=who)


def _miscall(now: Round, action: Action) -> Text:
    return Text("%(who)s named what is not there.", who=_who(now, action))


def _bury(now: Round, action: Action) -> Text:
    who, pile = _who(now, action), pile_of(action.of[0])
    top = None if now.opening else now.tops[pile]
    if top is None:
        return Text("%(who)s pays a token for Sacrifice.", who=who)
    return Text("%(who)s pays a token: %(card)s goes under the draw pile.", who=who, card=card_name(top, now.called))


def _again(now: Round, action: Action) -> Text:
    return Text("%(who)s pays a token for a second chance.", who=_who(now, action))


CLAIMS: Mapping[str, Callable[[Round, Action], Text]] = {
    TOP: _top,
    LAY: _lay,
    DRAW: _draw,
    GIVE: _give,
    FORGOT: _forgot,
    MISCALL: _miscall,
    BURY: _bury,
    AGAIN: _again,
}


def _came_of(now: Round, then: Round, action: Action) -> Iterator[Text]:
    """What a move brought about: why nothing happened, who drew, that somebody went out."""
    if action.kind == LAY:
        yield from _why_nothing(now, action)
    if action.kind != BURY and any(len(new) < len(old) for old, new in zip(now.piles, then.piles, strict=False)):
        yield Text("The draw pile is empty: all but the tops are shuffled.")
    if action.kind != DRAW:
        laid = now.turn if action.kind == LAY else None
        yield from drawing(now, {seat: then.hands[seat] - now.hands[seat] + (seat == laid) for seat in then.hands})
    if then.out is not None and now.out is None:
        yield Text("%(who)s goes out.", who=now.name(then.out))


def _why_nothing(now: Round, action: Action) -> Iterator[Text]:
    """Why a combination has no effect: named by somebody else, too late, by nobody, or not new."""
    told = laying(action)
    placing = now.placing(told.pile, told.card)
    if not placing.new:
        if placing.already_there:
            yield nothing_new(now, told.pile, told.card)
    elif told.how == CALLED:
        yield Text("Somebody else names it first.")
    elif told.how == LATE:
        yield Text("Named too late: nothing happens.")
    elif told.how == SILENT:
        yield Text("Nobody names it: nothing happens.")


def drawing(now: Round, drew: Mapping[Seat, int]) -> Iterator[Text]:
    """Who draws how many: "Bo and Cleo draw 1 each.", those who draw as many in one sentence.

    Ours: how draws are said.
    """
    for count in sorted(set(drew.values()) - {0}):
        seats = [seat for seat in drew if drew[seat] == count]
        yield Plural(
            "%(who)s draws %(cards)s.", "%(who)s draw %(cards)s each.", len(seats), who=now.names(seats), cards=count
        )
