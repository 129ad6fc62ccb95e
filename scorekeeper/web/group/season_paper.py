"""A season of a group on one page of paper: who won how often, records, and what was played."""

from flask import Blueprint, Response

from scorekeeper.language.text import Literal, Text
from scorekeeper.printing import documents
from scorekeeper.web.group.figures import asked_season, for_paper
from scorekeeper.web.language import paper_language
from scorekeeper.web.print.pads import pdf_response
from scorekeeper.web.request import groups, seen_group
from scorekeeper.web.scoring.sheet import paper_wanted

bp = Blueprint("season_paper", __name__, url_prefix="/g/<group_id>")


@bp.get("/season.pdf")
def pdf(group_id: str) -> Response:
    """One season on paper, or all that was played."""
    group = seen_group(group_id)
    season = asked_season(group)
    about = Text("All that was played") if season is None else Literal(group.seasons[season].name)
    tables = for_paper(group, groups().figures(group, season))
    content = documents.figures_pdf(group.name, about, tables, paper_wanted(), paper_language())
    return pdf_response(content, f"group-{group.id}.pdf")
