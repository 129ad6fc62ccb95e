"""The page on which a pad is made by tapping.

Its form holds the whole draft, which is also stored at each tap until the pad is saved.
"""

import re
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.own_pads import parse_own_game
from scorekeeper.games.pads import draft as drafts
from scorekeeper.games.pads.draft import Bonus, Draft, DraftRow, name_draft
from scorekeeper.games.pads.padfile import LABEL_LENGTH, Mistake
from scorekeeper.games.pads.worth import describe_majority
from scorekeeper.games.user_input import clean_text
from scorekeeper.language.text import Literal, Text
from scorekeeper.storage.contract import Unwritable
from scorekeeper.storage.drafts import (
    DELETED_DRAFT,
    MOST_DRAFTS,
    SAVED_DRAFT,
    StoredDraft,
    drafts_of,
    drop_draft,
    keep_draft,
)
from scorekeeper.web.layout import Head
from scorekeeper.web.people.draft_form import MOST_SEATS, NUMBERS, DraftForm, begin_draft, sign_draft
from scorekeeper.web.people.own_pads import NotSaved, save_pad
from scorekeeper.web.people.pad_preview import preview_pad
from scorekeeper.web.people.rate_limit import TooMany, count_request
from scorekeeper.web.people.shelf import say
from scorekeeper.web.request import (
    browser,
    ensure_browser,
    find_requested_group,
    find_scorable_group,
    set_browser_cookie,
    tables,
)

bp = Blueprint("make_pad", __name__)

BONUS_LABELS = {"most": Text("Bonus for the most in the row above"), "second": Text("Bonus for second most")}
"""Labels of the buttons that add a bonus row about the row above, by kind of bonus."""

BONUS_NAMES = {"most": Text("Most: %(what)s"), "second": Text("Second: %(what)s")}
"""Labels of bonus rows, by kind of bonus."""

BONUS_WORTHS = {
    "most": Text("points for the most %(what)s"),
    "second": Text("points for the second most %(what)s"),
}
"""What the points of a bonus are for, by kind of bonus."""

ADDING = [*((key, kind.label) for key, kind in drafts.ROW_KINDS.items()), *BONUS_LABELS.items()]
"""Buttons that add a row: what they add, and their labels."""

MISSING = {
    "row": Text("Tap to add the rows of the pad."),
    "name": Text("Give the pad a name."),
    "suits": Text("Enter the suits, such as Red, Blue."),
    "deck": Text("Enter the cards of each suit, such as 1–10."),
}
"""What is said of a part that a draft needs and lacks. Pad files speak of keys and tables, which nobody has typed."""

TEAM_CHOICES = [
    (key, Text("%(teams)s teams, %(players)s players", **teams._asdict())) for key, teams in drafts.TEAMS.items()
]
"""Teams to choose from: the form's values and their labels."""

FACTORS = ("-10", "-5", "-3", "-2", "-1", "2", "3", "4", "5", "10", "20", "50")
"""Factors to choose from."""

BONUS_POINTS = re.compile("[1-9][0-9]?")
"""The points of a bonus that can be tapped, from 1 to 99."""

LEFTS = 3
"""Maximum number of other drafts shown. When one of them is saved, the next one appears."""

OPERATOR_SIGNS = {"*": "×", "/": "÷", "-": "−", ">=": "≥", "<=": "≤"}
"""Operators of a formula as they are displayed."""


class Part(NamedTuple):
    """A button that adds something to a formula or table."""

    part: str
    """What it adds."""
    label: Text
    about: Text | None = None
    """A note about it, or None."""


class RowLine(NamedTuple):
    """A row of the form."""

    row: DraftRow
    kind: Text
    worths: list[tuple[str, Text, bool]]
    """The buttons for the ways of scoring: key, label, and whether it is chosen."""
    keys: list[Part]
    """The buttons for the parts of a formula or table."""
    written: Text
    """The formula or table as displayed."""
    choices: str
    """The choices as typed."""
    bonus: Bonus | None = None
    """The bonus that the row gives, or None."""
    bonus_worth: Text | None = None
    """What it is for, in words."""

    @property
    def steps(self) -> tuple[int, int] | None:
        """The points of the bonus after minus and after plus, or None if the points are no number of 1 to 99."""
        if self.bonus is None or not BONUS_POINTS.fullmatch(self.bonus.points):
            return None
        points = int(self.bonus.points)
        return max(points - 1, 1), min(points + 1, 99)


