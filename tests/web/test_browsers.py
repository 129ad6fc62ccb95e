"""The style sheets and scripts use only what the oldest browsers of the documents have."""

import pytest

from tools.browsers import KEPT, PAGE, is_needed, list_css, list_features, list_script

OLDEST, *NEWER = KEPT.read_text().splitlines()


def test_no_file_uses_what_the_oldest_browsers_do_not_have() -> None:
    used = set(list_features())
    assert {"css.selectors.has", "css.units.dvh", "js.submitter", "js.operators.optional_chaining"} <= used
    assert [name for name in sorted(used & set(NEWER)) if is_needed(name)] == []


def test_the_documents_name_the_browsers_that_were_compared() -> None:
    named = [part.rpartition(" ") for part in OLDEST.split(", ")]
    text = PAGE.read_text()
    assert "| | " + " | ".join(browser for browser, _, _ in named) + " |" in text
    assert "| **oldest that works** | " + " | ".join(f"**{version}**" for _, _, version in named) + " |" in text


@pytest.mark.parametrize("text", ["a { field-sizing: content }", "@container (width > 1px) { a { top: 0 } }"])
def test_a_newer_feature_of_a_style_sheet_is_found(text: str) -> None:
    assert set(list_css(text)) & set(NEWER)


@pytest.mark.parametrize("text", ["parts.toSorted()", "Object.groupBy(all, name)", "const set = one.union(other)"])
def test_a_newer_feature_of_a_script_is_found(text: str) -> None:
    assert set(list_script(text)) & set(NEWER)
