import assert from "node:assert/strict";
import { test } from "node:test";
import { en } from "../src/text/en";
import { fa } from "../src/text/fa";

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test("both languages have the same texts with the same placeholders", () => {
  assert.deepEqual(Object.keys(fa), Object.keys(en));
  for (const [key, text] of Object.entries(en)) {
    assert.deepEqual(placeholders(fa[key as keyof typeof en]), placeholders(text), key);
  }
});
