"""Printing: one worker, the same bytes for the same page, nothing fetched, nothing that can hurt the app."""

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from scorekeeper.language.text import speak
from scorekeeper.printing import press as printing
from scorekeeper.printing import worker
from scorekeeper.printing.press import Busy, Press, Slow, Unprintable
from tests.support.loops import wait_until
from tests.support.payloads import listening
from tests.support.printing import LACKING, fonts

PAGE = '<!doctype html><html lang="it"><meta charset=utf-8><title>Parata</title><body><h1>Parata Łódź</h1>'

ENDLESS = PAGE + "<table>" + "<tr><td>1<td>2<td>3" * 20_000 + "</table>"


@pytest.fixture(scope="module")
def press() -> Iterator[Press]:
    """A press for tests that break it. Afterwards it must still print another page."""
    press = Press()
    yield press
    press.close()


@pytest.fixture
def canary() -> Iterator[tuple[str, list[str]]]:
    """A server that nothing may ask, and the requests it got."""
    with listening() as (port, asked):
        yield f"http://127.0.0.1:{port}/x", asked


def test_a_page_keeps_title_language_tags_and_font(press: Press) -> None:
    pdf = press.print(PAGE)
    reader = PdfReader(BytesIO(pdf.content))
    assert pdf.pages == len(reader.pages) == 1
    assert reader.metadata is not None
    assert reader.metadata.title == "Parata"
    assert str(reader.root_object["/Lang"]) == "it"
    assert reader.root_object["/MarkInfo"]["/Marked"]  # type: ignore[index]
    assert "/StructTreeRoot" in reader.root_object
    assert all("Pad" in name for name in fonts(reader))
    assert "Łódź" in reader.pages[0].extract_text()


def test_the_same_page_gives_the_same_bytes_in_another_worker(press: Press) -> None:
    other = Press()
    try:
        assert press.print(PAGE) == other.print(PAGE)
    finally:
        other.close()


def payloads(address: str, secret: Path) -> dict[str, str]:
    """Return pages that try to load something from outside."""
    tags = {
        "img": "<img src={}>",
        "object": "<object data={}></object>",
        "embed": "<embed src={}>",
        "style": "<style>@import url({})</style>",
        "link": "<link rel=stylesheet href={}>",
        "icon": "<link rel=icon href={}>",
        "attachment": "<link rel=attachment href={}>",
        "attached": "<a rel=attachment href={}>x</a>",
        "background": "<p style='background:url({})'>x</p>",
        "list": "<ul style='list-style-image:url({})'><li>x</ul>",
        "content": "<style>p::before{{content:url({})}}</style><p>x",
        "font": "<style>@font-face{{font-family:z;src:url({})}}p{{font-family:z}}</style><p>x",
        "svg": "<svg><image href={} width=9 height=9 /></svg>",
        "use": "<svg><use href={}#a /></svg>",
        "base": "<base href={}><img src=y>",
        "profile": "<style>@color-profile --x{{src:url({})}}</style>",
    }
    places = {"http": address, "file": secret.as_uri(), "data": "data:text/css,p{}", "app": "app:fonts/../print.css"}
    return {f"{tag} {place}": PAGE + tags[tag].format(places[place]) for tag in tags for place in places}


