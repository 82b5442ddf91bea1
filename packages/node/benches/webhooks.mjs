// Authenticates and parses one webhook request repeatedly with one of several libraries:
//
//     webhooks.mjs READER          prints {"micro_seconds": CPU time per request}
//
// For libraries without webhooks the program compares the key in constant time, and parses the body.

import assert from 'node:assert/strict';
import { timingSafeEqual } from 'node:crypto';

import { report } from './measure.mjs';

const BODY = Buffer.from(
  '{"type":"NEW_MESSAGE","new_message":{"id":"7651e778-6231-11f0-9cd2-0242ac120002","conversation":{"id":' +
    '"b1946ac9-2492-4d23-a4d4-1b0c2f1d7e55","type":"POST","post_token":"gZd7omnS"},"sender":{"side":"BUYER",' +
    '"type":"HUMAN"},"type":"TEXT","sent_at":"2025-07-16T10:41:42.648410Z","text":"سلام، هنوز موجود است؟"},' +
    '"metadata":{"internal_id":"customer-42"}}',
);
const KEY = 'bench-identification-key-0123456789';
const HEADERS = { host: 'app.example', 'content-type': 'application/json', authorization: KEY };
const RAW_HEADERS = Object.entries(HEADERS).flat();
const BATCH = 1_000;

const MESSAGE = '7651e778-6231-11f0-9cd2-0242ac120002';

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
    const { z } = await import('zod');
    const event = z.object({
      type: z.string(),
      new_message: z
        .object({
          id: z.string(),
          conversation: z.object({ id: z.string(), type: z.string(), post_token: z.string().optional() }),
          sender: z.object({ type: z.string(), side: z.string().optional() }),
          type: z.string(),
          sent_at: z.iso.datetime().optional(),
          text: z.string().default(''),
        })
        .optional(),
      metadata: z.unknown(),
    });
    return () => event.parse(parse()).new_message.id;
  },
};

const read = await READERS[process.argv[2]]();
await report(async () => {
  for (let i = 0; i < BATCH; i++) assert.equal(read(), MESSAGE);
  return BATCH;
});
