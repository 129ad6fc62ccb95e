"""The command line: start the app, put a question to the referee, print a pad, keep the scores safe.

What a command needs is imported when it is called, so that a ruling need not wait for the web or the printer.
"""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from scorekeeper.games import GAMES

MALFORMED = 2


def main(words: list[str] | None = None) -> int:
    """Do what the words say and return the exit code.

    0 done; 1 rulings differ, or the database is not sound; 2 not understood or refused.
    """
    asked = _words().parse_args(words)
    try:
        code: int = asked.command(asked)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever was reading has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return code


def _words() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scorekeeper", description="Scores card games at a real table, on the phones of the people who play."
    )
    games = ", ".join(GAMES)
    commands = parser.add_subparsers(title="commands", metavar="command", required=True)

    run = commands.add_parser("run", help="start the app for every phone on this network")
    run.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")
    run.add_argument("--port", type=_port, default=8000, help="port to listen on (default: 8000; 0: any free one)")
    _instance(run)
    run.set_defaults(command=_run)

    rule = commands.add_parser("rule", help="put a question to the referee: JSON in, the fair answer out")
    rule.add_argument("game", nargs="?", help=f"one of: {games}")
    rule.add_argument("kind", nargs="?", help="what is asked, such as score")
    rule.add_argument("--check", type=Path, metavar="FILE", help="answer every ruling in a file and say which differ")
    rule.set_defaults(command=_rule)

    pad = commands.add_parser("pad", help="print a blank pad as PDF, to be sent to a file")
    pad.add_argument("game", help=f"one of: {games}")
    pad.add_argument("--players", type=int, default=4, help="how many columns (default: 4)")
    pad.add_argument("--paper", default="A4", help="A4 or Letter (default: A4)")
    pad.add_argument("--up", type=int, default=1, help="pads on one page: 1, 2 or 4 (default: 1)")
    pad.add_argument("--layout", default="", help="which of the game's pads (default: the first)")
    pad.add_argument("--edition", help="the edition whose words and rules it carries")
    pad.set_defaults(command=_pad)
    _keeping(commands)
    return parser


def _keeping(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    backup = commands.add_parser("backup", help="copy all tables to a file, also while the app runs")
    backup.add_argument("target", type=Path, metavar="FILE|FOLDER", help="a new file, or the folder for one")
    _instance(backup)
    backup.set_defaults(command=_backup)

    restore = commands.add_parser("restore", help="bring a backup back into a folder that has no database")
    restore.add_argument("source", type=Path, metavar="FILE", help="the backup")
    _instance(restore)
    restore.set_defaults(command=_restore)

    check = commands.add_parser("check", help="say whether the database is sound")
    check.add_argument("source", type=Path, metavar="FILE", nargs="?", help="a backup, instead of the database")
    _instance(check)
    check.set_defaults(command=_check)


def _instance(command: argparse.ArgumentParser) -> None:
    where = "folder for the database and the secret key (default: instance)"
    command.add_argument("--instance", type=Path, default=Path("instance"), help=where)


def _port(word: str) -> int:
    if not (word.isascii() and word.isdigit() and int(word) < 65536):
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(word)


def _run(asked: argparse.Namespace) -> int:
    from scorekeeper.server import serve

    return serve(asked.host, asked.port, asked.instance)


def _rule(asked: argparse.Namespace) -> int:
    from scorekeeper.games.base import Malformed
    from scorekeeper.rulings import answer, check
    from scorekeeper.strictjson import parse_json, read_json

    if asked.check is None and asked.kind is None:
        return _refuse("Say which game and what is asked, or name a file: scorekeeper rule --check FILE.")
    try:
        if asked.check is None:
            print(answer(asked.game, asked.kind, parse_json(sys.stdin.buffer.read())))
            return 0
        differing, passed = check(read_json(asked.check.read_bytes()))
    except Malformed as wrong:
        return _refuse(str(wrong))
    except OSError as wrong:
        return _refuse(f"{asked.check} cannot be read: {wrong.strerror}.")
    for line in differing:
        print(line)
    print(f"{passed} passed, {len(differing)} failed")
    return 1 if differing else 0


def _pad(asked: argparse.Namespace) -> int:
    game = GAMES.get(asked.game)
    if game is None:
        return _refuse(f"There is no game called {asked.game!r} here; there is {', '.join(GAMES)}.")
    if sys.stdout.isatty():
        return _refuse(f"A PDF is not for reading on a terminal; send it to a file: > {asked.game}.pdf")

    from scorekeeper.fit import NoSuchPaper
    from scorekeeper.paper import pad_pdf
    from scorekeeper.printing import Unprintable

    try:
        options = {**game.default_options(), **({"edition": asked.edition} if asked.edition else {})}
        for option in game.options:
            if option.choices and options[option.key] not in dict(option.choices):
                return _refuse(f"{option.label}: choose one of {', '.join(dict(option.choices))}.")
        pdf = pad_pdf(game, asked.players, asked.paper, asked.up, layout=asked.layout, options=options)
    except (NoSuchPaper, Unprintable) as refusal:
        return _refuse(str(refusal.reason))
    sys.stdout.buffer.write(pdf)
    return 0


def _backup(asked: argparse.Namespace) -> int:
    from scorekeeper.keeping import backup

    return _kept(lambda: f"All tables are in {backup(asked.instance, asked.target)}. Keep it private: it opens them.")


def _restore(asked: argparse.Namespace) -> int:
    from scorekeeper.keeping import restore

    return _kept(lambda: f"All tables of {asked.source} are back in {restore(asked.source, asked.instance)}.")


def _kept(work: Callable[[], str]) -> int:
    from scorekeeper.keeping import Refused
    from scorekeeper.owning import InUse
    from scorekeeper.sound import Unusable

    try:
        print(work())
    except (Refused, Unusable, InUse) as refusal:
        return _refuse(str(refusal))
    except OSError as wrong:
        return _refuse(f"{wrong.filename or 'It'} cannot be written or read: {wrong.strerror}.")
    return 0


def _check(asked: argparse.Namespace) -> int:
    from scorekeeper.owning import DATABASE
    from scorekeeper.sound import Newer, check

    path = asked.source or asked.instance / DATABASE
    if not path.is_file():
        return _refuse(f"There is no database {path}.")
    try:
        found = check(path)
    except Newer as newer:
        return _refuse(str(newer))
    for fault in found.faults:
        print(fault)
    verdict = "is not sound" if found.faults else "is sound"
    print(f"{path} {verdict}. Tables: {found.tables}, lines: {found.lines}.")
    return 1 if found.faults else 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return MALFORMED
