"""Formulas as MathML: the elements that a browser draws without any library.

Knows how an element is written and escaped.  Knows no formulas: those are in
`cardlab.engine.scoring` and `cardlab.labs`.

>>> math(number(3), operator("·"), name("t"))
'<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow><mn>3</mn><mo>·</mo><mi>t</mi></mrow></math>'
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

NO_BREAK = "\u00a0"
"""MathML drops a plain space at the edge of a text."""


def math(*parts: str) -> str:
    """A whole formula, made of the elements below."""
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML">{row(*parts)}</math>'


def row(*parts: str) -> str:
    """Elements side by side, as one element."""
    return f"<mrow>{''.join(parts)}</mrow>"


def name(text: str) -> str:
    """A symbol, or the name of a function."""
    return f"<mi>{html.escape(text)}</mi>"


def number(value: object) -> str:
    """A number, as it is written."""
    return f"<mn>{html.escape(str(value))}</mn>"


def operator(sign: str) -> str:
    """A sign between two elements, or in front of one."""
    return f"<mo>{html.escape(sign)}</mo>"


def words(text: str) -> str:
    """Words inside a formula, with the spaces around them."""
    return f"<mtext>{html.escape(text).replace(' ', NO_BREAK)}</mtext>"


def fraction(above: str, below: str) -> str:
    """One element over another, with a bar."""
    return f"<mfrac>{above}{below}</mfrac>"


def choose(n: int, k: int) -> str:
    """The binomial coefficient: n over k in brackets, without a bar."""
    pair = f'<mfrac linethickness="0">{number(n)}{number(k)}</mfrac>'
    return row(operator("("), pair, operator(")"))


def power(base: str, exponent: int) -> str:
    """An element to a power; to the first it is the element itself."""
    return base if exponent == 1 else f"<msup>{base}{number(exponent)}</msup>"


def rational(value: Fraction | int, thousands: bool = False) -> str:
    """A fraction in lowest terms, or a whole number.

    >>> rational(Fraction(1, 2)), rational(3)
    ('<mfrac><mn>1</mn><mn>2</mn></mfrac>', '<mn>3</mn>')
    """
    written = "{:,}" if thousands else "{}"
    if value.denominator == 1:
        return number(value.numerator)
    return fraction(
        number(written.format(value.numerator)), number(written.format(value.denominator))
    )


def joined(parts: Iterable[str], sign: str) -> str:
    """Elements with a sign between each two."""
    return operator(sign).join(parts)


def from_sympy(whole: Any) -> str:
    """A sympy expression as a whole formula, by sympy's own printer (sympy is loaded here), with
    the minus sign of every other formula in place of its hyphen.

    >>> import sympy
    >>> from_sympy(sympy.Integer(-9)) == math(row(operator("−"), number(9)))
    True
    """
    import sympy

    elements = sympy.mathml(whole, printer="presentation")
    elements = elements.replace("&InvisibleTimes;", "\N{INVISIBLE TIMES}")
    elements = re.sub(r"<mn>-([^<]*)</mn>", r"<mrow><mo>−</mo><mn>\1</mn></mrow>", elements)
    return math(elements.replace("<mo>-</mo>", "<mo>−</mo>"))
