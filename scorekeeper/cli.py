"""The command line: its commands, their arguments and what each does.

Each command imports what it needs itself, because loading all games takes longer than showing the help, and loading
Flask takes longer than a ruling.
"""

import io
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from scorekeeper.folders import find_instance
from scorekeeper.language.catalogue import catalogue, detect_language, languages
from scorekeeper.language.text import Catalogue, Literal, NotDone, Text, join_sentences, speak
from scorekeeper.version import VERSION

EXIT_REFUSED = 2

CommandFunction = TypeVar("CommandFunction", bound=Callable[..., Any])


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code. Its arguments are by default those of the process.

    The exit code is 0 on success, 1 if rulings differ or the database is damaged, and 2 if the arguments are invalid or
    the command is refused.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    words = catalogue(_find_language(arguments))
    # Python sets it to None if the descriptor was closed before the start.
    if sys.stdout is None:
        return _refuse(speak(Text("Cannot write the answer: the output is closed."), words))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="surrogateescape")  # file names can contain bytes that are not valid text
    try:
        return _run_command(arguments, words)
    except NotDone as refusal:
        return _refuse(speak(refusal.reason, words))
    except BrokenPipeError:  # a program such as `head` has read enough
        _mute_output()
        return 1
    except OSError as wrong:
        if not wrong.filename:
            _mute_output()
        return _refuse(speak(_explain_error(wrong), words))
    except KeyboardInterrupt:
        # As shells report a program that was ended by Ctrl-C: 128 + SIGINT.
        return 130


def _run_command(arguments: list[str], words: Catalogue) -> int:
    """Run a command, print the sentence that it returns, if any, and return its exit code.

    The output is flushed, so that write errors are raised here.
    """
    # Not by `scorekeeper.main`, which would end the process itself.
    try:
        with scorekeeper.make_context("scorekeeper", list(arguments), obj=words) as ctx:
            result: int | Text | None = scorekeeper.invoke(ctx)
        if isinstance(result, Text):
            print(speak(result, words))
        code = result if isinstance(result, int) else 0
    except click.exceptions.Exit as end:
        code = end.exit_code
    except click.UsageError as wrong:
        usage = f"{wrong.ctx.get_usage()}\n" if wrong.ctx else ""
        code = _refuse(usage + wrong.format_message())
    finally:
        sys.stdout.flush()
    return code


