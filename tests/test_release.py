"""Tests of the scripts of the release: what they publish, also after a failure, and what they refuse. Commands of registries are
replaced by a stub, which keeps what was published in a file and refuses to publish it again."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / ".github"

#: `npm view NAME@VERSION version`, and `npm publish … PACKAGE`. It fails once where FAIL names the package.
NPM = """#!/usr/bin/env bash
touch "$REGISTRY"
if [ "$1" = view ]; then
    if ! grep -q "^${2%@*}@" "$REGISTRY"; then echo "E404" >&2; exit 1; fi
    if grep -q "^$2 " "$REGISTRY"; then echo "${2##*@}"; fi
    exit
fi
identity=$(tar -xzOf "${@: -1}" package/package.json | jq --raw-output '"\\(.name)@\\(.version)"')
if [ "$identity" = "${FAIL:-}" ]; then echo "no network" >&2; exit 1; fi
if grep -q "^$identity " "$REGISTRY"; then echo "cannot publish over $identity" >&2; exit 1; fi
echo "$identity ${*: 1:$#-1}" >>"$REGISTRY"
"""

#: `cargo metadata`, `cargo info … NAME@VERSION` and `cargo publish … --package NAME …`, with the crates `a` and `b`.
CARGO = """#!/usr/bin/env bash
touch "$REGISTRY"
case $1 in
metadata)
    if [ -n "${FAIL:-}" ]; then exit 101; fi
    echo '{"packages": [{"name": "a", "version": "1.0.0", "publish": null},
        {"name": "private", "version": "1.0.0", "publish": []}, {"name": "b", "version": "1.0.0", "publish": null}]}'
    ;;
