"""The form that seats players: names in order, starting player, options, and the name being typed."""

import re
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import NamedTuple

from flask import render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.options import Option, arrange, put_last
from scorekeeper.games.pad import Mark, Options, Seat, Setup, format_points
from scorekeeper.games.signs import MOST_SIGNS, SIGNS, Sign, choose_sign, give_signs, omit_given_signs
from scorekeeper.games.user_input import clean_name, default_text, is_same_name, parse_option
from scorekeeper.group.group import Group
from scorekeeper.language.text import Plural, Text
from scorekeeper.storage import journals
from scorekeeper.table.table import Table
from scorekeeper.web.entry.ways import WayChoice, describe_ways, list_ways
from scorekeeper.web.formatting import format_clock
from scorekeeper.web.forms import ButtonField, DictField, LineForm, ListField, TextField, new_op, parse_small
from scorekeeper.web.layout import Head, build_head, build_menu, came_from, link_rules
from scorekeeper.web.people.rate_limit import TooMany
from scorekeeper.web.people.shelf import has_star
from scorekeeper.web.request import browser, own_seat, tables


class SignOffer(NamedTuple):
    """A sign to choose: whether the player has it, and the name of whoever has it, or ""."""

    sign: Sign
    chosen: bool
    owner: str


def list_sign_offers(names: Sequence[str], numbers: Sequence[int | None], index: int) -> list[SignOffer]:
    """Return the eight signs for the player at `index`. `numbers` are the signs of the players called `names`."""
    owners = {**dict(zip(numbers, names, strict=True)), numbers[index]: names[index]}
    return [SignOffer(sign, sign.number == numbers[index], owners.get(sign.number, "")) for sign in SIGNS]


class SeatingForm(LineForm):
    """The form as it is sent. What its fields mean is said at `SeatPlan`."""

    do = ButtonField()
    # More than any game seats. A form can hold any number of fields.
    seat = ListField(most=24)
    was = ListField(most=24)
    sign = ListField(most=24)
    starter = TextField()
    drawn = TextField()
    option = DictField()
    name = TextField()
    renaming = TextField()
    picking = TextField()
    rules = TextField()
    way = TextField()
    clock = TextField(most=3)
    reason = TextField()
    """Why an agreed round is changed."""


@dataclass(slots=True)
class SeatedPlayer:
    """A player in the form."""

    name: str
    was: Seat | None = None
    """The previous seat, or None for a new player. A made-up form can name any."""
    number: int | None = None
    """The number of the sign, None for one that is still to be given."""

    @property
    def sign(self) -> Sign:
        """The sign."""
        return Sign(self.number or 0)


