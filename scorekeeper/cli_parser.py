"""Argument parser of the command line: Python's argparse, with its messages translated."""

import argparse
import re
from collections.abc import Iterable
from functools import partial
from typing import Any, NoReturn

from scorekeeper.language.text import ENGLISH, Catalogue, Literal, Text, speak

SHOW_HELP = Text("show this help and exit")

OPTION = r"argument (?P<option>.+?)"

# A message that a later Python words differently is shown in English.
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
"""Messages of argparse as patterns, with the sentences that replace them."""


class Help(argparse.HelpFormatter):
    """Help formatter that translates the word "usage"."""

    def __init__(self, prog: str, words: Catalogue, **how: Any) -> None:
        super().__init__(prog, **how)
        self.words = words

    def add_usage(
        self, usage: str | None, actions: Iterable[argparse.Action], groups: Iterable[Any], prefix: str | None = None
    ) -> None:
        """Add the usage line with a translated prefix."""
        super().add_usage(usage, actions, groups, speak(Text("usage: "), self.words) if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """Argument parser with help and errors translated from the catalogue of its class."""

    words: Catalogue = ENGLISH

    def __init__(self, **how: Any) -> None:
        super().__init__(add_help=False, formatter_class=partial(Help, words=self.words), **how)
        self._positionals.title = self.say(Text("arguments"))
        self._optionals.title = self.say(Text("options"))
        self.add_argument("-h", "--help", action="help", help=self.say(SHOW_HELP))

    def say(self, text: Text) -> str:
        """Return a sentence in the language of the reader."""
        return speak(text, self.words)

    def print_help(self, file: Any = None) -> None:
        """Print the help. Unlike argparse, raise OSError if it cannot be written."""
        # argparse ignores errors here, so the exit code would be 0 with nothing written.
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit with code 2."""
        for pattern, text in SENTENCES.items():
            if match := re.fullmatch(pattern, message):
                gaps = {name: Literal(part) for name, part in match.groupdict().items()}
                message = self.say(text.fill_gaps(**gaps))
                break
        self.exit(2, f"{self.format_usage()}{message}\n")


def make_parser_class(language: Catalogue) -> type[Parser]:
    """Return a parser class with translations from a catalogue. Its subcommands use the same class."""

    class Speaking(Parser):
        """Parser with translations from `language`."""

        words = language

    return Speaking
