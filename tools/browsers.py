"""Write the oldest browsers that have what static/ uses: docs/home.md and tests/web/newer_features.txt.

    npm install @mdn/browser-compat-data
    .venv/bin/python tools/browsers.py node_modules/@mdn/browser-compat-data/data.json

The second file names all features that one of the oldest browsers does not have, so a test finds those that are used.
Features are found by name: properties, values, selectors, units and rules of the style sheets, and members, functions
and operators of the scripts. A name that several interfaces have counts as the oldest of them.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tinycss2

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "static"
KEPT = ROOT / "tests/web/newer_features.txt"
PAGE = ROOT / "docs/home.md"
BEGIN, END = "<!-- by tools/browsers.py -->\n", "<!-- end -->\n"

BROWSERS = {"safari_ios": "Safari on iOS", "firefox": "Firefox", "chrome": "Chrome"}

Versions = dict[str, str | None]
"""The first version of each browser that has a feature, None if no version has it."""

WITHOUT = {
    "css.properties.text-decoration.dotted": "words that lead to a rule are not underlined",
    "css.properties.text-wrap": "lines break less evenly",
    "css.properties.text-wrap-style": "lines break less evenly",
    "css.properties.hyphens": "long words are not hyphenated",
    "css.properties.scrollbar-width": "the scrollbar of a strip shows",
    "css.properties.scrollbar-gutter": "a page is wider where it needs no scrollbar",
    "css.properties.print-color-adjust": "a page printed by the browser has no backgrounds; PDF files have",
    "css.at-rules.page": "a page printed by the browser has other margins; PDF files come from the server",
    "css.properties.forced-color-adjust": "colours of suits follow the colours of the system",
    "css.properties.overscroll-behavior": "a page can be pulled beyond its end",
    "css.properties.overflow-anchor": "what is read can move when something above it grows",
    "css.properties.user-select": "a long press can mark text",
    "css.properties.touch-action": "a double tap can zoom",
    "css.properties.mask": "the prefixed property stands beside it",
    "css.properties.mask-image": "the prefixed property stands beside it",
    "css.properties.field-sizing": "fields have a fixed height",
    "css.properties.overflow-x.clip": "what is cut off can be scrolled to",
    "css.properties.overflow-y.clip": "what is cut off can be scrolled to",
    "css.properties.overflow.clip": "tables have square corners",
    "css.properties.outline": "the frame of the focus has square corners",
    "css.properties.scroll-behavior": "a page jumps instead of scrolling",
    "css.properties.-webkit-tap-highlight-color": "a tap flashes in the colour of the browser",
    "css.properties.cursor": "the pointer of a mouse keeps its shape",
    "css.properties.paint-order": "outlines of drawn letters cover them",
    "css.at-rules.media.scripting": "a label changes when the scripts have run; without JavaScript, keys are shown",
    "css.at-rules.media.forced-colors": "colours of the system are not used",
    "css.properties.size": "a page printed by the browser has the size of the browser's settings",
    "css.properties.orphans": "as above",
    "css.properties.widows": "as above",
    "css.units.dvh": "the length in `vh` stands before it",
    "js.wakeLock": "a playing video keeps the screen on (`awake.js`)",
    "js.captureStream": "a clip with sound keeps the screen on, on a tap (`awake.js`)",
    "js.vibrate": "a sound alone calls the player",
    "js.share": "the link is copied",
    "js.clipboard": "the link is copied by an older command",
    "js.serviceWorker": "without a connection the browser's own page appears",
    "js.timeout": "a request without an answer ends when the browser ends it",
    "js.released": "a playing video keeps the screen on (`awake.js`)",
    "js.ariaLabel": "a screen reader hears the name after the answer",
    "js.ariaPressed": "a screen reader hears that a key is pressed after the answer",
    "js.requestSubmit": "the button is clicked instead",
    "js.speechSynthesis": "the scoreboard offers no voice",
    "js.SpeechSynthesisUtterance": "the scoreboard offers no voice",
    "js.requestIdleCallback": "the work is done at once",
    "js.CloseWatcher": "the back of a phone leaves a page with an open menu",
    "js.destroy": "as above",
    "js.standalone": "the app is taken for a page of the browser",
}
"""What is missing where a browser does not have a feature. Everything else is needed."""

OURS = {
    *("changed", "connection", "drop", "format", "level", "minHeight", "opacity", "pad", "queue", "requested", "show"),
    *("controller", "entry", "left", "right", "to", "where"),
}
"""Names of our own, or of old interfaces, that newer ones have as well."""

OPERATORS = {
    r"\?\.": "optional_chaining",
    r"\?\?(?!=)": "nullish_coalescing",
    r"\?\?=": "nullish_coalescing_assignment",
    r"\|\|=": "logical_or_assignment",
    r"&&=": "logical_and_assignment",
    r"import\.meta": "import_meta",
    r"\.\.\.\w": "spread",
    r"\bawait\b": "await",
    r"\*\*": "exponentiation",
}

UNITS = {
    "dvh": "viewport_percentage_units_dynamic",
    "svh": "viewport_percentage_units_small",
    "lvh": "viewport_percentage_units_large",
}


def main(data: dict[str, Any]) -> None:
    """Write both files, and say what decides which browsers are the oldest."""
    used = set(list_features())
    found = {name: look_up(data, name) for name in sorted(used)}
    kept = {name: versions for name, versions in found.items() if versions is not None}
    oldest = find_oldest(kept)
    newer = {name: look_up(data, name) for name in list_all(data)}
    newer = {name: newer[name] for name in sorted(newer) if newer[name] and is_newer(newer[name], oldest)}
    KEPT.write_text(
        "\n".join([describe(oldest), *(name for name, versions in newer.items() if any(versions.values()))]) + "\n"
    )
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(before + BEGIN + write_table(kept) + END + rest.split(END)[1])
    for name, versions in kept.items():
        if is_needed(name) and any(order(versions[one]) >= order(oldest[one]) for one in BROWSERS):
            print(name, describe(versions))


def describe(oldest: Mapping[str, str | None]) -> str:
    """Return the first versions as one line."""
    return ", ".join(f"{BROWSERS[browser]} {version}" for browser, version in oldest.items())


def list_all(data: dict[str, Any]) -> Iterator[str]:
    """Return the names of all features that style sheets and scripts can use."""
    for part in ("properties", "at-rules", "selectors"):
        for name, values in data["css"][part].items():
            yield f"css.{part}.{name}"
            if part == "properties":
                yield from (f"css.properties.{name}.{value}" for value in values if value != "__compat")
    for name in data["css"]["types"]:
        yield f"css.functions.{name}"
    yield from (f"css.units.{unit}" for unit in UNITS)
    yield from (f"js.operators.{name}" for name in data["javascript"]["operators"])
    for group in (data["api"], data["javascript"]["builtins"]):
        for owner, members in group.items():
            yield f"js.{owner}"
            yield from (f"js.{name.removesuffix('_static')}" for name in members if name.isidentifier())


def list_features() -> Iterator[str]:
    """Return the features that the files of static/ use, such as "css.properties.inset" and "js.requestSubmit"."""
    for path in sorted(STATIC.glob("*.css")):
        if path.name != "print.css":  # for the printer of the server
            yield from list_css(path.read_text())
    for path in sorted(STATIC.glob("*.js")):
        yield from list_script(path.read_text())


def list_css(text: str) -> Iterator[str]:
    """Return the features of a style sheet."""
    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        if rule.type == "at-rule":
            yield f"css.at-rules.{rule.lower_at_keyword}"
            inside = tinycss2.serialize(rule.content or [])
            for feature in re.findall(r"\(([a-z-]+):", tinycss2.serialize(rule.prelude)):
                if rule.lower_at_keyword == "media":
                    yield f"css.at-rules.media.{feature.removeprefix('min-').removeprefix('max-')}"
            yield from (
                list_css(inside) if rule.lower_at_keyword in ("media", "supports") else _list_declarations(inside)
            )
        elif rule.type == "qualified-rule":
            for pseudo in re.findall(r"(?<!\\)::?(-?[a-z][a-z-]*)", tinycss2.serialize(rule.prelude)):
                yield f"css.selectors.{pseudo}"
            yield from _list_declarations(tinycss2.serialize(rule.content))


def _list_declarations(text: str) -> Iterator[str]:
    for declared in tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True):
        if declared.type != "declaration" or declared.name.startswith("--"):
            continue
        yield f"css.properties.{declared.lower_name}"
        for token in declared.value:
            if token.type == "ident":
                yield f"css.properties.{declared.lower_name}.{token.lower_value}"
            elif token.type == "dimension":
                yield f"css.units.{token.lower_unit}"
            elif token.type == "function":
                yield f"css.functions.{token.lower_name}"


def list_script(text: str) -> Iterator[str]:
    """Return the features of a script: what follows a dot, what is called or made by name, and operators."""
    text = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    for pattern, name in OPERATORS.items():
        if re.search(pattern, text):
            yield f"js.operators.{name}"
    own = set(re.findall(r"(?:function|const|let|import|export)\s+(\w+)", text))
    for name in (
        re.findall(r"\.(\w+)", text) + re.findall(r"\b([A-Z]\w+)\b", text) + re.findall(r"(?<![.\w])([a-z]\w+)\(", text)
    ):
        if name not in own and not name.isdigit():
            yield f"js.{name}"
    for pseudo in re.findall(r":(has|is|where)\(", text):
        yield f"css.selectors.{pseudo}"


def look_up(data: dict[str, Any], name: str) -> Versions | None:
    """Return the versions with a feature. Return None if the data does not know it: it is a name of our own."""
    kind, rest = name.split(".", 1)
    if kind == "css":
        part, _, rest = rest.partition(".")
        if part == "units":
            place = data["css"]["types"]["length"].get(UNITS.get(rest, rest))
        elif part == "functions":
            types = data["css"]["types"]
            place = types.get(rest) or types.get("color", {}).get(rest) or types.get("transform-function", {}).get(rest)
        else:
            place = data["css"][part]
            for step in rest.split("."):
                place = place.get(step, {}) if place else {}
        return read_versions(place) if place and "__compat" in place else None
    if rest.startswith("operators."):
        return read_versions(data["javascript"]["operators"][rest.removeprefix("operators.")])
    candidates = []
    for group in (data["api"], data["javascript"]["builtins"]):
        for owner, members in group.items():
            if owner == rest:
                candidates.append(members)
            elif isinstance(members, dict) and rest in members and rest != "__compat":
                candidates.append(members[rest])
            static = f"{rest}_static"
            if isinstance(members, dict) and static in members:
                candidates.append(members[static])
    known = [read_versions(one) for one in candidates if "__compat" in one]
    return min(known, key=lambda versions: [order(versions[browser]) for browser in BROWSERS]) if known else None


def read_versions(place: dict[str, Any]) -> Versions:
    """Return the first version of each browser, with a prefix if need be."""
    return {browser: _read_version(place["__compat"]["support"].get(browser)) for browser in BROWSERS}


def _read_version(support: Any) -> str | None:
    versions = []
    for one in support if isinstance(support, list) else [support or {}]:
        added = one.get("version_added")
        if added and added != "preview" and "flags" not in one and "version_removed" not in one:
            versions.append(str(added).lstrip("≤"))
    return min(versions, key=order, default=None)


def order(version: str | None) -> tuple[int, ...]:
    """Return a key that sorts versions. No version sorts last."""
    return tuple(map(int, version.split("."))) if version else (10_000,)


def find_oldest(kept: dict[str, Versions]) -> dict[str, str]:
    """Return the oldest version of each browser that has all features that are needed."""
    counted = [versions for name, versions in kept.items() if is_needed(name)]
    return {browser: max((versions[browser] or "0" for versions in counted), key=order) for browser in BROWSERS}


def is_newer(versions: Versions, oldest: dict[str, str]) -> bool:
    """Return whether one of the oldest browsers does not have a feature."""
    return any(order(versions[browser]) > order(oldest[browser]) for browser in BROWSERS)


def is_needed(name: str) -> bool:
    """Return whether the app does not work without a feature."""
    return not is_optional(name) and name.removeprefix("js.") not in OURS


def is_optional(name: str) -> bool:
    """Return whether the app works without a feature."""
    return any(name == known or name.startswith(f"{known}.") for known in WITHOUT)


def write_table(kept: dict[str, Versions]) -> str:
    """Return the table of the page."""
    oldest = find_oldest(kept)
    head = "| | " + " | ".join(BROWSERS.values()) + " |\n|---|" + "---|" * len(BROWSERS) + "\n"
    return head + "| **oldest that works** | " + " | ".join(f"**{version}**" for version in oldest.values()) + " |\n"


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text()))
