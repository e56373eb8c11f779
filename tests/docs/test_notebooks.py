"""The notebooks of the studies run, cell by cell; what does not depend on how much is played comes out as printed."""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from strapontin.core.kernel import JIT

STUDIES = Path(__file__).parents[2] / "docs" / "examples" / "studies"
LITTLE = {"learning": "UPDATES, GAMES, SEED = 40, 24, 1", "optimal": 'GAMES, EXPERT = 40, "regular"'}
"""What their first cell says in the quick form."""


def run(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """What a cell prints, and the value of its last line where that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(io.StringIO()) as said:
        exec(compile(tree, "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None
    return said.getvalue(), value


def walk(name: str) -> None:
    """Run a notebook from its first cell to its last, as a notebook would."""
    found = json.loads((STUDIES / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    for cell in (cell for cell in found if cell["cell_type"] == "code"):
        tags, outputs = cell["metadata"].get("tags", []), cell["outputs"]
        little = "parameters" in tags and not os.environ.get("STRAPONTIN_SOAK")
        said, value = run(LITTLE[name] if little else "".join(cell["source"]), names)
        if "exact" in tags:
            assert said == "".join("".join(output["text"]) for output in outputs)
        pictures = ["".join(output["data"]["image/svg+xml"]) for output in outputs if "data" in output]
        assert [picture[:4] for picture in pictures] == ([value._repr_svg_()[:4]] if value is not None else [])
        assert not any(output["output_type"] == "error" for output in outputs)


@pytest.mark.skipif(not JIT, reason="thousands of games")
@pytest.mark.parametrize("name", sorted(LITTLE))
def test_a_notebook_runs_and_shows_what_it_says(name: str) -> None:
    alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # small matrices gain nothing by a second core
    ran = subprocess.run([sys.executable, __file__, name], env=alone, cwd=STUDIES, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def test_every_notebook_is_run_here() -> None:
    assert {path.stem for path in STUDIES.glob("*.ipynb")} == set(LITTLE)


if __name__ == "__main__":
    sys.path.insert(0, str(STUDIES))
    walk(sys.argv[1])
