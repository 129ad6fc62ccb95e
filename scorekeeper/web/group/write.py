"""Writing to the journal of a group: the only place where a tap becomes a line."""

from collections.abc import Iterable

from flask import request

from scorekeeper.group.group import Group
from scorekeeper.group.journal import Act, dump
from scorekeeper.table.journal import By
from scorekeeper.web.inputs import PlainForm, derive_op, new_op, parse_seen
from scorekeeper.web.request import browser, groups


def write_line(group: Group, act: Act, first: Iterable[Act] = ()) -> int:
    """Write a line from the form of this request, after the lines in `first`, and return its number.

    Raise Malformed, Illegal or Stale if it is refused.
    """
    PlainForm().validate_on_submit()
    seen = parse_seen(request.form.get("seen", "") or str(group.seen))
    op = derive_op(request.form.get("op", "")[:64] or new_op(), dump(act))
    return groups().record(group.id, act, op, By(browser()), seen, first)
