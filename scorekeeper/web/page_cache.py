"""Pages drawn once for many phones: what belongs to one phone alone is a blank, filled in for each of them."""

from flask import Response, g, request
from flask_wtf.csrf import generate_csrf

from scorekeeper.web.inputs import new_op
from scorekeeper.web.request import language, on_phone

OP, TOKEN = "\ue000", "\ue001"
"""Letters that no name may hold."""

PAGES_IN_MEMORY = 256
"""How many drawn pages, or parts of pages, of each sort are held for the phones that ask next."""


def kind() -> str:
    """All in which the same page may differ between two phones, once its blanks are filled in."""
    return f"{g.role} {g.get('seat')} {language()}{' phone' if on_phone() else ''}"


def answer(html: str) -> Response:
    """The page for this phone; one that asks for news has its own token and fills in the blanks by itself."""
    if "Seen" in request.headers:
        return Response(html, headers={"Shared": "yes"})
    if TOKEN in html:
        html = html.replace(TOKEN, generate_csrf())
    return Response(html.replace(OP, new_op()))
