"""Checks without a network that every crate has a licence that deny.toml allows, and comes from crates.io; that each crate of
this workspace names its dependencies in its sources; and that every npm package of a lock file has a licence that
`tests/parts/dependencies` allows, and comes from the registry of npm.

The licences of Maven packages are in no file of this repository: only the part `dependencies` checks them.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

#: A crate, and a dependency of which it only turns on a feature.
ONLY_FEATURES = {("open-platform-uniffi", "tracing")}
CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"
NPM = "https://registry.npmjs.org/"
#: Packages under the MIT licence that name it as packages did before SPDX, which npm does not copy to the lock file.
OLD_FORM = {"busboy", "exit", "streamsearch"}


def holds(expression: str, allowed: set[str]) -> bool:
    """Whether an SPDX expression can be satisfied; `/` is an old spelling of `OR`."""
    words = re.findall(r"[()]|[^\s()/]+|/", expression)
    joined: list[str] = []
    for word in words:
        if len(joined) > 1 and joined[-1] == "WITH":
            joined[-2:] = [f"{joined[-2]} WITH {word}"]
            continue
        joined.append("OR" if word == "/" else word)
    parts = {"AND": "and", "OR": "or", "(": "(", ")": ")"}
    return bool(eval(" ".join(parts.get(word, str(word in allowed)) for word in joined)))  # noqa: S307


def unused(package: dict) -> list[str]:
    """The dependencies that no source of the crate names."""
    sources = "\n".join(path.read_text("utf-8") for path in Path(package["manifest_path"]).parent.rglob("*.rs"))
    names = {dependency["rename"] or dependency["name"] for dependency in package["dependencies"]}
    used = {name for name in names if re.search(rf"\b{name.replace('-', '_')}\b", sources)}
    return sorted(name for name in names - used if (package["name"], name) not in ONLY_FEATURES)


def npm_packages() -> tuple[int, list[str]]:
    """The number of npm packages in all lock files, and those with another licence or from elsewhere."""
    text = Path("tests/parts/dependencies").read_text("utf-8")
    allowed = set(text.split("\nlicences=")[1].split("\n")[0].split(","))
    count, wrong = 0, []
    listed = subprocess.run(["git", "ls-files", "*package-lock.json"], check=True, capture_output=True, text=True).stdout
    for file in listed.split():
        packages = json.loads(Path(file).read_text("utf-8"))["packages"]
        for path, package in packages.items():
            name, source = path.rpartition("node_modules/")[2], package.get("resolved", NPM)
            if not path:
                continue
            count += 1
            licence = package.get("license", "MIT" if name in OLD_FORM else "unnamed")
            if not holds(licence, allowed) or not source.startswith(NPM):
                wrong.append(f"{file}: {name} {package.get('version')}: {licence} from {source}")
    return count, wrong


def main() -> int:
    text = Path("deny.toml").read_text("utf-8")
    allowed = set(re.findall(r'"([^"]+)"', text.split("[licenses]")[1].split("]")[0] + "]"))
    command = ["cargo", "metadata", "--locked", "--offline", "--all-features", "--format-version", "1"]
    packages = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["packages"]
    wrong = [
        f"{package['name']} {package['version']}: {package['license']} from {package['source']}"
        for package in packages
        if not holds(package["license"] or "unnamed", allowed) or package["source"] not in (None, CRATES_IO)
    ]
    own = [package for package in packages if package["source"] is None]
    wrong += [f"{package['name']}: no source names {name}" for package in own for name in unused(package)]
    of_npm, wrong_of_npm = npm_packages()
    wrong += wrong_of_npm
    print("\n".join(wrong), end="\n" if wrong else "")
    print(f"{len(packages)} crates and {of_npm} npm packages, {len(wrong)} with another licence, from elsewhere or unused")
    return int(bool(wrong) or len(packages) < 100 or of_npm < 100)


if __name__ == "__main__":
    sys.exit(main())
