"""The rules of any game: it has no rulebook here, so all of them are what a table agrees on."""

from scorekeeper.games.rule import Chapter, Rule
from scorekeeper.language.text import Text

CHAPTERS = (
    Chapter(
        Text("Counting points"),
        (
            Rule(
                "points",
                Text("Everybody gets a number in every round, and they are added up or taken off."),
                because=Text("Whatever is played, the table knows what it is worth."),
            ),
            Rule(
                "winner",
                Text("The most points win, or the fewest, as the table agrees."),
                because=Text("Only the table knows which game it plays."),
            ),
            Rule(
                "shared",
                Text("Whoever is level shares the win."),
                because=Text("There is nothing else to go by."),
            ),
        ),
    ),
)
"""Every rule of any game."""
