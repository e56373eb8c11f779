"""Ask the registries whether a known hole is in what the lock files name; say so where nobody answers.

Exit code 1 for a hole, 0 otherwise: a registry that does not answer is told, not hidden.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def python_packages(lock: Path) -> int:
    """Audit one lock file with pip-audit."""
    uv = Path(sys.executable).with_name("uv")
    command = [str(uv), "tool", "run", "pip-audit", "--disable-pip", "--no-deps", "--require-hashes", "--format=json"]
    done = subprocess.run([*command, "-r", str(lock)], capture_output=True, text=True, check=False)
    try:
        told: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except ValueError:
        print(f"{lock.name}: nobody answers: {done.stderr.strip().splitlines()[-1:]}")
        return 0
    silent = [one["name"] for one in told if "skip_reason" in one]
    holes = [(one["name"], one["version"], hole["id"]) for one in told for hole in one.get("vulns", [])]
    for name, version, hole in holes:
        print(f"{lock.name}: {name} {version} has {hole}")
    unknown = f", {len(silent)} of which the registry told nothing" if silent else ""
    print(f"{lock.name}: {len(told)} packages{unknown}, {len(holes)} known holes")
    return len(holes)


def node_packages() -> int:
    """Audit the page's packages with npm."""
    npm = shutil.which("npm")
    if npm is None:
        print("package-lock.json: no npm here to ask with")
        return 0
    done = subprocess.run([npm, "--prefix", "web", "audit", "--json"], cwd=ROOT, capture_output=True, check=False)
    try:
        told = json.loads(done.stdout)["metadata"]["vulnerabilities"]
    except (ValueError, KeyError):
        print("package-lock.json: nobody answers")
        return 0
    print(f"package-lock.json: {told['total']} known holes")
    return int(told["total"])


if __name__ == "__main__":
    sys.exit(1 if sum(map(python_packages, sorted(ROOT.glob("requirements*.lock")))) + node_packages() else 0)
