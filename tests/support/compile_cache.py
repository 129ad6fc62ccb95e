"""Caches of compiled templates and URL rules, shared by all apps of a test run.

Compiling takes longer than most tests, and each app in a process of its own would start again.
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


class TemplateCache(FileSystemBytecodeCache):
    """Cache of compiled templates, in memory and on disk, shared with other processes and later runs."""

    def __init__(self) -> None:
        super().__init__(str(FOLDER))
        self.codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load compiled templates from memory, otherwise from disk."""
        key = (bucket.key, bucket.checksum)
        bucket.code = self.codes.get(key)
        if not bucket.code:
            super().load_bytecode(bucket)
            if bucket.code:
                self.codes[key] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store a compiled template."""
        if bucket.code:
            self.codes[bucket.key, bucket.checksum] = bucket.code
            with suppress(OSError):  # the folder may be read-only; then only this process has it
                super().dump_bytecode(bucket)


def compile_equal_rules_once(compile: Callable[[Rule], None]) -> Callable[[Rule], None]:
    """Return a `Rule.compile` that compiles equal rules once per process: nine tenths of the time to make an app."""
    rules: dict[tuple[object, ...], Rule] = {}

    def compile_once(rule: Rule) -> None:
        key = (rule.rule, rule.host, rule.subdomain, rule.merge_slashes, rule.is_leaf, repr(rule.defaults))
        if key not in rules:
            compile(rule)
            rules[key] = rule
        # The compiled functions do not depend on the rule's app, except that two of them are bound to the rule.
        like = rules[key]
        rule._parts, rule._trace, rule._converters = like._parts, like._trace, like._converters
        rule.arguments = set(like.arguments)
        rule._build = like._build.__func__.__get__(rule)  # type: ignore[attr-defined]
        rule._build_unknown = like._build_unknown.__func__.__get__(rule)  # type: ignore[attr-defined]

    return compile_once


def share_compiled() -> None:
    """Let all apps of this process and its forks share what they compile."""
    with suppress(OSError):
        FOLDER.mkdir(parents=True, exist_ok=True)
    Flask.jinja_options = {"bytecode_cache": TemplateCache()}
    Rule.compile = compile_equal_rules_once(Rule.compile)  # type: ignore[method-assign]
