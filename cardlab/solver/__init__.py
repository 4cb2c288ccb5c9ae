"""Speed: the rules of a game compiled to tables, playouts of whole deals, and perfect play with
all cards seen.

>>> import cardlab
>>> from cardlab.solver import compiles
>>> compiles("kaiser"), compiles("snap")
('', 'Snap has no tricks, and the solver plays only games of tricks')
"""

from __future__ import annotations

from cardlab.solver.compiling import Compiled, compiled, compiles
from cardlab.solver.errors import CannotCompile, SolverWarning
from cardlab.solver.loading import ready, warm
from cardlab.solver.many import Solved, Unsolved, solve_many
from cardlab.solver.playing import Playouts, playouts
from cardlab.solver.searching import Allowance
from cardlab.solver.solving import NotInTime, Value, solve, solve_moves
from cardlab.solver.spreading import OtherResults, WorkStopped

__all__ = [
    "Allowance",
    "CannotCompile",
    "Compiled",
    "NotInTime",
    "OtherResults",
    "Playouts",
    "Solved",
    "SolverWarning",
    "Unsolved",
    "Value",
    "WorkStopped",
    "compiled",
    "compiles",
    "playouts",
    "ready",
    "solve",
    "solve_many",
    "solve_moves",
    "warm",
]
