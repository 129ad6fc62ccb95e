"""Benchmark of the referee: a move compared with a mark, and following the longest possible deal."""

import http.client
import json
import re
import statistics
import time
from dataclasses import replace
from html import unescape
from random import Random
from urllib.parse import urlencode

from scorekeeper.games.parade import GAME
from scorekeeper.table.fold import fold
from scorekeeper.table.journal import By, Change, Line, dump
from tests.support.http import Browser
from tests.support.parade import walk

TIMES = 40


def replay() -> tuple[float, float]:
    """Return the milliseconds of following the longest deal, and their ratio to parsing its JSON.

    The longest deal has two players and uses all cards.
    """
    state, told, _ = walk(2, Random("longest"), edition="de2014")
    setup = replace(state.setup, starter=told[6].seat or 0)
    lines = [Line(seq, f"op{seq}", 0, By("b"), act) for seq, act in enumerate([Change(setup), *told], 1)]
    texts = [dump(line.act) for line in lines]
    played = fold(lines, GAME).plays[1]
    assert played.misfit is None
    assert played.unfinished is None
    following, reading = [], []
    for _ in range(TIMES):
        start = time.process_time()
        fold(lines, GAME)
        middle = time.process_time()
        for text in texts:
            json.loads(text)
        following.append(middle - start)
        reading.append(time.process_time() - middle)
    spent = statistics.median(following)
    return spent * 1000, spent / statistics.median(reading)


class Taps:
    """A phone that posts taps without loading pages."""

    def __init__(self, base: str) -> None:
        self.browser = Browser(base)
        self.browser.get("/games/parade/new")
        self.browser.post("/games/parade/new", [("seat", "A"), ("seat", "B"), ("starter", "0"), ("do", "open")])
        match = re.search(r"/t/([^/]+)/", self.browser.url)
        assert match
        self.path = f"/t/{match[1]}/1"
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.browser.html)
        assert token
        self.token = unescape(token[1])
        self.cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.browser.jar)
        self.connection = http.client.HTTPConnection(base.removeprefix("http://"))
        self.count = 0

    def post(self, where: str, **fields: str) -> float:
        """Return the process seconds from sending a tap to the end of its response."""
        self.count += 1
        body = urlencode({"csrf_token": self.token, "op": f"{self.count:032x}", "seen": str(self.count), **fields})
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        start = time.process_time()
        self.connection.request("POST", self.path + where, body, headers)
        answer = self.connection.getresponse()
        answer.read()
        spent = time.process_time() - start
        assert answer.status == 303, answer.status
        return spent


def move_over_mark(base: str) -> float:
    """Return how many times as long a move takes as a mark, each at a table of its own."""
    state, told, _ = walk(2, Random("moves"), edition="en2013")
    moves = [action for action in told if action.kind != "keep"]
    telling, writing = Taps(base), Taps(base)
    if told[6].seat:  # a new table starts with its first seat, and this walk may not
        moves = [replace(action, seat=None if action.seat is None else 1 - action.seat) for action in moves]
    spans: tuple[list[float], list[float]] = ([], [])
    for number, action in enumerate(moves):
        seat = "" if action.seat is None else action.seat
        spans[0].append(telling.post("/play/write", move=f"1.{action.kind}.{seat}.{action.of[0]}"))
        spans[1].append(writing.post("/write", tap=f"1.red.cards.0.{number % 11}=1"))
    assert len(state.line) > 0
    return statistics.median(spans[0]) / statistics.median(spans[1])