class SeatPlan:
    """The state of the form between two taps: as it was sent, or without players."""

    def __init__(self, game: Game, form: SeatingForm | None = None) -> None:
        form = form or SeatingForm(MultiDict())
        names, starter, drawn = form.seat.data, parse_small(form.starter.data), form.drawn.data
        self.game = game
        self.group: Group | None = None
        """The group in which a table is started."""
        self.players = [
            SeatedPlayer(name, parse_small(was or ""), _parse_sign(sign or ""))
            # A broken form can have fewer of the other fields than names.
            for name, was, sign in islice(zip_longest(names, form.was.data, form.sign.data), len(names))
        ]
        """The players in seat order."""
        self.starter = starter if starter is not None and starter < max(len(names), 1) else 0
        """The index of the starting player."""
        self.drawn = int(drawn) if drawn.isdecimal() and len(drawn) < 16 else 0
        """When the die chose the starter, in Unix milliseconds, or 0."""
        self.options = {option.key: str(option.default) for option in game.options}
        """The value of each option in the form, by its key."""
        self.choose(form.option.data)
        self.typing: str | None = form.name.data if form.name.sent else None
        """The name being typed, or None if its field is not shown."""
        self.renaming: str = form.renaming.data
        """The index of the player whom that name renames, or ""."""
        self.picking = parse_small(form.picking.data)
        """The index of the player whose sign is being chosen."""
        self.rules_open = form.rules.data == "open"
        self.way: str = form.way.data
        """The chosen way of entering."""
        self.clock: str = form.clock.data
        """Whether the table has one, "on" or "off", or "" if the form has no such choice."""
        self.reason: Text | None = None
        """Why the form is invalid."""
        self.refused = ""
        """The key of the invalid option, or ""."""

    def choose(self, options: Mapping[str, Mark]) -> None:
        """Choose the values of options of the game. Others are left out."""
        self.options.update({key: str(value) for key, value in options.items() if key in self.options})

    def do(self, what: str, argument: str) -> None:
        """Apply a tap on the button with the name `what` and an argument. Raise Malformed if a name is invalid."""
        open_before, self.picking = self.picking, None
        match what:
            case "add":
                if argument:
                    self._add(argument)
                else:
                    self._add_typed()
            case "naming" | "rename":
                index = self._parse_index(argument)
                self.typing, self.renaming = ("", "") if index is None else (self.players[index].name, argument)
            case "sign" | "pick":
                self._choose_sign(what, argument, open_before)
            case "leave" | "omit":
                self._remove(self._parse_index(argument) if what == "leave" else self.find(argument))
            case "up" if index := self._parse_index(argument):
                self._swap(index)
            case "last" | "rules":
                self._put_last(*argument.partition(".")[::2])
            case "start" if (index := self._parse_index(argument)) is not None:
                self.starter, self.drawn = index, 0
            case "draw" if self.players:
                self.starter, self.drawn = secrets.randbelow(len(self.players)), int(time.time() * 1000)
            case "open":
                # A name that is typed but not added yet is meant to play, too.
                if self.typing:
                    self._add_typed()

    @property
    def names(self) -> list[str]:
        """The names of the players in seat order."""
        return [player.name for player in self.players]

    def find(self, name: str) -> int | None:
        """Return the index of the first player with this name, or None."""
        return next((index for index, other in enumerate(self.names) if is_same_name(name, other)), None)

    @property
    def full(self) -> bool:
        """Whether nobody else can play."""
        return len(self.players) >= self.game.seats[1]

    @property
    def can_open(self) -> bool:
        """Whether as many players are seated as the game allows."""
        least, most = self.game.seats
        return least <= len(self.players) <= most

    @property
    def naming(self) -> bool:
        """Whether the field for a name is shown. If nobody else can play, only a name that is typed keeps it."""
        return self.typing is not None and bool(self.typing or self.renaming or not self.full)

    def give_signs(self, away: Sequence[int] = ()) -> list[int]:
        """Give a sign to each player who has none, the usual one in the group, and return the numbers of all signs.

        `away` are the numbers of the signs of players who left.
        """
        usual = [self.group.usual_sign(name) if self.group else None for name in self.names]
        return self._set_signs(give_signs([player.number for player in self.players], usual, away))

    def _set_signs(self, numbers: list[int]) -> list[int]:
        for player, number in zip(self.players, numbers, strict=True):
            player.number = number
        return numbers

    def _remove(self, index: int | None) -> None:
        if index is None:
            return
        del self.players[index]
        # If somebody before the starting player leaves, that player moves up by one place.
        self.starter = min(self.starter - (index < self.starter), max(len(self.players) - 1, 0))

    def _parse_index(self, text: str) -> int | None:
        index = parse_small(text)
        return index if index is not None and index < len(self.players) else None

    def _choose_sign(self, what: str, argument: str, open_before: int | None) -> None:
        typed_index, _, typed_number = argument.partition(".")
        index, number = self._parse_index(typed_index), parse_small(typed_number)
        # A second tap on the sign of the player folds the row.
        if what == "sign" and index != open_before:
            self.picking = index
        elif what == "pick" and index is not None and number is not None and number < len(SIGNS):
            self._set_signs(choose_sign(self.give_signs(), index, number))
            self.picking = index

    def list_sign_offers(self, index: int) -> list[SignOffer]:
        """Return the signs from which the player at `index` can choose."""
        return list_sign_offers(self.names, [player.number for player in self.players], index)

    def _swap(self, index: int) -> None:
        self.players[index - 1 : index + 1] = reversed(self.players[index - 1 : index + 1])
        if self.starter in (index, index - 1):
            # The two places add up to 2 * index - 1, so this is the other one.
            self.starter = 2 * index - 1 - self.starter

    def _put_last(self, name: str, key: str) -> None:
        option = next((option for option in self.game.options if option.key == name and option.order), None)
        if option:
            self.options[name] = put_last(option, self.options[name], key)
        self.rules_open = True

    def _add_typed(self) -> None:
        # Enter in another field presses the first button of the form, which adds a name.
        if self.typing is None:
            return
        typed = self.typing
        if not typed.strip():
            raise Malformed("typed", Text("Type a name first, then tap Add."))
        if self._parse_index(self.renaming) is not None:
            self._add(typed, self._parse_index(self.renaming))
            self.typing, self.renaming = None, ""
            return
        names = [name for name in re.split("[,;]", typed) if name.strip()] or [typed]
        for place, name in enumerate(names):
            # If a name is refused, the field still holds it and all that follow.
            self.typing = ", ".join(left.strip() for left in names[place:])
            self._add(name)
        self.typing = None if self.full else ""

    def _add(self, typed: str, at: int | None = None) -> None:
        cleaned = clean_name(typed)
        same = self.find(cleaned)
        if same is not None and same != at:
            raise Malformed("name", Text("%(name)s is already at this table.", name=self.names[same]))
        if at is not None:
            self.players[at].name = cleaned
        elif self.full:
            raise Malformed("name", self.game.describe_players())
        else:
            self.players.append(SeatedPlayer(cleaned))

    def refuse(self, reason: Text, key: str = "") -> None:
        """Store the reason why the form is invalid. If it is the option `key`, unfold the rules."""
        self.reason, self.refused = reason, key
        self.rules_open = self.rules_open or key in self.options

    def format_typed(self, option: Option) -> str:
        """Return what the field of an option shows: nothing if a value is the default and that has words of its own."""
        value = self.options[option.key]
        return "" if value == (str(option.default) if option.words else "0") == default_text(option) else value

    def arranged(self, option: Option) -> list[tuple[str, Text]]:
        """Return the keys and labels of what an option orders, in the chosen order."""
        labels = dict(option.order)
        return [(key, labels[key]) for key in arrange(option, self.options[option.key])]

    def checked_options(self) -> dict[str, Mark]:
        """Return the options as they will be stored. Raise Malformed if one is invalid."""
        kept = {option.key: parse_option(option, self.options[option.key]) for option in self.game.options}
        _check_all_differ([(option.key, str(kept[option.key])) for option in self.game.options if option.words])
        return kept

    def valid_options(self) -> dict[str, Mark]:
        """Return the options as they will be stored. Invalid ones are replaced with their defaults."""
        kept: dict[str, Mark] = {**self.game.default_options()}
        for option in self.game.options:
            with suppress(Malformed):
                kept[option.key] = parse_option(option, self.options[option.key])
        return kept

    def rules_in_words(self) -> tuple[Text, ...]:
        """Return the chosen rules as sentences. If an option is invalid, return none and store the reason."""
        try:
            return self.game.rules_in_words(Setup((), self.checked_options(), ((1, ()),)))
        except Malformed as wrong:
            self.reason, self.refused = wrong.reason, wrong.key
            return ()

    def check(self, before: Options | None = None) -> dict[str, Mark]:
        """Return the options if the players and options are valid. Raise Malformed otherwise.

        `before` are the options that the table has so far, which stay allowed.
        """
        if not self.can_open:
            raise Malformed("seat", self.game.describe_players())
        for index, player in enumerate(self.players):
            player.name = clean_name(player.name)
            if self.find(player.name) != index:
                raise Malformed("seat", Text("%(name)s is already at this table.", name=player.name))
        options = self.checked_options()
        # Options that a running table already has stay valid, even if a later release would refuse them.
        if options != before and (wrong := self.game.cannot(options)):
            raise wrong
        return options

    def make_setup(self) -> Setup:
        """Return the setup of a new table. Raise Malformed if players or options are invalid."""
        options, seats = self.check(), tuple(range(len(self.players)))
        signs = omit_given_signs(self.give_signs())
        return Setup(tuple(self.names), options, ((1, seats),), self.starter, signs=signs)


