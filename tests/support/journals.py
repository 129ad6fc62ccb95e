"""Random journals: complete, partial or impossible rounds, moves, and everything that a table can undo. Long ones."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from random import Random

from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Setup, Spot
from scorekeeper.games.parade.cards import SLOTS
from scorekeeper.storage import journals
from scorekeeper.storage.journals import JournalEnd, make_row
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import AgreedRound
from scorekeeper.table.journal import Act, Agree, By, Change, Reopen, Strike, Write, dump
from scorekeeper.table.table import Table
from tests.support.diabolo import enter_round, random_round
from tests.support.diabolo import play as sit_at_diabolo
from tests.support.games import PADS
from tests.support.pads import a_whole_round
from tests.support.tables import Author, Played
from tests.support.walks import choose_move, picks

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")

OTHERS = ("Gus", "Hal", "Ida", "Jo", "Kay", "Lou")

Marks = dict[Spot, Mark]


def options_of(game: Game, chance: Random) -> dict[str, Mark]:
    """Return random options of a game. Games end soon, so that they end within a test."""
    match game.slug:
        case "parade":
            return {"deals": chance.choice((0, 0, 1, 2, 3)), "edition": chance.choice(("en2013", "it2008"))}
        case "diabolo":
            return {"rounds": chance.choice((0, 1, 2, 3))}
        case "hawaiki":
            return {"tokens": chance.choice((6, 10))}
    return {
        "wins": chance.choice(("highest", "lowest")),
        **chance.choice(({}, {"rounds": 3}, {"target": 30}, {"start": 40, "count": "down"})),
    }


def a_round(game: Game, setup: Setup, round: int, chance: Random) -> Marks:
    seats = setup.seats(round)
    if game.slug == "parade":
        return _deal(seats, round, chance)
    if game.slug == "diabolo":
        played = random_round(chance, len(seats))
        marks = enter_round(sit_at_diabolo(*played.hands), "hands", played).marks
        return {
            spot._replace(round=round, seat=spot.seat if spot.seat is None else seats[spot.seat]): mark
            for spot, mark in marks.items()
        }
    if game.slug == "hawaiki":
        out = chance.choice(seats)
        return {Spot(round, "left", "cards", seat): chance.randint(1, 6) for seat in seats if seat != out}
    if game in PADS:
        return a_whole_round(game, setup, round, chance)
    return {Spot(round, "points", "points", seat): chance.randint(-3, 20) for seat in seats}


def _deal(seats: tuple[int, ...], round: int, chance: Random) -> Marks:
    """Return the marks of a few low cards for each player, so that points are often tied."""
    deck = [(slot, value) for slot in SLOTS for value in range(4)]
    chance.shuffle(deck)
    marks: Marks = {Spot(round, "end", "all"): 1, Spot(round, "end", "sure"): 1}
    held = set()
    for seat in seats:
        for _ in range(chance.randint(2, 4)):
            slot, value = deck.pop()
            held.add(slot)
            marks[Spot(round, slot, "cards", seat, str(value))] = 1
    return marks | {Spot(round, slot, "nobody"): 1 for slot in SLOTS if slot not in held}


def lines(author: Author, table_id: str, chance: Random, count: int) -> Iterator[Table]:
    for _ in range(count):
        table = author.tables.load(table_id)
        for act in _acts(table, chance):
            try:
                author.write(table_id, act, why="because")
            except (Illegal, Malformed, AgreedRound):
                break
        yield author.tables.load(table_id)


def _acts(table: Table, chance: Random) -> Iterator[Act]:
    """Yield one random thing that happens at a table: a line, or the moves of a round."""
    setup, game = table.setup, table.game
    undecided = [round for round in range(1, table.rounds + 1) if not table.sheet(round).decided]
    following = chance.choice([*undecided, table.rounds + 1, table.rounds + 1])
    any_round = chance.randint(1, max(table.rounds, 1))
    match chance.choices(range(8), (8, 2, 2, 2, 1, 2, 1, 1))[0]:
        case 0:
            yield Write(a_round(game, setup, following, chance))
        case 1:
            marks = a_round(game, setup, chance.choice((following, any_round)), chance)
            yield Write(dict(chance.sample(sorted(marks.items(), key=str), chance.randint(1, len(marks)))))
        case 2:
            yield from _moves(table, following, chance)
        case 3:
            yield Strike(chance.randint(2, max(table.known.seq, 2)))
        case 4:
            yield Change(_sitting(table, chance))
        case 5:
            yield Agree(any_round, setup.seats(any_round), table.sheet_digest(any_round))
        case 6:
            yield Reopen(any_round, "the cat sat on it")
        case 7:
            yield Change(replace(setup, options={**setup.options, **options_of(game, chance)}))


def _moves(table: Table, round: int, chance: Random) -> Iterator[Act]:
    play = table.play(round)
    if play is None or play.stopped or play.misfit:
        return
    state, referee = play.state, play.referee
    for _ in range(chance.choice((1, 5, 400))):
        free = [entry for entry in referee.entries(state) if any(pick.cannot is None for pick in picks(entry))]
        if not free or referee.unfinished(state) is None:
            return
        action = choose_move(referee, state, free, chance)
        yield action
        state = referee.apply(state, action)


def _sitting(table: Table, chance: Random) -> Setup:
    """Return the setup after a player is renamed, joins or leaves."""
    setup = table.setup
    seats, players, round = setup.seating[-1][1], list(setup.players), table.rounds + 1
    fewest, most = table.game.seats
    match chance.randint(0, 2):
        case 0:
            players[0] = chance.choice([name for name in ("Ann", "Amy") if name != players[0]])
        case 1 if len(seats) < min(most, 5) and len(players) < len(NAMES) + len(OTHERS):
            players.append(next(name for name in OTHERS if name not in players))
            seats = (*seats, len(players) - 1)
        case 2 if len(seats) > max(fewest, 2):
            gone = chance.choice(seats)
            seats = tuple(seat for seat in seats if seat != gone)
    kept = tuple(pair for pair in setup.seating if pair[0] < round)
    seating = (*kept, (round, seats)) if seats != setup.seating[-1][1] else setup.seating
    return replace(setup, players=tuple(players), seating=seating)


def extend_journal(store: Store, table_id: str, played: Played, lines: int, browser: str) -> None:
    """Add lines to a table until it has `lines`: its marks are overwritten again and again in the same rounds."""
    row = journals.list_rows(store, table_id)[-1]
    end = JournalEnd(row[0], row[2], row[-1])
    rows = []
    for text in islice(cycle([dump(act) for act in played.acts]), lines - end.seq):
        row, end = make_row(table_id, end, f"{end.seq:032x}", text, By(browser), end.at)
        rows.append((table_id, *row))
    with store.transaction(table_id) as conn:
        conn.executemany("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        conn.execute("UPDATE tables SET newest = ? WHERE id = ?", (end.hash, table_id))
