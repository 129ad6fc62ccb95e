"""The classes of click, with help and errors in the language of the reader.

Texts are translated when they are shown, into the catalogue of the context (`ctx.obj`). click’s own messages are never
shown: the titles of the help are ours, and an error is described from the class of its exception.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import click

from scorekeeper.language.catalogue import languages
from scorekeeper.language.text import Literal, Text, speak

Help = Text | Callable[[], Text]
"""A help text, or a function that makes it if that takes long."""

COMMAND = Text("command")

SHOW_HELP = Text("show this help and exit")

CHOOSE_ONE = Text("%(option)s: choose one of %(known)s.")


class Invalid(click.BadParameter):
    """A value that an option cannot have, with the `reason` as a sentence. The placeholder `option` is filled later."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.message)
        self.reason = reason


class TooMany(click.UsageError):
    """Arguments that a command does not take."""

    def __init__(self, arguments: list[str], ctx: click.Context) -> None:
        super().__init__(" ".join(arguments), ctx)


class Language(click.ParamType[str]):
    """The code of a language that has a catalogue."""

    name = "language"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the codes to choose from, as shown in help."""
        return f"[{'|'.join(languages())}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the code. Raise Invalid if there is no such language."""
        if value not in languages():
            raise Invalid(CHOOSE_ONE.fill_gaps(known=quote_all(languages())))
        return value


class Option(click.Option):
    """An option with translated help. Its value is shown as `metavar`, by default as its name in capitals."""

    def __init__(self, names: Sequence[str], help: Help, metavar: Text | None = None, **settings: Any) -> None:
        super().__init__(names, **settings)
        self.about = help
        self.shown_as = metavar or Literal(self.name.upper())

    def make_metavar(self, ctx: click.Context) -> str:
        """Return the name of the value, as shown in help."""
        return self.type.get_metavar(self, ctx) or translate(self.shown_as, ctx)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return the two columns of the help."""
        return self.get_help_spec(ctx), translate(self.about, ctx)


class Argument(click.Argument):
    """A positional argument with translated help. It is shown as `metavar`, by default as its name."""

    def __init__(self, names: Sequence[str], help: Help, metavar: Text | None = None, **settings: Any) -> None:
        super().__init__(names, **settings)
        self.about = help
        self.shown_as = metavar or Literal(self.name)

    def make_metavar(self, ctx: click.Context) -> str:
        """Return the name of the value, as shown in help."""
        return translate(self.shown_as, ctx) if self.required else f"[{translate(self.shown_as, ctx)}]"

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return the two columns of the help."""
        return translate(self.shown_as, ctx), translate(self.about, ctx)


option = partial(click.option, cls=Option)

argument = partial(click.argument, cls=Argument)


def print_help(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    """Print the help of a command and end it, if `wanted`. A callback of click."""
    if wanted and not ctx.resilient_parsing:
        print(ctx.get_help())
        ctx.exit()


HELP = Option(["-h", "--help"], SHOW_HELP, is_flag=True, is_eager=True, expose_value=False, callback=print_help)

LANGUAGE = Option(
    ["--lang"],
    Text("language of the output (default: from the environment)"),
    type=Language(),
    expose_value=False,  # in the context already, as the catalogue
)


class Command(click.Command):
    """A command whose help is translated, with the option --lang."""

    allow_extra_args = True  # refused by `parse_args`, because click would refuse them in English

    def __init__(self, name: str | None, help: Text, more: Text | None = None, **settings: Any) -> None:
        """`more` is a sentence in the help of the command that the list of commands leaves out."""
        super().__init__(name, **settings)
        self.params.append(LANGUAGE)
        self.about = help
        self.more = more

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option --help, None if the command has its own."""
        return HELP if self.add_help_option else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raise UsageError if they cannot be used."""
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as wrong:
            wrong.ctx = wrong.ctx or ctx  # click names no context if the value of an option is missing
            raise
        if rest and not (isinstance(self, click.Group) or ctx.resilient_parsing):
            raise TooMany(rest, ctx)
        return rest

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usage in a line."""
        pieces = [f"[{translate(Text('options'), ctx)}]"]
        pieces += [piece for param in self.get_params(ctx) for piece in param.get_usage_pieces(ctx)]
        if isinstance(self, click.Group):
            pieces += [translate(COMMAND, ctx), "..."]
        formatter.write_usage(ctx.command_path, " ".join(pieces), translate(Text("usage: "), ctx))

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usage, what the command does, and its arguments, options and commands."""
        params = self.get_params(ctx)
        commands = self.commands if isinstance(self, click.Group) else {}
        sections = {
            Text("arguments"): [param.get_help_record(ctx) for param in params if isinstance(param, Argument)],
            Text("options"): [param.get_help_record(ctx) for param in params if isinstance(param, Option)],
            Text("commands"): [
                (name, translate(command.about, ctx))
                for name, command in commands.items()
                if isinstance(command, Command)
            ],
        }
        self.format_usage(ctx, formatter)
        formatter.write_paragraph()
        for text in filter(None, (self.about, self.more)):
            formatter.write_text(translate(text, ctx))
        for title, rows in sections.items():
            if rows:
                with formatter.section(translate(title, ctx)):
                    formatter.write_dl(rows)


class Group(Command, click.Group):
    """A program with commands, listed in the order in which they are defined."""

    command_class = Command


def translate(text: Help, ctx: click.Context) -> str:
    """Return a text in the language of the context."""
    return speak(text if isinstance(text, Text) else text(), ctx.obj)


def quote_all(names: Iterable[str]) -> Text:
    """Return names in quotation marks, separated by commas."""
    return Literal(", ".join(map(repr, names)))


def describe_misuse(wrong: click.UsageError, ctx: click.Context) -> Text:
    """Return a sentence that says what is wrong with the arguments of a command."""
    match wrong:
        case Invalid(param=param) if param:
            return wrong.reason.fill_gaps(option=Literal(param.opts[-1]))
        case click.MissingParameter():
            return Text("Missing: %(what)s.", what=list_missing(ctx))
        case click.NoSuchOption():
            return Text("Unknown argument: %(what)s.", what=Literal(wrong.option_name))
        case TooMany():
            return Text("Unknown argument: %(what)s.", what=Literal(wrong.message))
        case click.BadOptionUsage(option_name=name):
            text = "%(option)s takes no value." if is_flag(name, ctx) else "%(option)s needs a value."
            return Text(text, option=Literal(name))
        case click.NoSuchCommand() if isinstance(ctx.command, click.Group):
            return CHOOSE_ONE.fill_gaps(option=COMMAND, known=quote_all(ctx.command.commands))
        case _ if isinstance(ctx.command, click.Group):
            return Text("Missing: %(what)s.", what=COMMAND)
    return Literal(wrong.format_message())


def list_missing(ctx: click.Context) -> Text:
    """Return the names of all arguments that a command lacks. click itself names only the first one."""
    # The arguments that were given are in `params` by the time that click finds one missing.
    missing = [param for param in ctx.command.params if param.required and param.name not in ctx.params]
    return Literal(", ".join(param.make_metavar(ctx) for param in missing))


def is_flag(name: str, ctx: click.Context) -> bool:
    """Return whether the option of that name takes no value."""
    params = ctx.command.get_params(ctx)
    return any(isinstance(param, Option) and param.is_flag for param in params if name in param.opts)