@bp.route("/pads/new", methods=["GET", "POST"])
def page() -> Response | str:
    """Show the form to make a pad or change a saved one, and apply the taps in it.

    An abandoned draft is shown again, unless the address has `anew`, names another pad or asks to change another one.
    """
    form = DraftForm()
    if request.method == "GET":
        return _render_first(form)
    group, what, argument = find_requested_group(), *form.do.parts
    stored = _fill_in(form)._replace(group=group.id if group else "")
    draft = stored.draft
    _apply_tap(draft, what, argument)
    if what == "drop":
        where = url_for("make_pad.page", anew=1, group=stored.group or None)
        return _store(redirect(where, 303), stored._replace(state=DELETED_DRAFT))
    if what not in ("keep", "play"):
        return _store(make_response(_render(stored, form)), stored)
    game, reason = _build_game(draft)
    if game and not form.refusal:
        try:
            # The next page offers to change the pad.
            saved = stored._replace(draft=name_draft(draft.name), base=game.slug, state=SAVED_DRAFT)
            return _store(save_pad(game, what == "play", stored.base), saved)
        except NotSaved as full:
            form.refuse(full.reason)
            return _store(make_response(_render(stored, form), full.status), stored)
    if reason:
        form.refuse(reason)
    # Stored even if refused, so that nothing is lost when the page is left now.
    return _store(make_response(_render(stored, form), 422), stored)


def _fill_in(form: DraftForm) -> StoredDraft:
    """Return the draft with what was typed. A bonus is named after the row that it counts, unless somebody named it."""
    shown = form.draft.data.draft
    usual = {row.key: row.label for row in shown.rows if row.label == _name_bonus(shown, row)}
    stored = form.fill_in()
    for row in stored.draft.rows:
        if row.label == usual.get(row.key):
            row.rename(_name_bonus(stored.draft, row))
    return stored


def _render_first(form: DraftForm) -> str:
    """Return the page as first opened: with an abandoned draft, or a new one, and the other drafts to continue."""
    name, group = _parse_requested_name(), find_requested_group()
    new = begin_draft(name)._replace(base=request.args.get("from", "")[:40], group=group.id if group else "")
    asked = new._replace(mark=request.args.get("on", "")[:40])
    stored = load_drafts()
    back = _find_requested(stored, asked)
    if back:
        return _render(back, form, back=True, others=[draft for draft in stored if draft is not back and draft.open])
    game = tables().game(asked.base) if asked.base else None
    begun = drafts.read_draft(game.file) if game and game.file else None
    here = new._replace(draft=begun or new.draft)
    others = [draft for draft in stored if not (draft.state == SAVED_DRAFT and draft.base == asked.base)]
    return _render(here, form, others=others)


def _find_requested(stored: Sequence[StoredDraft], asked: StoredDraft) -> StoredDraft | None:
    """Return the abandoned draft that the request `asked` wants to continue, or None if it wants a new one.

    That is the one with its mark. Without a mark, it is the newest for the same pad, name and group.
    """
    if "anew" in request.args:
        return None
    if asked.mark:
        return next((draft for draft in stored if draft.mark == asked.mark and draft.state != SAVED_DRAFT), None)
    # Without a wish, nothing is continued right after a draft was saved or deleted.
    if not asked.base and not all(draft.open for draft in stored):
        return None
    named = [draft for draft in stored if draft.open and asked.draft.name in ("", draft.draft.name)]
    return next((draft for draft in named if draft.base == asked.base and asked.group in ("", draft.group)), None)


def _parse_requested_name() -> str:
    """Return the name in the address: that of a game for which a search found nothing. Return "" if it is invalid."""
    try:
        return clean_text(request.args.get("name", ""), "name", LABEL_LENGTH)
    except Malformed:
        return ""


def _apply_tap(draft: Draft, what: str, argument: str) -> None:
    """Change a draft by one tap. `what` and `argument` are the parts of the button's value."""
    key, _, more = argument.partition(":")
    match what:
        case "row" if argument in BONUS_LABELS:
            draft.add_bonus(_format_bonus_label(draft.counted, argument), argument)
        case "row" if argument in drafts.ROW_KINDS:
            draft.add_row(argument, _choose_label(draft, argument))
            suits = drafts.parse_suits(say(Text("Red, Blue, Green, Yellow")))
            usual = {"suits": suits, "deck": drafts.parse_deck("1–10")}
            draft.content |= {name: usual[name] for name in (draft.needs & usual.keys()) - draft.content.keys()}
        case "off":
            draft.remove_row(key)
        case "up":
            draft.move_up(key)
        case "tie":
            draft.toggle_tie(key, more)
        case "worth" if (row := draft.row(key)) and more in row.worths:
            # Something to begin with, so that the row scores at once and shows how it works.
            row.score(more, {"times": "2", "table": "0 , ", "formula": row.usual}.get(more, ""))
        case _ if row := draft.row(key):
            _apply_tap_on_points(draft, row, what, more)


