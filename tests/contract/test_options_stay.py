"""The options of every game are those of old: links, records and saved house rules name them.

``pytest tests/contract/test_options_stay.py --golden`` writes them anew; read the difference before
you commit it.  An option that is not written down yet is free to change.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cardlab

FILE = Path(__file__).parent / "options.json"


def written(option: Any) -> dict[str, Any]:
    """An option's default and choices; a long range by its ends."""
    choices = [*option.choices]
    if isinstance(option.choices, range) and len(choices) > 8:
        step = option.choices.step
        choices = [f"{choices[0]} to {choices[-1]}" + (f" by {step}" if step > 1 else "")]
    return {"default": option.default, "choices": choices}


def options_of(id: str) -> dict[str, Any]:
    return {o.name: written(o) for o in type(cardlab.game(id)).all_options()}


def test_options_stay(request: pytest.FixtureRequest) -> None:
    options = {id: options_of(id) for id in cardlab.games()}
    if request.config.getoption("--golden"):
        text = json.dumps(options, indent=1, ensure_ascii=False)
        FILE.write_text(text + "\n", encoding="utf-8")
    for id, old in json.loads(FILE.read_text(encoding="utf-8")).items():
        for name, row in old.items():
            assert options[id].get(name) == row, f"the option {name} of {id}"
