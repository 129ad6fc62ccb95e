"""What every app of a run has to compile, its templates and its addresses, compiled once for all of them.

That takes longer than most tests, and an app that runs in a process of its own would begin anew each time.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import CodeType

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

FOLDER = Path(__file__).parents[2] / ".pytest_cache" / "templates"


class Compiled(FileSystemBytecodeCache):
    """Templates as they were compiled: in this process, or by another one, now or in an earlier run."""

    def __init__(self) -> None:
        super().__init__(str(FOLDER))
        self.codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Hand out what was compiled of the same source."""
        key = (bucket.key, bucket.checksum)
        bucket.code = self.codes.get(key)
        if not bucket.code:
            super().load_bytecode(bucket)
            if bucket.code:
                self.codes[key] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled now."""
        if bucket.code:
            self.codes[bucket.key, bucket.checksum] = bucket.code
            with suppress(OSError):  # then it is kept for this process alone
                super().dump_bytecode(bucket)


def once_for_each_address(compile: Callable[[Rule], None]) -> Callable[[Rule], None]:
    """What matches and builds an address, compiled once for all apps of a process: nine tenths of the making of one."""
    rules: dict[tuple[object, ...], Rule] = {}

    def compiled(rule: Rule) -> None:
        key = (rule.rule, rule.host, rule.subdomain, rule.merge_slashes, rule.is_leaf, repr(rule.defaults))
        if key not in rules:
            compile(rule)
            rules[key] = rule
        like = rules[key]
        rule._parts, rule._trace, rule._converters = like._parts, like._trace, like._converters
        rule.arguments = set(like.arguments)
        rule._build = like._build.__func__.__get__(rule)  # type: ignore[attr-defined]
        rule._build_unknown = like._build_unknown.__func__.__get__(rule)  # type: ignore[attr-defined]

    return compiled


def compiled_once() -> None:
    """Let all apps that this process and its forks make share what they compile."""
    with suppress(OSError):
        FOLDER.mkdir(parents=True, exist_ok=True)
    Flask.jinja_options = {"bytecode_cache": Compiled()}
    Rule.compile = once_for_each_address(Rule.compile)  # type: ignore[method-assign]
