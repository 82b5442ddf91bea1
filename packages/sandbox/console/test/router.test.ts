import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, parseRoute } from "../src/app/router";

test("an address leads to what it was made from", () => {
  const address = addressOf("my-shop", "posts", ["a/b ?#%", 7], "contains=x%20y");
  const route = parseRoute(address);
  assert.equal(route.world, "my-shop");
  assert.equal(route.screen, "posts");
  assert.deepEqual(route.rest, ["a/b ?#%", "7"]);
  assert.equal(route.query.get("contains"), "x y");
});

test("an address that names nothing is the overview of the default world", () => {
  for (const address of ["", "#", "#/", "#/w", "#/elsewhere/shop/posts", "#/w//posts"]) {
    const { world, screen } = parseRoute(address);
    assert.deepEqual([world, screen], ["default", "overview"], address);
  }
  assert.equal(parseRoute("#/w/shop").screen, "overview");
});

test("an address that is not percent-encoded properly is taken as it is", () => {
  assert.deepEqual(parseRoute("#/w/shop/posts/50%").rest, ["50%"]);
});
