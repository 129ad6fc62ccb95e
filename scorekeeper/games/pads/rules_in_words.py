"""The rules of a pad in our own words: in brief for sheets and printed pads, and as a chapter that sentences cite."""

from collections.abc import Iterator

from scorekeeper.games.pad import Setup
from scorekeeper.games.pads.kinds import list_names
from scorekeeper.games.pads.pad import Pad
from scorekeeper.games.pads.paper import describe_tie, list_ends
from scorekeeper.games.rule import Chapter, Rule
from scorekeeper.language.text import Plural, Text


def knows_rounds(pad: Pad, setup: Setup) -> bool:
    """Return whether the number of rounds is known. It can depend on the players, who may not be seated yet."""
    return bool(setup.players) or not (pad.rounds and any(name.name == "players" for name in list_names(pad.rounds)))


def list_rules(pad: Pad, setup: Setup, rounds: int) -> Iterator[Text]:
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


def name_tie_break(pad: Pad) -> tuple[Text, Text] | None:
    """Return what a player who loses a tie has more of and the rule that says so, or None if ties are shared."""
    if not pad.ties:
        return None
    labels = tuple(tie.label for tie in pad.ties)
    return labels[0], Text("Tied on points. Tie-break: %(what)s.", what=labels).by("tie")


def write_chapters(pad: Pad) -> tuple[Chapter, ...]:
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
