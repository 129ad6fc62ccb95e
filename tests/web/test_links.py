"""Every link and every form of every page leads somewhere, also on the page of a refusal, which has another address."""

from urllib.parse import urljoin

from flask import Flask
from werkzeug.exceptions import HTTPException

from scorekeeper.exchange import bgstats
from tests.support.forms import Phones, Reading
from tests.support.tables import Running, states

NAMES = ("Alice", "Bo", "Cleo", *"DEFGHIJKL")


def test_no_page_in_any_state_leads_nowhere(app: Flask) -> None:
    phones = Phones(app)
    rules = app.url_map.bind("localhost")
    dead, seen = [], 0
    for state in states(Running(app, 0), NAMES):
        answer = phones.send(state, "post" if state.fields else "get", state.path, state.fields)
        if answer.mimetype != "text/html":
            continue
        page = Reading(answer.text)
        forms = {(form.action, form.method) for form in page.forms} | page.sent
        links = {(lead, "get") for lead in page.leads - {action for action, _ in forms}}
        for lead, method in links | forms:
            path = urljoin(answer.request.path, lead)
            if path.startswith(("data:", "/static/", bgstats.CREATE)) or lead.startswith("#"):
                continue
            seen += 1
            try:
                rules.match(path.split("?")[0].split("#")[0], method=method.upper())
            except HTTPException as wrong:
                dead.append((state.name, lead, method, wrong.code))
    assert seen > 3000
    assert dead == []