def _apply_tap_on_points(draft: Draft, row: DraftRow, what: str, part: str) -> None:
    """Change a row by a tap on a part of what it is worth."""
    bonus, worth, amount = drafts.parse_bonus(row), row.worth, row.amount
    match what:
        case "times" if drafts.FACTOR.fullmatch(part):
            row.score("times", part)
        case "points" if bonus and BONUS_POINTS.fullmatch(part):
            row.score("formula", bonus._replace(points=part).formula)
        case "zero" if bonus:
            row.score("formula", bonus._replace(zero=not bonus.zero).formula)
        case "part" if worth == "table" and part == "-":
            row.score("table", drafts.flip_sign(amount))
        case "part" if part in [key.part for key in _list_keys(draft, row)]:
            row.score(worth, drafts.add_part(amount, part))
        case "back" if worth in ("table", "formula"):
            row.score(worth, drafts.remove_part(amount))


def _choose_label(draft: Draft, kind: str) -> str:
    """Return a label for a new row that no other row has, such as "Points", "Points 2" and so on."""
    usual, first = say(drafts.ROW_KINDS[kind].usual), []
    if drafts.ROW_KINDS[kind].suited:
        usual, first = f"…: {usual}", ["…"]
    taken = {row.label for row in draft.rows}
    labels = [*first, usual, *(f"{usual} {number}" for number in range(2, drafts.MOST_ROWS + 2))]
    return next(label for label in labels if label not in taken)


def _format_bonus_label(counted: DraftRow | None, which: str) -> str:
    return say(BONUS_NAMES[which].fill_gaps(what=Literal(counted.label if counted else "…")))[:LABEL_LENGTH]


def _name_bonus(draft: Draft, row: DraftRow) -> str:
    """Return the name of a bonus after the row that it counts, "" if the row gives no bonus."""
    bonus = drafts.parse_bonus(row)
    counted = draft.row(bonus.what) if bonus else None
    return _format_bonus_label(counted, bonus.which) if bonus and counted else ""


def _build_game(draft: Draft) -> tuple[Game | None, Text | None]:
    """Return the game of a draft, or None and the reason why the draft is not valid yet."""
    lacking = [key for key in MISSING if key in draft.needs and not draft.content.get(key)]
    if lacking:
        return None, MISSING[lacking[0]]
    start, goal = draft.number("start"), draft.number("over")
    if start and goal >= start:
        text = Text("Points are subtracted from %(start)s, so nobody can get up to %(goal)s.", start=start, goal=goal)
        return None, text
    try:
        return parse_own_game(drafts.write_draft(draft)), None
    except Mistake as wrong:
        name = str(wrong.path[1]) if len(wrong.path) > 1 else ""
        row = next((row for row in draft.rows if name.endswith(row.key)), None)
        if row is None:
            return None, wrong.reason
        why = wrong.reason
        if wrong.path[-1] == "choices":
            why = Text("Enter the options to choose from, such as Bronze 1, Silver 3.")
        elif "before" in why.values:
            before = _format_formula(draft, row, str(why.values["before"]))
            why = Text("After “%(before)s”: %(reason)s", before=before, reason=why.values["reason"])
        return None, Text("%(row)s: %(why)s", row=row.label, why=why)


def _render(making: StoredDraft, form: DraftForm, back: bool = False, others: Sequence[StoredDraft] = ()) -> str:
    """Return the page. A draft without a name is previewed all the same.

    `back` is set if an abandoned draft is shown again. `others` are further drafts to continue.
    """
    draft, group = making.draft, find_scorable_group(making.group)
    group_id = group.id if group else None
    # Said on arrival, because the first tap loses them.
    lost = list_lost(making.mark) if request.method == "GET" else []
    game, missing = _build_game(draft)
    # The preview needs a valid pad, and a name is usually typed last.
    seen = game or _build_game(Draft({**draft.content, "name": draft.name or "…"}))[0]
    return render_template(
        "people/make.html",
        page=Head(Text("Make a pad"), group.name if group else "", url_for("pads.index", group=group_id)),
        group=group_id,
        form=form,
        draft=draft,
        start=making.base,
        signed=sign_draft(making),
        back=back or form.back.sent,
        lefts=[other for other in others if other not in lost][:LEFTS],
        lost=lost,
        lines=[_describe_row(draft, row) for row in draft.rows],
        needs=draft.needs,
        suits=drafts.format_suits(draft.content.get("suits", {})),
        deck=drafts.format_deck(draft.content.get("deck", {})),
        kinds=ADDING,
        times=FACTORS,
        numbers=NUMBERS,
        teams=TEAM_CHOICES,
        deciding=_is_deciding(form),
        players=range(1, MOST_SEATS + 1),
        letters=LABEL_LENGTH,
        full=len(draft.rows) >= drafts.MOST_ROWS,
        pad=preview_pad(seen) if seen else None,
        reason=form.refusal or missing,
    )


