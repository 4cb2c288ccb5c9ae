"""Questions as text: arithmetic and comparisons over named quantities, read from strangers.

Knows how such a text is read and worked out.  Knows no games.  The text is data and never run as
code: it may hold whole numbers, names, ``+ - * // %``, comparisons, ``and or not``, ``a if c else
b``, ``min max abs`` and ``at(what, name=value)``, the value of something where other quantities
were different.

>>> ask = Expression("at(points, tricks=tricks + 1) > points")
>>> ask.names
('points', 'tricks')
>>> Expression("tricks.__class__")
Traceback (most recent call last):
    ...
ValueError: 'tricks.__class__' cannot be read here; use numbers, names, + - * // %, comparisons, and, or, not
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

Env = Mapping[str, Any]
At = Callable[[Mapping[str, Any]], Env]
Worked = Callable[[Env, At], Any]

LONGEST, LARGEST = 400, 10**6
NOBODY = "nobody"
_ARITHMETIC: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARED: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {"min": min, "max": max, "abs": abs}
_SIGNS = str.maketrans({"−": "-", "·": "*", "×": "*", "≤": "\ue000", "≥": "\ue001", "≠": "\ue002"})


class Expression:
    """A question or a quantity, read from a text.  ValueError, with a sentence, for a text that
    cannot be read."""

    def __init__(self, text: str) -> None:
        self.text = " ".join(str(text).split())
        plain = (
            self.text.translate(_SIGNS)
            .replace("\ue000", "<=")
            .replace("\ue001", ">=")
            .replace("\ue002", "!=")
        )
        if not plain:
            raise ValueError("there is no question yet; write one like tricks_south >= 3")
        if len(plain) > LONGEST:
            raise ValueError(f"this is longer than {LONGEST} signs; ask for less at once")
        try:
            tree = ast.parse(plain, mode="eval").body
            names: list[str] = []
            self._worked = _read(tree, names)
        except (SyntaxError, RecursionError, MemoryError, OverflowError):
            raise ValueError(
                f"{_short(self.text)} cannot be read; write it like tricks_south >= 3"
            ) from None
        self.plain = plain
        self.names = tuple(dict.fromkeys(names))

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"

    def __call__(self, env: Env, at: At) -> Any:
        try:
            return self._worked(env, at)
        except ZeroDivisionError:
            raise ValueError(f"{_short(self.text)} divides by 0; ask it otherwise") from None


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + " ...")


def _number(value: Any) -> int:
    if isinstance(value, int):
        if abs(value) > LARGEST**2:
            raise ValueError("this becomes too large a number; ask for something smaller")
        return int(value)
    raise ValueError(
        f"{NOBODY if value is None else value} is not a number; compare it with == instead"
    )


def _compare(how: Callable[[Any, Any], bool], left: Any, right: Any) -> bool:
    if how in (operator.eq, operator.ne):
        return how(left, right)
    if left is None or right is None:  # nobody has neither more nor less than anybody
        return False
    return how(_number(left), _number(right))


def _read(node: ast.expr, names: list[str]) -> Worked:
    """What works a part of the tree out."""
    match node:
        case ast.Constant(value=True | False | None as plain):
            return lambda env, at: plain
        case ast.Constant(int(number)) if abs(number) <= LARGEST:
            return lambda env, at: number
        case ast.Constant(str(word)):
            return lambda env, at: word
        case ast.Name(name):
            names.append(name)
            return lambda env, at: env[name]
        case ast.BinOp(left, op, right) if type(op) in _ARITHMETIC:
            a, b, made = _read(left, names), _read(right, names), _ARITHMETIC[type(op)]
            return lambda env, at: made(_number(a(env, at)), _number(b(env, at)))
        case ast.UnaryOp(ast.USub(), part):
            inner = _read(part, names)
            return lambda env, at: -_number(inner(env, at))
        case ast.UnaryOp(ast.Not(), part):
            denied = _read(part, names)
            return lambda env, at: not denied(env, at)
        case ast.BoolOp(op, parts):
            each, every = (
                [_read(part, names) for part in parts],
                all if isinstance(op, ast.And) else any,
            )
            return lambda env, at: every(part(env, at) for part in each)
        case ast.Compare(left, ops, rights) if all(type(op) in _COMPARED for op in ops):
            held = [_read(part, names) for part in (left, *rights)]
            hows = [_COMPARED[type(op)] for op in ops]
            return lambda env, at: all(
                _compare(how, a(env, at), b(env, at))
                for how, a, b in zip(hows, held, held[1:], strict=False)
            )
        case ast.IfExp(test, body, orelse):
            condition, then, other = _read(test, names), _read(body, names), _read(orelse, names)
            return lambda env, at: then(env, at) if condition(env, at) else other(env, at)
        case ast.Call(ast.Name("at"), [what], keywords) if keywords and all(
            k.arg for k in keywords
        ):
            value, changes = (
                _read(what, names),
                {str(k.arg): _read(k.value, names) for k in keywords},
            )
            names += changes
            return lambda env, at: value(
                at({name: change(env, at) for name, change in changes.items()}), at
            )
        case ast.Call(ast.Name(name), parts, []) if (
            name in _FUNCTIONS and parts and (name != "abs" or len(parts) == 1)
        ):
            called, given = _FUNCTIONS[name], [_read(part, names) for part in parts]
            if len(given) == 1 and name != "abs":
                return given[0]
            return lambda env, at: called(*(_number(part(env, at)) for part in given))
    allowed = "use numbers, names, + - * // %, comparisons, and, or, not"
    raise ValueError(f"{_short(ast.unparse(node))} cannot be read here; {allowed}")
