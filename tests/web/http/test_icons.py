"""The icons for the home screen of a phone."""

import json
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image


def manifest(client: FlaskClient) -> dict[str, Any]:
    with client.get("/static/manifest.webmanifest") as answer:
        content: dict[str, Any] = json.loads(answer.data)
    return content


def read(client: FlaskClient, address: str) -> Image.Image:
    with client.get(address) as answer:
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
        return Image.open(BytesIO(answer.data))


@pytest.mark.parametrize("purpose", ["any", "maskable"])
def test_every_icon_of_the_manifest_is_there_in_the_size_it_says(client: FlaskClient, purpose: str) -> None:
    sizes = [
        (icon["sizes"], read(client, icon["src"]).size)
        for icon in manifest(client)["icons"]
        if icon["type"] == "image/png" and icon["purpose"] == purpose
    ]
    assert sizes
    assert [f"{width}x{height}" for _, (width, height) in sizes] == [said for said, _ in sizes]
    assert manifest(client)["id"] == "/"


def test_an_iphone_finds_its_icon_at_the_root_without_transparent_parts(client: FlaskClient) -> None:
    icon = read(client, "/apple-touch-icon.png")
    assert icon.size == (180, 180)
    # Where it were transparent, an iPhone would draw black.
    assert icon.convert("RGBA").getchannel("A").getextrema() == (255, 255)
