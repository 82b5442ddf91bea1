import assert from "node:assert/strict";
import { test } from "node:test";
import { concerns } from "../src/app/live";
import { curl, quote } from "../src/ui/curl";
import { diffLines } from "../src/ui/diff";
import { bodyNote } from "../src/ui/message";
import { ROW_HEIGHT, visibleRows } from "../src/ui/table";

test("a word is quoted for the shell only if it must be", () => {
  assert.equal(quote("http://127.0.0.1:4010/a-b"), "http://127.0.0.1:4010/a-b");
  assert.equal(quote("it's $HOME"), "'it'\\''s $HOME'");
  assert.equal(quote(""), "''");
});

test("a curl command has one header in a line, and the body", () => {
  const command = curl({ method: "POST", url: "http://localhost/x", headers: { "content-type": "application/json" }, body: '{"a":1}' });
  assert.equal(command, "curl -X POST http://localhost/x \\\n  -H 'content-type: application/json' \\\n  --data-raw '{\"a\":1}'");
});

test("a message says why it shows no body", () => {
  const note = (body: string | null, body_bytes: number | null) => bodyNote({ headers: [], body, body_bytes });
  assert.deepEqual([note("{}", 2), note("", 0), note(null, 1234)], [undefined, "No body.", "1,234 bytes that are not shown"]);
  assert.equal(note(null, null), "Changed by a fault: not kept.");
});

test("lines that differ are found, and the others stay", () => {
  const kinds = diffLines("a\nb\nc", "a\nx\nc\nd").map(({ kind, text }) => `${kind} ${text}`);
  assert.deepEqual(kinds, ["same a", "remove b", "add x", "same c", "add d"]);
  assert.ok(diffLines("a\nb", "a\nb").every(({ kind }) => kind === "same"));
});

test("a long table draws only what is in view", () => {
  const [first, last] = visibleRows(ROW_HEIGHT * 5000, ROW_HEIGHT * 20, 10_000);
  assert.ok(first <= 5000 && last >= 5020 && last - first < 50, `${first} to ${last}`);
  assert.deepEqual(visibleRows(0, 600, 3), [0, 3]);
  assert.deepEqual(visibleRows(ROW_HEIGHT * 5000, 600, 2), [2, 2]);
});

test("a change concerns the data that it names, and polling concerns all", () => {
  const posts = [{ event: "changed", data: { what: "posts", id: null } }];
  assert.ok(concerns(posts, ["posts"]));
  assert.ok(!concerns(posts, ["tokens"]));
  assert.ok(concerns([{ event: "request", data: null }], ["request"]));
  assert.ok(concerns([{ event: "poll", data: null }], ["tokens"]));
});
