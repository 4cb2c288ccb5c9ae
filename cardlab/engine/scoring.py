"""Scores as lines: the total is their sum, and each line carries the formula that made it and
the values put in.

Knows formulas and lines.  Knows no games.  A formula is one line of arithmetic over named
quantities; the text that scores is the text that a page prints and that sympy reads
(``Formula.sympy``), so there is no second statement of it:

>>> value = Formula("k*(t + 5*five)", k="2 at no trump, else 1", t="tricks taken", five="[5♥]: 1 if you took it")
>>> value(k=2, t=4, five=1)
18
>>> value.said(k=2, t=4, five=1)
'k·(t + 5·[5♥]) = 2·(4 + 5·1) = 18'
>>> value.sympy().expand()
5*five*k + k*t

Numbers that a table may agree on stand in braces and are filled in from the game:

>>> class Toy:
...     trick_counts, par = 1, 35
>>> over_par = Formula("c + {trick_counts}*t - {par}", c="card points", t="tricks")
>>> over_par.parameters, over_par.of(Toy(), c=41, t=6)
(('trick_counts', 'par'), 12)
>>> over_par.agreed(Toy()).said(c=41, t=6)
'c + 1·t − 35 = 41 + 1·6 − 35 = 12'
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, cast

from cardlab.engine import mathml
from cardlab.engine.cards import Card
from cardlab.engine.memory import remember
from cardlab.engine.options import fill, parameters
from cardlab.engine.rulings import Rule

Number = int

_FUNCTIONS: dict[str, Any] = {"min": min, "max": max, "abs": abs}
_SIGNS = {
    ast.Add: " + ",
    ast.Sub: " − ",
    ast.Mult: "·",
    ast.FloorDiv: " ÷ ",
    ast.Eq: " = ",
    ast.NotEq: " ≠ ",
    ast.Lt: " < ",
    ast.LtE: " ≤ ",
    ast.Gt: " > ",
    ast.GtE: " ≥ ",
    ast.And: " and ",
    ast.Or: " or ",
}
_RANK = {ast.Or: 1, ast.And: 2, ast.Add: 4, ast.Sub: 4, ast.Mult: 5}
_WHOLE = ("⌊a ÷ b⌋", "how often b goes into a; what is left over is dropped")
"""The entry of the legend for a whole-number division."""


@dataclass(frozen=True)
class Quantity:
    """What a letter of a formula stands for.

    sign: the symbol that is printed; in brackets it is a switch, 1 or 0; meaning: what the legend
    says; name: the few words over its number, the meaning unless there are others; drawn: the code
    of the card that it stands for, or "tricks" for a packet each; idle: the value at which it
    changes nothing and need not be shown, None if there is none.
    """

    sign: str
    meaning: str
    name: str = ""
    drawn: str = ""
    idle: int | None = None

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.sign[1:-1] if self.is_switch else self.meaning)

    @property
    def is_switch(self) -> bool:
        """Whether it says yes (1) or no (0)."""
        return self.sign.startswith("[")


def _read_quantity(letter: str, described: str | Quantity) -> Quantity:
    if isinstance(described, Quantity):
        return described if described.sign else replace(described, sign=letter)
    sign, colon, meaning = described.partition(": ")
    return Quantity(sign, meaning) if colon else Quantity(letter, described)


class Formula:
    """Arithmetic over named quantities: ``+ - * //``, ``min max abs``, comparisons and ``a if c
    else b``.

    Each keyword names a quantity and says what it means; "symbol: meaning" prints another symbol
    than the name, and a `Quantity` says more. A name in braces is a parameter, an option or a property of the game; ``agreed``
    fills it in, and only then can the formula be computed or printed with numbers.
    """

    total = ""
    """What its sum is called in words, if it has a name of its own."""
    explains = True
    """Whether its steps tell more than the sentence of its line."""

    def __init__(self, text: str, **quantities: str | Quantity) -> None:
        self.text = text
        self.parameters = parameters(text)
        self.quantities = {
            name: _read_quantity(name, described) for name, described in quantities.items()
        }
        self.meaning: dict[str, tuple[str, str]] = {
            name: (known.sign, known.meaning) for name, known in self.quantities.items()
        }
        self._tree = ast.parse(_unbraced(text), mode="eval").body
        unknown = (
            {n.id for n in ast.walk(self._tree) if isinstance(n, ast.Name)}
            - {*_FUNCTIONS}
            - {*quantities}
            - {*self.parameters}
        )
        self._worded = any("{" in meaning for _, meaning in self.meaning.values())
        if both := {*quantities} & {*self.parameters}:
            raise ValueError(f"{', '.join(sorted(both))} is a quantity and a parameter of {text!r}")
        if unknown:
            raise ValueError(
                f"the formula {text!r} uses {', '.join(sorted(unknown))} without saying what it"
                " means"
            )

    def __repr__(self) -> str:
        return f"Formula({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Formula) and (self.text, self.quantities, self.total) == (
            other.text,
            other.quantities,
            other.total,
        )

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return _formula, (self.text, self.quantities, self.total, self.explains)

    def calling(self, total: str) -> Formula:
        """The same formula, whose sum has a name: "taken"."""
        return _formula(self.text, self.quantities, total, self.explains)

    def unexplained(self) -> Formula:
        """The same formula, where a sentence says all that its steps would."""
        return _formula(self.text, self.quantities, self.total, explains=False)

    @property
    def tree(self) -> ast.expr:
        """The arithmetic as Python's syntax tree."""
        return self._tree

    def part(self, node: ast.expr, values: Mapping[str, Number]) -> Number:
        """The value of one part of the tree."""
        code = compile(ast.fix_missing_locations(ast.Expression(node)), "part", "eval")
        return int(eval(code, {"__builtins__": {}}, _FUNCTIONS | dict(values)))

    @cached_property
    def _function(self) -> Callable[..., Any]:
        """The arithmetic as a function of the quantities that it uses; it takes others too."""
        names = [node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name)]
        used = [ast.arg(name) for name in dict.fromkeys(names) if name in self.quantities]
        arguments = ast.arguments([], [], None, used, [None] * len(used), ast.arg("others"), [])
        function = ast.fix_missing_locations(ast.Expression(ast.Lambda(arguments, self._tree)))
        computed: Callable[..., Any] = eval(
            compile(function, self.text, "eval"), {"__builtins__": {}, **_FUNCTIONS}
        )
        return computed

    def agreed(self, game: Any) -> Formula:
        """The formula with the numbers that this table has agreed on."""
        return self if not self.parameters and not self._worded else _agreed(game, self)

    def of(self, game: Any, **quantities: Number) -> Number:
        """The value under the options of this game."""
        return self.agreed(game)(**quantities)

    def __call__(self, **values: Number) -> Number:
        return int(self._function(**values))

    def sympy(self) -> Any:
        """The same formula as a sympy expression (sympy is loaded here, not before)."""
        return self._expression

    @cached_property
    def _expression(self) -> Any:
        import sympy

        return sympy.sympify(_to_sympy(self._tree, sympy))

    def legend(self) -> tuple[tuple[str, str], ...]:
        """What the letters mean, in the order of their first use."""
        nodes = tuple(ast.walk(self._tree))
        order = [n.id for n in nodes if isinstance(n, ast.Name)]
        whole = any(isinstance(n, ast.FloorDiv) for n in nodes)
        named = tuple(self.meaning[n] for n in dict.fromkeys(order) if n in self.meaning)
        return (*named, _WHOLE) if whole else named

    def said(self, **values: Number) -> str:
        """The formula, the values put in, and what comes out, as one line of text."""
        symbols = {n: sign for n, (sign, _) in self.meaning.items()}
        numbers = {n: _number(v) for n, v in values.items()}
        put_in = _text(decided(self._tree, values), numbers)
        parts = [_text(self._tree, symbols), put_in, _number(self(**values))]
        return " = ".join(dict.fromkeys(parts))

    def mathml(self, values: Mapping[str, Number] | None = None) -> str:
        """Presentation MathML: with the symbols, or with the values put in and the result."""
        if values is None:
            symbols = {n: mathml.name(sign) for n, (sign, _) in self.meaning.items()}
            return mathml.math(*_elements(self._tree, symbols))
        tree, numbers = decided(self._tree, values), {n: _number(v) for n, v in values.items()}
        row = _elements(tree, {n: mathml.number(text) for n, text in numbers.items()})
        result = _number(self(**values))
        if result != _text(tree, numbers):
            row += [mathml.operator("="), mathml.number(result)]
        return mathml.math(*row)


