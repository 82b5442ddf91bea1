// Compares a call without observers with one of a client that looks for no span, and with one whose client has a callback:
//
//     observers.mjs ORIGIN     prints {"micro_seconds": CPU time of a call, "by_untraced": ratio, "by_observed": ratio}
//
// The clients take turns in one process, because the differences are smaller than those between two runs. A ratio is the median of
// those of the rounds.

import assert from 'node:assert/strict';

import { OpenPlatform } from 'open-platform';

import { cpu } from './measure.mjs';

const TOKEN = 'gZd7omnS';
const CALLS = 400;
const ROUNDS = 41;

const settings = { apiKey: 'bench-key-0123456789', sandboxUrl: process.argv[2] };
const clients = [{}, { tracing: false }, { onRequest: () => {} }].map((more) => new OpenPlatform({ ...settings, ...more }));

async function measured({ posts }) {
  const start = cpu();
  for (let i = 0; i < CALLS; i++) assert.equal((await posts.get(TOKEN)).token, TOKEN);
  return ((cpu() - start) * 1e6) / CALLS;
}

const rounds = [];
// The first round warms up.
for (let i = 0; i <= ROUNDS; i++) {
  const round = [];
  // Each client is as often the first.
  for (const place of clients.keys()) {
    const turn = (place + i) % clients.length;
    round[turn] = await measured(clients[turn]);
  }
  if (i > 0) rounds.push(round);
}

const median = (of) => rounds.map(of).sort((one, other) => one - other)[ROUNDS >> 1];
console.log(JSON.stringify({
  micro_seconds: median(([unused]) => unused),
  by_untraced: median(([unused, untraced]) => unused / untraced),
  by_observed: median(([unused, , observed]) => unused / observed),
}));
process.exit();