def copy_seating(table: Table, round: int) -> SeatPlan:
    """Return a form filled in with the players, order, rules and starting player of a table in a round."""
    seats, seating = table.setup.seats(round), SeatPlan(table.game)
    seating.players = [SeatedPlayer(table.setup.name(seat), seat, table.setup.sign(seat).number) for seat in seats]
    seating.starter = seats.index(table.leader_of(round))
    seating.choose(table.setup.options)
    seating.clock = "off" if table.clock is None else "on"
    return seating


def answer_tap(
    seating: SeatPlan,
    what: str,
    argument: str,
    finish: Callable[[str], Response | str],
    show: Callable[[], str],
) -> Response | str | tuple[str, int]:
    """Apply a tap on a button of the form: return what `finish` returns if it is the last one, otherwise the form.

    `show` draws the form. If it is refused, it says why. Without a tap it is drawn as it is.
    """
    if request.method != "POST":
        return show()
    try:
        seating.do(what, argument)
        if what == "open":
            return finish(argument)
    except (Malformed, Illegal) as wrong:
        seating.refuse(wrong.reason, wrong.key)
        return show(), 422
    except TooMany as enough:
        seating.refuse(enough.reason)
        return show(), 429
    return show()


def _parse_sign(text: str) -> int | None:
    number = parse_small(text)
    return number if number is not None and number < MOST_SIGNS else None


