"""How a game refuses: what came in cannot be understood, is not all there yet, or is against the rules."""

from scorekeeper.language.text import NotDone, Text


class Refusal(NotDone):
    """What is refused: `reason` in a sentence, and the `key` of the part that it is about, where there is one."""

    def __init__(self, key: str, reason: Text) -> None:
        super().__init__(reason)
        self.args = key, reason
        self.key = key

    def __str__(self) -> str:
        return f"{self.key}: {self.reason}" if self.key else str(self.reason)


class Malformed(Refusal):
    """What came in cannot be a question or a line at all; `key` names the part that is wrong, `others` further ones."""

    others: "tuple[Malformed, ...]" = ()


class Missing(Malformed):
    """A part of the question is not there yet."""


class Illegal(Refusal):
    """The rules forbid it now, and this is why."""

    def __init__(self, reason: Text) -> None:
        super().__init__("", reason)
