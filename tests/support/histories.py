"""Random histories of a group: ties, merged members, late joiners, guests, solo games, tables without result."""

from random import Random

from scorekeeper.games.pad import places
from scorekeeper.group.group import Group
from scorekeeper.group.lines import GroupAct
from scorekeeper.table.results import Result, Results
from tests.support.groups import add_person, add_table, group_of, merge, separate, start_season

GAMES = (("parade", "en2013"), ("parade", "it2008"), ("tally", ""), ("tally", "Hearts"), ("diabolo", ""))

DAY = 24 * 3600


def history(chance: Random) -> tuple[Group, dict[str, Results]]:
    """Return a group and the results of its tables."""
    persons = [f"{number:012x}" for number in range(chance.randint(1, 7))]
    acts: list[GroupAct] = [add_person(person, f"P{number}") for number, person in enumerate(persons)]
    by_table: dict[str, Results] = {}
    for number in range(chance.randint(0, 14)):
        table_id = f"t{number}"
        by_table[table_id] = table(chance)
        sitting = chance.sample(persons, min(len(persons), len(by_table[table_id].seats)))
        # A seat without a member is a guest's.
        seats = chance.sample(by_table[table_id].seats, len(sitting))
        both = [pair for pair in zip(seats, sitting, strict=True) if chance.random() < 0.9]
        acts.append(add_table(table_id, tuple(sorted(both))))
        if chance.random() < 0.15:
            one, other = chance.choice(persons), chance.choice(persons)
            acts.append(merge(one, other) if chance.random() < 0.7 else separate(one))
    acts += [start_season(f"S{number}", chance.randint(0, 30) * DAY) for number in range(chance.randint(0, 3))]
    return group_of(acts), by_table


def table(chance: Random) -> Results:
    """Return random results of a table. Unfinished games are left out."""
    game, edition = chance.choice(GAMES)
    lowest, players = chance.random() < 0.5, chance.randint(1, 5)
    seats = tuple(range(players))
    at = chance.randint(0, 30) * DAY + chance.randint(0, 3)
    whole, decided = chance.random() < 0.5, chance.random() < 0.85
    results = []
    for round in range(1, chance.randint(1, 4) + 1) if whole else range(int(decided)):
        points = {seat: chance.randint(0, 4) for seat in seats}
        late = {seat for seat in seats if chance.random() < 0.1} if not whole else set()
        staying = set(seats) - late or set(seats)
        rank = places({seat: points[seat] if lowest else -points[seat] for seat in staying})
        winners = tuple([seat for seat in staying if rank[seat] == 1])
        results.append(Result(round, at + round, points, rank, winners, 1 if whole else chance.randint(1, 2), 0))
    players_ = tuple([f"N{seat}" for seat in seats])
    return Results(game, edition, lowest, bool(results), at, players_, seats, (), 0, tuple(results), together=False)
