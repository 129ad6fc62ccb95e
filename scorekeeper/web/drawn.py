"""Pages drawn once for many phones: what belongs to one phone alone is a blank, filled in for each of them."""

from flask_wtf.csrf import generate_csrf

from scorekeeper.web.fields import new_op

OP, TOKEN = "\ue000", "\ue001"
"""Letters that no name may hold."""


def filled(html: str) -> str:
    """The page for this phone."""
    if TOKEN in html:
        html = html.replace(TOKEN, generate_csrf())
    return html.replace(OP, new_op())