def _mute_output() -> None:
    """Redirect standard output to the null device, so that Python does not write to the closed one when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return EXIT_REFUSED


def _explain_error(wrong: OSError) -> Text:
    """Return a sentence saying that a file cannot be read or written, with the reason given by the system."""
    why = Literal(str(wrong.strerror))
    if not wrong.filename:
        return Text("Cannot read or write that: %(why)s.", why=why)
    return Text("Cannot read or write %(path)s: %(why)s.", path=wrong.filename, why=why)


def _find_language(arguments: list[str]) -> str:
    """Return the language given by --lang, anywhere among the arguments, otherwise the language of the environment."""
    # A command needs the language for its own messages, so --lang is looked for first.
    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    early = click.Command("", params=[click.Option(["--lang"])], context_settings=anything, add_help_option=False)
    found = early.make_context("", list(arguments), resilient_parsing=True).params.get("lang")
    return found if found in languages() else detect_language()


def list_games() -> Text:
    """Return the keys of all games, separated by commas."""
    from scorekeeper.games import GAMES

    return Literal(", ".join(GAMES))


instance_option = click.option(
    "--instance",
    type=Path,
    default=find_instance,
    show_default="instance in a checkout, otherwise ~/.local/share/scorekeeper",
    help="Folder for the database and the secret key.",
)

language_option = click.option(
    "--lang",
    type=click.Choice(languages()),
    expose_value=False,  # `main` has read it, because it also decides the language of refusals
    help="Language of the output.  [default: from the environment]",
)


def server_options(function: CommandFunction) -> CommandFunction:
    """Add the options of a command that starts the app."""
    for add in (
        click.option("--log", is_flag=True, help="Log each request as a line of JSON, without names, links or codes."),
        click.option(
            "--port",
            type=click.IntRange(0, 65535),
            default=8000,
            show_default=True,
            help="Port to listen on; 0 is any free one.",
        ),
        click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on."),
        language_option,
    ):
        function = add(function)
    return function


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=True)
@click.version_option(VERSION, message="Scorekeeper %(version)s")
@language_option
def scorekeeper() -> None:
    """Keeps score for card and board games at a real table, on the players’ own phones."""


@scorekeeper.command("list")
@language_option
@click.pass_obj
def list_command(words: Catalogue) -> None:
    """List the games, by the name that other commands take."""
    from scorekeeper.games import GAMES

    width = max(map(len, GAMES))
    for game in GAMES.values():
        name = game.name if isinstance(game.name, str) else speak(game.name, words)
        print(f"{game.slug:{width}}  {name}")


@scorekeeper.command()
@server_options
@instance_option
@click.pass_obj
def run(words: Catalogue, host: str, port: int, log: bool, instance: Path) -> int:
    """Start the app so that phones on this network can open it."""
    from scorekeeper.server import serve

    return serve(host, port, instance, words, log)


@scorekeeper.command()
@server_options
@click.option(
    "--minutes",
    type=click.FloatRange(0, 99_999, min_open=True),
    default=60,
    show_default=True,
    help="Erase everything and start again after this many minutes.",
)
@click.pass_obj
def demo(words: Catalogue, host: str, port: int, log: bool, minutes: float) -> int:
    """Start the app with some games in it, to try it out."""
    from scorekeeper.demo import demo

    return demo(host, port, words, log, minutes)


@scorekeeper.command(add_help_option=False)
@click.argument("game", required=False)
@click.argument("kind", required=False)
@click.option("--check", type=Path, metavar="FILE", help="Check every ruling in a file and list those that differ.")
@click.option("-h", "--help", "wants_help", is_flag=True, help="Show this message, or what a question takes, and exit.")
@language_option
@click.pass_context
def rule(ctx: click.Context, game: str | None, kind: str | None, check: Path | None, wants_help: bool) -> int:
    """Ask the referee a question: JSON in, ruling out.

    KIND is the question, such as score. Without it, --help lists the questions of GAME; with it, what it takes.
    """
    if wants_help and not game:
        print(ctx.get_help())
        return 0
    if check is None and game is None:
        raise NotDone(Text("Give a game and a question, or a file: scorekeeper rule --check FILE."))

    from scorekeeper.games.errors import Malformed
    from scorekeeper.rulings import answer, explain, find_ruling, lines
    from scorekeeper.strictjson import parse_json

    words: Catalogue = ctx.obj
    try:
        if game and wants_help:
            print(explain(game, kind, words))
        elif check:
            return check_rulings(check)
        elif game:
            find_ruling(game, kind)  # an unknown question is refused before waiting for standard input
            print(answer(game, kind, parse_json(sys.stdin.buffer.read()), words))
    except Malformed as wrong:
        return _refuse("\n".join(lines(wrong, words)))
    return 0


def check_rulings(path: Path) -> int:
    """Print the rulings of a file that differ. Return 1 if there are any, otherwise 0."""
    from scorekeeper.rulings import check
    from scorekeeper.strictjson import read_json

    differing, passed = check(read_json(path.read_bytes()))
    for line in differing:
        print(line)
    print(f"{passed} passed, {len(differing)} failed")
    return 1 if differing else 0


@scorekeeper.command()
@click.argument("game")
@click.option("--players", type=int, default=4, show_default=True, help="Number of player columns.")
@click.option("--paper", default="A4", show_default=True, help="A4, Letter or A5.")
@click.option("--up", type=int, default=1, show_default=True, help="Pads on one page: 1, 2 or 4.")
@click.option("--layout", default="", help="Which of the game’s pads to print.  [default: the first]")
@click.option("--edition", help="The edition whose rules and terms are printed.")
@language_option
@click.pass_obj
def pad(words: Catalogue, game: str, players: int, paper: str, up: int, layout: str, edition: str | None) -> None:
    """Write a blank score pad as a PDF. Redirect it to a file.

    GAME is a name that `scorekeeper list` shows, or a .toml pad file.
    """
    from scorekeeper.games import GAMES
    from scorekeeper.games.own_pads import find_game
    from scorekeeper.printing.blank_pads import PadRequest, print_pad

    printed = find_game(game, GAMES) or GAMES.get(game.lower())
    if printed is None:
        text = "There is no game called %(name)s. Choose one of: %(known)s."
        raise NotDone(Text(text, name=Literal(repr(game)), known=list_games()))
    if sys.stdout.isatty():
        text = "A PDF cannot be shown in a terminal. Redirect it to a file: > %(name)s"
        raise NotDone(Text(text, name=f"{game}.pdf"))
    if edition and all(option.key != "edition" for option in printed.options):
        raise NotDone(Text("This pad has no editions."))
    options = {**printed.default_options(), **({"edition": edition} if edition else {})}
    for kept in printed.options:
        if kept.choices and options[kept.key] not in dict(kept.choices):
            known = Literal(", ".join(dict(kept.choices)))
            raise NotDone(Text("%(option)s: choose one of %(known)s.", option=kept.label, known=known))
    pdf = print_pad(printed, PadRequest(players, paper, up, layout, options), words.language)
    sys.stdout.buffer.write(pdf)


@scorekeeper.command()
@click.argument("target", type=Path)
@instance_option
@language_option
def backup(target: Path, instance: Path) -> Text:
    """Back up all tables. Safe while the app is running.

    TARGET is a new file whose name ends in .db, or an existing folder to put it in.
    """
    from scorekeeper.storage.backup import backup, choose_file
    from scorekeeper.storage.exchange import copied

    # First, because a copy of PostgreSQL takes a while.
    target = choose_file(target)
    with ExitStack() as opened:
        if address := find_postgres():
            instance = opened.enter_context(copied(instance, address))
        path = backup(instance, target)
    return Text("Backup saved to %(path)s. Keep it private: anybody who has it can open every table.", path=path)


@scorekeeper.command()
@click.argument("source", type=Path)
@instance_option
@language_option
def restore(source: Path, instance: Path) -> Text:
    """Restore a backup where there is no database.

    SOURCE is a backup, or the folder with the copies that the app makes itself.
    """
    from scorekeeper.storage.backup import restore
    from scorekeeper.storage.copies import describe_newest, find_copy

    backup = find_copy(source) if source.is_dir() else source
    path: Path | str
    if address := find_postgres():
        from scorekeeper.storage.moving import restore_to

        path = restore_to(backup, address)
    else:
        path = restore(backup, instance)
    done = Text("Restored all tables from %(backup)s to %(path)s.", backup=backup, path=path)
    return join_sentences([done, describe_newest(backup)])


@scorekeeper.command()
@click.argument("source", type=Path, required=False)
@instance_option
@language_option
@click.pass_obj
def check(words: Catalogue, source: Path | None, instance: Path) -> int:
    """Check the database or a backup, SOURCE, for damage."""
    from scorekeeper.storage.check import check
    from scorekeeper.storage.files import DATABASE
    from scorekeeper.storage.sqlite_file import check_not_moved

    path: Path | str = source or instance / DATABASE
    if not source and (address := find_postgres()):
        from scorekeeper.storage.exchange import copied
        from scorekeeper.storage.postgres_connections import redact_address

        with copied(instance, address) as folder:
            path, findings = redact_address(address), check(folder / DATABASE)
    elif isinstance(path, Path) and path.is_file():
        findings = check(path)
    else:
        if not source:
            check_not_moved(instance / DATABASE)
        raise NotDone(Text("There is no database at %(path)s.", path=path))
    for fault in findings.faults:
        print(speak(fault, words))
    verdict = (
        Text("Problems found in %(path)s. Tables: %(tables)s, entries: %(lines)s.")
        if findings.faults
        else Text("No problems found in %(path)s. Tables: %(tables)s, entries: %(lines)s.")
    )
    print(speak(verdict.fill_gaps(path=path, tables=findings.tables, lines=findings.lines), words))
    return 1 if findings.faults else 0


@scorekeeper.command()
@click.argument("address")
@click.option("--back", is_flag=True, help="From PostgreSQL into the folder.")
@instance_option
@language_option
def move(address: str, back: bool, instance: Path) -> Text:
    """Move all tables to PostgreSQL or back. ADDRESS is like postgresql://user@host/name."""
    from scorekeeper.storage.engines import check_address

    # Before the imports, which fail without the optional driver.
    address = check_address(address)
    from scorekeeper.storage.moving import to_postgres, to_sqlite
    from scorekeeper.storage.postgres_connections import redact_address

    if back:
        to_sqlite(address, instance)
        return Text(
            "All tables are now in %(path)s. Start the app without SCOREKEEPER_DATABASE. The old database is kept as "
            "a copy.",
            path=instance,
        )
    return Text(
        "All tables are now in %(path)s. Set SCOREKEEPER_DATABASE before you start the app. The old database "
        "is kept as %(kept)s.",
        path=redact_address(address),
        kept=to_postgres(instance, address),
    )