info) grep -q "^${@: -1}$" "$REGISTRY" ;;
publish)
    while [ $# -gt 0 ]; do
        if [ "$1" = --package ]; then
            if grep -q "^$2@1.0.0$" "$REGISTRY"; then echo "crate $2 exists" >&2; exit 101; fi
            echo "$2@1.0.0" >>"$REGISTRY"
        fi
        shift
    done
    echo publish >>"$REGISTRY.calls"
    ;;
esac
"""


class Publish(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.registry = self.folder / "registry"

    def stub(self, name: str, text: str) -> None:
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def run_script(self, name: str, *arguments: str, fail: str = "") -> subprocess.CompletedProcess[str]:
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "REGISTRY": str(self.registry), "FAIL": fail}
        return subprocess.run([SCRIPTS / name, *arguments], env=environment, capture_output=True, text=True)

    def published(self) -> list[str]:
        return self.registry.read_text().splitlines()

    def pack(self, name: str, version: str) -> None:
        about = json.dumps({"name": name, "version": version}).encode()
        (self.folder / "npm").mkdir(exist_ok=True)
        with tarfile.open(self.folder / "npm" / f"{name}-{version}.tgz", "w:gz") as tar:
            member = tarfile.TarInfo("package/package.json")
            member.size = len(about)
            tar.addfile(member, io.BytesIO(about))

    def test_npm_is_continued_after_a_failure(self) -> None:
        self.stub("npm", NPM)
        for name in ("open-platform", "open-platform-cli"):
            for part in ("", "-linux-x64-gnu", "-darwin-arm64", "-win32-x64-msvc"):
                self.pack(name + part, "1.2.3")
        folder = str(self.folder / "npm")
        broken = self.run_script("publish-npm", folder, fail="open-platform-cli@1.2.3")
        self.assertEqual(broken.returncode, 1, broken)
        self.assertEqual(len(self.published()), 6, "the platforms come first")
        self.assertEqual(self.run_script("publish-npm", folder).returncode, 0)
        names = [line.split("@")[0] for line in self.published()]
        self.assertEqual(names[6:], ["open-platform-cli", "open-platform"])
        self.assertEqual(len(set(names)), 8)
        self.assertTrue(all("--tag latest" in line for line in self.published()))
        again = self.run_script("publish-npm", folder)
        self.assertEqual((again.returncode, len(self.published())), (0, 8), again)

    def test_a_version_before_a_release_is_not_the_latest(self) -> None:
        self.stub("npm", NPM)
        for version in ("1.2.2", "1.2.3-rc.1"):
            for name in ("open-platform", "open-platform-cli", "open-platform-linux-x64-gnu"):
                self.pack(name, version)
        for ending in ("darwin-x64", "win32-x64-msvc"):
            self.pack(f"open-platform-{ending}", "1.2.2")
        self.assertEqual(self.run_script("publish-npm", str(self.folder / "npm")).returncode, 0)
        tags = {line.split(" ")[0]: line.partition("--tag ")[2] for line in self.published()}
        self.assertEqual(tags["open-platform@1.2.3-rc.1"], "next")
        self.assertEqual(tags["open-platform-linux-x64-gnu@1.2.3-rc.1"], "next")
        self.assertEqual(tags["open-platform@1.2.2"], "latest")

    def test_crates_that_are_published_are_left_out(self) -> None:
        self.stub("cargo", CARGO)
        for published in ([], ["a@1.0.0"], ["a@1.0.0", "b@1.0.0"]):
            self.registry.write_text("".join(f"{line}\n" for line in published))
            done = self.run_script("publish-crates")
            self.assertEqual(done.returncode, 0, done)
            self.assertEqual(sorted(self.published()), ["a@1.0.0", "b@1.0.0"])
        calls = Path(f"{self.registry}.calls").read_text().splitlines()
        self.assertEqual(len(calls), 2, "nothing is left to publish the third time")
        self.assertNotEqual(self.run_script("publish-crates", fail="yes").returncode, 0)


class Texts(unittest.TestCase):
    def test_texts_that_say_that_nothing_is_published_are_found(self) -> None:
        outdated = [
            "The library is not published yet: put the path",
            "# The library and its sandbox are not published yet: the commands",
            "The packages are not published yet.",
            "- Nothing is published to a registry yet.",
            "Nothing is released yet: vulnerabilities",
            "/// How to get the command. It is not published: a registry has no package",
            "When the command is published, it will be",
            "cargo install --path packages/cli     # in a copy of the repository",
            "# A copy of the repository, until its packages are published.",
            "repository: OWNER/REPOSITORY",
        ]
        others = ["A post that is not published yet cannot be read.", "It is published when it is paid for."]
        with tempfile.TemporaryDirectory() as folder:
            git = ["git", "-C", folder, "-c", "init.defaultBranch=main"]
            subprocess.run([*git, "init", "--quiet"], check=True)
            for lines in (others, others + outdated):
                Path(folder, "text").write_text("\n".join(lines))
                subprocess.run([*git, "add", "text"], check=True)
                found = subprocess.run([SCRIPTS / "unpublished"], cwd=folder, capture_output=True, text=True)
                expected = lines[len(others) :]
                self.assertEqual([line.split(":", 2)[2] for line in found.stdout.splitlines()], expected)
                self.assertEqual(found.returncode, 0 if expected else 1)


class Licences(unittest.TestCase):
    def test_an_archive_without_the_text_of_a_licence_is_refused(self) -> None:
        names = ["LICENSE-MIT", "LICENSE-APACHE"]
        texts = {name: (ROOT / name).read_bytes() for name in names}
        cases = [(texts, 0), ({"LICENSE-MIT": texts["LICENSE-MIT"]}, 1), ({**texts, "LICENSE-MIT": b"../../LICENSE-MIT"}, 1)]
        with tempfile.TemporaryDirectory() as folder:
            for number, (files, expected) in enumerate(cases):
                zipped, tarred = Path(folder, f"{number}.whl"), Path(folder, f"{number}.tgz")
                with zipfile.ZipFile(zipped, "w") as archive:
                    for name, text in files.items():
                        archive.writestr(f"some/folder/{name}", text)
                with tarfile.open(tarred, "w:gz") as archive:
                    for name, text in files.items():
                        member = tarfile.TarInfo(f"package/{name}")
                        member.size = len(text)
                        archive.addfile(member, io.BytesIO(text))
                for path in (zipped, tarred):
                    done = subprocess.run([ROOT / "tests/has_licences", path], capture_output=True, text=True)
                    self.assertEqual(done.returncode, expected, (path, done))
                    self.assertEqual("LICENSE-MIT" in done.stdout, number == 2, done)

    def test_what_is_compiled_has_the_licences_of_the_crates_in_it(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "tests").mkdir()
            check = Path(shutil.copy(ROOT / "tests/has_licences", folder / "tests"))
            for file in ("LICENSE-MIT", "LICENSE-APACHE"):
                shutil.copy(ROOT / file, folder)

            def code(members: list[str]) -> int:
                archive = folder / "archive.zip"
                with zipfile.ZipFile(archive, "w") as zipped:
                    for member in members:
                        file = folder / member
                        zipped.writestr(f"folder/{member}", file.read_bytes() if file.exists() else b"something")
                return subprocess.run([check, archive], capture_output=True, text=True).returncode

            own, others = ["LICENSE-MIT", "LICENSE-APACHE"], "LICENSE-THIRD-PARTY"
            # A release that does not write the text is refused, too.
            self.assertEqual([code(["lib.so", *own]), code(["lib.rs", *own])], [1, 0])
            subprocess.run([SCRIPTS / "third-party", folder], cwd=ROOT, check=True, capture_output=True)
            written = (folder / others).read_text("utf-8")
            crates = set(re.findall(r"^([\w-]+) [\d.]+\S* \(", written, re.MULTILINE))
            self.assertLessEqual({"hyper", "napi", "pyo3", "redis", "ring", "rusqlite", "tokio", "uniffi"}, crates)
            self.assertTrue(crates.isdisjoint({"open-platform", "proptest", "serde_derive"}), crates)
            for holder in ("Brian Smith", "Isis Agora Lovecruft", "Tokio Contributors"):
                self.assertTrue(holder in written, holder)
            for compiled in ("lib.so", "program.exe", "open-platform", "lib.a", "lib.dylib", "lib.dll", "lib.node", "lib.pyd"):
                self.assertEqual([code([compiled, *own]), code([compiled, *own, others])], [1, 0], compiled)
            self.assertEqual([code(["lib.rs", *own]), code(["lib.so", "LICENSE-MIT", others])], [0, 1])
            (folder / others).unlink()
            self.assertEqual(code(["lib.so", *own]), 1)


if __name__ == "__main__":
    unittest.main()
