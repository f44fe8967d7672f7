"""Writes the API reference, docs/book/python/api.md, from the stubs and the docstrings.

    python python/docs/reference.py
"""

from __future__ import annotations

import ast
import importlib
import inspect
import operator
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/book/python/api.md"
PACKAGE = ROOT / "python/brickwood"

MODULES = ["brickwood", "brickwood.gym", "brickwood.pettingzoo", "brickwood.dataset", "brickwood.cluster"]

HEAD = """\
# Reference

Everything in the [package](README.md), from its stubs and docstrings. `python python/docs/reference.py` writes this page.
"""

Definition = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign


def definitions(body: list[ast.stmt]) -> dict[str, Definition]:
    """What a module or a class defines, by name."""
    found: dict[str, Definition] = {}
    for statement in body:
        match statement:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                found.setdefault(name, statement)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                found.setdefault(name, statement)
    return found


def sources() -> dict[str, Definition]:
    """All definitions of the package, by name; those of the stubs where a module has the same name."""
    found: dict[str, Definition] = {}
    for path in [*sorted(PACKAGE.glob("*.py")), PACKAGE / "_core.pyi"]:
        found.update(definitions(ast.parse(path.read_text()).body))
    return found


def documented(definition: Definition, module: ModuleType, path: str) -> str:
    """The docstring of a source; a stub has none, and there it is that of the value in the module."""
    if isinstance(definition, ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(definition)):
        return prose(text)
    return prose(inspect.getdoc(operator.attrgetter(path)(module)) or "")


def prose(text: str) -> str:
    """A docstring as Markdown."""
    text = re.sub(r":(?:class|func|meth|mod):`~?([^`]+)`", r"`\1`", text).replace("``", "`")
    text = re.sub(r"^:param (\w+): ((?:.|\n    )*)", lambda at: f"- `{at[1]}`: {' '.join(at[2].split())}", text, flags=re.M)
    # An example goes on to the next empty line.
    return re.sub(r"^(>>> (?:.+\n?)+)", lambda at: f"```pycon\n{at[1].rstrip()}\n```\n", text, flags=re.M).rstrip()


def signature(name: str, of: ast.FunctionDef, *, method: bool) -> str:
    """What is called, without the instance or the class."""
    arguments = of.args
    is_static = any(ast.unparse(decorator) == "staticmethod" for decorator in of.decorator_list)
    if method and not is_static:
        positional = arguments.posonlyargs or arguments.args
        positional.pop(0)
    returned = "" if of.name in ("__init__", "__new__") or of.returns is None else f" -> {ast.unparse(of.returns)}"
    return f"{name}({ast.unparse(arguments)}){returned}"


def members(name: str, of: ast.ClassDef, module: ModuleType) -> Iterator[str]:
    """The methods and properties of a class."""
    for member, definition in definitions(of.body).items():
        if member.startswith("_") or not isinstance(definition, ast.FunctionDef):
            continue
        decorators = [ast.unparse(decorator) for decorator in definition.decorator_list]
        text = documented(definition, module, f"{of.name}.{member}")
        if "property" in decorators:
            returned = "" if definition.returns is None else f": {ast.unparse(definition.returns)}"
            yield f"#### `{name}.{member}{returned}`\n\n{text}\n"
        else:
            yield f"#### `{signature(f'{name}.{member}', definition, method=True)}`\n\n{text}\n"


def sections(module: ModuleType, found: dict[str, Definition]) -> Iterator[str]:
    """A module with all that it exports."""
    found = found | definitions(ast.parse(inspect.getsource(module)).body)
    yield f"## `{module.__name__}`\n\n{prose(inspect.getdoc(module) or '')}\n"
    for name in sorted(module.__all__, key=str.lower):
        if name.startswith("_"):
            continue
        definition = found[name]
        text = documented(definition, module, name)
        if isinstance(definition, ast.ClassDef):
            made = definitions(definition.body)
            begun = made.get("__new__") or made.get("__init__")
            head = signature(name, begun, method=True) if isinstance(begun, ast.FunctionDef) else name
            bases = [ast.unparse(base) for base in definition.bases]
            if "BrickwoodError" in bases:
                text += f"\n\nIt is also a `{bases[1]}`."
            yield f"### `{head}`\n\n{text}\n"
            yield from members(name, definition, module)
        elif isinstance(definition, ast.FunctionDef):
            yield f"### `{signature(name, definition, method=False)}`\n\n{text}\n"
        else:
            yield f"### `{name}`\n\n{constant(getattr(module, name), definition)}\n"


def constant(value: object, definition: ast.Assign | ast.AnnAssign) -> str:
    """A number, a list or the name of a type."""
    if isinstance(value, (int, str, list)):
        return f"`{value!r}`"
    return f"`{ast.unparse(definition.value)}`" if definition.value is not None else ""


def reference() -> str:
    """The page."""
    found = sources()
    modules = [importlib.import_module(name) for name in MODULES]
    parts = [section for module in modules for section in sections(module, found)]
    return "\n".join([HEAD, *parts])


if __name__ == "__main__":
    PAGE.write_text(reference())
