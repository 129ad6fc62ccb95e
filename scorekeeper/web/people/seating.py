"""The form that seats players: names in order, who starts, the rules, and what is being typed."""

import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from flask import render_template, request

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.options import Option, arranged, checked_order, put_last
from scorekeeper.games.pad import Mark, Options, Setup
from scorekeeper.group.group import Group
from scorekeeper.language.text import Literal, Text
from scorekeeper.table.names import same_name
from scorekeeper.table.table import Table
from scorekeeper.web.entry.ways import WayChoice, choices
from scorekeeper.web.inputs import name, new_op, small, whole, words
from scorekeeper.web.layout import Head, head, more
from scorekeeper.web.request import browser, tables

SINCE = Text("When do the new rules apply from? Rounds already agreed stay as they are.")


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A player in the form: the place among the others, and the seat that was theirs already."""

    name: str
    starts: bool
    index: int
    was: str


class OptionLine(NamedTuple):
    """An option as the form shows it: `choices` of which one is chosen, `order` first to last, or what is `typed`.

    `turns` is for a phone without script, where the page does not follow what is chosen. What is `refused` cannot be.
    """

    key: str
    label: Text
    choices: list[tuple[str, Text, bool]]
    typed: str
    most: int
    letters: int
    empty: Text
    order: list[tuple[str, Text]]
    turns: Text | None
    refused: bool


@dataclass(slots=True)
class Seating:
    """The form as it stands between two taps: names in seat order, who starts, the options, and what is being typed.

    `was` is the seat a name had at the table already, or "" for a new player. `refused` is the option that cannot be.
    """

    game: Game
    names: list[str] = field(default_factory=list)
    was: list[str] = field(default_factory=list)
    starter: int = 0
    options: dict[str, str] = field(default_factory=dict)
    typing: str | None = None
    renaming: str = ""
    rules_open: bool = False
    reason: Text | None = None
    refused: str = ""

    @classmethod
    def posted(cls, game: Game) -> "Seating":
        """The form as it was sent."""
        form = request.form
        names = form.getlist("seat")[:24]
        was = (form.getlist("was") + [""] * len(names))[: len(names)]
        starter = form.get("starter", "0")
        options = {option.key: form.get(f"option.{option.key}", str(option.default)) for option in game.options}
        return cls(
            game,
            names,
            was,
            first if (first := small(starter)) is not None and first < max(len(names), 1) else 0,
            options,
            form.get("name"),
            form.get("renaming", ""),
            form.get("rules") == "open",
        )

    def do(self, what: str, argument: str) -> None:
        """Carry out one button. Raises Malformed for a name that cannot be."""
        match what:
            case "add":
                if argument:
                    self._add(argument)
                else:
                    self._add_typed()
            case "naming":
                self.typing, self.renaming = "", ""
            case "rename" if self._index(argument) is not None:
                self.typing, self.renaming = self.names[int(argument)], argument
            case "leave" if (index := self._index(argument)) is not None:
                del self.names[index], self.was[index]
                self.starter = min(self.starter - (index < self.starter), max(len(self.names) - 1, 0))
            case "up" if index := self._index(argument):
                self._swap(index)
            case "last" | "rules":
                self._put_last(*argument.partition(".")[::2])
            case "start" if (index := self._index(argument)) is not None:
                self.starter = index
            case "draw" if self.names:
                self.starter = secrets.randbelow(len(self.names))
            case "open":
                if self.typing:
                    self._add_typed()

    def lines(self) -> list[SeatLine]:
        """The players as the form lists them."""
        both = enumerate(zip(self.names, self.was, strict=True))
        return [SeatLine(name, index == self.starter, index, was) for index, (name, was) in both]

    def _index(self, text: str) -> int | None:
        index = small(text)
        return index if index is not None and index < len(self.names) else None

    def _swap(self, index: int) -> None:
        for values in (self.names, self.was):
            values[index - 1], values[index] = values[index], values[index - 1]
        if self.starter in (index, index - 1):
            self.starter = 2 * index - 1 - self.starter

    def _put_last(self, name: str, key: str) -> None:
        option = next((option for option in self.game.options if option.key == name and option.order), None)
        if option:
            self.options[name] = put_last(option, self.options[name], key)
        self.rules_open = True

    def _add_typed(self) -> None:
        """Seat who was typed, several with commas between them; the field stays open for the next name."""
        typed = self.typing or ""
        if self._index(self.renaming) is not None:
            self._add(typed, self._index(self.renaming))
            self.typing, self.renaming = None, ""
            return
        names = [one for one in re.split("[,;]", typed) if one.strip()] or [typed]
        for place, one in enumerate(names):
            self.typing = ", ".join(left.strip() for left in names[place:])
            self._add(one)
        self.typing = "" if len(self.names) < self.game.seats[1] else None

    def _add(self, typed: str, at: int | None = None) -> None:
        cleaned = name(typed)
        for index, other in enumerate(self.names):
            if index != at and same_name(cleaned, other):
                raise Malformed("name", Text("%(name)s is already at this table.", name=other))
        if at is not None:
            self.names[at] = cleaned
        elif len(self.names) >= self.game.seats[1]:
            raise Malformed("name", self.how_many())
        else:
            self.names.append(cleaned)
            self.was.append("")

    def refuse(self, wrong: Malformed) -> None:
        """Keep the form, and say why; a refused option shows the fold it lies in."""
        self.reason, self.refused = wrong.reason, wrong.key
        self.rules_open = self.rules_open or wrong.key in self.options

    def how_many(self) -> Text:
        """How many can play."""
        least, most = self.game.seats
        return Text("For %(least)s to %(most)s players.", least=least, most=most)

    def checked_options(self) -> dict[str, Mark]:
        """The options as they will be kept. Raises Malformed."""
        kept = {option.key: option_kept(option, self.options.get(option.key, "")) for option in self.game.options}
        _all_differ([(option.key, str(kept[option.key])) for option in self.game.options if option.words])
        return kept

    def valid_options(self) -> dict[str, Mark]:
        """The options as they will be kept, each as usual where it cannot be kept as it is."""
        kept: dict[str, Mark] = {**self.game.default_options()}
        for option in self.game.options:
            with suppress(Malformed):
                kept[option.key] = option_kept(option, self.options.get(option.key, ""))
        return kept

    def rules_in_words(self) -> tuple[Text, ...]:
        """The rules as they are chosen, in sentences; none, with the reason kept, where a choice cannot be."""
        try:
            return self.game.rules_in_words(Setup((), self.checked_options(), ((1, ()),)))
        except Malformed as wrong:
            self.reason, self.refused = wrong.reason, wrong.key
            return ()

    def check(self, before: Options | None = None) -> dict[str, Mark]:
        """Make sure that these players can sit down; return the options. Raises Malformed.

        What a table has played by `before` stays allowed.
        """
        least, most = self.game.seats
        if not least <= len(self.names) <= most:
            raise Malformed("seat", self.how_many())
        self.names = [name(one) for one in self.names]
        for index, one in enumerate(self.names):
            if any(same_name(one, other) for other in self.names[:index]):
                raise Malformed("seat", Text("%(name)s is already at this table.", name=one))
        options = self.checked_options()
        if options != before and (wrong := self.game.cannot(options)):
            raise wrong
        return options


def option_kept(option: Option, value: str) -> Mark:
    """An option as the form has it. Raises Malformed, naming it."""
    if option.order:
        return checked_order(option, value)
    if option.words:
        return words(value, option.key, option.letters) or option.default
    if not option.choices:
        return whole(value or _unsaid(option), option.key, option.least, option.most, option.label)
    if value not in dict(option.choices):
        raise Malformed(option.key, Text("That is not one of the choices."))
    return value


def _all_differ(words: list[tuple[str, str]]) -> None:
    """Words of a table's own must be told apart. Raises Malformed."""
    for index, (key, word) in enumerate(words):
        if any(same_name(word, other) for _, other in words[:index]):
            raise Malformed(key, Text("%(word)s is there twice. Give each one a different name.", word=word))


