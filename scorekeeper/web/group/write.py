"""Writing to the journal of a group."""

from collections.abc import Iterable

from flask import request

from scorekeeper.group.group import Group
from scorekeeper.group.journal import Act, dump
from scorekeeper.table.journal import By
from scorekeeper.web.inputs import PlainForm, derive_op, new_op, parse_seen
from scorekeeper.web.request import browser, groups


def write_line(group: Group, act: Act, first: Iterable[Act] = ()) -> int:
    """Write `act` to the group's journal, after the acts in `first`, and return the number of its line.

    The idempotency key and the state that the page showed come from the form of this request. Raise Malformed, Illegal
    or Stale if an act is refused.
    """
    PlainForm().validate_on_submit()
    seen = parse_seen(request.form.get("seen", "") or str(group.seen))
    op = derive_op(request.form.get("op", "")[:64] or new_op(), dump(act))
    return groups().record(group.id, act, op, By(browser()), seen, first)
