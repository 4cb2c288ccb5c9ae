"""The tests. What is written here is read before any plugin of pytest and any test."""

import sys

# A grammar that takes longer to build than all tests take to be collected, and that no test needs;
# `cardlab serve` does without it too, and says why.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
