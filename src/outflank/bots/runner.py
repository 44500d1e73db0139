"""Run a Python file as a bot inside the sandbox: ``python runner.py PACKAGES DECLARED FILE SITE PROTOCOL NAME``.

PACKAGES is the folder that contains outflank. DECLARED is the folder that contains the list of its players, or ``-``.

A file that reads standard input runs as a complete program. In any other file, the player is the first of these that
exists:

1. NAME, if it is not empty
2. ``choose``
3. the only class with a ``choose`` method
4. the only function whose first parameter is ``position``

Everything that the player prints is redirected to standard error, so that it cannot mix with the moves.
"""

import ast
import contextlib
import inspect
import os
import runpy
import sys
import traceback
from collections.abc import Callable
from types import ModuleType
from typing import Any


def main() -> None:
    """Run the bot given on the command line."""
    packages, declared, file, site, protocol, name = sys.argv[1:7]
    folder = os.path.dirname(file)  # noqa: PTH120  pathlib takes long to import
    sys.path[:0] = [folder, site]
    sys.path.append(packages)
    sys.argv = [file]
    os.environ["OUTFLANK_DATA_DIR"] = folder  # the user's named players are not available here
    if declared != "-":
        os.environ["OUTFLANK_DECLARED"] = declared
    with open(file, "rb") as source:  # noqa: PTH123
        is_program = protocol != "lines" or (not name and _reads_input(source.read(), file))
    if is_program:
        runpy.run_path(file, run_name="__main__")
        return
    answers = os.dup(1)
    os.dup2(2, 1)
    try:
        _serve(_player(_loaded(file), name), answers)
    except SystemExit:
        raise
    except BaseException as error:
        traceback.print_exc()
        what = _missing(error, packages) or _one_line(error)
        print(f"{type(error).__name__}: {what}{_place(error, folder)}", file=sys.stderr, flush=True)
        os._exit(1)
    os._exit(0)  # even if the bot has left threads running


def _reads_input(source: bytes, file: str) -> bool:
    """True if a program reads its standard input."""
    try:
        tree = ast.parse(source, file)
    except (SyntaxError, ValueError):
        return False
    if any(isinstance(node, ast.FunctionDef) and _is_choose(node) for node in ast.walk(tree)):
        return False  # it reads input only when a user runs it
    return any(
        (isinstance(node, ast.Attribute) and node.attr == "stdin")
        or (isinstance(node, ast.Name) and node.id in ("stdin", "input") and isinstance(node.ctx, ast.Load))
        or (isinstance(node, ast.alias) and node.name == "stdin")
        for node in ast.walk(tree)
    )


def _is_choose(node: ast.FunctionDef) -> bool:
    return node.name == "choose" and "position" in [each.arg for each in node.args.args[:2]]


def _loaded(file: str) -> ModuleType:
    import importlib.util

    name = os.path.splitext(os.path.basename(file))[0]  # noqa: PTH119, PTH122
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _player(module: ModuleType, name: str) -> Callable[..., Any]:
    """Find the function that chooses moves. Raises LookupError unless there is exactly one candidate."""
    own = {
        key: thing
        for key, thing in vars(module).items()
        if not key.startswith("_") and getattr(thing, "__module__", None) == module.__name__
    }
    if name:
        if not hasattr(module, name):
            raise LookupError(f"the file defines no {name}")
        return _choosing(getattr(module, name))
    if "choose" in vars(module):
        return _choosing(module.choose)
    classes = [thing for thing in own.values() if inspect.isclass(thing) and hasattr(thing, "choose")]
    functions = [thing for thing in own.values() if inspect.isfunction(thing) and _takes_position(thing)]
    found: list[Any] = classes or functions
    if len(found) != 1:
        which = "no player" if not found else f"{len(found)} possible players"
        raise LookupError(f"the file defines {which}: expected a function choose(position), or function=NAME")
    return _choosing(found[0])


def _takes_position(function: Any) -> bool:
    return next(iter(inspect.signature(function).parameters), "") == "position"


def _choosing(thing: Any) -> Callable[..., Any]:
    if inspect.isclass(thing):
        thing = thing()
    choose: Callable[..., Any] = getattr(thing, "choose", thing)
    with contextlib.suppress(ValueError):  # functions written in C may have no signature
        by_name = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD)
        if all(each.kind in by_name for each in inspect.signature(choose).parameters.values()):
            raise TypeError("its player takes no position: expected choose(position)")
    return choose


def _serve(choose: Callable[..., Any], answers: int) -> None:
    """Answer requests for moves until ``quit`` arrives."""
    from outflank.play.clock import TimeLeft
    from outflank.play.player import FunctionPlayer

    player = FunctionPlayer(choose)
    kind: Any = None
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["outflank"]:
            kind = _positions(words[2])
            answer = "ready"
        elif words[:1] == ["turn"]:
            position = kind.parse(f"{words[1]} {words[2]}")
            left = TimeLeft(float(words[4]), per_move=words[5] == "move")
            move = player.choose(position, left).move
            if move is None:  # a function without a return statement returns it
                raise TypeError("it returned no move: does every path through it end in a return statement?")
            answer = str(move)
        elif words[:1] == ["quit"]:
            return
        else:
            continue
        os.write(answers, b" ".join(answer.encode(errors="replace").split()) + b"\n")


def _positions(game: str) -> Any:
    """Return the position class for a game. The registry could do this, too, but only if the package is installed."""
    if game == "tribolo":
        from outflank.tribolo.position import TriboloPosition

        return TriboloPosition
    from outflank.rules import AntiPosition, Position

    return {"othello": Position, "anti-othello": AntiPosition}[game]


_LONGEST = 120  # most characters in a message


def _one_line(error: BaseException) -> str:
    try:
        line = " ".join(str(error).split())
    except Exception:
        return "no message"
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 2 :]}"  # advice is last


_OWN = "a bot can use outflank's positions, games and pure-Python players (such as level3), not its engine or matches"


def _missing(error: BaseException, packages: str) -> str:
    """Advice about a missing module. For any other error, it is an empty string."""
    if isinstance(error, ModuleNotFoundError):
        if traceback.extract_tb(error.__traceback__)[-1].filename.startswith(f"{packages}{os.sep}outflank{os.sep}"):
            return _OWN
        name = (error.name or "").partition(".")[0]
        return f"{_one_line(error)}: put it into the bot's folder (pip install --target site {name})"
    return ""


def _place(error: BaseException, folder: str) -> str:
    """Name the file and line of the bot's code in which an error occurred; empty if the error occurred elsewhere."""
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(folder + os.sep)]
    return f" ({os.path.basename(own[-1].filename)}:{own[-1].lineno})" if own else ""  # noqa: PTH119


if __name__ == "__main__":
    main()
