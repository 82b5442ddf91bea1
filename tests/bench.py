"""Measures the packages and comparable libraries, and compares the results with the targets.

A contender is a command that prints `{"measured quantity": number}`; they are in the folders `benches` of the packages.
Every contender runs once per round, in turn, so that all run under the same conditions. The result is the median of the
rounds, and only ratios within one run are meaningful. The server shares one core with the contender, and its time is not
counted: on two cores each call would include the wake-up of the other core, which costs more than the call and varies.

    bench.py --baseline PROGRAM --python PYTHON --node FOLDER --wheel FILE --addon FILE --kotlin CLASSPATH --swift FOLDER
        [--rounds N] [--only WORD]

`PYTHON` is an interpreter that has the wheel and the peers, `FOLDER` one with the npm package and the peers installed,
`CLASSPATH` has the programs of packages/kotlin/benches and what they need, and the last is the folder with those of
packages/swift/Benches.
Ends with 1 if a target is missed; no target has a tolerance.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[1]
ON_ONE_CORE = ["taskset", "-c", str(max(os.sched_getaffinity(0)))]


@dataclass(frozen=True)
class Contender:
    """A command that is measured, with the name that targets use for it."""

    name: str
    label: str
    command: list[str]


@dataclass(frozen=True)
class Target:
    """A size with its limit."""

    about: str
    value: Callable[[Results], float]
    limit: float
    unit: str = "x"


class Results:
    """The measured values, by contender and quantity."""

    def __init__(self) -> None:
        self._rounds: dict[tuple[str, str], list[float]] = {}

    def note(self, name: str, measured: dict[str, float]) -> None:
        for quantity, value in measured.items():
            self._rounds.setdefault((name, quantity), []).append(value)

    def __contains__(self, name: str) -> bool:
        return any(measured == name for measured, _ in self._rounds)

    def median(self, name: str, quantity: str) -> float:
        return statistics.median(self._rounds[name, quantity])


def contenders(options: argparse.Namespace, origin: str, slow: str) -> Iterator[tuple[str, str, list[Contender]]]:
    """The tables: a title, the quantity, and the contenders. The others are compared with the first one."""

    def python(name: str, label: str, file: str, *arguments: str) -> Contender:
        return Contender(name, f"Python: {label}", [options.python, f"packages/python/benches/{file}.py", *arguments])

    def node(name: str, label: str, file: str, *arguments: str) -> Contender:
        # Node resolves packages relative to the file.
        return Contender(name, f"Node: {label}", ["node", f"{options.node}/benches/{file}.mjs", *arguments])

    def kotlin(name: str, label: str, program: str, *arguments: str) -> Contender:
        command = ["java", "-XX:+UseSerialGC", "-cp", options.kotlin, f"{program}Kt", *arguments]
        return Contender(name, f"Kotlin: {label}", command)

    def swift(name: str, label: str, program: str, *arguments: str) -> Contender:
        # Swift may be in a chroot folder, which `in_swift` enters.
        run = '. tests/tally.bash; . tests/swift.bash; need_swift; library=target/release in_swift "$repository/$0" "$@"'
        return Contender(name, f"Swift: {label}", ["bash", "-c", run, f"{options.swift}/{program}", *arguments])

    def rust(in_flight: str) -> list[Contender]:
        return [
            Contender(f"{name} {in_flight}", label, [options.baseline, name, origin, in_flight])
            for name, label in [
                ("reqwest", "Rust: reqwest + serde"),
                ("open-platform", "Rust: open-platform"),
                ("over-reqwest", "Rust: open-platform over reqwest"),
            ]
        ]

    def calls(in_flight: str) -> Iterator[Contender]:
        yield from rust(in_flight)
        for client, label in [
            ("client", f"Client{', threads' if in_flight != '1' else ''}"),
            ("async_client", "AsyncClient"),
            ("aiohttp_msgspec", "aiohttp + msgspec"),
            ("generated", "what OpenAPI Generator makes (urllib3, pydantic)"),
            ("httpx_pydantic", "httpx + pydantic"),
        ]:
            yield python(f"py {client} {in_flight}", label, "calls", client, origin, in_flight)
        for client, label in [
            ("client", f"Client{', threads' if in_flight != '1' else ''}, all read"),
            ("async_client", "AsyncClient, all read"),
            ("aiohttp_msgspec", "aiohttp + msgspec, all read"),
        ]:
            yield python(f"py {client} all {in_flight}", label, "calls", client, origin, in_flight, "--all")
        for client, label in [
            ("package", "open-platform"),
            ("undici", "undici"),
            ("undici_zod", "undici + zod"),
            ("fetch", "fetch, no types"),
        ]:
            yield node(f"node {client} {in_flight}", label, "calls", client, origin, in_flight)
        for client, label in [("package", "open-platform"), ("okhttp", "OkHttp + kotlinx.serialization")]:
            yield kotlin(f"kotlin {client} {in_flight}", label, "Calls", client, origin, in_flight)
            yield kotlin(f"kotlin {client} all {in_flight}", f"{label}, all read", "Calls", client, origin, in_flight, "--all")
        for client, label in [("package", "open-platform"), ("urlsession", "URLSession + Codable")]:
            yield swift(f"swift {client} {in_flight}", label, "Calls", client, origin, in_flight)
        yield swift(f"swift package all {in_flight}", "open-platform, all read", "Calls", "package", origin, in_flight, "--all")

    yield "GET post, typed, one after the other, CPU per call", "micro_seconds", list(calls("1"))
    yield "GET post, typed, 32 in flight, CPU per call", "micro_seconds", list(calls("32"))
    yield (
        "Sending a message with three buttons, one after the other, CPU per call",
        "micro_seconds",
        [
            Contender("reqwest message", "Rust: reqwest + serde", [options.baseline, "reqwest-message", origin]),
            Contender("open-platform message", "Rust: open-platform", [options.baseline, "open-platform-message", origin]),
            python("py message", "Client", "calls", "message", origin, "1"),
        ],
    )
    for contender in [
        python("py observers", "Client", "observers", origin),
        node("node observers", "open-platform", "observers", origin),
    ]:
        yield f"{contender.label}: a call without observers, CPU per call", "micro_seconds", [contender]
    for reads, words in [("0", ""), ("6", ", six attributes read")]:
        yield (
            f"Python: webhook authenticated and parsed{words}, CPU per request",
            "micro_seconds",
            [
                python(f"py hook {reader} {reads}", label, "webhooks", reader, reads)
                for reader, label in [
                    ("msgspec", "msgspec"),
                    ("package", "open-platform"),
                    ("pydantic", "pydantic"),
                    ("dataclasses", "json + dataclass"),
                ]
            ],
        )
    yield (
        "Node: webhook authenticated and parsed, CPU per request",
        "micro_seconds",
        [
            node(f"node hook {reader}", label, "webhooks", reader)
            for reader, label in [("json", "JSON.parse, no types"), ("package", "open-platform"), ("zod", "JSON.parse + zod")]
        ],
    )
    yield (
        "Kotlin: webhook authenticated and parsed, six attributes read, CPU per request",
        "micro_seconds",
        [
            kotlin(f"kotlin hook {reader}", label, "Webhooks", "read", reader)
            for reader, label in [("kotlinx", "kotlinx.serialization"), ("package", "open-platform")]
        ],
    )
    yield (
        "Swift: webhook authenticated and parsed, six attributes read, CPU per request",
        "micro_seconds",
        [
            swift(f"swift hook {reader}", label, "WebhookRequests", "read", reader)
            for reader, label in [("codable", "Codable"), ("package", "open-platform")]
        ],
    )
    for receiver, pair in [
        (
            "Python: webhook to an ASGI application",
            [
                python(f"py dispatch {name}", label, "dispatch", name)
                for name, label in [("msgspec", "msgspec, by hand"), ("package", "open-platform")]
            ],
        ),
        (
            "Python: webhook to Starlette",
            [
                python(f"py dispatch {name}", label, "dispatch", name)
                for name, label in [("starlette_msgspec", "msgspec, by hand"), ("starlette_package", "open-platform")]
            ],
        ),
        (
            "Node: webhook to node:http",
            [
                node(f"node dispatch {name}", label, "dispatch", name)
                for name, label in [("zod", "zod, by hand"), ("package", "open-platform")]
            ],
        ),
        (
            "Kotlin: webhook to Ktor",
            [
                kotlin(f"kotlin dispatch {name}", label, "Webhooks", "dispatch", name)
                for name, label in [("kotlinx", "kotlinx.serialization, by hand"), ("package", "open-platform")]
            ],
        ),
        (
            "Swift: webhook to a function",
            [
                swift(f"swift dispatch {name}", label, "WebhookRequests", "dispatch", name)
                for name, label in [("codable", "Codable, by hand"), ("package", "open-platform")]
            ],
        ),
    ]:
        yield f"{receiver}, which calls a handler, CPU per request", "micro_seconds", pair
    imports = [
        python("py import", "open_platform.Client", "imports", "open_platform:Client"),
        python("py import aiohttp", "aiohttp, msgspec", "imports", "aiohttp", "msgspec"),
        python("py import httpx", "httpx, pydantic", "imports", "httpx", "pydantic"),
        node("node import", "open-platform", "imports", "open-platform"),
        node("node import undici", "undici, zod", "imports", "undici", "zod"),
    ]
    yield "Import, CPU over the bare interpreter", "ms", imports
    yield "Import, memory over the bare interpreter", "mib", imports
    for in_flight in ["128", "1000"]:
        yield (
            f"{in_flight} calls in flight, memory of the whole process",
            "mib",
            [
                python(f"py once {in_flight}", "AsyncClient", "calls", "async_client", slow, in_flight, "--once"),
                python(f"py once client {in_flight}", "Client, threads", "calls", "client", slow, in_flight, "--once"),
                python(f"py once aiohttp {in_flight}", "aiohttp + msgspec", "calls", "aiohttp_msgspec", slow, in_flight, "--once"),
                node(f"node once {in_flight}", "open-platform", "calls", "package", slow, in_flight, "--once"),
                node(f"node once undici {in_flight}", "undici", "calls", "undici", slow, in_flight, "--once"),
            ],
        )


def targets(options: argparse.Namespace) -> list[Target]:
    """The targets: comparisons of the package with others, with the required ratio."""

    def times(subject: str, base: str, quantity: str = "micro_seconds") -> Callable[[Results], float]:
        return lambda results: results.median(subject, quantity) / results.median(base, quantity)

    def median(name: str, quantity: str) -> Callable[[Results], float]:
        return lambda results: results.median(name, quantity)

    return [
        Target("Rust, sequential, by reqwest", times("open-platform 1", "reqwest 1"), 0.8),
        Target("Rust, 32 in flight, by reqwest", times("open-platform 32", "reqwest 32"), 0.8),
        Target("Rust, sequential, by the same over reqwest", times("open-platform 1", "over-reqwest 1"), 0.9),
        Target("Rust, 32 in flight, by the same over reqwest", times("open-platform 32", "over-reqwest 32"), 0.9),
        Target("Python Client, sequential, by reqwest", times("py client 1", "reqwest 1"), 1.0),
        Target("Python Client, sequential, all read, by reqwest", times("py client all 1", "reqwest 1"), 1.3),
        Target("Python Client, sequential, by aiohttp + msgspec", times("py client 1", "py aiohttp_msgspec 1"), 1 / 6),
        Target("Python Client, sequential, by a generated SDK", times("py client 1", "py generated 1"), 1 / 12),
        Target("Python Client, 32 threads, by reqwest", times("py client 32", "reqwest 32"), 1.4),
        Target("Python Client, 32 threads, all read, by reqwest", times("py client all 32", "reqwest 32"), 1.7),
        Target("Python AsyncClient, sequential, by reqwest", times("py async_client 1", "reqwest 1"), 2.0),
        Target("Python AsyncClient, 32 in flight, by reqwest", times("py async_client 32", "reqwest 32"), 1.1),
        Target("Python AsyncClient, 32 in flight, all read, by reqwest", times("py async_client all 32", "reqwest 32"), 1.3),
        Target("Python, a message with three buttons, by reqwest", times("py message", "reqwest message"), 1.5),
        Target("Node, sequential, by undici + zod", times("node package 1", "node undici_zod 1"), 0.9),
        Target("Node, 32 in flight, by undici + zod", times("node package 32", "node undici_zod 32"), 0.7),
        Target("Kotlin, sequential, by OkHttp + kotlinx", times("kotlin package 1", "kotlin okhttp 1"), 1.2),
        Target("Kotlin, sequential, all read, by OkHttp + kotlinx", times("kotlin package all 1", "kotlin okhttp all 1"), 1.2),
        Target("Kotlin, 32 in flight, by OkHttp + kotlinx", times("kotlin package 32", "kotlin okhttp 32"), 1.2),
        Target("Kotlin, 32 in flight, all read, by OkHttp + kotlinx", times("kotlin package all 32", "kotlin okhttp all 32"), 1.2),
        Target("Swift, sequential, by reqwest", times("swift package 1", "reqwest 1"), 2.0),
        Target("Swift, sequential, all read, by reqwest", times("swift package all 1", "reqwest 1"), 2.5),
        Target("Swift, 32 in flight, by reqwest", times("swift package 32", "reqwest 32"), 2.0),
        Target("Swift, 32 in flight, all read, by reqwest", times("swift package all 32", "reqwest 32"), 2.7),
        Target("Python webhook, by msgspec", times("py hook package 0", "py hook msgspec 0"), 1.0),
        Target("Python webhook with six reads, by msgspec", times("py hook package 6", "py hook msgspec 6"), 1.5),
        Target("Node webhook, by JSON.parse + zod", times("node hook package", "node hook zod"), 1.0),
        Target("Python webhook to a handler, by ASGI and msgspec", times("py dispatch package", "py dispatch msgspec"), 1.3),
        Target("Python webhook to a handler, both in Starlette", times("py dispatch starlette_package", "py dispatch starlette_msgspec"), 1.3),
        Target("Node webhook to a handler, by node:http and zod", times("node dispatch package", "node dispatch zod"), 1.3),
        Target("Kotlin webhook to a handler, by Ktor and kotlinx", times("kotlin dispatch package", "kotlin dispatch kotlinx"), 1.3),
        Target("Swift webhook to a handler, by Codable", times("swift dispatch package", "swift dispatch codable"), 1.3),
        Target("Python call without observers, by one that is not traced", median("py observers", "by_untraced"), 1.02),
        Target("Python call without observers, by one with on_request", median("py observers", "by_observed"), 0.98),
        Target("Node call without observers, by one that is not traced", median("node observers", "by_untraced"), 1.02),
        Target("Node call without observers, by one with onRequest", median("node observers", "by_observed"), 0.98),
        Target("Python import", median("py import", "ms"), 10, "ms"),
        Target("Node import", median("node import", "ms"), 20, "ms"),
        Target("Python, 128 in flight", median("py once 128", "mib"), 40, "MiB"),
        Target("Node, 128 in flight", median("node once 128", "mib"), 65, "MiB"),
        Target("wheel", lambda _: options.wheel.stat().st_size / 2**20, 4, "MiB"),
        Target("npm package of a machine", lambda _: options.addon.stat().st_size / 2**20, 4, "MiB"),
    ]


def run(contender: Contender) -> dict[str, float] | None:
    """One round of a contender, or None if it failed; its error output was printed."""
    command = [*ON_ONE_CORE, *contender.command]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return json.loads(done.stdout.splitlines()[-1])
    print(f"{contender.name}: {done.stderr[-2000:]}", file=sys.stderr)
    return None


def serve(baseline: str, *delay: str) -> tuple[subprocess.Popen[str], str]:
    command = [*ON_ONE_CORE, baseline, "serve", *delay]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().strip()


def measure(tables: list[tuple[str, str, list[Contender]]], rounds: int) -> tuple[Results, set[str]]:
    results, failed = Results(), set()
    everyone = {contender.name: contender for _, _, table in tables for contender in table}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        for contender in everyone.values():
            if contender.name in failed:
                continue
            measured = run(contender)
            if measured is None:
                failed.add(contender.name)
            else:
                results.note(contender.name, measured)
    return results, failed


def show(tables: list[tuple[str, str, list[Contender]]], results: Results) -> None:
    for title, quantity, table in tables:
        print(f"\n{title}")
        unit = {"micro_seconds": "us", "ms": "ms", "mib": "MiB"}[quantity]
        base = next((c.name for c in table if c.name in results), None)
        for contender in table:
            if contender.name not in results:
                print(f"  {contender.label:<44} failed")
                continue
            value = results.median(contender.name, quantity)
            ratio = f"{value / results.median(base, quantity):>8.2f} x" if quantity == "micro_seconds" and base else ""
            print(f"  {contender.label:<44}{value:>10.2f} {unit:<3}{ratio}")


def judge(all_targets: list[Target], results: Results, *, partial: bool) -> bool:
    """Prints every target with the measured value. Returns False if one is missed, or, unless only some contenders ran, has no value."""
    print("\nTargets")
    kept = True
    for target in all_targets:
        try:
            value = target.value(results)
        except KeyError:
            if partial:
                continue
            value = float("inf")
        except OSError:
            value = float("inf")
        verdict = "met"
        if value > target.limit:
            verdict, kept = "MISSED", False
        print(f"  {target.about:<56}{value:>8.2f}, at most {target.limit:>5.2f} {target.unit:<4} {verdict}")
    return kept


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--baseline", required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--node", required=True, type=Path)
    parser.add_argument("--wheel", required=True, type=Path)
    parser.add_argument("--addon", required=True, type=Path, help="the npm package with the native library")
    parser.add_argument("--kotlin", required=True)
    parser.add_argument("--swift", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="only contenders with this in their name, and reqwest")
    options = parser.parse_args()

    server, origin = serve(options.baseline)
    # So slow that all calls are in flight before the first response.
    slow_server, slow = serve(options.baseline, "1500")
    try:
        tables = list(contenders(options, origin, slow))
        if options.only:
            wanted = ("reqwest", options.only)
            tables = [(t, q, [c for c in table if any(w in c.name for w in wanted)]) for t, q, table in tables]
            tables = [table for table in tables if any(options.only in c.name for c in table[2])]
        results, failed = measure(tables, options.rounds)
    finally:
        for process in (server, slow_server):
            process.communicate()
    show(tables, results)
    kept = judge(targets(options), results, partial=bool(options.only))
    if failed:
        print(f"\nfailed: {', '.join(sorted(failed))}")
    return 0 if kept and not failed else 1


sys.exit(main())
