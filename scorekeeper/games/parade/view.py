"""What the referee of Parade says and shows: what lies open, what a card would do, and each move in a sentence."""

from collections.abc import Iterator

from scorekeeper.games.board import CardLook, OpenCard, Part, Pile, PileRow, Piles, Queue, Turn, Turns
from scorekeeper.games.errors import Illegal
from scorekeeper.games.pad import Seat
from scorekeeper.games.parade.cards import CARDS, SLOTS, Card, Look, looks, suit
from scorekeeper.games.parade.options import kept_in_turn
from scorekeeper.games.parade.referee import KEPT, NO_MOVE, Laid, Procession, played, refusal, unfinished, where
from scorekeeper.games.parade.turn import LINE, Removal
from scorekeeper.games.referee import Action, Board, Entry, Group, Pick, Reply
from scorekeeper.language.text import Literal, Plural, Text

ALMOST = len(SLOTS) - 1

MOST_TO_NAME = 3
"""So many cards that stay are named; more would only be read past."""


# What may be told


def entries(now: Procession) -> tuple[Entry, ...]:
    """What may be told now: the cards of the first line, the next card, or the two cards that somebody keeps.

    Source: rulebook FR 2015, course of the game and scoring.
    """
    if now.over:
        return ()
    if now.laying:
        missing = LINE - len(now.line)
        hint = Plural("%(count)s more card, from the front to the tail.",
                      "%(count)s more cards, from the front to the tail.", missing)  # fmt: skip
        return (Entry("line", Text("The first line"), "deck", _deck(now, "line", None), hint=hint),)
    if not now.keeping:
        title = Text("Which card does %(who)s play?", who=now.name())
        return (Entry("play", title, "cards", _deck(now, "play", now.seat), preview=True, seat=now.seat),)
    return (_not_both(now, now.twice),) if now.twice else tuple(_keepers(now))


def _not_both(now: Procession, card: Card) -> Entry:
    """Who has told a kept card wrongly, where several keep the same."""
    title = Text("Who does not keep %(card)s?", card=now.said(card))
    key = next(key for key, one in CARDS.items() if one == card)
    picks = [Pick(Action(now.round, "back", seat, (key,)), Literal(now.name(seat))) for seat in now.keepers]
    return Entry("back", title, "words", (Group("back", title, tuple(picks)),))


def _keepers(now: Procession) -> Iterator[Entry]:
    secret = not now.shown and not kept_in_turn(now.setup)
    for seat in now.in_order():
        kept = now.kept[now.seats.index(seat)]
        if len(kept) < KEPT and (secret or seat == now.keeps_next()):
            hint = Text("Tap the two you keep.") if not kept else Text("One more.")
            title = Text("%(who)s keeps two cards", who=now.name(seat))
            groups = _deck(now, "keep", seat)
            yield Entry(f"keep-{seat}", title, "deck", groups, secret=secret, seat=seat, hint=hint)


def _kept(now: Procession) -> Iterator[Text]:
    """Who keeps which cards, once all are shown."""
    for place, kept in enumerate(now.kept):
        if kept and now.shown:
            yield Text("%(who)s keeps %(card)s.", who=now.name(now.seats[place]), card=tuple(map(now.said, kept)))


def _deck(now: Procession, kind: str, seat: Seat | None) -> tuple[Group, ...]:
    """Every card of the deck; those that were seen cannot be tapped and say where they lie."""
    groups = []
    for slot, look in looks(now.setup).items():
        picks = [
            Pick(Action(now.round, kind, seat, (key,)), Literal(str(card.value)), where(now, card, seat))
            for key, card in CARDS.items()
            if card.colour == slot
        ]
        groups.append(Group(slot, look.label, tuple(picks), suit(slot, look)))
    return tuple(groups)


# What lies open


def view(now: Procession) -> Board:
    """What everybody sees, and what came of the last turn. Ours: everybody sees what lies open."""
    says: tuple[Text, ...] = ()
    if now.over:
        says = (Text("Everybody has kept two cards."), *_kept(now))
    elif now.keeping:
        wrong = unfinished(now) if now.twice else None
        says = (wrong or Text("Everybody keeps two of the four cards in hand."), *_kept(now))
    elif now.before:
        says = (_took(now, now.before), _then(now, now.before))
    return Board(_title(now), _about(now), _open(now), says, _started(now))


def _open(now: Procession) -> tuple[Part, ...]:
    if now.laying:
        return (_queue(now, now.line),)
    if now.keeping:
        return (_piles(now),)
    parts: tuple[Part, ...] = (_piles(now), _queue(now, now.line))
    return (_turns(now), *parts) if now.last else parts


