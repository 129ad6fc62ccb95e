"""A pad as a game of the app, with everything that a game declares taken from the pad file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, cast

from scorekeeper.games.entry import Step, Way, about_taps
from scorekeeper.games.game import Game, HandedOn
from scorekeeper.games.pad import Marks, Row, Seat, Setup, Sheet, group_by_round
from scorekeeper.games.pads.entry import rows, ways
from scorekeeper.games.pads.kinds import list_names
from scorekeeper.games.pads.pad import Pad, PadTitle, PadWay
from scorekeeper.games.pads.paper import count_peg_holes, describe_tie, list_ends, paper
from scorekeeper.games.pads.pile_entry import list_steps
from scorekeeper.games.pads.scoring import (
    Before,
    count_teams,
    evaluate_for_table,
    find_ending_seats,
    find_seats,
    find_variant,
    is_hidden,
    is_whole,
    read_marks,
)
from scorekeeper.games.pads.sheet import PadRound
from scorekeeper.games.paper import PaperPad
from scorekeeper.games.rule import Chapter, Rule
from scorekeeper.games.standings import End, Standings, all_played, ended_at_once, nobody_else, rounds_played
from scorekeeper.language.text import Plural, Text

SHELF = 20
"""The position of pads in the list of games: after the games written in Python."""


T = TypeVar("T")


def when_needed(read: Callable[[Any], T]) -> T:
    """Return a field of a class that `read` reads from an object when it is first needed."""
    # A type checker knows that it gives a T, but not that it can stand where a class has a T.
    return cast(T, cached_property(read))


class PadGame(Game):
    """The game that a pad file describes."""

    shelf = SHELF

    round_type: type[PadRound] = PadRound
    """The class of a round, which a game with rules beyond its file extends."""

    pad: Pad
    """The pad, as its file describes it."""

    options = when_needed(lambda game: game.pad.options)
    lead = when_needed(lambda game: game.pad.lead)
    together = when_needed(lambda game: game.pad.together)
    scored = when_needed(lambda game: game.pad.scored)
    can_be_lost = when_needed(lambda game: game.pad.lost is not None)
    all_told = when_needed(lambda game: not game.pad.has_piles)
    looks_back = when_needed(lambda game: game.pad.asks_earlier)
    tie = when_needed(lambda game: _describe_tie(game.pad))
    chapters = when_needed(lambda game: _write_chapters(game.pad))

    def __init__(self, pad: Pad, file: str = "") -> None:
        self.pad, self.file = pad, file
        self.show(pad.title)

    def show(self, title: PadTitle) -> None:
        """Set what lists of games show. Everything else is read from the pad when it is first needed."""
        self.slug, self.name, self.seats, self.kind, self.sign, self.board_game_geek = title

    def rows(self, setup: Setup) -> tuple[Row, ...]:
        return rows(self.find_pad(setup), any(is_hidden(box, setup) for _, box in self.pad.boxes))

    def find_pad(self, setup: Setup) -> Pad:
        """Return the pad of a table, with the suits as they look there."""
        return find_variant(self.pad, setup)

    def make_round(self, setup: Setup, marks: Marks, round: int, before: Before | None = None) -> PadRound:
        """Return a round as entered, on the pad of the table."""
        return self.round_type(self.find_pad(setup), setup, marks, round, before or Before())

    def ways(self, setup: Setup) -> tuple[Way, ...]:
        if self.pad.ways:
            return tuple(self._build_way(way, setup) for way in self.pad.ways)
        return ways(self.pad, self.rounds(setup) != 1)

    def _build_way(self, way: PadWay, setup: Setup) -> Way:
        def steps(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
            return list_steps(self.make_round(setup, group_by_round(marks).get(round, {}), round), way.key)

        taps = about_taps(setup, self.seats[0], way.taps) if way.taps else None
        return Way(way.key, way.label, way.hint, way.layout, steps, own=way.own, taps=taps)

    def score_round(self, setup: Setup, marks: Marks, round: int, before: HandedOn) -> tuple[Sheet, HandedOn]:
        this_round = self.make_round(setup, marks, round, before)
        return this_round.sheet(), this_round.hand_on() if self.looks_back else before

    def rules_in_words(self, setup: Setup) -> tuple[Text, ...]:
        return tuple(_list_rules(self.pad, setup, self.rounds(setup) if _knows_rounds(self.pad, setup) else 0))

    def paper(self, setup: Setup) -> tuple[PaperPad, ...]:
        return (paper(self.pad, setup, self.rounds(setup), own=bool(self.file)),)

    def rounds(self, setup: Setup) -> int:
        # A formula can give less than 0, which means an open number like 0.
        return max(evaluate_for_table(setup, self.pad.rounds), 0)

    def whole(self, setup: Setup) -> bool:
        return is_whole(self.pad, setup)

    def peg_holes(self, setup: Setup) -> int:
        return count_peg_holes(self.pad, setup)

    def start(self, setup: Setup) -> int:
        return evaluate_for_table(setup, self.find_pad(setup).start)

    def lowest_wins(self, setup: Setup) -> bool:
        return self.find_pad(setup).fewest

    def partners(self, setup: Setup) -> tuple[int, bool]:
        shared = all(row.team or box.shared for row, box in self.pad.boxes)
        return count_teams(self.find_pad(setup).teams, len(setup.seating[-1][1])), shared

    def last_in(self, setup: Setup) -> bool:
        return self.find_pad(setup).last_in

    def over(self, setup: Setup, standings: Standings) -> End | None:
        """Return the reason why no further round is played, or None if the game goes on.

        The game does not end while a round has no result, or before the first round.
        """
        if standings.open or not standings.rounds:
            return None
        pad = self.find_pad(setup)
        if standings.lost or (self.pad.wins_at_once and standings.first):
            ended = ended_at_once(standings.won_by)
            return End(ended.by("lost" if standings.lost else "at-once"), won=not standings.lost)
        most, teams = self.rounds(setup), count_teams(pad.teams, len(setup.seats(standings.last)))
        # Partners count as one: a tie within a team is not a tie.
        is_level = len({setup.team(seat, standings.last, teams) for seat in standings.leaders}) > 1
        if pad.last_in and (alone := nobody_else(setup, standings, teams)):
            return End(alone.by("out"))
        # Players who left before the last round must not end the game with their old totals.
        played = {seat: standings.totals[seat] for seat in standings.rounds[standings.last]}
        there = find_ending_seats(pad, setup, played, standings.last)
        if pad.plays_on and is_level:
            return None
        if not there:
            return End(rounds_played(most, standings.last)) if all_played(most, standings) else None
        why, ahead = self.say_who_ended(setup, there, played), standings.leaders
        # Without this, nobody could see why a player with as many points or fewer has won.
        if self.pad.first_wins and any(not standings.behind(seat) for seat in played if seat not in ahead):
            one = many = "%(who)s got there first."
            why = Plural(one, many, len(ahead), who=setup.names(ahead))
        return End(why.by("agreed-end"), notes=tuple(_list_notes(self.pad, setup, played, standings.last)))

    def say_who_ended(self, setup: Setup, there: Sequence[Seat], totals: Mapping[Seat, int]) -> Text:
        """Say that the players in `there` end the game. `totals` are the points of all who played the last round."""
        if len(there) == len(totals):
            return Text("The game has reached its end.")
        return Plural("%(who)s ends the game.", "%(who)s end the game.", len(there), who=setup.names(there))

    def won(self, setup: Setup, standings: Standings) -> Text | None:
        return standings.scores_together() if self.together else super().won(setup, standings)

    def next_starter(self, setup: Setup, marks: Marks, round: int) -> Seat | None:
        if self.pad.out is None and not self.pad.lead_stays:
            return None
        # The rules of this round say who is out after it, even if the options change afterwards.
        out = read_marks(self.pad, setup.at(round), marks, round).out()
        return setup.lead(round + 1, out, self.pad.lead_stays)


def _knows_rounds(pad: Pad, setup: Setup) -> bool:
    """Return whether the number of rounds is known. It can depend on the players, who may not be seated yet."""
    return bool(setup.players) or not (pad.rounds and any(name.name == "players" for name in list_names(pad.rounds)))


def _list_rules(pad: Pad, setup: Setup, rounds: int) -> Iterator[Text]:
    """Yield the rules in brief: who wins, the number of rounds, the points at the start and the end, and tie-breaks.

    The small print of a pad, if it has any, replaces the points at the start and the end. Such a pad does not mention
    that there is a single round.
    """
    if not pad.together and pad.scored:
        yield Text("Lowest score wins.") if pad.fewest else Text("Highest score wins.")
    if rounds > (1 if pad.small else 0):
        yield Plural("%(count)s round.", "%(count)s rounds.", rounds)
    yield from pad.small or list_ends(pad, setup)
    if pad.ties:
        yield _describe_tie_rule(pad)
    if pad.first_wins:
        yield _describe_first_wins(pad)


def _describe_tie(pad: Pad) -> tuple[Text, Text] | None:
    if not pad.ties:
        return None
    labels = tuple(tie.label for tie in pad.ties)
    return labels[0], Text("Tied on points. Tie-break: %(what)s.", what=labels).by("tie")


def _list_notes(pad: Pad, setup: Setup, totals: Mapping[Seat, int], last: int) -> Iterator[Text]:
    """Yield what the pad says about players once the game has ended, such as a skunk."""
    for note in pad.notes:
        if note.who and (who := find_seats(note.who, setup, totals, last)):
            yield Text("%(who)s: %(what)s", who=setup.names(who), what=note.say)


# The rules


def _write_chapters(pad: Pad) -> tuple[Chapter, ...]:
    """Return the rules of a pad in our own words, as one chapter. The pad's sentences cite them by key."""
    from_file = Text("The pad file says so.")
    source = Text("Source: %(source)s.", source=pad.source) if pad.source else from_file
    rules = [
        Rule("points", Text("Each row is worth what the pad says, and the rows are added up."), origin=source),
        Rule("check", Text("The pad checks that the entries are possible."), origin=from_file),
    ]
    if pad.has_piles:
        rules.append(Rule("cards", Text("Each card can only be in one place."), origin=from_file))
    if pad.together:
        rules.append(
            Rule("winner", Text("All players share one score; nobody wins against the others."), origin=source)
        )
    else:
        rules += [
            Rule("winner", Text("Lowest score wins.") if pad.fewest else Text("Highest score wins."), origin=source),
            Rule("shared", Text("Tied players share the win."), because=Text("There is no other tie-break.")),
        ]
    if pad.plays_on:
        said = Text("If players are tied for the win at the end, another round is played.")
        rules[-1] = Rule("plays-on", said, origin=source)
    if pad.first_wins:
        rules[-1] = Rule("first-wins", _describe_first_wins(pad), origin=source)
    if pad.wins_at_once:
        said = Text("Some entries win the game immediately, whatever the points. Nothing is asked after that.")
        rules.append(Rule("at-once", said, origin=source))
    if pad.lost:
        rules.append(Rule("lost", Text("Some entries lose the game for all players."), origin=source))
    if pad.out:
        said = Text("A player who is out of the game is no longer asked and no longer deals.")
        rules.append(Rule("out", said, origin=source))
    if pad.ties:
        # Before the rule of a shared win, which applies only if the tie-breaks decide nothing.
        rules.insert(3, Rule("tie", _describe_tie_rule(pad), origin=source))
    rules += [Rule(f"small-{number}", text, origin=source) for number, text in enumerate(pad.small, 1)]
    return (Chapter(Text("Counting points"), tuple(rules)),)


def _describe_first_wins(pad: Pad) -> Text:
    if sum(1 for row in pad.rows if row.points) == 1:
        return Text("The first player to get there wins. Nothing is asked after that.")
    if pad.lead == "dealer":
        return Text(
            "The first player to get there wins. Rows count from top to bottom, each from the left of the dealer on. "
            "Nothing is asked after that."
        )
    return Text(
        "The first player to get there wins. Rows count from top to bottom, each from the starting player on. "
        "Nothing is asked after that."
    )


def _describe_tie_rule(pad: Pad) -> Text:
    return Text("Tie-break: %(what)s.", what=tuple(map(describe_tie, pad.ties)))
