"""Running the examples of a page of documentation, and comparing what they print with what the page shows."""

import doctest
import re
import shlex

from outflank.cli.main import main

_OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(language, text):
    """The contents of the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def check_shown(got, expected):
    """Fail unless the output is what the page shows; ``...`` stands for anything."""
    checker = doctest.OutputChecker()
    example = doctest.Example("", expected)
    assert checker.check_output(expected, got, _OPTIONS), checker.output_difference(example, got, _OPTIONS)


def check_session(text, page, names):
    """Run a `pycon` block and fail unless it prints what it shows; `names` are those of the session, before and after.

    Here blanks count.
    """
    test = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), 0)
    report = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append, clear_globs=False)
    assert not report, "".join(report)
    names |= test.globs


def check_command(block, capsys):
    """Run the command of a `console` block and fail unless it prints what the block shows."""
    command, _, expected = block.partition("\n")
    program, *arguments = shlex.split(command.removeprefix("$ "))
    assert program == "outflank"
    capsys.readouterr()
    assert main(arguments) == 0
    check_shown(capsys.readouterr().out, expected)
