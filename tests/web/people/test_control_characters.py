"""Line ends and other control characters in any field of any form: never an error of the app, never a header."""

import pytest
from flask import Flask

from scorekeeper.web.forms import Form
from tests.support.http import token
from tests.support.loops import at_least_one
from tests.web.people import test_roles
from tests.web.people.test_roles import FIELDS, MATRIX, a_scene

app = test_roles.app

END = "\x00\x1b\x7f\r\nX-Planted: yes"


def list_fields() -> set[str]:
    """Return the names of all fields of all forms."""
    names: set[str] = set()
    waiting = [Form]
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        names |= {name for name in vars(form) if not name.startswith("_") and name.islower()}
    return names


@pytest.mark.parametrize("rule", [rule for method, rule in MATRIX if method == "POST" and "/api/" not in rule])
def test_no_field_with_control_characters_makes_an_error_or_a_header(app: Flask, rule: str) -> None:
    scene = a_scene(app)
    phone = scene.phones["scoring"]
    path = scene.path(rule)
    fields = {"csrf_token": token(phone), "op": "f" * 32, "seen": "2", **FIELDS.get(rule, {})}
    for name in at_least_one(sorted(list_fields())):
        for value in (f"/t/{scene.table}/{END}", f"1{END}"):
            answer = phone.post(path, data={**fields, name: value})
            assert answer.status_code < 500, (name, value)
            assert "X-Planted" not in answer.headers, (name, value)
