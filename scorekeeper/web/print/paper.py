"""The paper size in the address, and responses with PDFs and with pages for the browser to print."""

from collections.abc import Sequence
from urllib.parse import urlencode

from flask import Response, current_app, make_response, request

from scorekeeper.printing import score_sheets
from scorekeeper.printing.score_sheets import PrintedLine, SheetView
from scorekeeper.web.request import PAPER_LANGUAGE, paper_language

BROWSER_PAGE = "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'"
"""Content security policy of a page to print, which has no scripts, forms or pictures."""


def parse_paper() -> str:
    """Return the name of the paper size in the address, or "A4" if it is missing or unknown."""
    wanted = request.args.get("paper", "A4")
    return wanted if wanted in score_sheets.SHEET_PAPERS else "A4"


def print_style_url() -> str:
    """Return the address of the style sheet for printed pages."""
    return str(current_app.jinja_env.globals["asset"]("print.css"))  # type: ignore[operator]


def browser_page(html: str) -> Response:
    """Return a page for the browser to print as a response. It can load only style sheets and the bundled fonts."""
    response = make_response(html)
    response.headers["Content-Security-Policy"] = BROWSER_PAGE
    return response


def sheet_response(view: SheetView, form: str, name: str, journal: Sequence[PrintedLine]) -> Response:
    """Return a score sheet, followed by lines of its journal, in the form `pdf` or `html`, which a browser can print.

    The form `css` is the style sheet of that page, with the paper size and the measurements. A PDF is called `name`.
    """
    paper, lang = parse_paper(), paper_language()
    if form == "pdf":
        return file_response(score_sheets.print_sheet(view, paper, lang, journal), f"{name}.pdf")
    if form == "css":
        return Response(score_sheets.render_sheet_css(view, paper, lang), mimetype="text/css")
    asked = urlencode({"paper": paper, PAPER_LANGUAGE: lang})
    measures = f"{request.path.rpartition('/')[2].removesuffix('.html')}.css?{asked}"
    sheets = (print_style_url(), measures)
    return browser_page(score_sheets.render_sheet(view, paper, lang, sheets=sheets, journal=journal))


def file_response(content: bytes, name: str) -> Response:
    """Return a PDF or PNG that browsers display and save as `name`, or 304 if the browser already has it."""
    response = Response(content, mimetype="image/png" if name.endswith(".png") else "application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    # Browsers have to ask each time, because scores can be corrected. With the ETag they are sent nothing twice.
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
