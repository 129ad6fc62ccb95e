"""The board of a deal of Parade that the referee follows, and the marks that it writes on the pad."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scorekeeper.games.board import BoardPart, BoardPile, CardLook, OpenCard, PileRow, Piles, Queue, Turn, Turns
from scorekeeper.games.cards import Card, SuitLook
from scorekeeper.games.pad import ALL, END, Marks, Seat, Spot
from scorekeeper.games.pads.piles import CARDS_BOX, NOBODY_BOX
from scorekeeper.games.parade.cards import SLOTS, looks
from scorekeeper.games.parade.rules import EACH_KEEPS, kept_in_turn
from scorekeeper.games.parade.state import LastTurn, Procession
from scorekeeper.games.parade.turn import Removal, remove
from scorekeeper.games.referee import Action, Board, Reply
from scorekeeper.language.text import Plural, Text

ALMOST = len(SLOTS) - 1

MOST_TO_NAME = 3
"""Maximum number of staying cards that are named. Nobody would read a longer list."""


# The pad


def marks(state: Procession) -> Marks:
    """Return the marks for the pad: the cards in front of everybody, including the kept ones once the deal is over.

    Rule: parade/in-front
    """
    return dict.fromkeys(_list_spots(state), 1)


def _list_spots(state: Procession) -> Iterator[Spot]:
    lying = [(*mine, *kept) if state.over else mine for mine, kept in zip(state.taken, state.kept, strict=True)]
    for seat, cards in zip(state.seats, lying, strict=True):
        for card in cards:
            yield Spot(state.round, card.colour, CARDS_BOX, seat, str(card.value))
    if state.over:
        held = {card.colour for cards in lying for card in cards}
        # The referee has seen every card in front, so a colour without cards is one that nobody has.
        for slot in SLOTS:
            if slot not in held:
                yield Spot(state.round, slot, NOBODY_BOX)
        yield Spot(state.round, END, ALL)
        yield Spot(state.round, END, "sure")


def why_unfinished(state: Procession) -> Text | None:
    """Return why the deal does not count yet, or None if it is over.

    Rule: parade/last-round, parade/keep
    """
    if state.over:
        return None
    if not state.keeping:
        return Text("The deal is still being played.").by("last-round")
    if state.twice:
        return Text(
            "%(who)s keep the same card, %(card)s.",
            who=state.setup.names(state.keepers),
            card=state.name_card(state.twice),
        ).by("cards")
    waiting = tuple(
        [state.name(seat) for seat, kept in zip(state.seats, state.kept, strict=True) if len(kept) < EACH_KEEPS]
    )
    return Text("Still choosing two cards to keep: %(who)s.", who=waiting).by("keep")


def seals(state: Procession, action: Action) -> bool:
    """Return whether an action keeps a card that is still secret. It is secret until everybody has kept two.

    Rule: parade/keep-secret
    """
    return action.kind == "keep" and not state.shown and not kept_in_turn(state.setup)


# How it is shown


def view(state: Procession) -> Board:
    """Return the board that everybody sees, with the result of the last turn."""
    says: tuple[Text, ...] = ()
    if state.over:
        kept = tuple(_list_kept(state))
        says = (Text("Everybody has kept two cards.").by("keep"), *kept)
        return replace(build_board(state, _list_parts(state), says), reveals=kept)
    if state.keeping:
        wrong = why_unfinished(state) if state.twice else None
        says = (wrong or Text("Everybody keeps two of the four cards in hand.").by("keep"), *_list_kept(state))
    elif state.before:
        says = (_describe_taking(state, state.before.seat, state.before.taken), _describe_draw(state, state.before))
    return build_board(state, _list_parts(state), says, _explain_last_round(state))


def build_board(
    state: Procession,
    parts: tuple[BoardPart, ...],
    says: tuple[Text, ...] = (),
    follows: tuple[Text, ...] = (),
    replies: tuple[Reply, ...] = (),
) -> Board:
    """Return a board with these parts, sentences and replies. Its title says what is going on in the deal."""
    return Board(_title(state), _about(state), parts, says, follows, replies=replies)


def _list_kept(state: Procession) -> Iterator[Text]:
    """Yield a sentence for each player that says which cards that player keeps, once they are no longer secret."""
    for place, kept in enumerate(state.kept):
        if kept and state.shown:
            yield Text(
                "%(who)s keeps %(card)s.", who=state.name(state.seats[place]), card=tuple(map(state.name_card, kept))
            ).by("cards")


def _list_parts(state: Procession) -> tuple[BoardPart, ...]:
    if state.laying:
        return (_queue(state, state.line),)
    if state.keeping:
        return (piles(state),)
    parts: tuple[BoardPart, ...] = (piles(state), _queue(state, state.line))
    return (_turns(state), *parts) if state.last else parts


def _title(state: Procession) -> Text:
    if state.laying:
        return Text("Line at the start")
    if state.over:
        return Text("The deal is over")
    if state.keeping:
        return Text("Keep two cards")
    return Text("%(who)s plays", who=state.name())


def _about(state: Procession) -> Text:
    if state.last:
        return Text("no draws") if state.deck else Text("deck empty")
    return Text("deck %(count)s", count=state.deck)


def _describe_taking(state: Procession, seat: Seat, taken: tuple[Card, ...]) -> Text:
    cards = tuple([state.name_card(card) for card in taken])
    if not cards:
        return Text("%(who)s takes nothing.", who=state.name(seat)).by("leaves")
    return Text("%(who)s takes %(cards)s.", who=state.name(seat), cards=cards).by("leaves")


def _describe_draw(state: Procession, laid: LastTurn) -> Text:
    if laid.drew:
        return Text("%(who)s draws a card.", who=state.name(laid.seat)).by("draw")
    return Text("Nobody draws in the last round.").by("no-draw")


def _explain_last_round(state: Procession) -> tuple[Text, ...]:
    """Return sentences that say why the last round has started. Return none once somebody has had a turn in it."""
    if not state.last or state.left < len(state.seats):
        return ()
    starter = state.name(state.last[-1])
    turns = Plural("%(who)s has one more turn.", "Everybody has one more turn: %(who)s.", len(state.last),
                   who=state.setup.names(state.last)).by("one-more")  # fmt: skip
    if state.why == "deck":
        return (Text("The deck is empty: last round.").by("last-round"), turns)
    return (Text("%(who)s has six colours: last round.", who=starter).by("last-round"), turns)


def _turns(state: Procession) -> Turns:
    done = len(state.last) - state.left
    listed = []
    for place, seat in enumerate(state.last):
        if place == done:
            listed.append(Turn(Text("%(who)s now", who=state.name(seat)), "now", state.setup.sign(seat)))
        else:
            who = Text("%(who)s", who=state.name(seat))
            listed.append(Turn(who, "done" if place < done else "later", state.setup.sign(seat)))
    about = Plural("%(count)s turn left, do not draw", "%(count)s turns left, do not draw", state.left)
    return Turns(Text("Last round"), about, tuple(listed))


def piles(state: Procession) -> Piles:
    """Return the part of the board with the piles in front of each player, by colour."""
    rows = []
    for place, seat in enumerate(state.seats):
        mine = (*state.taken[place], *state.kept[place]) if state.over else state.taken[place]
        piles = tuple([_pile(slot, look, mine) for slot, look in looks(state.setup).items()])
        current = not state.laying and not state.keeping and place == state.turn
        rows.append(PileRow(state.name(seat), piles, _badge(state, place), current, state.setup.sign(seat)))
    return Piles(tuple(rows))


def _pile(slot: str, look: SuitLook, mine: tuple[Card, ...]) -> BoardPile:
    cards = [card for card in sorted(mine) if card.colour == slot]
    values = tuple([str(card.value) for card in cards])
    spoken = Text("%(colour)s: %(values)s", colour=look.label, values=values or Text("none"))
    return BoardPile(look.suit, len(values), spoken, tuple([look.name_card(card.value) for card in cards]))


def _badge(state: Procession, place: int) -> Text | None:
    """Return the badge for a player with six colours or, before the last round, with five; otherwise None.

    There is never a badge in the German edition of 2014, where six colours end nothing.
    """
    colours = len(state.colours(place))
    # In the German edition six colours end nothing, so five are no warning.
    if state.ruleset == "de2014" or colours < ALMOST:
        return None
    if colours == len(SLOTS):
        return Text("six")
    # In the last round a sixth colour changes nothing, so five are no warning any more.
    return None if state.last else Text("%(count)s of %(all)s", count=colours, all=len(SLOTS))


def _queue(state: Procession, cards: tuple[Card, ...], gone: Removal | None = None, new: Card | None = None) -> Queue:
    lying = [_draw_open_card(state, card, gone, new) for card in (*cards, *([new] if new else []))]
    tail = Text("Tail")
    if new and (safe := sum(card.look == "safe" for card in lying)):
        tail = Plural("the last card is safe", "the last %(count)s are safe", safe)
    return Queue(tuple(lying), Text("Front"), tail)


def _draw_open_card(state: Procession, card: Card, gone: Removal | None, new: Card | None) -> OpenCard:
    """Return a card of the line as shown on the board. In a preview, it tells what happens to the card and why.

    `new` is the previewed card and `gone` its effect; both are None if there is no preview.
    """
    look = looks(state.setup)[card.colour]
    drawn, name = look.suit, state.name_card(card)
    if gone is None or new is None:
        return OpenCard(drawn, str(card.value), name)
    if card == new:
        return OpenCard(
            drawn,
            str(card.value),
            name,
            look="played",
            below=Text("played"),
            why=Text("%(card)s is played.", card=name).by("played"),
        )
    return OpenCard(drawn, str(card.value), name, *_explain_card(state, card, gone, new))


def _explain_card(state: Procession, card: Card, gone: Removal, new: Card) -> tuple[CardLook, Text | None, Text]:
    """Return the look of a card of the line in a preview, the short reason for it (or None), and the whole sentence."""
    name, word = state.name_card(card), looks(state.setup)[card.colour].word
    if card not in gone.eligible:
        why = Plural("%(card)s is safe: it is the last card.", "%(card)s is safe: it is among the last %(count)s.",
                     new.value, card=name).by("safe")  # fmt: skip
        return "safe", Text("safe"), why
    if card not in gone.removed:
        return "stays", None, _explain_staying((card,), new, looks(state.setup))
    if card.colour == new.colour:
        return "leaves", word, Text("%(card)s leaves: it is %(colour)s.", card=name, colour=word).by("leaves")
    return (
        "leaves",
        Text("≤ %(value)s", value=new.value),
        Text("%(card)s leaves: its value is %(value)s or less.", card=name, value=new.value).by("leaves"),
    )


def _explain_staying(cards: Sequence[Card], new: Card, called: Mapping[str, SuitLook]) -> Text:
    return Plural(
        "%(cards)s stays: not %(colour)s, and above %(value)s.",
        "%(cards)s stay: not %(colour)s, and above %(value)s.",
        len(cards),
        cards=tuple([called[card.colour].name_card(card.value) for card in cards]),
        colour=called[new.colour].word,
        value=new.value,
    ).by("leaves")


# What a card would do


def preview_play(state: Procession, after: Procession, card: Card, replies: tuple[Reply, ...]) -> Board:
    """Return the board that previews a card: what leaves the line and why, and what follows. `after` is the next state.

    Rule: parade/played, parade/leaves, parade/safe
    """
    gone = remove(state.line, card)
    parts: tuple[BoardPart, ...] = (piles(state), _queue(state, state.line, gone, card))
    says = (
        _describe_taking(state, state.seat, gone.removed),
        *explain_line(gone, card, looks(state.setup), MOST_TO_NAME),
    )
    return build_board(
        state,
        (_turns(state), *parts) if state.last else parts,
        says,
        tuple(_list_consequences(state, after)),
        replies,
    )


def explain_line(gone: Removal, new: Card, called: Mapping[str, SuitLook], most: int) -> Iterator[Text]:
    """Yield a sentence that says how many cards are safe, and one that says why other cards stay.

    Leave out the second sentence if no other cards stay, or more than `most`. `called` is the look of each colour.

    Rule: parade/safe, parade/leaves, parade/zero
    """
    if not gone.eligible:
        count = len(gone.line_after) - 1
        yield Plural("The line has only %(count)s card: it is safe.",
                     "The line has only %(count)s cards: all are safe.", count).by("safe")  # fmt: skip
        return
    if new.value:
        yield Plural("The last card is safe.", "The last %(count)s are safe.", new.value).by("safe")
    else:
        yield Text("A 0 makes no cards safe.").by("zero")
    staying = [card for card in gone.eligible if card not in gone.removed]
    if 0 < len(staying) <= most:
        yield _explain_staying(staying, new, called)


def _list_consequences(state: Procession, after: Procession) -> Iterator[Text]:
    """Yield a sentence if the turn starts the last round or is the last one."""
    if after.keeping:
        yield Text("That is the last turn. Then everybody keeps two cards.").by("keep")
    elif not state.last and after.last:
        new = after.colours(state.turn) - state.colours(state.turn)
        if after.why == "deck":
            yield Text("%(who)s draws the last card. The last round starts after this turn.", who=state.name()).by(
                "last-round"
            )
        # A turn can bring two new colours at once, and then neither of them alone is the sixth.
        elif len(new) == 1:
            colour = looks(state.setup)[new.pop()].label
            yield Text(
                "%(colour)s is %(who)s’s sixth colour. The last round starts after this turn.",
                colour=colour,
                who=state.name(),
            ).by("last-round")
        else:
            yield Text("%(who)s has six colours. The last round starts after this turn.", who=state.name()).by(
                "last-round"
            )
