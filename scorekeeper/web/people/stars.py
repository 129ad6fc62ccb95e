"""The games to which this phone gave a star. They come first in lists."""

from flask import session

MOST_STARS = 12
"""Maximum number of games with a star. They are stored in a cookie."""


def list_starred() -> list[str]:
    """Return the slugs of the games with a star, latest first."""
    kept = session.get("stars")
    return [slug for slug in kept if isinstance(slug, str)] if isinstance(kept, list) else []


def has_star(slug: str) -> bool:
    """Return whether the game with this slug has a star."""
    return slug in list_starred()


def give_star(slug: str, on: bool) -> None:
    """Give the game with this slug a star, or take it away."""
    before = list_starred()
    others = [other for other in before if other != slug]
    after = [slug, *others][:MOST_STARS] if on else others
    # Without a change no cookie is sent.
    if after != before:
        session["stars"] = after
