"""The arithmetic of a score line in steps that can be read aloud: names above, numbers below.

Knows formulas and their values. Knows no game. A step is a row of terms and what they come to; no
step has a bracket. What a formula does not explain has no steps: a line of one number needs none.

>>> from cardlab.engine.scoring import Formula, Quantity
>>> five = Quantity("[5♥]", "1 if you took it", "5♥", drawn="5H")
>>> value = Formula("k*(t + 5*five)", k=Quantity("k", "2 at no trump, else 1", "no trump", idle=1),
...                 t=Quantity("t", "tricks taken", "tricks"), five=five)
>>> [step.say() for step in steps(value, {"k": 1, "t": 4, "five": 1})]
['tricks: 4, plus 5 for 5♥: 5; points: 9']
>>> [step.say() for step in steps(value, {"k": 2, "t": 4, "five": 0})]
['tricks: 4, plus 5 for 5♥: 0; together: 4', 'no trump: 2, times together: 4; points: 8']
>>> steps(Formula("13*q", q=Quantity("[Q♠]", "1 if Q♠ was taken", "Q♠")), {"q": 1})
()
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cardlab.engine.scoring import Formula, Quantity, decided

__all__ = ["WorkedStep", "WorkedTerm", "steps"]

_ALOUD = {"+": "plus", "−": "minus", "×": "times", "÷": "divided by"}


@dataclass(frozen=True)
class WorkedTerm:
    """One column: its sign ("" in front), the name above, the number below, and what is drawn
    (see `Quantity.drawn`); there: whether that is so in this deal."""

    sign: str
    name: str
    value: int
    drawn: str = ""
    there: bool = True

    def say(self) -> str:
        """The name, a pause and the number; a plain number is its own name, and said once."""
        number = _digits(self.value)
        return number if self.name == number else f"{self.name.replace('×', 'times')}: {number}"


@dataclass(frozen=True)
class WorkedStep:
    """One row: what the terms come to, with its name."""

    name: str
    result: int
    terms: tuple[WorkedTerm, ...]

    @property
    def rest(self) -> bool:
        """Whether something is left over by a division, and dropped."""
        exact = 1
        for term in self.terms:
            if term.sign == "÷" and exact % term.value:
                return True
            exact = exact * term.value if term.sign != "÷" else exact // term.value
        return False

    def say(self) -> str:
        """The step as one sentence for the ear: each name before its number, and what they come to
        at the end, as one adds up aloud."""
        parts = [f"{_ALOUD.get(t.sign, '')} {t.say()}".strip() for t in self.terms]
        return f"{', '.join(parts)}; {self.name}: {_digits(self.result)}"


def steps(formula: Formula, values: Mapping[str, int]) -> tuple[WorkedStep, ...]:
    """Return the steps from the values to the points; none where they would explain nothing."""
    if not formula.explains:
        return ()
    work = _Work(formula, values)
    top = work.term(decided(formula.tree, values))
    steps = list(dict.fromkeys(work.steps))
    if not steps or all(len(step.terms) < 2 for step in steps):
        return ()
    last = steps[-1]
    if last.result == top.value and (len(steps) > 1 or not formula.total):
        steps[-1] = replace(last, name="points")
    return tuple(steps)


def _digits(n: int) -> str:
    return f"−{-n}" if n < 0 else str(n)


class _Work:
    """Goes through the tree of one formula and writes down the steps, inner ones first."""

    def __init__(self, formula: Formula, values: Mapping[str, int]) -> None:
        self.formula, self.values = formula, values
        self.steps: list[WorkedStep] = []

    def value(self, node: ast.expr) -> int:
        return self.formula.part(node, self.values)

    def quantity(self, node: ast.expr) -> Quantity | None:
        return self.formula.quantities.get(node.id) if isinstance(node, ast.Name) else None

    def term(self, node: ast.expr) -> WorkedTerm:
        """What stands for a part in the row above it; writes the steps that it takes."""
        sign, node = _unsigned(node)
        if _is_sum(node):
            term = self._row(self._addends(node))
        elif isinstance(node, ast.BinOp) and self._switch(node):
            term = self._addend(node)
        elif isinstance(node, ast.BinOp):
            term = self._row(self._factors(node))
        elif isinstance(node, ast.Call):
            term = self._call(node)
        else:
            term = self._leaf(node)
        if sign == "−":
            self._negate()
            return replace(term, value=-term.value)
        return term

    def _leaf(self, node: ast.expr) -> WorkedTerm:
        value, known = self.value(node), self.quantity(node)
        if known is None:
            return WorkedTerm("", _digits(value), value)
        return WorkedTerm("", known.name, value, known.drawn, not known.is_switch or bool(value))

    def _call(self, node: ast.Call) -> WorkedTerm:
        """min, max and abs: what comes out; the words of the line say why."""
        value = self.value(node)
        terms = [self.term(part) for part in node.args if not isinstance(part, ast.Constant)]
        same = next((term for term in terms if term.value == value), None)
        return same or WorkedTerm("", "size" if len(node.args) == 1 else "counts", value)

    def _negate(self) -> None:
        """A loss: the last row is one, if it is not the value that was lost itself."""
        if self.steps and len(self.steps[-1].terms) > 1:
            step = self.steps[-1]
            first = replace(step.terms[0], sign="−")
            if all(term.sign in ("", "×", "÷") for term in step.terms):
                self.steps[-1] = WorkedStep(step.name, -step.result, (first, *step.terms[1:]))

    def _row(self, terms: list[WorkedTerm]) -> WorkedTerm:
        """Write a step, unless there is nothing to be worked out."""
        if len(terms) == 1:
            return replace(terms[0], sign="", value=_signed(terms[0]))
        result = _result(terms)
        lone = all(term.sign in ("", "−") for term in terms)
        name = self.formula.total or ("left" if lone else "together")
        self.steps.append(WorkedStep(name, result, tuple(terms)))
        return WorkedTerm("", name, result)

    def _addends(self, node: ast.expr) -> list[WorkedTerm]:
        addends: list[WorkedTerm] = []
        for sign, part in _flat(node):
            if self._says_nothing(part):
                continue
            term = self._addend(part)
            if term.value < 0 and not addends and sign == "":
                term = replace(term, value=-term.value, sign="−")
                addends.append(term)
            else:
                addends.append(replace(term, sign=sign if addends or sign == "−" else ""))
        return addends or [WorkedTerm("", "0", 0)]

    def _says_nothing(self, part: ast.expr) -> bool:
        """Whether a part is a quantity, or a multiple of one, that is idle in this deal."""
        names = [self.quantity(one) for one in ast.walk(part) if isinstance(one, ast.expr)]
        idle = [q for q in names if q is not None and q.idle == 0]
        return (bool(idle) and not self.value(part)) or (
            isinstance(part, ast.Constant) and not part.value
        )

    def _addend(self, part: ast.expr) -> WorkedTerm:
        """A product is one column, named by what is multiplied."""
        if not (isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mult)):
            return self.term(part)
        switch = self._switch(part)
        factors = self._factors(part, inner=True)
        if switch is not None:
            each = 1
            for factor in factors:
                each *= factor.value if factor.name != switch.name else 1
            there = bool(self.value(part))
            name = f"{_digits(each)} for {switch.name}"
            return WorkedTerm("", name, self.value(part), switch.drawn, there)
        if len(factors) == 1:
            left = [one for _, one in _product(part) if self.value(one) == factors[0].value]
            return self.term(left[0])
        return WorkedTerm("", " × ".join(factor.name for factor in factors), self.value(part))

    def _switch(self, part: ast.expr) -> Quantity | None:
        """The switch among the factors of a product."""
        known = [self.quantity(one) for _, one in _product(part)]
        return next((one for one in known if one is not None and one.is_switch), None)

    def _factors(self, node: ast.BinOp, inner: bool = False) -> list[WorkedTerm]:
        """The factors of a product, without those that change nothing.

        inner: in a column of a sum, where a part that would need a step is its number.
        """
        factors: list[WorkedTerm] = []
        for sign, part in _product(node):
            known = self.quantity(part)
            value = self.value(part)
            if value == 1 and (isinstance(part, ast.Constant) or (known and known.idle == 1)):
                continue
            simple = isinstance(part, ast.Name | ast.Constant)
            term = self._leaf(part) if simple else WorkedTerm("", _digits(value), value)
            if not simple and not inner:
                term = self.term(part)
            if not (value == 1 and not simple and term.name in ("1", "together")):
                factors.append(replace(term, sign=sign if factors else ""))
        return factors or [WorkedTerm("", "1", 1)]


def _signed(term: WorkedTerm) -> int:
    return -term.value if term.sign == "−" else term.value


def _result(terms: list[WorkedTerm]) -> int:
    total = _signed(terms[0])
    for term in terms[1:]:
        if term.sign == "×":
            total *= term.value
        elif term.sign == "÷":
            total //= term.value
        else:
            total += _signed(term)
    return total


def _unsigned(node: ast.expr) -> tuple[str, ast.expr]:
    """The sign in front of a part, also in front of its first factor."""
    if isinstance(node, ast.UnaryOp):
        return "−", node.operand
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.FloorDiv):
        sign, left = _unsigned(node.left)
        if sign:
            return sign, ast.BinOp(left, node.op, node.right)
    return "", node


def _is_sum(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)


def _flat(node: ast.expr, sign: str = "") -> list[tuple[str, ast.expr]]:
    """The addends of a sum with their signs."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        plus = isinstance(node.op, ast.Add) == (sign != "−")
        return [*_flat(node.left, sign), *_flat(node.right, "+" if plus else "−")]
    return [(sign, node)]


def _product(node: ast.expr, sign: str = "") -> list[tuple[str, ast.expr]]:
    """The factors of a product, and what it is divided by at the end."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.FloorDiv):
        right = "×" if isinstance(node.op, ast.Mult) else "÷"
        return [*_product(node.left, sign), *_right(node.right, right)]
    return [(sign, node)]


def _right(node: ast.expr, sign: str) -> list[tuple[str, ast.expr]]:
    if sign == "×" and isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return [("×", part) for _, part in _product(node)]
    return [(sign, node)]