def _title(now: Procession) -> Text:
    if now.laying:
        return Text("The first line")
    if now.over:
        return Text("The deal is over")
    if now.keeping:
        return Text("Keep two cards")
    return Text("%(who)s plays", who=now.name())


def _about(now: Procession) -> Text:
    if now.last:
        return Text("deck %(count)s, shut", count=now.deck) if now.deck else Text("deck empty")
    return Text("deck %(count)s", count=now.deck)


def _took(now: Procession, laid: Laid) -> Text:
    return _takes(now, laid.seat, laid.taken)


def _takes(now: Procession, seat: Seat, taken: tuple[Card, ...]) -> Text:
    cards = tuple([now.said(card) for card in taken])
    if not cards:
        return Text("%(who)s takes nothing.", who=now.name(seat))
    return Text("%(who)s takes %(cards)s.", who=now.name(seat), cards=cards)


def _then(now: Procession, laid: Laid) -> Text:
    if laid.drew:
        return Text("%(who)s draws a card.", who=now.name(laid.seat))
    return Text("Nobody draws in the last round.")


def _started(now: Procession) -> tuple[Text, ...]:
    """Why the last round is on, while nobody has had a turn in it."""
    if not now.last or now.left < len(now.seats):
        return ()
    starter = now.name(now.last[-1])
    turns = Plural("%(who)s has one more turn.", "Everybody has one more turn: %(who)s.", len(now.last),
                   who=now.setup.names(now.last))  # fmt: skip
    if now.why == "deck":
        return (Text("The deck is empty. Last round."), turns)
    return (Text("%(who)s has six colours. Last round.", who=starter), turns)


def _turns(now: Procession) -> Turns:
    done = len(now.last) - now.left
    listed = []
    for place, seat in enumerate(now.last):
        if place == done:
            listed.append(Turn(Text("%(who)s now", who=now.name(seat)), "now"))
        else:
            listed.append(Turn(Text("%(who)s", who=now.name(seat)), "done" if place < done else "later"))
    about = Plural("%(count)s turn left, do not draw", "%(count)s turns left, do not draw", now.left)
    return Turns(Text("Last round"), about, tuple(listed))


def _piles(now: Procession) -> Piles:
    """Who has which colours in front."""
    rows = []
    for place, seat in enumerate(now.seats):
        mine = (*now.taken[place], *now.kept[place]) if now.over else now.taken[place]
        piles = tuple([_pile(slot, look, mine) for slot, look in looks(now.setup).items()])
        current = not now.laying and not now.keeping and place == now.turn
        rows.append(PileRow(now.name(seat), piles, _badge(now, place), current))
    return Piles(tuple(rows))


def _pile(slot: str, look: Look, mine: tuple[Card, ...]) -> Pile:
    values = tuple([str(card.value) for card in sorted(mine) if card.colour == slot])
    spoken = Text("%(colour)s: %(values)s", colour=look.label, values=values or Text("none"))
    return Pile(suit(slot, look), len(values), spoken)


def _badge(now: Procession, place: int) -> Text | None:
    """A warning before the sixth colour, where six colours end the deal."""
    colours = len(now.colours(place))
    if now.ruleset == "de2014" or colours < ALMOST:
        return None
    return Text("six") if colours == len(SLOTS) else Text("%(count)s of %(all)s", count=colours, all=len(SLOTS))


def _queue(now: Procession, cards: tuple[Card, ...], gone: Removal | None = None, new: Card | None = None) -> Queue:
    lying = [_lying(now, card, gone, new) for card in (*cards, *([new] if new else []))]
    return Queue(tuple(lying), Text("Front"), Text("Tail"))


def _lying(now: Procession, card: Card, gone: Removal | None, new: Card | None) -> OpenCard:
    """A card of the line; under a preview with what becomes of it, and the reason."""
    look = looks(now.setup)[card.colour]
    drawn, name = suit(card.colour, look), now.said(card)
    if gone is None or new is None:
        return OpenCard(drawn, str(card.value), name)
    if card == new:
        return OpenCard(drawn, str(card.value), name, "played", Text("played"), Text("%(card)s is played.", card=name))
    return OpenCard(drawn, str(card.value), name, *_fate(now, card, gone, new))


