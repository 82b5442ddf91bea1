// Reads a post repeatedly with one of several clients:
//
//     calls.mjs CLIENT ORIGIN IN_FLIGHT          prints {"micro_seconds": CPU time per call}
//     calls.mjs CLIENT ORIGIN IN_FLIGHT --once   makes IN_FLIGHT concurrent calls once: prints {"mib": peak memory}
//
// The clients are this package, and those that people use or would write themselves.

import assert from 'node:assert/strict';

import { peak, report } from './measure.mjs';

const TOKEN = 'gZd7omnS';
const PATH = `/v1/open-platform/finder/post/${TOKEN}`;
const HEADERS = { 'x-api-key': 'bench-key-0123456789', accept: 'application/json' };
const BATCH = 96;

async function post() {
  const { z } = await import('zod');
  return z.object({
    token: z.string(),
    category: z.string(),
    city: z.string(),
    district: z.string().default(''),
    state: z.string().default(''),
    chat_enabled: z.boolean().default(false),
    supplier_chat_assistant_enabled: z.boolean().default(false),
    first_published_at: z.iso.datetime().optional(),
    last_modified_at: z.iso.datetime().optional(),
    data: z.record(z.string(), z.unknown()),
    business_data: z.record(z.string(), z.string()).optional(),
  });
}

async function undici(origin, inFlight) {
  const { Pool } = await import('undici');
  const pool = new Pool(origin, { connections: inFlight });
  return async () => {
    const { body } = await pool.request({ path: PATH, method: 'GET', headers: HEADERS });
    return body.json();
  };
}

const CLIENTS = {
  // This package.
  async package(origin) {
    const { OpenPlatform } = await import('open-platform');
    const { posts } = new OpenPlatform({ apiKey: HEADERS['x-api-key'], sandboxUrl: origin });
    return () => posts.get(TOKEN);
  },
  undici,
  // The fastest combination of packages that an expert would choose, with checked types.
  async undici_zod(origin, inFlight) {
    const schema = await post();
    const get = await undici(origin, inFlight);
    return async () => schema.parse(await get());
  },
  // The built-in `fetch`, which generated clients use.
  async fetch(origin) {
    return async () => (await fetch(origin + PATH, { headers: HEADERS })).json();
  },
};

const [, , name, origin, count, once] = process.argv;
const inFlight = Number(count);
const get = await CLIENTS[name](origin, inFlight);

async function calls(each) {
  const worker = async () => {
    for (let i = 0; i < each; i++) assert.equal((await get()).token, TOKEN);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return inFlight * each;
}

if (once) {
  await calls(1);
  console.log(JSON.stringify({ mib: peak() }));
} else {
  await report(() => calls(Math.floor(BATCH / inFlight)));
}
process.exit();
