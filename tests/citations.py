"""Checks that every cited anchor of docs/platform.md exists, and that no file cites the sources of that document directly.

A citation is ``docs/platform.md#anchor``, as a path or at the end of an URL; further anchors may follow: ``, #other``. The other pages
in ``docs`` cite by a link. What every page and README links to in the repository must be there: the file, and the heading or anchor.
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
        if path.endswith(".md"):
            wrong += broken(Path(path))
        if path.startswith("docs/") and path != PLATFORM:
            wrong += [f"{path}: cites {found} without a link" for found in re.findall(r"docs/platform\.md#[\w-]+", text)]
        wrong += [f"{path}: cites a source by number: {found!r}" for found in NUMBERED.findall(text)]
    print("\n".join([*wrong, f"{cited} citations of {len(anchors)} facts"]), file=sys.stderr)
    return 1 if wrong or not cited else 0


def broken(page: Path) -> list[str]:
    """The links of a page whose file or anchor does not exist."""
    wrong = []
    for target, anchor in re.findall(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)", without_code(page.read_text())):
        file = page.parent / target if target else page
        if not file.exists():
            wrong.append(f"{page}: links to {target}, which does not exist")
        elif anchor and file.suffix == ".md" and anchor not in targets(file.read_text()):
            wrong.append(f"{page}: links to {target}#{anchor}, which does not exist")
    return wrong


def without_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "``", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))


def targets(text: str) -> set[str]:
    """The anchors of a page and those of its headings, in GitHub's form."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), flags=re.M)
    plain = (re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", heading)).strip().lower() for heading in headings)
    return {heading.replace(" ", "-") for heading in plain} | set(re.findall(r'<a id="([^"]*)"></a>', text))


sys.exit(main())