def _check_all_differ(words: list[tuple[str, str]]) -> None:
    for index, (key, word) in enumerate(words):
        if any(is_same_name(word, other) for _, other in words[:index]):
            raise Malformed(key, Text("%(word)s appears twice. Give each one a different name.", word=word))


def render_new_table(
    seating: SeatPlan,
    back: str,
    action: str,
    op: str = "",
    before: Sequence[Table] = (),
    points: bool = False,
) -> str:
    """Return the page that seats the players of a new table.

    `back` is the address of the back link, `action` that of the form. `op` is the idempotency key of the new table.
    `before` are earlier tables offered to repeat. `points` offers to score only points, as in *Any game*.
    """
    seating.give_signs()
    count, ways = len(seating.players), _list_ways(seating)
    return _render_form(
        seating,
        page=Head(Text("New table"), seating.game.name, came_from(back)),
        starred=has_star(seating.game.slug),
        before=before,
        points=points and find_name_option(seating.game) is None,
        ways=ways,
        ways_line=describe_ways(ways),
        open_label=Text("Start table for %(count)s", count=count) if count else Text("Start table"),
        action=action,
        op=op,
    )


class AskedFirst(NamedTuple):
    """A question of the dock before a change is saved, and its answers: what each sends, and its label."""

    question: Text
    answers: tuple[tuple[str, Text], ...]


def ask_since(game: Game, round: int) -> AskedFirst:
    """Return the question whether new rules apply from a round on or to all rounds."""
    on = Text("From %(round)s %(number)s", round=game.round_name_inside, number=round)
    return AskedFirst(
        Text("When do the new rules apply from? Results already agreed stay as they are."),
        (("on", on), ("all", Text("From the start"))),
    )


def ask_beginning(who: Sequence[str], begin: Mapping[str, int | None], since: str) -> AskedFirst:
    """Return the question how players begin who sit down during a game. `begin` has the total of each answer.

    `since` is the answer to the question before, which is sent again.
    """
    one = "%(who)s joins during the game. With how many points?"
    many = "%(who)s join during the game. With how many points each?"
    if "last" in begin:
        one = "%(who)s joins during the game. With how many points? The last player has %(points)s."
        many = "%(who)s join during the game. With how many points each? The last player has %(points)s."
    last = format_points(begin.get("last") or 0)
    return AskedFirst(
        Plural(one, many, len(who), who=tuple(who), points=last),
        tuple([(f"{since}.{key}", _label_beginning(total)) for key, total in begin.items()]),
    )


def _label_beginning(total: int | None) -> Text:
    return Text("No place") if total is None else Text("With %(points)s", points=format_points(total))


