"""The command line: its commands, their arguments and what each does."""

import argparse
import io
import os
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from scorekeeper.cli_parser import SHOW_HELP, Parser, make_parser_class
from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.language.catalogue import catalogue, detect_language, languages
from scorekeeper.language.text import Literal, NotDone, Text, join_sentences, speak

MALFORMED = 2

FILE = Text("FILE")

GAMES_HERE = Literal(", ".join(GAMES))

ONE_OF = Text("one of: %(games)s", games=GAMES_HERE)

Say = Callable[[Text], str]

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def main(words: list[str] | None = None) -> int:
    """Run a command and return its exit code. Its arguments are `words`, by default those of the process.

    The exit code is 0 on success, 1 if rulings differ or the database is damaged, and 2 if the arguments are invalid or
    the command is refused.
    """
    language = _find_language(words)
    say = partial(speak, words=catalogue(language))
    # Python sets it to None if the descriptor was closed before the start.
    if sys.stdout is None:
        return _refuse(say(Text("Cannot write the answer: the output is closed.")))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="surrogateescape")  # file names can contain bytes that are not valid text
    try:
        return _run_command(words, language)
    except BrokenPipeError:  # a program such as `head` has read enough
        _mute_output()
        return 1
    except OSError as wrong:
        _mute_output()
        return _refuse(say(_explain_error(wrong.filename, wrong)))
    except KeyboardInterrupt:
        # As shells report a program that was ended by Ctrl-C: 128 + SIGINT.
        return 130


def _run_command(words: list[str] | None, language: str) -> int:
    """Parse the arguments, run the command and flush its output, so that write errors are raised here."""
    try:
        args = _make_parser(language).parse_args(words, argparse.Namespace(lang=language))
        code: int = args.command(args)
    finally:
        sys.stdout.flush()
    return code


