"""How everything printed is sent: on which paper, as PDF, or as a page for the browser to print."""

from flask import Response, current_app, make_response, request

from scorekeeper.printing import documents

BROWSER_PAGE = "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'"


def paper_wanted() -> str:
    """The paper that the address asks for, A4 if there is no such paper."""
    wanted = request.args.get("paper", "A4")
    return wanted if wanted in documents.SHEET_PAPERS else "A4"


def print_style() -> str:
    """The address of the style sheet of everything printed."""
    return str(current_app.jinja_env.globals["asset"]("print.css"))  # type: ignore[operator]


def browser_page(html: str) -> Response:
    """A page that the browser prints: besides its styles it may load the bundled fonts."""
    response = make_response(html)
    response.headers["Content-Security-Policy"] = BROWSER_PAGE
    return response


def pdf_response(content: bytes, name: str) -> Response:
    """A PDF to look at or to keep under that name; unchanged ones are not sent twice."""
    response = Response(content, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