def _formula(text: str, quantities: Mapping[str, Quantity], total: str, explains: bool) -> Formula:
    made = Formula(text, **quantities)
    if total:
        made.total = total
    if not explains:
        made.explains = False
    return made


def _unbraced(text: str) -> str:
    return text.replace("{", "").replace("}", "")


@remember
def _agreed(game: Any, formula: Formula) -> Formula:
    numbers = tuple([int(getattr(game, name)) for name in formula.parameters])
    meant = formula.meaning.values()
    meanings = tuple([fill(text, game) for _, text in meant]) if formula._worded else ()
    return _with_numbers(formula, numbers, meanings)


@lru_cache(maxsize=4096)
def _with_numbers(formula: Formula, numbers: tuple[int, ...], meanings: tuple[str, ...]) -> Formula:
    """meanings: what the quantities mean here, where that hangs on the game."""
    text = formula.text
    for name, number in zip(formula.parameters, numbers, strict=True):
        text = text.replace(f"{{{name}}}", str(number) if number >= 0 else f"({number})")
    known = dict(formula.quantities)
    for name, meaning in zip(known, meanings, strict=False):
        own = known[name].name
        named = meaning if own == known[name].meaning else own
        known[name] = replace(known[name], meaning=meaning, name=named)
    return _formula(text, known, formula.total, formula.explains)