def _mute_output() -> None:
    """Redirect standard output to the null device, so that Python does not write to the closed one when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _find_language(words: list[str] | None) -> str:
    """Return the language given by --lang, anywhere among the arguments, otherwise the language of the environment."""
    # The full parser needs the language for its own messages, so --lang is looked for first.
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    early.add_argument("--lang", nargs="?", choices=languages())
    try:
        args, _ = early.parse_known_args(words)
    except argparse.ArgumentError:
        return detect_language()
    return args.lang or detect_language()


def _make_parser(language: str) -> Parser:
    words = catalogue(language)
    about = Text("Keeps score for card games at a real table, on the players’ own phones.")
    parser = make_parser_class(words)(prog="scorekeeper", description=speak(about, words))
    say = parser.say
    _add_language(parser)
    commands = parser.add_subparsers(title=say(Text("commands")), metavar=say(Text("command")), required=True)
    for add in (
        *(_add_run, _add_demo, _add_rule, _add_pad, _add_backup, _add_restore, _add_check, _add_move),
        *(_add_export, _add_import, _add_erase),
    ):
        add(commands, say)
    return parser


def _add_run(commands: Commands, say: Say) -> None:
    run = commands.add_parser("run", help=say(Text("start the app so that phones on this network can open it")))
    _add_address(run, say)
    _add_instance(run)
    run.set_defaults(command=_run)


def _add_demo(commands: Commands, say: Say) -> None:
    demo = commands.add_parser("demo", help=say(Text("start the app with some games in it, to try it out")))
    _add_address(demo, say)
    after = Text("erase everything and start again after this many minutes (default: 60)")
    demo.add_argument("--minutes", type=partial(_parse_minutes, say), default=60.0, help=say(after))
    _add_language(demo)
    demo.set_defaults(command=_demo)


class Explain(argparse.Action):
    """The option --help of `rule`: show its usage, or the format of a question if one is given."""

    def __call__(self, parser: argparse.ArgumentParser, args: argparse.Namespace, *_: object) -> None:
        from scorekeeper.rulings import explain, lines

        assert isinstance(parser, Parser)
        try:
            print(explain(args.game, args.kind, parser.words) if args.game else parser.format_help().rstrip())
        except Malformed as wrong:
            parser.exit(MALFORMED, f"{lines(wrong, parser.words)[0]}\n")
        parser.exit()


def _add_rule(commands: Commands, say: Say) -> None:
    about = say(Text("ask the referee a question: JSON in, ruling out"))
    rule = commands.add_parser("rule", help=about, conflict_handler="resolve")
    rule.add_argument("-h", "--help", action=Explain, nargs=0, help=say(SHOW_HELP))
    rule.add_argument("game", nargs="?", help=say(ONE_OF))
    rule.add_argument("kind", nargs="?", help=say(Text("the question, such as score; add --help to see what it takes")))
    check = say(Text("check every ruling in a file and list those that differ"))
    rule.add_argument("--check", type=Path, metavar=say(FILE), help=check)
    _add_language(rule)
    rule.set_defaults(command=_rule)


def _add_pad(commands: Commands, say: Say) -> None:
    pad = commands.add_parser("pad", help=say(Text("write a blank score pad as a PDF; redirect it to a file")))
    pad.add_argument("game", help=say(Text("a .toml pad file, or one of: %(games)s", games=GAMES_HERE)))
    pad.add_argument("--players", type=int, default=4, help=say(Text("number of player columns (default: 4)")))
    pad.add_argument("--paper", default="A4", help=say(Text("A4 or Letter (default: A4)")))
    pad.add_argument("--up", type=int, default=1, help=say(Text("pads on one page: 1, 2 or 4 (default: 1)")))
    pad.add_argument("--layout", default="", help=say(Text("which of the game’s pads to print (default: the first)")))
    pad.add_argument("--edition", help=say(Text("the edition whose rules and terms are printed")))
    _add_language(pad)
    pad.set_defaults(command=_pad)


def _add_backup(commands: Commands, say: Say) -> None:
    backup = commands.add_parser(
        "backup", help=say(Text("back up all tables to a file (safe while the app is running)"))
    )
    where = say(Text("a new file, or a folder to put it in"))
    backup.add_argument("target", type=Path, metavar=say(Text("FILE|FOLDER")), help=where)
    _add_instance(backup)
    backup.set_defaults(command=_backup)


def _add_restore(commands: Commands, say: Say) -> None:
    about = say(Text("restore a backup into a folder that has no database"))
    restore = commands.add_parser("restore", help=about)
    which = say(Text("a backup, or the folder with the copies that the app makes itself"))
    restore.add_argument("source", type=Path, metavar=say(Text("FILE|FOLDER")), help=which)
    _add_instance(restore)
    restore.set_defaults(command=_restore)


def _add_check(commands: Commands, say: Say) -> None:
    check = commands.add_parser("check", help=say(Text("check the database for damage")))
    which = say(Text("a backup file to check instead of the database"))
    check.add_argument("source", type=Path, metavar=say(FILE), nargs="?", help=which)
    _add_instance(check)
    check.set_defaults(command=_check)


def _add_export(commands: Commands, say: Say) -> None:
    about = say(Text("export a group or a table to a file (safe while the app is running)"))
    export = commands.add_parser("export", help=about)
    export.add_argument("id", help=say(Text("its ID: the part of its address after /g/ or /t/")))
    forms = Literal("scorekeeper.json, transcript.txt, tables.csv, rounds.csv, plays.bgsplay, text.txt")
    which = say(Text("a new file; the end of its name sets the format: %(forms)s", forms=forms))
    export.add_argument("target", type=Path, metavar=say(FILE), help=which)
    _add_instance(export)
    export.set_defaults(command=_export)


def _add_import(commands: Commands, say: Say) -> None:
    about = say(Text("import a group or a table from a file (stop the app first)"))
    bring = commands.add_parser("import", help=about)
    which = say(Text("a file whose name ends in scorekeeper.json or transcript.txt"))
    bring.add_argument("source", type=Path, metavar=say(FILE), help=which)
    only = say(Text("check the file line by line without importing anything"))
    bring.add_argument("--check", action="store_true", help=only)
    _add_instance(bring)
    bring.set_defaults(command=_import)


def _add_erase(commands: Commands, say: Say) -> None:
    about = say(Text("erase a table, a group or a name for good (stop the app first)"))
    backups = say(Text("Backups and exported files made before still contain it."))
    erase = commands.add_parser("erase", help=about, description=f"{about}. {backups}")
    erase.add_argument("id", nargs="?", default="", help=say(Text("its ID: the part of its address after /g/ or /t/")))
    what = Text("only this name: in that table or group and its tables, or everywhere if no ID is given")
    erase.add_argument("--name", default="", metavar=say(Text("NAME")), help=say(what))
    erase.add_argument("--with-tables", action="store_true", help=say(Text("for a group: its tables too")))
    erase.add_argument("--dry-run", action="store_true", help=say(Text("only show what would be erased")))
    erase.add_argument("--yes", action="store_true", help=say(Text("do not ask first")))
    _add_instance(erase)
    erase.set_defaults(command=_erase)


def _add_move(commands: Commands, say: Say) -> None:
    move = commands.add_parser("move", help=say(Text("move all tables to PostgreSQL or back")))
    where = say(Text("PostgreSQL address, such as postgresql://user@host/name"))
    move.add_argument("address", metavar=say(Text("ADDRESS")), help=where)
    move.add_argument("--back", action="store_true", help=say(Text("from PostgreSQL into the folder")))
    _add_instance(move)
    move.set_defaults(command=_move)


def _add_language(command: Parser) -> None:
    about = Text("language of the output (default: from the environment)")
    # Suppressed, because the default of a subcommand would replace the language found before.
    command.add_argument("--lang", choices=languages(), default=argparse.SUPPRESS, help=command.say(about))


def _add_instance(command: Parser) -> None:
    where = Text("folder for the database and the secret key (default: instance)")
    command.add_argument("--instance", type=Path, default=Path("instance"), help=command.say(where))
    _add_language(command)


def _add_address(command: Parser, say: Say) -> None:
    command.add_argument("--host", default="0.0.0.0", help=say(Text("address to listen on (default: all)")))
    where = say(Text("port to listen on (default: 8000; 0: any free one)"))
    command.add_argument("--port", type=partial(_parse_port, say), default=8000, help=where)
    lines = say(Text("log each request to standard error as one line of JSON, without names, links or codes"))
    command.add_argument("--log", action="store_true", help=lines)


def _parse_minutes(say: Say, word: str) -> float:
    if not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,3})?", word) or not float(word):
        raise argparse.ArgumentTypeError(say(Text("minutes are a number above 0")))
    return float(word)


def _parse_port(say: Say, word: str) -> int:
    # isascii, because isdigit accepts the digits of other scripts as well.
    if not (word.isascii() and word.isdigit() and int(word) < 65536):
        raise argparse.ArgumentTypeError(say(Text("a port is a number from 0 to 65535")))
    return int(word)


# Each command imports what it needs itself: loading Flask takes longer than a ruling.


def _run(args: argparse.Namespace) -> int:
    from scorekeeper.server import serve

    return serve(args.host, args.port, args.instance, catalogue(args.lang), args.log)


def _demo(args: argparse.Namespace) -> int:
    from scorekeeper.demo import demo

    return demo(args.host, args.port, catalogue(args.lang), args.log, args.minutes)


def _rule(args: argparse.Namespace) -> int:
    from scorekeeper.rulings import answer, check, find_ruling, lines
    from scorekeeper.strictjson import parse_json, read_json

    say = partial(speak, words=catalogue(args.lang))
    if args.check is None and args.game is None:
        what = "Give a game and a question, or a file: scorekeeper rule --check FILE."
        return _refuse(say(Text(what)))
    try:
        if args.check is None:
            find_ruling(args.game, args.kind)  # an unknown question is refused before waiting for standard input
            question = parse_json(sys.stdin.buffer.read())
            print(answer(args.game, args.kind, question, catalogue(args.lang)))
            return 0
        differing, passed = check(read_json(args.check.read_bytes()))
    except Malformed as wrong:
        return _refuse("\n".join(lines(wrong, catalogue(args.lang))))
    except OSError as wrong:
        return _refuse(say(_explain_error(args.check, wrong)))
    for line in differing:
        print(line)
    print(f"{passed} passed, {len(differing)} failed")
    return 1 if differing else 0


def _pad(args: argparse.Namespace) -> int:
    from scorekeeper.games.pads.own import find_game
    from scorekeeper.printing.blank_pads import print_pad

    say = partial(speak, words=catalogue(args.lang))
    try:
        game = find_game(args.game, GAMES)
        if game is None:
            known, name = Literal(", ".join(GAMES)), Literal(repr(args.game))
            what = "There is no game called %(name)s. Choose one of: %(known)s."
            return _refuse(say(Text(what, name=name, known=known)))
        if sys.stdout.isatty():
            what = "A PDF cannot be shown in a terminal. Redirect it to a file: > %(name)s"
            return _refuse(say(Text(what, name=f"{args.game}.pdf")))
        if args.edition and all(option.key != "edition" for option in game.options):
            return _refuse(say(Text("This pad has no editions.")))
        options = {**game.default_options(), **({"edition": args.edition} if args.edition else {})}
        for option in game.options:
            if option.choices and options[option.key] not in dict(option.choices):
                known = Literal(", ".join(dict(option.choices)))
                return _refuse(say(Text("%(option)s: choose one of %(known)s.", option=option.label, known=known)))
        pdf = print_pad(game, args.players, args.paper, args.up, layout=args.layout, options=options, lang=args.lang)
    except NotDone as refusal:
        return _refuse(say(refusal.reason))
    sys.stdout.buffer.write(pdf)
    return 0


def _backup(args: argparse.Namespace) -> int:
    from scorekeeper.storage.backup import backup

    def work() -> Path:
        """Write the backup and return its path."""
        if address := _postgres_address():
            from scorekeeper.storage.moving import backup_of

            return backup_of(address, args.target)
        return backup(args.instance, args.target)

    return _report(
        args,
        lambda: Text(
            "Backup saved to %(path)s. Keep it private: anybody who has it can open every table.", path=work()
        ),
    )


def _restore(args: argparse.Namespace) -> int:
    from scorekeeper.storage.backup import restore
    from scorekeeper.storage.following import assemble

    def restore_file(source: Path) -> Path | str:
        """Restore a backup and return the place of the database."""
        if address := _postgres_address():
            from scorekeeper.storage.moving import restore_to

            return restore_to(source, address)
        return restore(source, args.instance)

    def work() -> Text:
        """Restore the backup, or the newest copy in a folder, and return the message to print."""
        done = Text("Restored all tables from %(backup)s to %(path)s.", backup=args.source)
        if not args.source.is_dir():
            return done.fill_gaps(path=restore_file(args.source))
        with assemble(args.source) as copy:
            done = done.fill_gaps(path=restore_file(copy.path))
            return join_sentences([done, *copy.notes])

    return _report(args, work)


def _move(args: argparse.Namespace) -> int:
    def work() -> Text:
        """Move the tables and return the message to print: their new place and how to start the app."""
        from scorekeeper.storage.engines import check_address

        # Before the imports, which fail without the optional driver.
        address = check_address(args.address)
        from scorekeeper.storage.moving import to_postgres, to_sqlite
        from scorekeeper.storage.postgres_connections import redact_address

        if args.back:
            to_sqlite(address, args.instance)
            return Text("All tables are now in %(path)s. The old database is kept as a copy.", path=args.instance)
        to_postgres(args.instance, address)
        text = (
            "All tables are now in %(path)s. Set SCOREKEEPER_DATABASE before you start the app. The old database "
            "is kept as a copy."
        )
        return Text(text, path=redact_address(address))

    return _report(args, work)


def _postgres_address() -> str:
    """Return the address of PostgreSQL, "" if SQLite is used. Raise Unusable if the address is invalid."""
    from scorekeeper.storage.engines import SETTING, check_address

    address = os.environ.get(SETTING)
    return check_address(address) if address else ""


def _export(args: argparse.Namespace) -> int:
    from scorekeeper.storage.exchange import export_file

    where = args.instance, args.id, args.target, args.lang
    return _report(args, lambda: Text("Saved to %(path)s.", path=export_file(*where, _postgres_address())))


def _import(args: argparse.Namespace) -> int:
    from scorekeeper.storage.exchange import check_file, import_file

    def work() -> Text:
        """Import the file, or only check it, and return the message to print: the number of tables and a link."""
        if args.check:
            return Text("Every line is valid. Tables: %(tables)s.", tables=check_file(args.source.read_bytes()))
        brought, link = import_file(args.instance, args.source.read_bytes(), _postgres_address())
        text = "Tables imported: %(tables)s. Anybody who opens %(link)s can score there."
        return Text(text, tables=brought.tables, link=Literal(link))

    return _report(args, work)


def _erase(args: argparse.Namespace) -> int:
    from scorekeeper.storage.erase_command import Erasing

    say = partial(speak, words=catalogue(args.lang))

    def work() -> Text:
        """List what would be erased, ask for confirmation, erase it, and return the message to print."""
        with Erasing(args.instance, _postgres_address(), args.id, args.name, args.with_tables, say) as erasing:
            for line in erasing.preview:
                print(say(line))
            if args.dry_run:
                return Text("Nothing was erased.")
            if not args.yes:
                _confirm(say)
            return erasing.erase()

    return _report(args, work)


def _confirm(say: Say) -> None:
    """Ask on the terminal whether to go on. Raise NotDone if the answer is no, or if there is no terminal."""
    if not sys.stdin.isatty():
        raise NotDone(Text("Nothing was erased. To erase it without being asked, add --yes."))
    word = say(Text("yes"))
    print(say(Text("It cannot be undone. Type %(word)s to erase it:", word=word)), end=" ", flush=True)
    if sys.stdin.readline().strip().casefold() != word.casefold():
        raise NotDone(Text("Nothing was erased."))


def _report(args: argparse.Namespace, work: Callable[[], Text]) -> int:
    say = partial(speak, words=catalogue(args.lang))
    try:
        print(say(work()))
    except NotDone as refusal:
        return _refuse(say(refusal.reason))
    except OSError as wrong:
        return _refuse(say(_explain_error(wrong.filename, wrong)))
    return 0


def _explain_error(path: object, wrong: OSError) -> Text:
    """Return a sentence saying that a file cannot be read or written, with the reason given by the system."""
    why = Literal(str(wrong.strerror))
    if not path:
        return Text("Cannot read or write that: %(why)s.", why=why)
    return Text("Cannot read or write %(path)s: %(why)s.", path=path, why=why)


def _check(args: argparse.Namespace) -> int:
    from scorekeeper.storage.check import check
    from scorekeeper.storage.lockfile import DATABASE

    say = partial(speak, words=catalogue(args.lang))
    path: Path | str = args.source or args.instance / DATABASE
    try:
        address = "" if args.source else _postgres_address()
        if address:
            from scorekeeper.storage.moving import check_of
            from scorekeeper.storage.postgres_connections import redact_address

            path, findings = redact_address(address), check_of(address)
        elif isinstance(path, Path) and path.is_file():
            findings = check(path)
        else:
            return _refuse(say(Text("There is no database at %(path)s.", path=path)))
    except NotDone as refused:
        return _refuse(say(refused.reason))
    for fault in findings.faults:
        print(say(fault))
    verdict = (
        Text("Problems found in %(path)s. Tables: %(tables)s, entries: %(lines)s.")
        if findings.faults
        else Text("No problems found in %(path)s. Tables: %(tables)s, entries: %(lines)s.")
    )
    print(say(verdict.fill_gaps(path=path, tables=findings.tables, lines=findings.lines)))
    return 1 if findings.faults else 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return MALFORMED
