"""Checks that every cited anchor of docs/platform.md exists, and that no file cites the sources of that document directly.

A citation is ``docs/platform.md#anchor``, as a path or at the end of an URL; further anchors may follow: ``, #other``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PLATFORM = "docs/platform.md"

#: A line break in a comment, with the comment marker of the next line.
BREAK = re.compile(r"\n[ \t]*(?:///|//!|//|\*(?!/)|#:|#)?[ \t]*")
CITED = re.compile(r"docs/platform\.md((?:(?:, | and )?#[\w-]+)+)")
LINKED = re.compile(r"\]\((?:\.\./)*(?:docs/)?platform\.md#([\w-]+)\)")
NUMBERED = re.compile(
    r"\b(?:facts (?:parts? )?\d|[Ff]acts,? appendix|[Ss]pec,? (?:\d+a?(?![\w-]|\.\d)|\\?\")|reliability (?:section )?\d|[Aa]ppendix A \d)"
)


def main() -> int:
    anchors = re.findall(r'<a id="([^"]*)"></a>', Path(PLATFORM).read_text())
    wrong = [f"{PLATFORM}: the anchor {name} is there twice" for name in set(anchors) if anchors.count(name) > 1]
    wrong += [f"{PLATFORM}: #{name} is linked and does not exist" for name in links(Path(PLATFORM)) if name not in anchors]
    cited = 0
    for path in subprocess.check_output(["git", "ls-files", "-z"], text=True).split("\0"):
        if not path or path == "tests/citations.py" or Path(path).is_symlink():
            continue
        try:
            text = BREAK.sub(" ", Path(path).read_text())
        except UnicodeDecodeError:
            continue
        names = [name for found in CITED.findall(text) for name in re.findall(r"#([\w-]+)", found)]
        names += LINKED.findall(text)
        cited += len(names)
        wrong += [f"{path}: {PLATFORM}#{name} does not exist" for name in names if name not in anchors]
        wrong += [f"{path}: cites a source by number: {found!r}" for found in NUMBERED.findall(text)]
    print("\n".join([*wrong, f"{cited} citations of {len(anchors)} facts"]), file=sys.stderr)
    return 1 if wrong or not cited else 0


def links(path: Path) -> list[str]:
    """The anchors of the file itself that it links to."""
    return re.findall(r"\]\(#([\w-]+)\)", path.read_text())


sys.exit(main())
