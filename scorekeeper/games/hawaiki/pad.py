"""The pad of Hawaiki: the tokens from round to round, the rows, the score sheet and the printed pad."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.games.boxes import NumberBox, TickBox
from scorekeeper.games.hawaiki.cards import ALL_CARDS
from scorekeeper.games.hawaiki.problems import is_decided, problems, still_open
from scorekeeper.games.hawaiki.rules import VARIANT_NAMES, tokens_each, too_few_tokens
from scorekeeper.games.hawaiki.scoring import CARDS_ROW, LEFT, MORE, OUT, SPENT, Reading, read_round
from scorekeeper.games.hawaiki.sentences import broke, game_was_over, settlement, working
from scorekeeper.games.hawaiki.turn import SHORT, is_over
from scorekeeper.games.pad import (
    NO_NEWS,
    Cell,
    Decision,
    Marks,
    Row,
    Seat,
    Setup,
    Sheet,
    find_obstacle,
    group_by_round,
    places,
)
from scorekeeper.games.paper import Column, PaperPad
from scorekeeper.games.standings import End, Standings
from scorekeeper.language.text import Literal, Plural, Text, join_sentences

# The tokens from round to round


@dataclass(frozen=True, slots=True)
class Ledger:
    """The tokens of each player after some rounds, where rounds without a result do not count.

    `tokens` maps each seat to its tokens. `last` is the round that ended the game, or None.
    """

    tokens: dict[Seat, int]
    last: Reading | None = None

    @property
    def stop(self) -> Text | None:
        """The reason why no further round is played, or None. It is shown to players who start one anyway."""
        return game_was_over(self.last) if self.last else None


def follow(setup: Setup, marks: Marks, upto: int) -> Ledger:
    """Return the tokens after the rounds before `upto`, or after the round that ended the game.

    Rule: hawaiki/pay, hawaiki/over
    """
    written = group_by_round(marks)
    tokens: dict[Seat, int] = {}
    for round in range(1, upto):
        reading = read_round(setup.at(round), written.get(round, {}), round, tokens)
        # An undecided round pays nothing yet; the rounds after it go on with the tokens from before.
        if is_decided(reading):
            tokens.update(reading.tokens)
            if is_over(reading.tokens):
                return Ledger(tokens, reading)
    return Ledger(tokens)


def read_with_tokens(setup: Setup, marks: Marks, round: int) -> Reading:
    """Return a round as entered, with the tokens that the earlier rounds have left.

    Rule: hawaiki/pay
    """
    before = follow(setup, marks, round)
    return replace(read_round(setup.at(round), marks, round, before.tokens), stop=before.stop)


def over(setup: Setup, standings: Standings) -> End | None:
    """Say why no further round is played: somebody has no tokens left, or the box holds too few tokens.

    Return None if the game goes on. There is no winner yet while an earlier round has no result.

    Rule: hawaiki/over, hawaiki/winner, hawaiki/tokens
    """
    out = [seat for seat in standings.rounds.get(standings.last, ()) if not standings.totals[seat]]
    if out:
        why, earlier = broke(setup.names(out)), [round for round in standings.open if round < standings.last]
        # The earlier round can still change who has the most tokens.
        if not earlier:
            return End(why)
        return End(
            join_sentences([why, Text("Round %(number)s has no result yet.", number=earlier[0]).by("told")]), won=False
        )
    short = too_few_tokens(setup, len(setup.seats(max(standings.last, *standings.open, 0) + 1)))
    return End(short, won=False) if short else None


def next_starter(setup: Setup, marks: Marks, round: int) -> Seat | None:
    """Return the seat that starts the next round: the player who went out.

    If that player is no longer at the table, the next one in turn order starts.

    Return None if the round has no result yet or ends the game.

    Rule: hawaiki/next-starter
    """
    reading = read_with_tokens(setup, marks, round)
    if reading.finisher is None or not is_decided(reading) or is_over(reading.tokens):
        return None
    seats, following = setup.seats(round), setup.seats(round + 1)
    place = seats.index(reading.finisher.seat)
    # The player who went out can have left before the next round; then the next on the left starts.
    return next((seat for seat in (*seats[place:], *seats[:place]) if seat in following), None)


# The rows


LEFT_BOXES = (
    NumberBox(
        CARDS_ROW,
        Text("Cards left"),
        most=ALL_CARDS,
        announced=Plural("%(who)s has %(mark)s card left", "%(who)s has %(mark)s cards left", 1),
        withdrawn=Text("%(who)s’s cards are blank"),
    ),
    TickBox(
        MORE,
        Text("Or more"),
        announced=Text("%(who)s might have more"),
        withdrawn=NO_NEWS,
    ),
    TickBox(
        OUT,
        Text("Went out, but somebody else named it first"),
        announced=Text("%(who)s went out, but somebody else named the last combination first"),
        withdrawn=Text("nobody named %(who)s’s last combination first"),
    ),
)

SPENT_BOXES = tuple(
    [
        TickBox(
            variant,
            name,
            announced=Text("%(who)s pays a token for %(variant)s", variant=name),
            withdrawn=Text("%(who)s pays no token for %(variant)s", variant=name),
        )
        for variant, name in VARIANT_NAMES.items()
    ]
)

ROWS = (
    Row(LEFT, Text("Cards left"), LEFT_BOXES, hint=Text("Blank = went out.")),
    Row(SPENT, Text("Tokens spent"), SPENT_BOXES, hint=Text("Once per round each.")),
)


def rows(setup: Setup) -> tuple[Row, ...]:
    """Return the rows of the pad: cards left and tokens spent. Without variants, the second row stays blank.

    Rule: hawaiki/pay, hawaiki/sacrifice, hawaiki/second-chance
    """
    return ROWS


# The sheet


def score(setup: Setup, marks: Marks, round: int) -> Sheet:
    """Return the score sheet of a round: the tokens that each player paid as negative points, and who went out.

    Players start the round with the tokens that the earlier rounds have left. What is not entered yet counts 0, and the
    round has no result. No exception is raised, whatever the marks are.

    Rule: hawaiki/pay, hawaiki/last-card, hawaiki/no-debt
    """
    reading = read_with_tokens(setup, marks, round)
    faults, missing = problems(reading), still_open(reading)
    obstacle = find_obstacle(faults, missing)
    decision = obstacle or _decide(reading)
    note = None if obstacle else settlement(reading)
    totals = {player.seat: player.after - player.tokens for player in reading.players}
    return Sheet(
        cells=dict(_cells(reading)),
        notes={LEFT: note} if note else {},
        totals=totals,
        ranks=places({seat: -points for seat, points in totals.items()}),
        winners=decision.winners,
        verdict=decision.verdict,
        reason=decision.reason,
        problems=faults,
        open=missing,
    )


def _decide(reading: Reading) -> Decision:
    finisher = reading.finisher
    # Without anything missing or impossible, exactly one player went out.
    assert finisher
    went_out = Text("%(who)s went out.", who=finisher.name).by("last-card")
    if is_over(reading.tokens):
        why = broke([player.name for player in reading.players if not player.after])
    else:
        why = Text("%(who)s starts the next round.", who=finisher.name).by("next-starter")
    return Decision((finisher.seat,), went_out, why)


def _cells(reading: Reading) -> Iterator[tuple[tuple[str, Seat], Cell]]:
    """Yield the cell of each row and player with the tokens paid. Players without an entry in a row get none."""
    for player in reading.players:
        if player.cards is not None and not (player is reading.finisher and not player.cards):
            yield (LEFT, player.seat), Cell(-player.pays, working(player))
        elif player is reading.finisher:
            yield (LEFT, player.seat), Cell(0, Text("went out"))
        if player.spends:
            names = tuple([VARIANT_NAMES[variant] for variant in player.spends])
            yield (SPENT, player.seat), Cell(-player.spent, Text("%(what)s", what=names))


ROUNDS, FEWER_ROUNDS = 6, 4

# The printed pad


RINGS = 12
"""The maximum number of rings in one line on paper. More are drawn in two lines, so that they do not get too small."""


def paper(setup: Setup) -> tuple[PaperPad, ...]:
    """Return the printed pad, with one ring for each token that a player starts with.

    Decision: hawaiki-pad
    """
    each = tokens_each(setup)
    label = Text("Tokens: %(each)s each. Cross off each token spent.", each=each)
    if each > SHORT and each <= RINGS:
        label = Text(
            "Tokens: %(each)s each, %(short)s for a short game. Cross off each token spent.", each=each, short=SHORT
        )
    return (
        PaperPad(
            key="rounds",
            name=Text("Tokens and rounds"),
            columns=(Column(label, width=66, mark="tokens", times=each), *_rounds(ROUNDS)),
            fewer=(Column(label, width=54, mark="tokens", times=each), *_rounds(FEWER_ROUNDS)),
            players="lines",
            blanks=((Text("Date"), 3), (Text("Winner"), 4)),
            left=(
                Text("Name it before you play the card. Only a new one counts."),
                Text("Draw 1: say thanks. Draw 2: thanks a lot. Forget, and draw 1 more."),
            ),
            right=(Text("Rounds: cards left in hand."), Text("The game ends when somebody has 0. Most tokens win.")),
            foot=11.0,
        ),
    )


def _rounds(count: int) -> tuple[Column, ...]:
    return tuple([Column(Literal(str(number))) for number in range(1, count + 1)])
