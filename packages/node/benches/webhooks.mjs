// Authenticates and parses one webhook request repeatedly with one of several libraries:
//
//     webhooks.mjs READER          prints {"micro_seconds": CPU time per request}
//
// For libraries without webhooks the program compares the key in constant time, and parses the body.

import assert from 'node:assert/strict';
import { timingSafeEqual } from 'node:crypto';

import { BODY, eventSchema, HEADERS, KEY, MESSAGE } from './message.mjs';
import { report } from './measure.mjs';

const RAW_HEADERS = Object.entries(HEADERS).flat();
const BATCH = 1_000;

const proof = Buffer.from(KEY);

/** Authenticates and parses the request by hand. */
function parse() {
  assert(timingSafeEqual(Buffer.from(HEADERS.authorization), proof));
  return JSON.parse(BODY.toString());
}

const READERS = {
  async package() {
    const { Webhooks } = await import('open-platform');
    const webhooks = new Webhooks(KEY);
    return () => webhooks.event('POST', RAW_HEADERS, BODY).event.message.id;
  },
  async json() {
    return () => parse().new_message.id;
  },
  async zod() {
    const event = await eventSchema();
    return () => event.parse(parse()).new_message.id;
  },
};

const read = await READERS[process.argv[2]]();
await report(async () => {
  for (let i = 0; i < BATCH; i++) assert.equal(read(), MESSAGE);
  return BATCH;
});