def _fate(now: Procession, card: Card, gone: Removal, new: Card) -> tuple[CardLook, Text | None, Text]:
    """What becomes of a card of the line, the short reason, and the whole sentence."""
    name, word = now.said(card), looks(now.setup)[card.colour].word
    if card not in gone.eligible:
        why = Plural("%(card)s is safe: it is the last card.", "%(card)s is safe: it is among the last %(count)s.",
                     new.value, card=name)  # fmt: skip
        return "safe", Text("safe"), why
    if card not in gone.removed:
        return "stays", None, _stays(now, (card,), new)
    if card.colour == new.colour:
        return "leaves", word, Text("%(card)s goes: it is %(colour)s.", card=name, colour=word)
    return (
        "leaves",
        Text("≤ %(value)s", value=new.value),
        Text("%(card)s goes: it is not above %(value)s.", card=name, value=new.value),
    )


def _stays(now: Procession, cards: tuple[Card, ...], new: Card) -> Text:
    return Plural(
        "%(cards)s stays: not %(colour)s, and above %(value)s.",
        "%(cards)s stay: not %(colour)s, and above %(value)s.",
        len(cards),
        cards=tuple([now.said(card) for card in cards]),
        colour=looks(now.setup)[new.colour].word,
        value=new.value,
    )


# What a card would do


def preview(now: Procession, action: Action) -> Board:
    """What an action would do, before it is told. Raises Illegal and Malformed as following it would.

    Source: rulebook FR 2015, explanation of the actions and last round.
    """
    forbidden = refusal(now, action)
    if forbidden:
        raise Illegal(forbidden)
    card = CARDS[action.of[0]]
    if action.kind != "play":
        reply = Reply(Text("%(card)s", card=now.said(card)), action)
        return Board(_title(now), _about(now), (_piles(now),), replies=(reply,))
    after, gone = played(now, card)
    parts: tuple[Part, ...] = (_piles(now), _queue(now, now.line, gone, card))
    return Board(
        _title(now),
        _about(now),
        (_turns(now), *parts) if now.last else parts,
        (_takes(now, now.seat, gone.removed), *_why(now, gone, card)),
        tuple(_follows(now, after)),
        replies=(Reply(Text("Play %(card)s", card=now.said(card)), action),),
    )


def _why(now: Procession, gone: Removal, new: Card) -> Iterator[Text]:
    """How many are safe, and why those that may leave stay. Source: rulebook FR 2015, explanation of the actions."""
    if not gone.eligible:
        count = len(now.line)
        yield Plural("The line has only %(count)s card: it is safe.",
                     "The line has only %(count)s cards: all are safe.", count)  # fmt: skip
        return
    if new.value:
        yield Plural("The last card is safe.", "The last %(count)s are safe.", new.value)
    else:
        yield Text("A 0 makes no card safe.")
    staying = tuple([card for card in gone.eligible if card not in gone.removed])
    if 0 < len(staying) <= MOST_TO_NAME:
        yield _stays(now, staying, new)


def _follows(now: Procession, after: Procession) -> Iterator[Text]:
    """What the turn brings about besides: the last round, or its end."""
    if after.keeping:
        yield Text("That is the last turn. Then everybody keeps two cards.")
    elif not now.last and after.last:
        new = after.colours(now.turn) - now.colours(now.turn)
        if after.why == "deck":
            yield Text("%(who)s draws the last card. After this turn: last round.", who=now.name())
        elif len(new) == 1:
            colour = looks(now.setup)[new.pop()].label
            yield Text(
                "%(colour)s is %(who)s’s sixth colour. After this turn: last round.", colour=colour, who=now.name()
            )
        else:
            yield Text("%(who)s has six colours. After this turn: last round.", who=now.name())


# The journal


def narrate(now: Procession, action: Action, sealed: bool) -> Text:
    """A move in a sentence, from the deal as it stood before it. Never raises. Ours: the journal says what was told."""
    card = CARDS.get(action.of[0]) if len(action.of) == 1 else None
    if card is None or (action.seat is not None and action.seat not in now.seats):
        return NO_MOVE
    name = now.said(card)
    if action.seat is None:
        return Text("%(card)s lies in the line.", card=name)
    who = now.name(action.seat)
    if action.kind == "keep":
        return Text("%(who)s keeps a card.", who=who) if sealed else Text("%(who)s keeps %(card)s.", who=who, card=name)
    if action.kind == "back":
        return Text("%(who)s does not keep %(card)s.", who=who, card=name)
    after, gone = played(now, card)
    taken = tuple([now.said(one) for one in gone.removed])
    plays = Text("%(who)s plays %(card)s and takes nothing.", who=who, card=name)
    if taken:
        plays = Text("%(who)s plays %(card)s and takes %(cards)s.", who=who, card=name, cards=taken)
    if after.last and not now.last:
        why = Text("The deck is empty: last round.") if after.why == "deck" else Text("Six colours: last round.")
        return Text("%(first)s %(second)s", first=plays, second=why)
    return plays