def _unsaid(option: Option) -> str:
    """What a number or a word is when its field is left empty."""
    return str(option.default) if option.least or option.words else "0"


def show(
    seating: Seating,
    back: str,
    action: str,
    verb: Text,
    table: Table | None = None,
    op: str = "",
    group: Group | None = None,
    since: int = 0,
    before: Sequence[Table] = (),
) -> str:
    """The page where players are seated; `op` makes what it opens count once, in the group if there is one.

    `since`: new rules may hold from that round on, or for all, and the page asks. `before` are the tables at which what
    is offered again was played.
    """
    least, most = seating.game.seats
    can_open = least <= len(seating.names) <= most
    rules = seating.rules_in_words()
    offered = seating.game.options_beside(seating.valid_options())
    return render_template(
        "people/new.html",
        page=Head(Text("New table") if table is None else Text("Players"), seating.game.name, back),
        table=head(table) if table else None,
        more=more(table) if table else [],
        game=seating.game,
        seats=seating.lines(),
        starter=seating.starter,
        **_leading(seating.game),
        group=group.id if group else "",
        before=before,
        remembered=_remembered(seating, group),
        full=len(seating.names) >= most,
        naming=seating.typing is not None and bool(seating.typing or seating.renaming or len(seating.names) < most),
        name=seating.typing or "",
        renaming=seating.renaming,
        options=[_option_line(option, seating) for option in offered],
        ways=_ways(seating) if table is None else [],
        rules_line=rules[0] if rules else Text("Rules"),
        rules_about=rules[1:],
        rules_open=seating.rules_open,
        can_open=can_open,
        reason=seating.reason or (SINCE if since else None if can_open else seating.how_many()),
        wrong=seating.reason is not None,
        open_label=verb,
        since=_since(seating.game, since),
        action=action,
        seen=table.seen if table else 0,
        op=op or new_op(),
    )


