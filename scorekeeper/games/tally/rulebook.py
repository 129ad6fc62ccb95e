"""The rules of the pad for any game in our own words."""

from scorekeeper.games.rule import Chapter, Rule
from scorekeeper.language.text import Text

CHAPTERS = (
    Chapter(
        Text("Counting points"),
        (
            Rule(
                "points",
                Text("Everybody gets a number each round, which is added to or subtracted from their total."),
                because=Text("The app does not know the game, so the players say what each round is worth."),
            ),
            Rule(
                "winner",
                Text("Highest or lowest score wins, as the table agrees."),
                because=Text("Only the players know which game they are playing."),
            ),
            Rule(
                "others",
                Text("If the table agrees, a player’s points can be given to all the others on top of their own."),
                because=Text("As in Hearts, when somebody shoots the moon."),
            ),
            Rule(
                "out",
                Text("If the table agrees, a player who reaches the agreed score is out, and the last one in wins."),
                because=Text(
                    "Players who went out later place higher; points decide between players who went out together."
                ),
            ),
            Rule(
                "shared",
                Text("Tied players share the win."),
                because=Text("There is no other tie-break."),
            ),
        ),
    ),
)
"""All rules of the pad for any game, chapter by chapter."""
