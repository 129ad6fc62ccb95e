"""Pages that many phones are sent: the server draws one and sends it to all phones of the same kind.

Instead of an idempotency key and a CSRF token they have placeholders, which the script of each phone replaces.
"""

import json
from collections.abc import Callable
from secrets import token_urlsafe

from flask import Response, g, request, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.web.inputs import new_op
from scorekeeper.web.request import TYPED_CODE, is_in_home_network, language

CsrfToken = Callable[[], str]
"""Function that returns the CSRF token of a page."""

OP, TOKEN_PLACE = "\ue000", "\ue001"
"""Placeholders for the idempotency key and the CSRF token: characters that names cannot contain."""


def describe_viewer() -> str:
    """Return everything in which a shared page can differ between two phones, as a string."""
    network = "home" if is_in_home_network() else "elsewhere"
    kept = json.dumps([session.get(TYPED_CODE), session.get("ways")])
    return f"{g.role} {g.get('seat')} {language()} {network} {request.host_url} {kept}"


def answer(draw: Callable[[str, CsrfToken], str], shared: bool) -> Response:
    """Return a page as a response. `draw` draws it with an idempotency key and a function that returns a CSRF token.

    If the phone's script requests it, it has placeholders. Then the server may send it to all phones of the same kind,
    which the header `Shared` names, unless `shared` is False.
    """
    # Only the script sends `Seen`, and it knows both placeholders.
    if "HTTP_SEEN" not in request.environ:
        return Response(draw(new_op(), csrf_token))
    return Response(draw(OP, lambda: TOKEN_PLACE), headers={"Shared": describe_viewer()} if shared else {})


def csrf_token() -> str:
    """Return the CSRF token of this phone's forms.

    The unsigned token is created here if the session has none, with 22 characters. Flask-WTF would create one of 40,
    which every page and request would carry.
    """
    if not isinstance(session.get("csrf_token"), str):
        session["csrf_token"] = token_urlsafe(16)
    return str(generate_csrf())
