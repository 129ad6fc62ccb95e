"""The base of all forms, their kinds of fields and parsers. Each form is a class in the module of its page.

A page shows what was typed again (`data`) beside the reason why it was refused (`Form.refusal`).
"""

import re
from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Field, StringField, ValidationError

from scorekeeper.games.errors import Malformed
from scorekeeper.games.user_input import REASON_LENGTH, clean_text, describe_range
from scorekeeper.language.text import Text
from scorekeeper.table.journal import Seen

OP_LENGTH = 64
"""Number of characters read of an idempotency key in a form."""


def new_op() -> str:
    """Return a new idempotency key: 32 random hex digits."""
    return token_hex(16)


def parse_seen(text: str) -> Seen:
    """Parse the state of the journal that a page showed. Raise Malformed if it is invalid."""
    seen = Seen.parse(text)
    if seen is None:
        raise Malformed("seen", describe_range(0, 10**7 - 1))
    return seen


def parse_small(text: str) -> int | None:
    """Parse a number of at most three digits, such as a seat in an address. Return None for anything else."""
    # Not `int` alone, which also accepts signs, spaces, underscores and the digits of other scripts.
    return int(text) if re.fullmatch("[0-9]{1,3}", text) else None


def parse_line_number(text: str) -> int | None:
    """Parse the number of a journal line, which has at most seven digits. Return None for anything else."""
    return int(text) if re.fullmatch("[1-9][0-9]{0,6}", text) else None


def clean_reason(text: str) -> str:
    """Return a typed reason, cleaned and without its full stop. Return "" if it is blank or unusable."""
    try:
        # Without the full stop, because the reason is quoted inside a sentence.
        return clean_text(text, "reason", REASON_LENGTH).rstrip(". ")
    # An unusable reason counts as none. Where one is required, the page asks for it again.
    except Malformed:
        return ""


class Form(FlaskForm):  # type: ignore[misc]
    """A form. CSRF is off here because the app checks the token of every request before a form is read."""

    class Meta:
        csrf = False

    def __init__(self, sent: MultiDict[str, Any] | None = None) -> None:
        # Not the default, which adds uploaded files: a file under the name of a text field is no text.
        super().__init__(request.form if sent is None else sent)

    @property
    def refusal(self) -> Text | None:
        """The first reason why the form is refused, or None."""
        return next((reason for reasons in self.errors.values() for reason in reasons), None)

    def refuse(self, reason: Text, key: str = "") -> None:
        """Add a reason why the form is refused. It is about the field `key`, or about the whole form."""
        if key in self:
            self[key].errors = [*self[key].errors, reason]
        else:
            self.form_errors.append(reason)


class FileForm(Form):
    """A form that uploads files."""

    def __init__(self) -> None:
        super().__init__(request.files)


class TextField(StringField):  # type: ignore[misc]
    """Text of which at most the first `most` characters are read. Of several values the last one counts."""

    data: Any

    def __init__(self, *, most: int | None = None, **options: Any) -> None:
        super().__init__(**{"default": "", **options})
        self.most = most
        self.value: Any = None
        """What the text means, set by fields that parse it."""

    def process_formdata(self, values: Sequence[str]) -> None:
        """Read the text from the form. Without the field, `data` stays the default."""
        if values:
            self.data = values[-1][: self.most]

    @property
    def sent(self) -> bool:
        """Whether the form has this field. A button that was not tapped is not sent."""
        return bool(self.raw_data)


class ParsedField(TextField):
    """Text with a meaning. `data` is the text as typed, `value` what `parse` returns for it.

    If `parse` raises Malformed, its reason is the error of the field.
    """

    def __init__(self, parse: Callable[[str], Any], **options: Any) -> None:
        super().__init__(**options)
        self.parse = parse

    def pre_validate(self, form: FlaskForm) -> None:
        """Parse the text."""
        try:
            self.value = self.parse(self.data)
        except Malformed as wrong:
            raise ValidationError(wrong.reason) from wrong


class ButtonField(TextField):
    """The tapped button, whose value is what it does, and after a colon an argument."""

    @property
    def parts(self) -> tuple[str, str]:
        """What the button does, and its argument. Pressing Enter in a text field counts as "add"."""
        what, _, argument = (self.data if self.sent else "add").partition(":")
        return what, argument


class ListField(Field):  # type: ignore[misc]
    """The values of all fields of one name, in order, of which at most the first `most` are read."""

    def __init__(self, *, most: int | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.most = most

    def process_formdata(self, values: Sequence[str]) -> None:
        """Read all values from the form."""
        self.data = list(values[: self.most])


class DictField(Field):  # type: ignore[misc]
    """The values of all fields whose names begin with the name of this one and a separator, by the rest of the name."""

    def __init__(self, *, separator: str = ".", **options: Any) -> None:
        super().__init__(**options)
        self.separator = separator
        self.data: dict[str, str] = {}

    def process(self, formdata: Any, *_: Any, **__: Any) -> None:
        """Read the values from the form. Of several with the same name the last one counts."""
        # Not a FieldList, which numbers its fields anew: seats have gaps, and options have words for keys.
        prefix = f"{self.name}{self.separator}"
        names = [name for name in formdata or () if name.startswith(prefix)]
        self.data = {name.removeprefix(prefix): formdata.getlist(name)[-1] for name in names}


class LineForm(Form):
    """A form that writes to a journal: its idempotency key, and the state of the journal that its page showed."""

    op = TextField(most=OP_LENGTH)
    seen = TextField()
