"""Whole matches of a game and of its house rules: what they show, that they can be stopped, and what
is said of matches without an end."""

from __future__ import annotations

import pytest

import cardlab
from cardlab.labs.matches import BothMatches
from cardlab.players import simulation
from cardlab.web.pages.labs.house import HouseLab
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.widgets import LabWidget

NAP = cardlab.game("nap")
SHORT = NAP.replace(deals=4)


def test_the_figures_are_those_of_simulate() -> None:
    both = BothMatches(NAP, SHORT, 4, workers=0)
    shares = list(both.work())
    assert both.done and shares == sorted(shares) and shares[-1] == 1.0
    one, two = (cardlab.simulate(game, 4, executor="serial") for game in (NAP, SHORT))
    rows = {row.name: row for row in both.rows()}
    for side in NAP.sides:
        row = rows[f"{side.name} wins"]
        assert (row.before, row.after) == tuple(s.wins().get(side.id, 0) / 4 for s in (one, two))
    row = rows["Deals in a match"]
    assert row.after == sum(m.deals for m in two.matches) / 4 < row.before


def test_a_match_without_an_end_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "MOST_DEALS", 1)
    both = BothMatches(NAP, SHORT, 4, workers=0)
    for _ in both.work():
        pass
    assert both.endless.startswith("Four matches of 4 of Nap had no end")
    assert both.endless.endswith("agree on an end that every match comes to.")


def test_processes_play_and_are_stopped_at_once() -> None:
    both = BothMatches(NAP, SHORT, 400, workers=2)
    work = both.work()
    assert next(work) == 0.0 and both.work() is work
    both.stop()
    assert len(list(work)) < 2, "nothing more is waited for"
    assert both.done and both.rows() == []


class Still(LabPage):
    """A page whose long work does not begin."""

    def _begin(self) -> None:
        self._job = None


def test_the_page_plays_matches_on_demand() -> None:
    page = Still(HouseLab, "nap", LabWidget())
    page.act("option:deals", 4)
    assert page.widget.error == ""
    page.act("matches", 20)
    page.act("play_matches", True)
    lab = page.lab
    assert isinstance(lab, HouseLab) and lab.both is not None and lab.both.wanted == 20
    lab.both.workers = 0
    work = lab.job()
    assert work is not None and lab.doing == "Playing whole matches of both games"
    for _ in work:
        pass
    page.show()
    block = next(b for b in page.widget.view["blocks"] if b.get("id") == "matches")
    assert [row[0] for row in block["rows"]][-2:] == ["Deals in a match", "Moves in a match"]
    page.act("option:deals", 3)
    assert lab.both is None


def test_stop_lets_go_of_them() -> None:
    page = Still(HouseLab, "nap", LabWidget())
    page.act("option:deals", 4)
    page.act("play_matches", True)
    page.act("stop", "")
    assert isinstance(page.lab, HouseLab) and page.lab.both is None
