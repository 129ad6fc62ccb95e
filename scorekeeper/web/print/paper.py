"""The paper size in the address, and responses with PDFs and with pages for the browser to print."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

from flask import Response, current_app, make_response, request

from scorekeeper.printing import score_sheets
from scorekeeper.printing.layout import PAPERS
from scorekeeper.printing.score_sheets import PrintedLine, SheetView
from scorekeeper.web.request import paper_language

BROWSER_PAGE = (
    "default-src 'none'; style-src 'self' 'sha256-%s'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Content security policy of a page to print, which has no scripts, forms or pictures. Its measures have a digest."""


def parse_paper() -> str:
    """Return the name of the paper size in the address, or "A4" if it is missing or unknown."""
    wanted = request.args.get("paper", "A4")
    return wanted if wanted in PAPERS else "A4"


def browser_page(html: str) -> Response:
    """Return paper for the browser to print. It can load only the style sheet of paper and the bundled fonts."""
    style = current_app.jinja_env.globals["asset"]("print.css")  # type: ignore[operator]
    measures = html.partition("<style>")[2].partition("</style>")[0]
    digest = b64encode(sha256(measures.encode()).digest()).decode()
    response = make_response(html.replace("<style>", f'<link rel="stylesheet" href="{style}"><style>', 1))
    response.headers["Content-Security-Policy"] = BROWSER_PAGE % digest
    return response


def sheet_response(view: SheetView, form: str, name: str, journal: Sequence[PrintedLine]) -> Response:
    """Return a score sheet, followed by lines of its journal, in the form `pdf` or `html`, which a browser can print.

    A PDF is called `name`.
    """
    paper, lang = parse_paper(), paper_language()
    if form == "pdf":
        return file_response(score_sheets.print_sheet(view, paper, lang, journal), f"{name}.pdf")
    return browser_page(score_sheets.render_sheet(view, paper, lang, journal=journal))


def file_response(content: bytes, name: str) -> Response:
    """Return a PDF or PNG that browsers display and save as `name`, or 304 if the browser already has it."""
    response = Response(content, mimetype="image/png" if name.endswith(".png") else "application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    # Browsers have to ask each time, because scores can be corrected. With the ETag they are sent nothing twice.
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