@scorekeeper.command()
@click.argument("id")
@click.argument("target", type=Path)
@instance_option
@language_option
@click.pass_obj
def export(words: Catalogue, id: str, target: Path, instance: Path) -> Text:
    """Export a group or a table. Safe while the app is running.

    ID is the part of its address after /g/ or /t/. TARGET is a new file. The end of its name sets the
    format: scorekeeper.json, transcript.txt, tables.csv, rounds.csv, plays.bgsplay or text.txt.
    """
    from scorekeeper.storage.exchange import export_file

    path = export_file(instance, id, target, words.language, find_postgres())
    return Text("Saved to %(path)s.", path=path)


@scorekeeper.command("import")
@click.argument("source", type=Path)
@click.option("--check", is_flag=True, help="Check the file without importing anything.")
@instance_option
@language_option
@click.pass_context
def import_(ctx: click.Context, source: Path, check: bool, instance: Path) -> Text:
    """Import a group or a table. Stop the app first.

    SOURCE is a file whose name ends in scorekeeper.json.
    """
    from scorekeeper.storage.exchange import check_file, import_file
    from scorekeeper.storage.files import DATABASE
    from scorekeeper.storage.sqlite_file import check_not_moved

    if check:
        return Text("Every line is valid. Tables: %(tables)s.", tables=check_file(source.read_bytes()))
    content, address = source.read_bytes(), find_postgres()
    # Typed in another folder than usual, the command would otherwise start a database that nobody finds again.
    is_default = ctx.get_parameter_source("instance") is ParameterSource.DEFAULT
    if is_default and not (address or (instance / DATABASE).exists()):
        check_not_moved(instance / DATABASE)
        why = "There is no database in %(path)s. To import into a new one, choose its folder with --instance."
        raise NotDone(Text(why, path=instance))
    brought, place, link = import_file(instance, content, address)
    return Text(
        "Tables imported into %(path)s: %(tables)s. Anybody who opens %(link)s can score there.",
        tables=brought.tables,
        path=place,
        link=Literal(link),
    )


