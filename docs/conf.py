"""How Sphinx makes the documentation site: `make docs` writes it to `build/docs`.

The pages are the Markdown files of this folder, the reference comes from the docstrings, and the
notebooks of `notebooks/own` are copied in with the outputs that were saved in them. Nothing on
the site is fetched from elsewhere.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml

import cardlab

HERE = Path(__file__).resolve().parent
OWN_NOTEBOOKS = HERE.parent / "notebooks" / "own"

project = "cardlab"
author = "The cardlab authors"
version = release = cardlab.__version__
language = "en"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_design",
    "sphinx_copybutton",
]
exclude_patterns = ["_build"]
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "off"
nitpicky = False

# Docstrings write code in single backticks, as Markdown does.
default_role = "code"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True

# Browsers draw MathML themselves; the usual renderer would fetch a script from elsewhere.
html_math_renderer = "mathml"

html_theme = "furo"
html_title = "cardlab"
html_static_path = ["_static"]
html_css_files = ["cardlab.css", "formulas.css"]
html_show_sphinx = False
html_copy_source = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

COLOURS = {
    "color-brand-primary": ("#5a3ea6", "#b9a6f2"),
    "color-brand-content": ("#5a3ea6", "#b9a6f2"),
    "color-background-primary": ("#f6f4ee", "#17181c"),
    "color-background-secondary": ("#eeece2", "#1f2126"),
}
html_theme_options = {
    "light_css_variables": {name: light for name, (light, _) in COLOURS.items()},
    "dark_css_variables": {name: dark for name, (_, dark) in COLOURS.items()},
    "navigation_with_keys": True,
}


def copy_own_notebooks(app: Any) -> None:
    """Put the notebooks to copy beside the guide that speaks of them."""
    target = HERE / "own"
    target.mkdir(exist_ok=True)
    for notebook in sorted(OWN_NOTEBOOKS.glob("*.ipynb")):
        shutil.copy(notebook, target / notebook.name)


def write_tables(
    app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Docstrings write tables as Markdown does; autodoc wants a list-table."""
    written: list[str] = []
    in_table = False
    for line in lines:
        row = line.strip()
        if not (row.startswith("|") and row.endswith("|")):
            in_table = False
            written.append(line)
            continue
        if not in_table:
            written += [".. list-table::", "   :header-rows: 1", ""]
            in_table = True
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if set("".join(cells)) <= {"-", ":"}:
            continue
        written += [f"   {'*' if n == 0 else ' '} - {cell}" for n, cell in enumerate(cells)]
    lines[:] = written


def write_formula(translator: Any, node: nodes.Element) -> None:
    """A formula as MathML."""
    block = isinstance(node, nodes.math_block)
    formula = tex2mathml(node.astext(), as_block=block)
    translator.body.append(f'<div class="formula">{formula}</div>\n' if block else formula)
    raise nodes.SkipNode


def setup(app: Any) -> None:
    how = (write_formula, None)
    app.add_html_math_renderer("mathml", inline_renderers=how, block_renderers=how)
    app.connect("builder-inited", copy_own_notebooks)
    app.connect("autodoc-process-docstring", write_tables)
