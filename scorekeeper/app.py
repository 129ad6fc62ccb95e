"""The Flask app: settings, store, blueprints, error pages, headers."""

import os
import re
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

from flask import Blueprint, Flask, Request, Response, abort, request, send_file, url_for
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature, URLSafeTimedSerializer

from scorekeeper import hook, local_name, web
from scorekeeper.folders import find_folder
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.lettering import split_terms, take_letters
from scorekeeper.language.text import Literal, Text, speak
from scorekeeper.storage import copies
from scorekeeper.storage.access import SOME_TIME
from scorekeeper.storage.contract import Storage, Unusable
from scorekeeper.storage.engines import open_store
from scorekeeper.storage.erasing import KEPT_DELETED, parse_days
from scorekeeper.storage.files import check_key
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.tables import Tables
from scorekeeper.version import VERSION
from scorekeeper.web import errors, live
from scorekeeper.web.ask import api, pages
from scorekeeper.web.exchange import export
from scorekeeper.web.exchange.export import LargeExports
from scorekeeper.web.http.assets import JOINS, build_url, find_name, read_join
from scorekeeper.web.http.compression import compress
from scorekeeper.web.http.hosts import BehindProxies, Hosts, parse_networks
from scorekeeper.web.people.rate_limit import (
    BY_ONE_NETWORK,
    NEW_DRAFTS,
    NEW_TABLES,
    SECONDS_PER_HOUR,
    EntryLimit,
    Guesses,
    NetworkFull,
    NetworkLimit,
    parse_new_tables,
)
from scorekeeper.web.print import card
from scorekeeper.web.request import (
    PhoneRequest,
    check_request,
    current_address,
    is_localhost,
    language,
    list_languages,
    switch_language,
)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": (
        "screen-wake-lock=(self), autoplay=(self), accelerometer=(), camera=(), display-capture=(), "
        "geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()"
    ),
}


# Addresses of static files contain a digest of their content, so browsers can cache them for as long as they like.
A_YEAR = 365 * 24 * 3600

csrf = CSRFProtect()


class App(Flask):
    """The Flask app. Errors are logged by route, because the address may be a secret link."""

    def log_exception(self, exc_info: Any) -> None:
        """Log an exception with the route and method of its request."""
        where = request.url_rule.rule if request.url_rule else ""
        self.logger.error("Exception on %s [%s]", where, request.method, exc_info=exc_info)

    def send_static_file(self, filename: str) -> Response:
        """Return a static file, or the style sheets of one of `JOINS`. Abort with 404 for another version."""
        folder = Path(str(self.static_folder))
        name = find_name(folder, filename) or abort(404)
        if name not in JOINS:
            return super().send_static_file(name)
        sheets = read_join(folder, name)
        return send_file(
            BytesIO(sheets), "text/css", etag=sha256(sheets).hexdigest()[:32], max_age=self.get_send_file_max_age(name)
        )


class Sessions(SecureCookieSessionInterface):
    """Sessions that never expire, so that no page is refused because a clock was changed."""

    def __init__(self) -> None:
        self.signers: dict[object, URLSafeTimedSerializer | None] = {}

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the cookie is restricted to HTTPS: only if the request came over HTTPS."""
        return request.is_secure

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer that signs the cookie, or None without a secret key.

        Cached, because creating it is slow.
        """
        key = (app.secret_key, tuple(app.config["SECRET_KEY_FALLBACKS"] or ()))
        # One entry is enough: the key changes only when the owner replaces it.
        if key not in self.signers:
            self.signers = {key: super().get_signing_serializer(app)}
        return self.signers[key]

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session from its cookie, empty if the signature is invalid, or None without a secret key."""
        signed = self.get_signing_serializer(app)
        if signed is None:
            return None
        try:
            return self.session_class(signed.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie only if the session has changed.

        Pages with a form are never stored by a cache, so they need no `Vary: Cookie`.
        """
        if session.modified:
            super().save_session(app, session, response)


