"""The kernel for tables of one kind, with what is the same in all of them written in.

Most games of tricks ask the same of the kernel: four seats in two pairs, four suits, tricks alone,
and suit has to be followed.  Where the numbers of ``K`` that say so are written into the source, the
compiler throws away all that serves other games, and a search takes a quarter less time.  It walks
the same tree.

Knows which numbers these are, and how to write them into a function.  Knows nothing of cards.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any

from cardlab.solver.kernel import places

PAIRS: Mapping[str, int] = {
    "SEATS": 4,
    "SUITS": 4,
    "FLAGS": places.FOLLOW,
    "AFTER": places.FOLLOW,
    "PER_TRICK": 1,
    "LAST_TRICK": 0,
    "WORDS": 2,
    "HAS_POINTS": 0,
    "HAS_SORTS": 0,
    "PARTITION": 1,
    "QUICK": 1,
    "WILD": -1,
    "RANKED": 0,
    "RULES": 0,
    "SETS": 0,
    "BETWEEN_PAIRS": 1,
}
"""What ``K`` holds for two pairs who play for tricks alone.  Seats next to each other are on
different sides."""


def are_pairs(K: Sequence[int]) -> bool:
    """Whether tables are of this kind."""
    sides = [K[places.SIDE_OF + p] for p in range(4)]
    return sides in ([0, 1, 0, 1], [1, 0, 1, 0]) and all(
        K[getattr(places, name)] == number for name, number in PAIRS.items()
    )


def for_pairs(function: FunctionType) -> FunctionType:
    """A function of the kernel as it runs for `PAIRS`."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    fixed = _Fixed(function.__globals__, _own_names(definition)).visit(tree)
    space = dict(function.__globals__)
    exec(compile(ast.fix_missing_locations(fixed), function.__code__.co_filename, "exec"), space)
    made = space[function.__name__]
    assert isinstance(made, FunctionType)
    made.__module__ = function.__module__
    return made


def _own_names(definition: ast.FunctionDef) -> set[str]:
    """The names that mean something in the function alone."""
    stored = {
        node.id
        for node in ast.walk(definition)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return stored | {argument.arg for argument in definition.args.args}


class _Fixed(ast.NodeTransformer):
    """Writes numbers for what is known, and leaves out what never runs then.

    Of a side all is known but one bit: seats next to each other are on different sides.
    """

    def __init__(self, space: Mapping[str, Any], own: set[str]) -> None:
        self.space, self.own = space, own

    def visit_Name(self, node: ast.Name) -> ast.expr:
        number = None if node.id in self.own else self.space.get(node.id)
        return ast.Constant(number) if isinstance(number, int) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == "K":
            match node.slice:
                case ast.Name(id=name) if name in PAIRS:
                    return ast.Constant(PAIRS[name])
                case ast.BinOp(left=ast.Name(id="SIDE_OF"), right=seat):
                    first = ast.Subscript(node.value, ast.Constant(places.SIDE_OF), ast.Load())
                    differs = ast.BinOp(self.visit(seat), ast.BitXor(), first)
                    return ast.BinOp(differs, ast.BitAnd(), ast.Constant(1))
        return self.generic_visit(node)

    def generic_visit(self, node: ast.AST) -> Any:
        node = super().generic_visit(node)
        match node:
            case ast.BinOp(left=ast.Constant(), right=ast.Constant()):
                return _number(node)
            case ast.UnaryOp(operand=ast.Constant()):
                return _number(node)
            case ast.Compare(left=ast.Constant(), comparators=[ast.Constant()]):
                return _number(node)
            case ast.BoolOp():
                return _without_known(node)
            case ast.IfExp(test=ast.Constant(value=known)):
                return node.body if known else node.orelse
            case ast.If(test=ast.Constant(value=known)):
                return (node.body if known else node.orelse) or ast.Pass()
        return node


def _number(node: ast.expr) -> ast.Constant:
    """What an expression of numbers comes to."""
    whole = ast.fix_missing_locations(ast.Expression(node))
    return ast.Constant(eval(compile(whole, "kernel", "eval"), {}))


def _without_known(node: ast.BoolOp) -> ast.expr:
    """An "and" or an "or" without the parts that are known."""
    decides = isinstance(node.op, ast.Or)
    known = [part.value for part in node.values if isinstance(part, ast.Constant)]
    if any(bool(value) == decides for value in known):
        return ast.Constant(decides)
    parts = [part for part in node.values if not isinstance(part, ast.Constant)]
    if not parts:
        return ast.Constant(not decides)
    return ast.BoolOp(node.op, parts) if len(parts) > 1 else parts[0]