def decided(node: ast.expr, values: Mapping[str, Number]) -> ast.expr:
    """The formula with only that branch of each condition that holds for these values."""
    if isinstance(node, ast.IfExp):
        test = compile(ast.Expression(node.test), "condition", "eval")
        holds = eval(test, {"__builtins__": {}}, _FUNCTIONS | dict(values))
        return decided(node.body if holds else node.orelse, values)
    if isinstance(node, ast.BinOp):
        left, right = decided(node.left, values), decided(node.right, values)
        return ast.BinOp(left, node.op, right)
    if isinstance(node, ast.UnaryOp):
        return ast.UnaryOp(node.op, decided(node.operand, values))
    if isinstance(node, ast.Call):
        return ast.Call(node.func, [decided(part, values) for part in node.args], [])
    return node


def _number(n: Number) -> str:
    return f"−{-n}" if n < 0 else str(int(n))


def _binding(node: ast.AST) -> int:
    op = getattr(node, "op", None)
    if isinstance(node, ast.UnaryOp):
        return 6
    if isinstance(op, ast.FloorDiv):
        return 9  # it has brackets of its own
    return _RANK.get(
        cast(Any, type(op)),
        3 if isinstance(node, ast.Compare) else 0 if isinstance(node, ast.IfExp) else 9,
    )


def _pieces(node: ast.expr, wrap: Any) -> list[Any]:
    """A formula as a flat list of symbols (str) and leaves (nodes), brackets where the tree needs
    them."""

    def inner(part: ast.expr, least: int) -> list[Any]:
        pieces = _pieces(part, wrap)
        return ["(", *pieces, ")"] if _binding(part) < least else pieces

    match node:
        case ast.BinOp(left, ast.FloorDiv(), right):
            return ["⌊", *inner(left, 5), " ÷ ", *inner(right, 6), "⌋"]
        case ast.BinOp(left, op, right):
            rank = _RANK[type(op)]
            keep = isinstance(op, ast.Sub)
            return [*inner(left, rank), _SIGNS[type(op)], *inner(right, rank + keep)]
        case ast.UnaryOp(ast.USub(), part):
            return ["−", *inner(part, 6)]
        case ast.BoolOp(op, values):
            joined: list[Any] = []
            for value in values:
                joined += [*([_SIGNS[type(op)]] if joined else []), *inner(value, _RANK[type(op)])]
            return joined
        case ast.Compare(left, ops, rights):
            joined = inner(left, 4)
            for op_, right in zip(ops, rights, strict=True):
                joined += [_SIGNS[type(op_)], *inner(right, 4)]
            return joined
        case ast.IfExp(test, body, orelse):
            return [*inner(body, 1), " if ", *inner(test, 1), ", else ", *_pieces(orelse, wrap)]
        case ast.Call(ast.Name("abs"), [part]):
            return ["|", *_pieces(part, wrap), "|"]
        case ast.Call(ast.Name(name), args):
            joined = [name, "("]
            for arg in args:
                joined += [*([", "] if joined[-1] != "(" else []), *_pieces(arg, wrap)]
            return [*joined, ")"]
        case ast.Name() | ast.Constant():
            return [node]
    raise ValueError(f"a formula cannot hold {ast.unparse(node)!r}")


