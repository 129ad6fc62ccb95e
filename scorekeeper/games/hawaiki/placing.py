"""The question about a card on a pile: may it lie there, and is that combination new?"""

from collections.abc import Iterator, Mapping

from scorekeeper.games.base import Answer
from scorekeeper.games.hawaiki.cards import LOOKS, Card, card_name
from scorekeeper.games.hawaiki.questions import card, tops
from scorekeeper.games.hawaiki.turn import FLUSH, PAIR, PILES, RUN, Placing, Tops, after, place, showing
from scorekeeper.games.questions import Question, need, whole
from scorekeeper.text import Literal, Text

NAMES = {slot: look.name for slot, look in LOOKS.items()}


def placing(question: Question) -> Answer:
    """Say whether a card may lie on a pile, which combination it makes, and which ones stood already."""
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


def why_placed(found: Placing, before: Tops, pile: int, played: Card) -> Iterator[Text]:
    """Say whether the card fits, what is new and what was there before."""
    top = before[pile]
    name = card_name(played, NAMES)
    if top is None:
        yield Text("An empty pile takes any card.")
    elif not found.legal:
        covered = card_name(top, NAMES)
        yield Text("%(card)s has neither the colour nor the value of %(covered)s.", card=name, covered=covered)
        return
    elif played != top:
        covered = card_name(top, NAMES)
        if played.colour == top.colour:
            yield Text("%(card)s has the colour of %(covered)s.", card=name, covered=covered)
        else:
            yield Text("%(card)s has the value of %(covered)s.", card=name, covered=covered)
    now = after(before, pile, played)
    for kind in found.new:
        if kind == PAIR:
            yield Text("Pair: %(card)s lies on its twin. Play again.", card=name)
        elif kind == RUN and RUN in showing(before):
            yield Text("It was %(before)s before, so the run %(now)s counts.", before=values(before), now=values(now))
        else:
            yield Text("That is %(what)s, and new.", what=described(kind, now, NAMES))
    for kind in found.already_there:
        yield Text("It was %(what)s before, so that is nothing new.", what=described(kind, now, NAMES))
    if not found.new and not found.already_there:
        yield Text("That is no combination.")


def values(tops: Tops) -> Text:
    """The values of the tops, in the order of the piles: 4-2-3."""
    return Literal("-".join([str(top.value) for top in tops if top]))


def described(kind: str, tops: Tops, called: Mapping[str, Text]) -> Text:
    """A combination of three tops within a sentence: a run of 4-2-3."""
    first = next(top for top in tops if top)
    if kind == RUN:
        return Text("a run of %(values)s", values=values(tops))
    if kind == FLUSH:
        return Text("a flush of %(colour)s", colour=called[first.colour])
    return Text("a three of %(value)s", value=first.value)
