import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { type Change, connectAgain, follow, followVisibility, liveState, onChange } from "../src/app/live";

/** A stream whose connection the test opens, fails and closes. */
class FakeSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = FakeSource.CONNECTING;
  onopen = () => {};
  onerror = () => {};
  constructor(readonly address: string) {
    super();
    FakeSource.all.push(this);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  refuse() {
    this.close();
    this.onerror();
  }
  send(event: string, data: string) {
    this.dispatchEvent(new MessageEvent(event, { data }));
  }
}

Object.assign(globalThis, { EventSource: FakeSource });
mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
after(() => mock.timers.reset());

function setUp(): { source: () => FakeSource; seen: Change[] } {
  FakeSource.all = [];
  const seen: Change[] = [];
  onChange((changes) => seen.push(...changes));
  follow("my shop");
  return { source: () => FakeSource.all.at(-1) as FakeSource, seen };
}

test("changes of the stream are told together", () => {
  const { source, seen } = setUp();
  assert.equal(source().address, "/_sandbox/worlds/my%20shop/stream");
  source().onopen();
  assert.equal(liveState.value, "live");
  source().send("request", '{"number":1}');
  source().send("changed", '{"what":"posts","id":null}');
  assert.deepEqual(seen, []);
  mock.timers.tick(100);
  assert.deepEqual(seen.map(({ event }) => event), ["request", "changed"]);
});

test("without a stream the connection is shown as cut, and tried again", () => {
  const { source } = setUp();
  source().refuse();
  assert.equal(liveState.value, "lost");
  mock.timers.tick(3000);
  assert.equal(FakeSource.all.length, 2);
});

test("a stream that ends is opened again, and what was missed is read", () => {
  const { source, seen } = setUp();
  source().onopen();
  source().refuse();
  assert.equal(liveState.value, "lost");
  mock.timers.tick(3000);
  assert.equal(FakeSource.all.length, 2);
  source().onopen();
  mock.timers.tick(100);
  assert.equal(liveState.value, "live");
  assert.deepEqual(seen, [{ event: "poll", data: null }]);
});

test("the browser's own connection goes on after the last event, so nothing is read again", () => {
  const { source, seen } = setUp();
  source().onopen();
  source().onerror();
  assert.equal(liveState.value, "lost");
  source().onopen();
  mock.timers.tick(100);
  assert.deepEqual([liveState.value, FakeSource.all.length, seen.length], ["live", 1, 0]);
});

test("a person can connect again at once", () => {
  const { source } = setUp();
  source().onopen();
  source().onerror();
  connectAgain();
  assert.deepEqual([liveState.value, FakeSource.all.length], ["connecting", 2]);
});

test("a hidden page has no stream, and reads everything again once it is shown", () => {
  const { source, seen } = setUp();
  const page = Object.assign(new EventTarget(), { hidden: true });
  Object.assign(globalThis, { document: page, addEventListener: () => {} });
  followVisibility();
  const before = source();
  before.onopen();
  page.dispatchEvent(new Event("visibilitychange"));
  assert.equal(before.readyState, FakeSource.CLOSED);
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  source().onopen();
  mock.timers.tick(100);
  assert.deepEqual([FakeSource.all.length, seen.length], [2, 1]);
});

test("another world ends the stream of the one before", () => {
  const { source } = setUp();
  const before = source();
  follow("other");
  assert.equal(before.readyState, FakeSource.CLOSED);
  assert.notEqual(source(), before);
});