def test_a_page_cannot_reach_outside(press: Press, canary: tuple[str, list[str]], tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("nobody may read this")
    for name, html in payloads(canary[0], secret).items():
        try:
            reader = PdfReader(BytesIO(press.print(html).content))
        except Unprintable:
            continue
        assert not list(reader.attachment_list), name
        assert "nobody" not in reader.pages[0].extract_text(), name
    assert canary[1] == []
    assert press.print(PAGE + "afterwards").pages == 1


def test_a_worker_runs_no_program_of_the_folder_in_which_the_server_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = tmp_path / "ran"
    for name in ("ld", "gcc", "cc", "objdump", "ldconfig", "sh", "fc-list"):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\necho {name} >> {marker}\n")
        program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    press = Press()
    try:
        assert press.print(PAGE).pages == 1
    finally:
        press.close()
    assert not marker.exists(), marker.read_text()


def test_a_killed_worker_is_replaced(press: Press) -> None:
    press.print(PAGE + "before")
    assert press.worker is not None
    press.worker.process.kill()
    assert press.print(PAGE + "again").pages == 1


def test_a_worker_that_dies_on_a_page_is_a_sentence(press: Press) -> None:
    refusals: list[Unprintable] = []

    def endless() -> None:
        with pytest.raises(Unprintable) as refusal:
            press.print(ENDLESS)
        refusals.append(refusal.value)

    press.close()
    printing_thread = threading.Thread(target=endless)
    printing_thread.start()
    wait_for_page(press).process.kill()
    printing_thread.join()
    assert speak(refusals[0].reason).endswith(".")
    assert press.print(PAGE + "after it died").pages == 1


def wait_for_page(press: Press) -> printing.Worker:
    """Wait until a new worker prints a page, and return the worker."""
    wait_until(lambda: press.worker and press.worker.printed)
    assert press.worker
    return press.worker


def test_a_page_that_takes_too_long_is_given_up() -> None:
    press = Press(timeout=0.7)
    try:
        with pytest.raises(Slow) as refusal:
            press.print(ENDLESS)
        assert speak(refusal.value.reason) == "This page took too long to print."
        assert press.print(PAGE).pages == 1
    finally:
        press.close()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="only POSIX stops a process for a while")
def test_more_sheets_of_tables_wait_than_pads_of_strangers() -> None:
    press = Press(timeout=20, waiting=2, pads=1)
    ended: list[tuple[str, bool]] = []

    def want(name: str) -> None:
        with suppress(Busy):
            press.print(PAGE + name, first=name.startswith("sheet"))
            ended.append((name, True))
            return
        ended.append((name, False))

    threads = [
        threading.Thread(target=want, args=(f"{kind} {number}",)) for kind in ("sheet", "pad") for number in range(3)
    ]
    try:
        assert press.find_missing() is None
        assert press.worker
        press.worker.process.send_signal(signal.SIGSTOP)
        slow = threading.Thread(target=want, args=("the one in hand",))
        slow.start()
        in_hand = wait_for_page(press)
        for thread in threads:
            thread.start()
        wait_until(lambda: len(ended) >= 3)
        assert sorted(name.split()[0] for name, _ in ended) == ["pad", "pad", "sheet"]
        in_hand.process.send_signal(signal.SIGCONT)
        for thread in (slow, *threads):
            thread.join()
    finally:
        press.close()
    assert sum(printed for _, printed in ended) == 4


def test_a_worker_is_replaced_after_its_pages() -> None:
    press = Press(pages=2)
    try:
        workers = []
        for number in range(4):
            press.print(f"{PAGE}{number}")
            assert press.worker is not None
            workers.append(press.worker.process.pid)
    finally:
        press.close()
    assert workers[0] == workers[1] != workers[2] == workers[3]


def test_nothing_is_left_of_a_worker(press: Press) -> None:
    press.print(PAGE + "left")
    assert press.worker is not None
    folder = Path(press.worker.folder.name)
    assert list(folder.iterdir())
    press.close()
    assert not folder.exists()


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="only Linux tells a process's limits")
def test_the_worker_has_limits(press: Press) -> None:
    press.print(PAGE + "limits")
    assert press.worker is not None
    limits = Path(f"/proc/{press.worker.process.pid}/limits").read_text()
    for name, most in (
        ("address space", worker.MOST_MEMORY_BYTES),
        ("file size", worker.MOST_FILE_BYTES),
        ("core file size", 0),
    ):
        assert re.search(rf"Max {name} +{most} ", limits), limits
    seconds = re.search(r"Max cpu time +(\d+) ", limits)
    assert seconds
    assert int(seconds.group(1)) <= press.timeout + 10


def test_without_pango_it_says_what_to_type(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    press.close()
    monkeypatch.setattr(printing, "WORKER", LACKING)
    missing = press.find_missing()
    assert missing is not None
    assert speak(missing).startswith("Printing needs Pango")
    with pytest.raises(Unprintable) as refusal:
        press.print(PAGE + "without")
    assert refusal.value.reason == missing
    monkeypatch.undo()
    assert press.find_missing() is None


def test_the_server_itself_never_loads_the_printer() -> None:
    program = (
        "import sys; from scorekeeper import create_app; from scorekeeper.printing import press;"
        "import scorekeeper.web.print.pads;"
        "print('weasyprint' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False\n"
