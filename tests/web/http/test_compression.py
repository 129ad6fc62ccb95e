"""What a browser is sent of a script is the script: every string, template and pattern as it is, and no comment."""

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web.http.compression import WHOLE


@pytest.mark.parametrize("name", ["app.js", "show.js", "board.js", "worker.js"])
def test_a_script_is_sent_with_all_that_it_says(client: FlaskClient, app: Flask, name: str) -> None:
    with client.get(f"/static/{name}", headers={"Accept-Encoding": "gzip"}) as answer:
        sent = gzip.decompress(answer.data) if "Content-Encoding" in answer.headers else answer.data
    written = re.sub(rb"(?m)^\s*//.*", b"", (Path(str(app.static_folder)) / name).read_bytes())
    assert re.findall(WHOLE, sent) == re.findall(WHOLE, written)
    assert re.sub(rb"\s", b"", sent) == re.sub(rb"\s", b"", written)


def test_words_of_a_script_stay_apart(client: FlaskClient) -> None:
    with client.get("/static/app.js", headers={"Accept-Encoding": "gzip"}) as answer:
        sent = gzip.decompress(answer.data)
    for word in (b"async function send()", b"for(const one of ", b'token"? value="?'):
        assert word in sent
