"""Parsers of the pages of a table: names, numbers and sentences as a reader sees them."""

import re
from html import unescape
from typing import NamedTuple

from tests.support.http import Player


class Column(NamedTuple):
    """A player's column: the total, whether it is highlighted, and the text about the distance to the leader."""

    total: int | None
    """None if it is not known yet."""
    marked: bool
    gap: str


ORDERS = ("lowest wins", "highest wins", "last in wins")


class TallyPage(NamedTuple):
    """The running totals: `rounds` by number with everybody's points (None: a dash), and whether each is marked as
    open.

    `order` is one of ORDERS.
    """

    columns: dict[str, Column]
    rounds: dict[int, tuple[dict[str, int | None], bool]]
    order: str
    banner: list[str]
    spoken: str
    race: tuple[set[str], str] | None
    way_on: str


class BoardPage(NamedTuple):
    """The TV scoreboard: ranks ("–": none), columns, whether each round shown is marked as open, and its sentences."""

    ranks: dict[str, str]
    columns: dict[str, Column]
    rounds: dict[int, bool]
    banner: str
    spoken: str


class SheetPage(NamedTuple):
    """The sheet of a round, on the screen or printed. `notes` explain rows, `foot` are the rows below the totals."""

    verdict: str
    about: list[str]
    columns: dict[str, Column]
    rounds: dict[str, list[str]]
    notes: list[str]
    foot: dict[str, dict[str, int]]
    spoken: str


