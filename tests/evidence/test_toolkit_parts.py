"""The statements of a module that import: found in the blocks that hold the word, the same as in the whole module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import pytest

from queensbench.evidence.keys import toolkit_texts
from queensbench.evidence.toolkit_parts import HOLDING, statements
from tests.processes import ROOT


def whole(text: bytes) -> list[str]:
    """The imports of a module that is parsed whole."""

    def within(node: Any) -> Iterator[ast.stmt]:
        for part in HOLDING:
            types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and part == "body"
            for inner in () if types else getattr(node, part, ()):
                yield inner
                yield from within(inner)

    return imports(within(ast.parse(text)))


def imports(found: Iterator[ast.stmt]) -> list[str]:
    return sorted(ast.unparse(one) for one in found if isinstance(one, (ast.Import, ast.ImportFrom)))


@pytest.mark.parametrize("folder", ["queensbench", "model"])
def test_as_in_the_whole_module(folder: str) -> None:
    texts = {str(path): path.read_bytes() for path in (ROOT / folder).rglob("*.py")}
    assert len(texts) >= 30
    different = [name for name, text in texts.items() if imports(statements(text)) != whole(text)]
    assert different == []
    assert any(whole(text) for text in texts.values())


def test_hardly_a_module_of_the_toolkit_is_parsed_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the tests above compare the same with the same, and it takes its time."""
    parsed: list[int] = []
    real = ast.parse

    def counted(text: bytes) -> ast.Module:
        parsed.append(len(text))
        return real(text)

    monkeypatch.setattr(ast, "parse", counted)
    texts = toolkit_texts().values()
    for text in texts:
        list(statements(text))
    assert 0 < sum(parsed) < sum(map(len, texts)) / 3


ODD = {
    "a line that goes on": "from a \\\nimport b\nimport c\n",
    "a line that goes on, of Windows": "from a \\\r\nimport b\r\nimport c\r\n",
    "brackets": "from a import (\nb,\n)\nimport c\n",
    "a string": 'x = """\nimport a\n"""\nimport b\n',
    "a string within another": 'x = \'"""\'\nimport a\n',
    "a string that quotes": "'''\nx = \"\"\"\nimport a\n'''\nimport b\n",
    "branches": "if a:\n    import b\nelif c:\n    import d\nelse:\n    import e\n",
    "for types": "if TYPE_CHECKING:\n    import a\nelse:\n    import b\n",
    "tries": "try:\n    import a\nexcept b:\n    import c\nelse:\n    import d\nfinally:\n    import e\n",
    "within": "class A:\n    def b(self):\n\n# here\n        with c:\n            from . import d\n",
    "arguments": "def a(\n    b,\n) -> c:\n    import d\n",
    "one line": "if a: import b; import c\nx = 1; import d\n",
    "a word": "important = 1\nx = 'import a'  # import b\n",
    "cases": "match a:\n    case b:\n        import c\n",
    "decorated": "@a\ndef b():\n    import c\n",
}


@pytest.mark.parametrize("text", ODD.values(), ids=list(ODD))
def test_whatever_it_is_written_in(text: str) -> None:
    assert imports(statements(text.encode())) == whole(text.encode())


def test_what_is_no_python_is_told() -> None:
    with pytest.raises(SyntaxError):
        list(statements(b"import a\nimport from\n"))
