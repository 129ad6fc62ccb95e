"""Writing to the journal of a group."""

from collections.abc import Iterable

from scorekeeper.group.group import Group
from scorekeeper.group.journal import Act, dump
from scorekeeper.table.journal import By
from scorekeeper.web.forms import LineForm
from scorekeeper.web.inputs import derive_op, new_op, parse_seen
from scorekeeper.web.request import browser, groups


def write_line(group: Group, form: LineForm, act: Act, first: Iterable[Act] = ()) -> int:
    """Write `act` to the group's journal, after the acts in `first`, and return the number of its line.

    `form` has the idempotency key and the state that the page showed. Raise Malformed, Illegal or Stale if an act is
    refused.
    """
    seen = parse_seen(form.seen.data or str(group.seen))
    op = derive_op(form.op.data or new_op(), dump(act))
    return groups().record(group.id, act, op, By(browser()), seen, first)