def words(html: str) -> str:
    """Return the text of a part of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).replace("\u00a0", " ").split())


def number(text: str) -> int | None:
    """Return a printed number, None for a dash."""
    text = text.replace("\u2212", "-").lstrip("+")
    return int(text) if re.fullmatch(r"-?\d+", text) else None


def rows(html: str) -> list[list[tuple[str, str]]]:
    """Return the rows of a table. Each cell is a pair of its attributes and its text."""
    return [
        [(cell[0], words(cell[1])) for cell in re.findall(r"<t[dh]([^>]*)>(.*?)</t[dh]>", row, re.S)]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.S)
    ]


def row(html: str, kind: str) -> list[tuple[str, str]]:
    """Return the cells of the row with this class, without its heading."""
    match = re.search(rf'<tr class="?{kind}"?>(.*?)</tr>', html, re.S)
    return rows(match[0])[0][1:] if match else []


def part(html: str, pattern: str) -> str:
    """Return the first group of a pattern, "" if it does not match."""
    match = re.search(pattern, html, re.S)
    return match[1] if match else ""


def read_announcement(html: str) -> str:
    """Return the text that a screen reader announces."""
    return words(part(html, r'role="status">(.*?)</p>'))


def _int(text: str) -> int:
    value = number(text)
    assert value is not None, text
    return value


def read_tally(player: Player) -> TallyPage:
    """Return the running totals as shown."""
    html = player.page("")
    table = part(html, r'<table class="sheet tally[^>]*>(.*?)</table>')
    names = [text for _, text in rows(part(table, r"<thead>(.*?)</thead>"))[0][1:]] if table else []
    totals, gaps = row(table, "total"), row(table, "gap")
    columns = {
        name: Column(_int(total), "lead" in mark, gap)
        for name, (mark, total), (_, gap) in zip(names, totals, gaps, strict=True)
    }
    played = {}
    for (_, first), *cells in rows(part(table, r"<tbody>(.*?)</tbody>")):
        got = {name: number(text) for name, (_, text) in zip(names, cells, strict=True)}
        played[int(first.split()[0])] = (got, "open" in first)
    banner = [words(part(html, r'<h2 class="over" id="over">(.*?)</h2>'))]
    banner.append(words(part(html, r'<h2 class="over" id="over">.*?</h2><p class="label">(.*?)</p>')))
    dock = part(html, r'<div class="dock" id="dock">(.*)')
    way_on = words(part(dock, r'class="primary"[^>]*>(.*?)</'))
    header = words(part(html, r"<header(.*?)</header>"))
    order = next(order_text for order_text in ORDERS if order_text in header)
    return TallyPage(
        columns, played, order, [text for text in banner if text], read_announcement(html), read_race(html), way_on
    )


def read_race(html: str) -> tuple[set[str], str] | None:
    """Return the names of the highlighted lines in the chart and its description, or None if there is no chart."""
    figure = part(html, r'<figure class="race">(.*?)</figure>')
    if not figure:
        return None
    leading = re.findall(r'<g class="end [^"]*\blead">.*?<text[^>]*>(.*?)</text>', figure, re.S)
    return {words(name) for name in leading}, unescape(part(figure, r'role="img" aria-label="(.*?)"'))


def read_board(player: Player) -> BoardPage:
    """Return the TV scoreboard as shown."""
    html = player.page("board")
    ranks, columns = {}, {}
    line = r"<li([^>]*)>(?:<svg.*?</svg>)?<span>(.*?)</span><p><b[^>]*>(.*?)</b>(.*?)</p><strong>(.*?)</strong>.*?</li>"
    for mark, rank, name, gap, total in re.findall(line, html, re.S):
        ranks[words(name)] = rank
        columns[words(name)] = Column(_int(total), "lead" in mark, words(gap))
    table = part(html, r'<div class="played">.*?(<table>.*?</table>)')
    heads = [text.split() for _, text in rows(part(table, r"<thead>(.*?)</thead>"))[0][1:]] if table else []
    rounds = {int(number): marks == ["open"] for number, *marks in heads}
    return BoardPage(ranks, columns, rounds, words(part(html, r'<p class="ended">(.*?)</p>')), read_announcement(html))


def read_home(player: Player) -> tuple[str, dict[str, int]]:
    """Return the text about the table on the home page, and the points in the order shown."""
    html = player.client.get("/").text
    line = part(html, rf'<a [^>]*href="?{player.url}"?>(.*?)</a>')
    standings = re.findall(r"<bdi>([^<]*)</bdi>(?:</small>)?\s*<b>([^<]*)</b>", line)
    return words(line), {words(name): _int(points) for name, points in standings}


def read_bar(player: Player, round: int) -> dict[str, Column]:
    """Return the columns below a round that is entered on one phone."""
    list = part(player.page(f"{round}/?way=left"), r'<ul class="running">(.*?)</ul>')
    line = r"<li([^>]*)>(?:<svg.*?</svg>)?<span>(.*?)</span>.*?<b>(.*?)</b></li>"
    return {
        words(name): Column(_int(points), "lead" in mark, "") for mark, name, points in re.findall(line, list, re.S)
    }


def read_sheet(player: Player, round: int) -> SheetPage:
    """Return the sheet of a round as shown on the screen."""
    html = player.page(f"{round}/sheet")
    if 'class="won' in html:
        # The winner is on a plate, and the sentences are below the table.
        verdict, *about = [words(text) for text in re.findall(r'<p class="label why">(.*?)</p>', html, re.S)]
    else:
        top = part(html, r'<div id="verdict">(.*?)</div>')
        verdict = words(part(top, r'<h2 class="verdict">(.*?)</h2>'))
        about = [words(text) for text in re.findall(r'<p class="label">(.*?)</p>', top, re.S)]
    return _sheet(html, verdict, about, read_announcement(html))


def read_print(player: Player, round: int) -> SheetPage:
    html = player.page(f"{round}/sheet.html")
    top = part(html, r'<p class="verdict">(.*?)</p>')
    about = [words(text) for text in re.findall(r"<span>(.*?)</span>", top, re.S)]
    return _sheet(html, words(part(top, r"<b>(.*?)</b>")), about, "")


def _sheet(html: str, verdict: str, about: list[str], aloud: str) -> SheetPage:
    table = part(html, r"(<table.*?</table>)")
    names = [text for _, text in rows(part(table, r"<thead>(.*?)</thead>"))[0][1:]]
    columns = {
        name: Column(number(total), "lead" in mark, "")
        for name, (mark, total) in zip(names, row(table, "total"), strict=True)
    }
    foot = {}
    for (_, label), *cells in rows("".join(re.findall(r'<tr class="foot">.*?</tr>', table, re.S))):
        foot[label] = {name: _int(text) for name, (_, text) in zip(names, cells, strict=True) if text}
    body = re.sub(
        '<small class="reason-of">.*?</small>', "", "".join(re.findall(r"<tbody[^>]*>(.*?)</tbody>", table, re.S))
    )
    lines = {cells[0][1]: [text for _, text in cells[1:]] for cells in rows(body) if len(cells) == len(names) + 1}
    short = r'<small class="reason-of">(.*?)</small>'
    notes = [words(text) for text in re.findall(rf'<tr class="note">(.*?)</tr>|{short}', table, re.S) for text in text]
    notes = [text for text in notes if text]
    return SheetPage(verdict, [text for text in about if text], columns, lines, notes, foot, aloud)