USUAL = 4
"""Players at most tables."""


def _remembered(seating: Seating, group: Group | None) -> list[tuple[str, bool]]:
    """The names that a tap seats, each with whether it sits there: those of the group, else those this phone knows."""
    remembered = [one.name for one in group.persons] if group else tables().store.names(browser(), 24)
    most_free = 24 if group else 12
    known: list[tuple[str, bool]] = []
    for one in remembered:
        known.append((one, any(same_name(one, other) for other in seating.names)))
        if sum(not seated for _, seated in known) == most_free:
            break
    return known


def _ways(seating: Seating) -> list[WayChoice]:
    """The ways of entering by the rules as they are chosen, from which a new table chooses one.

    While too few sit, the taps are those for as many as play most often.
    """
    options = seating.valid_options()
    least, most = seating.game.seats
    seated = len(seating.names)
    players = tuple(range(seated if least <= seated <= most else min(max(USUAL, least), most)))
    setup = Setup(tuple([str(player) for player in players]), options, ((1, players),))
    return choices(seating.game, setup, request.form.get("way", ""))


def _leading(game: Game) -> dict[str, Text]:
    """What it is called to begin: to deal, or to start."""
    if game.lead == "dealer":
        return {"leads": Text("deals"), "may_lead": Text("make dealer"), "draw_label": Text("Dealer")}
    return {"leads": Text("starts"), "may_lead": Text("make starting player"), "draw_label": Text("Starting player")}


def _since(game: Game, round: int) -> list[tuple[str, Text]]:
    """From when on new rules may hold: from that round on, or for all; nothing is asked before the first."""
    if not round:
        return []
    on = Text("From %(round)s %(number)s", round=game.round_name_inside, number=round)
    return [("on", on), ("all", Text("For all rounds"))]


def _option_line(option: Option, seating: Seating) -> OptionLine:
    value, refused = seating.options.get(option.key, ""), seating.refused == option.key
    choices = [(key, label, key == value) for key, label in option.choices]
    shown = "" if value == (str(option.default) if option.words else "0") == _unsaid(option) else value
    letters = option.letters if option.words else 0
    empty = option.empty if not option.least else Literal(str(option.default))
    labels = dict(option.order)
    order = [(key, labels[key]) for key in arranged(option, value)]
    return OptionLine(
        option.key, option.label, choices, shown, option.most, letters, empty, order, option.turns, refused
    )
