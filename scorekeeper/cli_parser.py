"""How the command line explains itself: Python's parser of words, speaking the language of whoever types."""

import argparse
import re
from collections.abc import Iterable
from functools import partial
from typing import Any, NoReturn

from scorekeeper.language.text import ENGLISH, Catalogue, Literal, Text, speak

SHOW_HELP = Text("show this help and exit")

OPTION = r"argument (?P<option>.+?)"

SENTENCES = {
    r"the following arguments are required: (?P<what>.+)": Text("Missing: %(what)s."),
    r"unrecognized arguments: (?P<what>.+)": Text("Unknown argument: %(what)s."),
    rf"{OPTION}: invalid choice: (?P<what>.+) \(choose from (?P<known>.+)\)": Text(
        "%(option)s: choose one of %(known)s."
    ),
    rf"{OPTION}: invalid \w+ value: (?P<what>.+)": Text("%(option)s: %(what)s is not a number."),
    rf"{OPTION}: expected one argument": Text("%(option)s needs a value."),
    rf"{OPTION}: (?P<what>.+)": Text("%(option)s: %(what)s"),
}
"""What Python's parser says, and how it is said here."""


class Help(argparse.HelpFormatter):
    """The help, with its first word in the reader's language."""

    def __init__(self, prog: str, words: Catalogue, **how: Any) -> None:
        super().__init__(prog, **how)
        self.words = words

    def add_usage(
        self, usage: str | None, actions: Iterable[argparse.Action], groups: Iterable[Any], prefix: str | None = None
    ) -> None:
        """Begin with how the command is typed."""
        super().add_usage(usage, actions, groups, speak(Text("usage: "), self.words) if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """A parser whose help and refusals are spoken from the catalogue of its class."""

    words: Catalogue = ENGLISH

    def __init__(self, **how: Any) -> None:
        super().__init__(add_help=False, formatter_class=partial(Help, words=self.words), **how)
        self._positionals.title = self.say(Text("arguments"))
        self._optionals.title = self.say(Text("options"))
        self.add_argument("-h", "--help", action="help", help=self.say(SHOW_HELP))

    def say(self, text: Text) -> str:
        """A sentence in the language of whoever reads the help."""
        return speak(text, self.words)

    def print_help(self, file: Any = None) -> None:
        """Write the help; the parser that this is made from would keep silent where it cannot be written."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Say how the command is typed and what was wrong with it; exit code 2."""
        for pattern, text in SENTENCES.items():
            if match := re.fullmatch(pattern, message):
                gaps = {name: Literal(part) for name, part in match.groupdict().items()}
                message = self.say(text.filled(**gaps))
                break
        self.exit(2, f"{self.format_usage()}{message}\n")


def speaking(language: Catalogue) -> type[Parser]:
    """The parser that speaks from a catalogue, and so do the parsers of its commands."""

    class Speaking(Parser):
        """A parser that speaks from this catalogue."""

        words = language

    return Speaking