def build(instance: Path, settings: dict[str, object]) -> Flask:
    """Return the app with its database open. Raise InUse, Unusable or OSError if that fails."""
    app = App("scorekeeper", template_folder=str(find_folder("templates")), static_folder=str(find_folder("static")))
    app.config.update(
        MAX_CONTENT_LENGTH=64 * 1024,
        LARGER_BODIES={export.BRING: export.LARGEST_FILE},
        MAX_FORM_PARTS=200,
        # A page may lie open on a table for a whole evening.
        WTF_CSRF_TIME_LIMIT=None,
        SESSION_COOKIE_SAMESITE="Lax",
        SEND_FILE_MAX_AGE_DEFAULT=A_YEAR,
        DATABASE=os.environ.get("SCOREKEEPER_DATABASE", ""),
        TRUSTED_PROXIES=(),
        NEW_TABLES=NEW_TABLES,
        ERASE_DELETED_AFTER=KEPT_DELETED,
        WIFI=None,
        COPIES_TO=os.environ.get(copies.COPIES_SETTING),
        PRINT_EARLY=os.environ.get("SCOREKEEPER_PRINT_EARLY", "3"),
        HOOK=None,
        LOCAL_NAME=os.environ.get(local_name.NAME_SETTING, local_name.DEFAULT),
    )
    app.session_interface = Sessions()
    app.request_class = PhoneRequest
    app.json.sort_keys = False  # type: ignore[attr-defined]
    _load_settings(app, instance / "config.py")
    app.config.update(settings)
    check_key(app.config["SECRET_KEY"])
    hosts = Hosts(app.wsgi_app, app.config)
    app.extensions["trusted_hosts"] = hosts.only
    app.wsgi_app = hosts  # type: ignore[method-assign]
    # Outside of Hosts, which then checks the name that the browser asked the proxy for.
    if proxies := parse_networks(app.config["TRUSTED_PROXIES"]):
        app.wsgi_app = BehindProxies(app.wsgi_app, proxies)  # type: ignore[method-assign]
    most = parse_new_tables(app.config["NEW_TABLES"])
    app.config["ERASE_DELETED_AFTER"] = parse_days(app.config["ERASE_DELETED_AFTER"])
    app.config["COPIES_TO"] = copies.parse_folder(app.config["COPIES_TO"], app.config["DATABASE"])
    app.config["HOOK"] = hook.parse_address(app.config["HOOK"])
    app.config["LOCAL_NAME"] = local_name.parse_name(app.config["LOCAL_NAME"])
    app.config["WIFI"] = card.parse_setting(app.config["WIFI"])
    app.config["PRINT_EARLY"] = _parse_seconds(app.config["PRINT_EARLY"])
    # Last of what can fail: opening may upgrade an older database, which should not happen if the start fails.
    connect_store(app, open_store(instance, app.config["DATABASE"]), most)
    _register_views(app)
    _set_up_templates(app)
    return app


def _parse_seconds(setting: object) -> float | None:
    """Return the setting PRINT_EARLY in seconds, None for never. Raise Unusable if it is invalid."""
    if setting in (None, "", 0, "0"):
        return None
    if not isinstance(setting, bool) and re.fullmatch(r"[0-9]{1,4}(\.[0-9]+)?", str(setting)):
        return float(str(setting))
    raise Unusable(Text("PRINT_EARLY in config.py must be a number of seconds."))


def connect_store(app: Flask, store: Storage, most: int) -> None:
    """Connect the app to a store. Close the store if that fails.

    `most` is the maximum number of new tables per client network and hour.
    """
    try:
        app.secret_key = app.secret_key or store.secret_key()
        app.extensions["guesses"] = Guesses(store)
        app.extensions["admissions"] = NetworkLimit(
            store.recent("admissions", SOME_TIME, BY_ONE_NETWORK), exceeded=NetworkFull
        )
        app.extensions["openings"] = NetworkLimit(store.recent("openings", SECONDS_PER_HOUR, most))
        app.extensions["new_drafts"] = NetworkLimit(store.recent("drafts", SECONDS_PER_HOUR, NEW_DRAFTS))
    except BaseException:
        # Otherwise the database would stay locked.
        store.close()
        raise
    app.extensions["tables"] = Tables(store)
    app.extensions["tables"].count_entry = EntryLimit().count
    app.extensions["groups"] = Groups(app.extensions["tables"])
    app.extensions["large_exports"] = LargeExports()
    app.extensions["copies"] = None  # a server that makes copies sets it


