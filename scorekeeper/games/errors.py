"""Refusals: input that cannot be understood, is incomplete, or breaks a rule."""

from scorekeeper.language.text import NotDone, Text

IS_MISSING = Text("This is missing.")


class Refusal(NotDone):
    """The refusal of an input. `reason` is a sentence, `key` names the part at fault ("" if it is no single part)."""

    def __init__(self, key: str, reason: Text) -> None:
        super().__init__(reason)
        # Exceptions are copied and pickled by calling the class with `args`, so these must be the parameters.
        self.args = key, reason
        self.key = key

    def __str__(self) -> str:
        return f"{self.key}: {self.reason}" if self.key else str(self.reason)


class Malformed(Refusal):
    """Input that is not a valid question or move. `key` names the invalid part."""

    others: "tuple[Malformed, ...]" = ()
    """Further faults."""


class Missing(Malformed):
    """A question that lacks a required part, named by `key`."""

    def __init__(self, key: str, reason: Text = IS_MISSING) -> None:
        super().__init__(key, reason)


class Illegal(Refusal):
    """A move that the rules forbid at this moment, with the reason."""

    def __init__(self, reason: Text) -> None:
        super().__init__("", reason)
