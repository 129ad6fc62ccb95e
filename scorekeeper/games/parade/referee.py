"""The referee of Parade: a deal followed card by card."""

from scorekeeper.games.parade.procession import Procession, apply, marks, seals, start, unfinished
from scorekeeper.games.parade.told import entries, narrate, preview, view
from scorekeeper.games.referee import Referee

REFEREE: Referee[Procession] = Referee(
    start=start,
    apply=apply,
    entries=entries,
    view=view,
    preview=preview,
    narrate=narrate,
    marks=marks,
    unfinished=unfinished,
    seals=seals,
)
