"""Addresses of laboratories that people may have saved: each still opens what it opened.

`addresses.txt` has what the pages wrote before their controls were declared; it only ever grows.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from cardlab.web.pages.labs import lab_class
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.widgets import LabWidget

ADDRESSES = Path(__file__).with_name("addresses.txt").read_text(encoding="utf-8").split()

MADE_POSSIBLE = {
    "scores?game=cardigan&result=level%3A7%3Bkind%3A10%3Bside%3A1%3Btricks%3A13%3Bmultiplier%3A1"
    "&rows=contract&columns=tricks&of=north_south+-+east_west&over=tricks": (
        "multiplier%3A1",
        "multiplier%3A1%3Bwon_north_south%3A",
    )
}
"""Results that were let through once and cannot be, with what is changed in them: a side without a
trick has won no card."""


class Still(LabPage):
    """A page whose long work does not begin."""

    def _begin(self) -> None:
        self._job = None


def opened(address: str) -> LabPage:
    id, _, query = address.partition("?")
    words = dict(parse_qsl(query, keep_blank_values=True))
    return Still(lab_class(id), words.pop("game"), LabWidget(), words)


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_old_address_opens_what_it_opened(address: str) -> None:
    page = opened(address)
    was, now = MADE_POSSIBLE.get(address, ("", ""))
    assert page.widget.error == ""
    assert page.widget.link == address.partition("?")[2].replace(was, now)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("orders?game=kaiser&led=H&against=C&contract=S", {"contract": "S", "led": "H"}),
        ("scores?game=bridge&level=3&strain=NT&tricks=9", {"level": 3, "tricks": 9}),
        ("scores?game=kaiser&columns=contract&rows=five", {"rows": "five", "columns": "contract"}),
        ("odds?game=kaiser&seed=7&n=50&many=3&question=cards", {"many": 3}),
        ("analysis?game=kaiser&at=3&seed=5", {"at": 3}),
        ("compare?most=9&game=nap&other=julep", {"other": "julep", "most": 9}),
    ],
)
def test_the_words_of_an_address_come_in_any_order(address: str, says: dict[str, object]) -> None:
    page = opened(address)
    assert page.widget.error == ""
    values = {c["name"]: c["value"] for c in page.widget.view["controls"]}
    assert {name: values[name] for name in says} == says


def test_strangers_words_are_sentences_and_the_rest_counts() -> None:
    page = opened("orders?game=kaiser&contract=XX&against=S&nothing=1&led=H")
    assert "Order cannot be “XX”" in page.widget.error
    assert "There is nothing called “nothing” to set on this page." in page.widget.error
    assert "against=S" in page.widget.link and "led=H" in page.widget.link