def _register_views(app: Flask) -> None:
    """Register the blueprints and the functions that run before and after each request.

    Those before a request run in the order of registration, those after it in reverse.
    """
    # Before the CSRF protection, which reads the form. Its page offers to send the form again, so it must not come for
    # a form that another site has filled in.
    app.before_request(check_request)
    csrf.init_app(app)
    app.context_processor(lambda: {"csrf_token": live.csrf_token})  # replaces the one that csrf.init_app has set
    for blueprint in _find_blueprints():
        app.register_blueprint(blueprint)
    # Nothing is written by a ruling, and programs have no form to send a token from.
    csrf.exempt(api.bp)
    errors.register(app)
    app.before_request(switch_language)
    app.before_request(live.answer_unchanged)
    # Run in reverse, so a response is compressed last.
    app.after_request(compress)
    app.after_request(live.set_page_headers)
    app.after_request(_set_headers)


def _find_blueprints() -> list[Blueprint]:
    """Return the blueprint of each module of `web/` that has pages, so that a new one need not be named here."""
    modules = [import_module(module.name) for module in walk_packages(web.__path__, f"{web.__name__}.")]
    return [module.bp for module in modules if hasattr(module, "bp")]


def _load_settings(app: Flask, path: Path) -> None:
    """Load the owner's configuration, a Python file, if it exists. Raise Unusable with its error if it fails."""
    if path.exists():
        try:
            app.config.from_pyfile(str(path.resolve()))
        except Exception as broken:  # the file is a program of the owner's, so it can raise anything
            why = Literal(" ".join(f"{type(broken).__name__}: {broken}".split()))
            raise Unusable(Text("%(path)s cannot be used: %(why)s.", path=path, why=why)) from broken


def _set_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure or is_localhost():  # on other origins browsers ignore it and log a warning
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    # By default a service worker serves only the addresses below its own, here /static/.
    if request.path == "/static/worker.js":
        response.headers["Service-Worker-Allowed"] = "/"
    if response.status_code == 503:
        response.headers.setdefault("Retry-After", "5")
    if request.endpoint != "static" and "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def _set_up_templates(app: Flask) -> None:
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    addresses: dict[str, str] = {}

    def asset(name: str) -> str:
        """Return the address of a static file."""
        # In debug mode a file may have been edited since.
        if name not in addresses or app.debug:
            addresses[name] = build_url(Path(str(app.static_folder)), name, anew=app.debug)
        return addresses[name]

    def say(text: Text | str | None) -> str:
        if text is None:
            return ""
        return speak(text, catalogue(language())) if isinstance(text, Text) else text

    # Pages use a few combinations of symbols again and again. The symbols are part of the release.
    @lru_cache(256)
    def symbols(*names: str) -> object:
        return app.jinja_env.get_template("_icons.html").module.sprite(names)  # type: ignore[attr-defined]

    def sprite(drawn: str) -> object:
        """Return each SVG symbol to which the markup `drawn` refers, without duplicates."""
        return symbols(*sorted(set(re.findall(r'"#i-(\w+)"', drawn))))

    app.jinja_env.filters["say"] = say
    app.jinja_env.filters["letters"] = take_letters
    app.jinja_env.filters["terms"] = split_terms
    app.jinja_env.globals.update(
        asset=asset,
        csrf_token=live.csrf_token,
        sprite=sprite,
        url_for=url_for,
        Text=Text,
        lang=language,
        version=VERSION,
        tongues=list_languages,
        this_page=current_address,
        cited=pages.cited,
    )