@scorekeeper.command("tables")
@click.option("--name", default="", metavar="NAME", help="Only those in which somebody has this name.")
@instance_option
@language_option
@click.pass_obj
def tables_command(words: Catalogue, name: str, instance: Path) -> None:
    """List the tables and groups with their IDs. Safe while the app is running."""
    from scorekeeper.storage.erase_command import list_tables
    from scorekeeper.storage.exchange import copied
    from scorekeeper.storage.groups import open_groups

    with copied(instance, find_postgres()) as folder, open_groups(folder) as groups:
        for line in list_tables(groups, name.strip()):
            print(speak(line, words))


@scorekeeper.command()
@click.argument("id", default="")
@click.option(
    "--name",
    default="",
    metavar="NAME",
    help="Only this name: in that table or group and its tables, or everywhere if no ID is given.",
)
@click.option("--with-tables", is_flag=True, help="For a group: its tables too.")
@click.option("--dry-run", is_flag=True, help="Only show what would be erased.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@instance_option
@language_option
@click.pass_obj
def erase(words: Catalogue, id: str, name: str, with_tables: bool, dry_run: bool, yes: bool, instance: Path) -> Text:
    """Erase a table, a group or a name for good. Stop the app first, except for --dry-run.

    ID is the part of its address after /g/ or /t/. Backups and exported files made before still contain it.
    """
    from scorekeeper.storage.backup import find_database
    from scorekeeper.storage.erase_command import describe_plan, list_beside, plan
    from scorekeeper.storage.erase_command import erase as erase_planned
    from scorekeeper.storage.exchange import copied
    from scorekeeper.storage.groups import open_groups

    def say(text: Text) -> str:
        return speak(text, words)

    address = find_postgres()
    with ExitStack() as opened:
        if dry_run:
            instance, address = opened.enter_context(copied(instance, address)), ""
        if not address:
            find_database(instance)
        groups = opened.enter_context(open_groups(instance, address))
        what = plan(groups, id, name.strip(), with_tables, say)
        for line in describe_plan(groups, what):
            print(say(line))
        if dry_run:
            return Text("Nothing was erased.")
        if not yes:
            confirm(words)
        return erase_planned(groups, what, [] if address else list_beside(instance))


def confirm(words: Catalogue) -> None:
    """Ask on the terminal whether to go on. Raise NotDone if the answer is no, or if there is no terminal."""
    if not sys.stdin.isatty():
        raise NotDone(Text("Nothing was erased. To erase it without being asked, add --yes."))
    word = speak(Text("yes"), words)
    print(speak(Text("It cannot be undone. Type %(word)s to erase it:", word=word), words), end=" ", flush=True)
    if sys.stdin.readline().strip().casefold() != word.casefold():
        raise NotDone(Text("Nothing was erased."))


def find_postgres() -> str:
    """Return the address of PostgreSQL, "" if SQLite is used. Raise Unusable if the address is invalid."""
    from scorekeeper.storage.engines import DATABASE_SETTING, check_address

    address = os.environ.get(DATABASE_SETTING)
    return check_address(address) if address else ""
