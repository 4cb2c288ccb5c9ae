"""Speed: the rules of a game compiled to tables, playouts of whole deals, and perfect play with
all cards seen.

>>> import cardlab
>>> from cardlab.solver import compiles
>>> compiles("kaiser"), compiles("snap")
('', 'Snap has no tricks; only games of tricks can be compiled')
"""

from __future__ import annotations

from cardlab.solver.compiling import Compiled, compiled, compiles
from cardlab.solver.errors import CannotCompile, SolverWarning
from cardlab.solver.loading import ready, warm
from cardlab.solver.playing import Playouts, playouts
from cardlab.solver.solving import NotInTime, Value, solve, solve_moves

__all__ = [
    "CannotCompile",
    "Compiled",
    "NotInTime",
    "Playouts",
    "SolverWarning",
    "Value",
    "compiled",
    "compiles",
    "playouts",
    "ready",
    "solve",
    "solve_moves",
    "warm",
]
