"""The page that says in a few sentences how to use the app, in the reader's language."""

from flask import Blueprint, render_template, url_for

from scorekeeper.language.text import Text
from scorekeeper.web.layout import Head, came_from

bp = Blueprint("help", __name__)

CHAPTERS = (
    (
        Text("Start a table"),
        Text("Choose a game, add the players in seat order, and start. Nobody needs an account."),
    ),
    (
        Text("Join"),
        Text(
            "Scan the QR code under “%(invite)s” with another phone, or type the five letters of the table there.",
            invite=Text("Invite"),
        ),
    ),
    (Text("Enter a round"), Text("Tap what is on the table. Each tap is saved immediately, and all phones see it.")),
    (
        Text("None of something"),
        Text(
            "Tap 0 or leave it blank. “%(sheet)s” confirms that everything is entered.",
            sheet=Text("Show score sheet"),
        ),
    ),
    (
        Text("A mistake"),
        Text(
            "Tap again to change an entry. “%(undo)s” takes back the newest entry, and “%(history)s” any entry.",
            undo=Text("Undo"),
            history=Text("History"),
        ),
    ),
    (
        Text("Who wins, and why"),
        Text("The score sheet shows the working below each number. A reason leads to its rule."),
    ),
    (Text("No connection"), Text("Keep tapping. Your taps wait on this phone and are sent once.")),
    (
        Text("Somebody joins or leaves"),
        Text("“%(seats)s” in the menu changes them, also in the middle of a game.", seats=Text("Players and rules")),
    ),
    (
        Text("On a television"),
        Text("“%(board)s” in the menu shows the address to type there.", board=Text("TV scoreboard")),
    ),
    (
        Text("A game that is missing"),
        Text(
            "“%(any)s” counts points. “%(make)s” asks what the rows of your game are worth.",
            any=Text("Any game"),
            make=Text("Make a pad"),
        ),
    ),
)
"""What people ask at the table, and the answers."""


@bp.get("/help")
def page() -> str:
    """Show how to use the app."""
    head = Head(Text("Help"), "", came_from(url_for("home.index")))
    return render_template("people/help.html", page=head, chapters=CHAPTERS)
