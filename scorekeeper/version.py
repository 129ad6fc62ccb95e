"""The version of Scorekeeper. This is the only place that says it."""

VERSION = "1.0.0"


def encode(version: str = VERSION) -> int:
    """Return a version as one number that grows with it: 1.2.3 is 1002003."""
    major, minor, patch = map(int, version.split("."))
    return (major * 1000 + minor) * 1000 + patch


def name_newer(number: int) -> str:
    """Return the version of such a number if it is newer than this one, otherwise ""."""
    return f"{number // 1_000_000}.{number // 1000 % 1000}.{number % 1000}" if number > encode() else ""