def _leaf(node: ast.expr, names: Mapping[str, str]) -> str:
    if isinstance(node, ast.Name):
        return names.get(node.id, node.id)
    return _number(node.value)  # type: ignore[attr-defined]


def _text(node: ast.expr, names: Mapping[str, str]) -> str:
    return "".join(p if isinstance(p, str) else _leaf(p, names) for p in _pieces(node, str))


def _elements(node: ast.expr, names: Mapping[str, str]) -> list[str]:
    """The elements of MathML for a part of a formula."""
    elements = []
    for piece in _pieces(node, str):
        if isinstance(piece, ast.Name):
            elements.append(names[piece.id])
        elif not isinstance(piece, str):
            elements.append(mathml.number(_number(piece.value)))
        elif piece.strip(" ,").isalpha():
            elements.append(mathml.words(piece) if " " in piece else mathml.name(piece))
        else:
            elements.append(mathml.operator(piece.strip()))
    return elements


def _to_sympy(node: ast.expr, sympy: Any) -> Any:
    def of(part: ast.expr) -> Any:
        return _to_sympy(part, sympy)

    match node:
        case ast.BinOp(left, ast.Add(), right):
            return of(left) + of(right)
        case ast.BinOp(left, ast.Sub(), right):
            return of(left) - of(right)
        case ast.BinOp(left, ast.Mult(), right):
            return of(left) * of(right)
        case ast.BinOp(left, ast.FloorDiv(), right):
            return sympy.floor(of(left) / of(right))
        case ast.UnaryOp(ast.USub(), part):
            return -of(part)
        case ast.BoolOp(op, values):
            return (sympy.And if isinstance(op, ast.And) else sympy.Or)(*map(of, values))
        case ast.Compare(left, [op], [right]):
            relation = {
                ast.Eq: "==",
                ast.NotEq: "!=",
                ast.Lt: "<",
                ast.LtE: "<=",
                ast.Gt: ">",
                ast.GtE: ">=",
            }[type(op)]
            return sympy.Rel(of(left), of(right), relation)
        case ast.IfExp(test, body, orelse):
            return sympy.Piecewise((of(body), of(test)), (of(orelse), True))
        case ast.Call(ast.Name(name), args):
            return {"min": sympy.Min, "max": sympy.Max, "abs": sympy.Abs}[name](*map(of, args))
        case ast.Name(name):
            return sympy.Symbol(name, integer=True)
        case ast.Constant(value):
            return sympy.Integer(value)
    raise ValueError(f"a formula cannot hold {ast.unparse(node)!r}")


@dataclass(frozen=True)
class ScoreLine:
    """One entry in the score: points to a side, by this rule, from this formula with
    these values.

    ``because`` is a sentence about what happened; ``account`` names a column of its own where a
    game keeps several (bridge: ``below`` and ``above``); ``deal`` numbers the deal, from 1.
    """

    side: str
    points: int
    title: str
    rule: Rule
    formula: Formula | None = None
    values: tuple[tuple[str, int], ...] = ()
    because: str = ""
    cards: tuple[Card, ...] = ()
    account: str = ""
    deal: int = 0

    @property
    def concepts(self) -> tuple[str, ...]:
        return self.rule.concepts

    @property
    def text(self) -> str:
        """The arithmetic in words and symbols."""
        return self.formula.said(**dict(self.values)) if self.formula else self.because

    def __str__(self) -> str:
        return f"{self.side}: {self.points:+d}  {self.title}  ({self.text})"


def line(
    side: str,
    title: str,
    rule: Rule,
    formula: Formula,
    because: str = "",
    /,
    *,
    cards: Any = (),
    account: Any = "",
    **values: Any,
) -> ScoreLine:
    """A score line whose points are what its formula makes of the values (whole numbers, by
    name)."""
    put_in = tuple([(name, int(value)) for name, value in values.items()])
    return ScoreLine(
        side, formula(**values), title, rule, formula, put_in, because, tuple(cards), account
    )


def totals(lines: Iterable[ScoreLine], sides: Iterable[str] = ()) -> dict[str, int]:
    """The sum of the lines by side; sides without a line stand at 0."""
    sums = dict.fromkeys(sides, 0)
    for entry in lines:
        sums[entry.side] = sums.get(entry.side, 0) + entry.points
    return sums
