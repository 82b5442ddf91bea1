"""Compares a call without observers with one of a client that looks for no span, and with one whose client has a callback:

    observers.py ORIGIN     prints {"micro_seconds": CPU time of a call, "by_untraced": ratio, "by_observed": ratio}

The clients take turns in one process, because the differences are smaller than those between two runs. A ratio is the median of those
of the rounds.
"""

import json
import statistics
import sys
import time

from open_platform import Client

TOKEN = "gZd7omnS"
CALLS = 400
ROUNDS = 41


def main() -> None:
    settings = {"api_key": "bench-key-0123456789", "sandbox_url": sys.argv[1]}
    clients = [
        Client(**settings),
        Client(**settings, tracing=False),
        Client(**settings, on_request=lambda attempt: None),
    ]

    def measured(client: Client) -> float:
        posts = client.posts
        start = time.process_time()
        for _ in range(CALLS):
            assert posts.get(TOKEN).token == TOKEN
        return (time.process_time() - start) * 1e6 / CALLS

    def measured_round(number: int) -> list[float]:
        # Each client is as often the first.
        turns = [(place + number) % len(clients) for place in range(len(clients))]
        found = {turn: measured(clients[turn]) for turn in turns}
        return [found[turn] for turn in range(len(clients))]

    # The first round warms up.
    rounds = [measured_round(number) for number in range(ROUNDS + 1)][1:]
    result = {
        "micro_seconds": statistics.median(unused for unused, _, _ in rounds),
        "by_untraced": statistics.median(unused / untraced for unused, untraced, _ in rounds),
        "by_observed": statistics.median(unused / observed for unused, _, observed in rounds),
    }
    print(json.dumps(result))


main()