def _is_deciding(form: DraftForm) -> bool:
    """Return whether the section about winning is unfolded: after a tap in it, or while a number in it is refused."""
    typed = any(map(form.find_typed, NUMBERS))
    return form.do.parts[0] == "tie" or (form.refusal is not None and typed)


def _list_names(draft: Draft, suited: bool) -> dict[str, Text]:
    """Return the names of the numbers that a formula can use, by the expression for each."""
    names = {}
    for part, row in draft.list_references(suited):
        label: Text = Literal(row.label)
        if row.kind == "pile":
            label = Text("%(row)s: cards" if "count(" in part else "%(row)s: sum", row=label)
        names[part] = label
    return names


def _format_formula(draft: Draft, row: DraftRow, formula: str) -> Text:
    """Return a formula with the labels of its rows, such as "most(Coins) × 5"."""
    known = _list_names(draft, row.suited)
    written = " ".join(say(known.get(part) or OPERATOR_SIGNS.get(part, part)) for part in formula.split())
    return Literal(written.replace("( ", "(").replace(" )", ")").replace(" ,", ","))


def _describe_row(draft: Draft, row: DraftRow) -> RowLine:
    bonus = drafts.parse_bonus(row)
    counted = draft.row(bonus.what) if bonus else None
    compared = Literal(counted.label if counted else "…")
    written: Text
    if row.worth == "table":
        written = Literal(_format_lookup_table(row.amount))
    elif bonus:
        written = describe_majority(bonus.which, bonus.points or "…", compared, not bonus.zero)
    else:
        written = _format_formula(draft, row, row.amount)
    return RowLine(
        row=row,
        kind=drafts.ROW_KINDS[row.kind].label,
        worths=[(worth, drafts.WORTH_LABELS[worth], worth == row.worth) for worth in row.worths if len(row.worths) > 1],
        keys=_list_keys(draft, row),
        written=written,
        choices=drafts.format_choices(row.part.get("choices", {})),
        bonus=bonus,
        bonus_worth=BONUS_WORTHS[bonus.which].fill_gaps(what=compared) if bonus else None,
    )


def _list_keys(draft: Draft, row: DraftRow) -> list[Part]:
    """Return the buttons for the parts of a row's lookup table or formula. Return [] if it has none."""
    digits = [Part(digit, Literal(digit)) for digit in "1234567890"]
    if row.worth == "table":
        return [*digits, Part("-", Literal("−")), Part(",", Literal(","), Text("the next"))]
    if row.worth == "formula":
        names = [Part(part, name) for part, name in _list_names(draft, row.suited).items()]
        others = [name for name in names if drafts.ROW_KINDS[row.kind].entered or name.part != row.name]
        signs = [Part(sign, Literal(OPERATOR_SIGNS.get(sign, sign))) for sign in drafts.TAPPED_OPERATORS]
        return [
            *others,
            *digits,
            *signs,
            *(Part(name, Literal(name), about) for name, about in drafts.TAPPED_FUNCTIONS.items()),
        ]
    return []


def _format_lookup_table(amount: str) -> str:
    """Return a lookup table with the points of each number, such as "0: 0, 1: 3"."""
    numbers = enumerate(amount.replace(" ", "").replace("-", "−").split(","))
    return ", ".join(f"{at}:\N{NO-BREAK SPACE}{points or '…'}" for at, points in numbers)


def load_drafts() -> list[StoredDraft]:
    """Return this browser's drafts, latest first. The first one can be a pad just saved or a draft just deleted."""
    return drafts_of(tables().store, browser(), int(time.time())) if browser() else []


def list_lost(mark: str) -> list[StoredDraft]:
    """Return the drafts that the first tap on the draft `mark` drops, because a browser has at most `MOST_DRAFTS`."""
    return [draft for draft in load_drafts() if draft.mark != mark and draft.open][MOST_DRAFTS - 1 :]


def _store(response: Response, draft: StoredDraft) -> Response:
    """Store a draft, or forget it if it is empty. Return the response, which says whose it is."""
    if draft.open and not (draft.draft.rows or draft.draft.name):
        if browser():
            with suppress(Unwritable):
                drop_draft(tables().store, browser(), draft.mark)
        return response
    owner = ensure_browser()
    # A page has the whole draft in its form, so a tap works even if the draft cannot be stored.
    with suppress(TooMany, Unwritable):
        if draft.mark not in [stored.mark for stored in load_drafts()]:
            count_request("new_drafts")
        keep_draft(tables().store, owner, draft, int(time.time()))
    return set_browser_cookie(response)
