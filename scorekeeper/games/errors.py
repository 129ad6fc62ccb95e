"""Refusals: input that cannot be understood, is incomplete, or breaks a rule."""

from scorekeeper.language.text import NotDone, Text


class Refusal(NotDone):
    """A refused input: the `reason` as a sentence, and the `key` of the part it is about ("" if there is none)."""

    def __init__(self, key: str, reason: Text) -> None:
        super().__init__(reason)
        # Exceptions are copied and pickled by calling the class with `args`, so these must be the parameters.
        self.args = key, reason
        self.key = key

    def __str__(self) -> str:
        return f"{self.key}: {self.reason}" if self.key else str(self.reason)


class Malformed(Refusal):
    """Input that is not a valid question or move. `key` names the invalid part, `others` hold further faults."""

    others: "tuple[Malformed, ...]" = ()


class Missing(Malformed):
    """A required part of the question that is not there yet."""


class Illegal(Refusal):
    """A move that the rules forbid at this moment, with the reason."""

    def __init__(self, reason: Text) -> None:
        super().__init__("", reason)
