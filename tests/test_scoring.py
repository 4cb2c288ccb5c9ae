"""Formulas are printed with the brackets they need, and no others."""

from __future__ import annotations

import pytest

from cardlab.engine.scoring import Formula

NAMES = {"a": "one", "b": "another", "c": "a third"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a*(b//c)", "a·⌊b ÷ c⌋ = 7·⌊5 ÷ 2⌋ = 14"),
        ("a*b//c", "⌊a·b ÷ c⌋ = ⌊7·5 ÷ 2⌋ = 17"),
        ("a//c*b", "⌊a ÷ c⌋·b = ⌊7 ÷ 2⌋·5 = 15"),
        ("a*(b//c*c)", "a·⌊b ÷ c⌋·c = 7·⌊5 ÷ 2⌋·2 = 28"),
        ("a*(b*(c//c))", "a·b·⌊c ÷ c⌋ = 7·5·⌊2 ÷ 2⌋ = 35"),
        ("a*(b*c)", "a·b·c = 7·5·2 = 70"),
        ("a//(b//c)", "⌊a ÷ ⌊b ÷ c⌋⌋ = ⌊7 ÷ ⌊5 ÷ 2⌋⌋ = 3"),
        ("a//(b*c)", "⌊a ÷ (b·c)⌋ = ⌊7 ÷ (5·2)⌋ = 0"),
        ("a - (b - c)", "a − (b − c) = 7 − (5 − 2) = 4"),
        ("a + (b - c)", "a + b − c = 7 + 5 − 2 = 10"),
        ("a*(b + c)", "a·(b + c) = 7·(5 + 2) = 49"),
    ],
)
def test_a_formula_keeps_the_brackets_it_needs(text: str, said: str) -> None:
    assert (
        Formula(text, **{n: m for n, m in NAMES.items() if n in text}).said(a=7, b=5, c=2) == said
    )


def test_a_page_shows_no_value_twice_and_keeps_the_spaces_of_words() -> None:
    assert "<mo>=</mo>" not in Formula("p", p="points").mathml({"p": 5})
    assert "<mo>=</mo>" not in Formula("-p", p="points").mathml({"p": 5})
    assert "<mtext>\u00a0if\u00a0</mtext>" in Formula("10 if p else 0", p="points").mathml()
