"""The referee of Hawaiki: a round followed card by card."""

from scorekeeper.games.hawaiki.looking import preview
from scorekeeper.games.hawaiki.offered import entries
from scorekeeper.games.hawaiki.play import apply, marks, unfinished
from scorekeeper.games.hawaiki.round import Round, start
from scorekeeper.games.hawaiki.seen import view
from scorekeeper.games.hawaiki.told import narrate
from scorekeeper.games.referee import Referee

REFEREE: Referee[Round] = Referee(
    start=start,
    apply=apply,
    entries=entries,
    view=view,
    preview=preview,
    narrate=narrate,
    marks=marks,
    unfinished=unfinished,
)
