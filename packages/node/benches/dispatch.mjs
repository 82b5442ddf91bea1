// Sends webhook requests, each with another message, to a server of `node:http` that calls a handler for it:
//
//     dispatch.mjs RECEIVER          prints {"micro_seconds": CPU time per request}
//
// The receivers are this package, and what an expert would write with node:http and zod alone. Both handlers read the same six members
// of the message. The client is a socket in the same process, which writes a batch of requests at once and counts the responses. Its
// time counts for both receivers.
//
// What is written by hand does what a receiver must do so that no event is lost or handled twice and no sender can exhaust it, as in
// core/benches/by_expert: it compares the key in constant time before it reads the body, limits the body in size and time, marks
// the message as being handled, so that a repetition is answered with 503 until its handler has returned and with 200 afterwards,
// takes the mark back if the handler fails, and keeps a limited number of ids. It does less than the package all the same: it has one
// key and one type of event, keeps no unknown members and values, does not notice two bodies with one id, and computes no age of
// the message.

import assert from 'node:assert/strict';
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';

import { BODY, eventSchema, HEADERS, KEY } from './message.mjs';
import { report } from './measure.mjs';

const BATCH = 200;
const BODY_LIMIT = 256 * 1024;
const BODY_TIMEOUT = 8_500;
/** How many ids are kept. */
const MAX_SEEN = 100_000;

function six(message, text) {
  assert(message.id);
  assert(message.sender.side);
  assert(message.conversation.id);
  assert(message.conversation.postToken ?? message.conversation.post_token);
  assert(text);
  assert(message.sentAt ?? message.sent_at);
}

const RECEIVERS = {
  async package() {
    const { createHooks } = await import('open-platform');
    const hooks = createHooks({ keys: [{ id: 'key', key: KEY }] }).on('new_message', async ({ message }) => six(message, message.content.text));
    return createServer(hooks.node('/hooks'));
  },
  async zod() {
    const schema = await eventSchema();
    const proof = Buffer.from(KEY);
    /** The ids of messages, each with whether it was handled. The oldest come first. */
    const seen = new Map();

    const handle = async (message) => six(message, message.text);

    /** The body; `undefined` if it is too large. */
    const read = (request) =>
      new Promise((resolve, reject) => {
        const pieces = [];
        let length = 0;
        request.on('data', (piece) => {
          pieces.push(piece);
          length += piece.length;
          if (length > BODY_LIMIT) {
            request.pause();
            resolve(undefined);
          }
        });
        request.on('end', () => resolve(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)));
        request.on('error', reject);
      });

    const parse = (body) => {
      try {
        return schema.safeParse(JSON.parse(body.toString()));
      } catch {
        return { success: false };
      }
    };

    const receive = async (request) => {
      if (request.url !== '/hooks/events') return 404;
      if (request.method !== 'POST') return 405;
      const key = Buffer.from(request.headers.authorization ?? '');
      if (key.length !== proof.length || !timingSafeEqual(key, proof)) return 401;
      const body = await read(request);
      if (!body) return 413;
      const { success, data } = parse(body);
      if (!success) return 400;
      const message = data.new_message;
      if (!message) return 200;
      const handled = seen.get(message.id);
      if (handled !== undefined) return handled ? 200 : 503;
      seen.set(message.id, false);
      try {
        await handle(message);
      } catch {
        seen.delete(message.id);
        return 500;
      }
      seen.set(message.id, true);
      if (seen.size > MAX_SEEN) seen.delete(seen.keys().next().value);
      return 200;
    };

    return createServer({ requestTimeout: BODY_TIMEOUT, connectionsCheckingInterval: 1000 }, async (request, response) => {
      response.statusCode = await receive(request).catch(() => 400);
      response.end();
    });
  },
};

const server = (await RECEIVERS[process.argv[2]]()).listen(0, '127.0.0.1');
await once(server, 'listening');
const socket = connect(server.address().port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
await once(socket, 'connect');

let made = 0;

/** The bytes of requests with other messages. */
function requests() {
  const headers = Object.entries({ ...HEADERS, 'content-length': BODY.length }).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `POST /hooks/events HTTP/1.1\r\n${headers.join('')}\r\n${BODY}`;
  return Buffer.from(Array.from({ length: BATCH }, () => text.replace('7651e778', (made++).toString(16).padStart(8, '0'))).join(''));
}

await report(async (bytes) => {
  // One listener for all pieces: without a listener between two of them, a piece would be lost.
  const received = await new Promise((resolve) => {
    let text = '';
    socket.on('data', function take(piece) {
      text += piece;
      if (text.split('\r\n\r\n').length <= BATCH) return;
      socket.off('data', take);
      resolve(text);
    });
    socket.write(bytes);
  });
  assert.equal(received.split('HTTP/1.1 200 OK\r\n').length - 1, BATCH);
  return BATCH;
}, requests);
process.exit();