def ask_leaving(table: Table, seats: Sequence[Seat], before: str) -> AskedFirst:
    """Return the question whether players who leave finish the round that is being entered.

    `before` holds the answers to the questions before, which are sent again.
    """
    now = {"round": table.game.round_name_inside, "number": table.rounds}
    one = "%(who)s has entries in %(round)s %(number)s. They count only if %(who)s leaves after it."
    many = "%(who)s have entries in %(round)s %(number)s. They count only if %(who)s leave after it."
    return AskedFirst(
        Plural(one, many, len(seats), who=table.setup.names(seats), **now),
        ((f"{before}.after", Text("After %(round)s %(number)s", **now)), (f"{before}.now", Text("Now"))),
    )


def render_change(seating: SeatPlan, table: Table, asked: AskedFirst | None = None) -> str:
    """Return the page that changes the players and rules of a table. `asked` has to be answered first."""
    game, setup = seating.game, table.setup
    away = {*range(len(setup.players))} - {player.was for player in seating.players}
    seating.give_signs(away=[setup.sign(seat).number for seat in sorted(away)])
    rules = link_rules(table)
    return _render_form(
        seating,
        page=Head(Text("Players"), game.name, came_from(url_for("table.tally", table_id=table.id))),
        table=build_head(table),
        more=build_menu(table),
        mine=None if (seat := own_seat(table)) is None else setup.name(seat),
        rules_label=rules.label,
        rules_url=rules.url,
        asked=asked,
        open_label=Text("Save"),
        action=url_for("seats.change", table_id=table.id),
        seen=table.seen,
    )


def find_name_option(game: Game) -> Option | None:
    """Return the option in which a table types what it plays, or None if the game has a name of its own."""
    return next((option for option in game.options if option.key == "name" and option.words), None)


def _render_form(seating: SeatPlan, op: str = "", asked: AskedFirst | None = None, **own: object) -> str:
    """Render the form. `asked` is asked in the dock, and `own` is what differs between new tables and changes."""
    rules, named = seating.rules_in_words(), find_name_option(seating.game)
    return render_template(
        "people/new.html",
        seating=seating,
        group=seating.group,
        op=op or new_op(),
        **_label_lead(seating.game),
        thrown=Text("thrown %(time)s", time=format_clock(seating.drawn // 1000)) if seating.drawn else None,
        remembered=_list_names(seating),
        named=named,
        options=[option for option in seating.game.options_beside(seating.valid_options()) if option != named],
        rules_line=rules[0] if rules else Text("Rules"),
        rules_about=rules[1:],
        answers=asked.answers if asked else (),
        reason=seating.reason
        or (asked and asked.question)
        or (None if seating.can_open else seating.game.describe_players()),
        wrong=seating.reason is not None,
        **own,
    )


def _list_names(seating: SeatPlan) -> list[tuple[str, bool, Sign | None]]:
    """Return the names to tap, each with whether it is already seated, and the sign of a member of a group.

    They are the names in the group, or those that this phone remembers if there is no group.
    """
    group = seating.group
    remembered: list[tuple[str, Sign | None]]
    if group:
        remembered = [(person.name, group.signs[person.id]) for person in group.persons]
    else:
        remembered = [(name, None) for name in journals.list_names(tables().store, browser(), 24)]
    most_free = 24 if group else 12
    known: list[tuple[str, bool, Sign | None]] = []
    # Seated names stay in the list, so that no other name moves under the finger.
    for name, sign in remembered:
        known.append((name, seating.find(name) is not None, sign))
        if sum(not seated for _, seated, _ in known) == most_free:
            break
    return known


def _list_ways(seating: SeatPlan) -> list[WayChoice]:
    """Return the ways of entering that can be chosen under the current options.

    While too few players are seated, the number of taps is given for the usual number of players.
    """
    players = tuple(range(len(seating.players) if seating.can_open else seating.game.usual_players))
    setup = Setup(tuple(map(str, players)), seating.valid_options(), ((1, players),))
    return list_ways(seating.game, seating.game.ways(setup), seating.way)


def _label_lead(game: Game) -> dict[str, Text]:
    """Return labels for the template that use the game's word for the player who leads: dealer or starting player."""
    if game.lead == "dealer":
        return {"leads": Text("deals"), "may_lead": Text("make dealer"), "draw_label": Text("Who deals?")}
    return {"leads": Text("starts"), "may_lead": Text("make starting player"), "draw_label": Text("Who starts?")}
