import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import type { Schema } from "../src/app/admin";
import { changedDeliveries, withDeliveries } from "../src/app/deliveries";
import { filterOf, fits, merged } from "../src/app/requests";
import { changesOf } from "../src/screens/app";
import { gridsOf, participantsOf } from "../src/screens/chat";
import { deliveryCurl, filteredDeliveries } from "../src/screens/deliveries";
import { firstRule, numberOf } from "../src/screens/faults";
import { changeOf, dataChange } from "../src/screens/post-edit";
import { environmentOf, exportsOf } from "../src/screens/overview";
import { filteredPosts, postsAddress } from "../src/screens/posts";
import { requestCurl } from "../src/screens/requests";
import { scopesCommand, together } from "../src/screens/scopes";
import { nameOf } from "../src/screens/snapshots";
import { madeSteps } from "../src/screens/steps";
import { jobText, placeOfJob } from "../src/screens/time";
import { tokenStateOf } from "../src/screens/users";

const app = {
  client_id: "shop",
  client_secret: "secret",
  api_key: "key",
  identification_key: "identification",
  redirect_uris: ["http://127.0.0.1:8000/callback"],
  permissions: ["GET_POST"],
} as Schema<"AppSettings">;

const request = (number: number, change: Partial<Schema<"RequestRecord">> = {}) =>
  ({ number, method: "GET", path: `/posts/${number}`, host: "base", status: 200, ...change }) as Schema<"RequestRecord">;

test("a world other than the default one is named by its address", () => {
  const url = (world: string) => environmentOf(app, world, "http://127.0.0.1:4010")[0];
  assert.deepEqual(url("default"), ["OPEN_PLATFORM_SANDBOX_URL", "http://127.0.0.1:4010"]);
  assert.deepEqual(url("shop"), ["OPEN_PLATFORM_SANDBOX_URL", "http://127.0.0.1:4010/worlds/shop"]);
});

test("values of the environment are quoted for a shell", () => {
  const lines = environmentOf({ ...app, client_secret: "it's $HOME", redirect_uris: [] }, "default", "http://127.0.0.1:4010");
  const expected = ["http://127.0.0.1:4010", "key", "shop", "it's $HOME", "identification", ""];
  const read = execFileSync("sh", ["-c", `${exportsOf(lines)}\nprintf '%s\\n' ${lines.map(([name]) => `"$${name}"`).join(" ")}`], { encoding: "utf8" });
  assert.deepEqual(read.split("\n").slice(0, -1), expected);
});

test("only changed settings are sent", () => {
  assert.deepEqual(changesOf(app, { ...app, permissions: [...app.permissions] }), {});
  assert.deepEqual(changesOf(app, { ...app, events_url: "http://127.0.0.1:1" }), { events_url: "http://127.0.0.1:1" });
});

test("filters let requests through as the admin API does", () => {
  const all = [request(1), request(2, { status: 403, refusal: "needs GET_POST", user: "seller" }), request(3, { status: 0, method: "POST" })];
  const numbers = (query: string) => all.filter((one) => fits(one, filterOf(new URLSearchParams(query)))).map(({ number }) => number);
  assert.deepEqual(numbers(""), [1, 2, 3]);
  assert.deepEqual(numbers("status=4xx"), [2]);
  assert.deepEqual(numbers("status=cut"), [3]);
  assert.deepEqual(numbers("user=seller"), [2]);
  assert.deepEqual(numbers("contains=get_post"), [2]);
  assert.deepEqual(numbers("method=GET&contains=%2Fposts%2F1"), [1]);
});

test("new requests come first, and late ones in their place", () => {
  const numbers = (rows: number[], others: number[]) => merged(rows.map((number) => request(number)), others.map((number) => request(number))).map(({ number }) => number);
  assert.deepEqual(numbers([3, 2, 1], [4, 5]), [5, 4, 3, 2, 1]);
  assert.deepEqual(numbers([5, 3], [4, 5]), [5, 4, 3]);
  assert.deepEqual(numbers([], [1, 2]), [2, 1]);
  assert.equal(merged([request(1)], [request(1, { status: 500 })])[0]?.status, 500);
});

test("posts and deliveries are filtered by their address", () => {
  const post = (token: string, stage: string, title: string) => ({ token, stage, data: { title }, owner: "seller", category: "c", city: "tehran" }) as unknown as Schema<"SandboxPost">;
  // The admin API lists the archived ones only with this parameter.
  assert.equal(postsAddress("shop"), "/_sandbox/worlds/shop/posts?archived=true");
  assert.equal(postsAddress("shop", "b2"), "/_sandbox/worlds/shop/posts/b2?archived=true");
  const posts = [post("a1", "published", "خودرو"), post("b2", "archived", "Phone")];
  const tokens = (query: string) => filteredPosts(posts, new URLSearchParams(query)).map(({ token }) => token);
  assert.deepEqual([tokens(""), tokens("stage=archived"), tokens("contains=phone"), tokens("contains=خودرو"), tokens("stage=archived&contains=a1")], [["a1", "b2"], ["b2"], ["b2"], ["a1"], []]);
  const delivery = (id: number, state: string) => ({ id, state, event: "NEW_MESSAGE", url: "http://a", body: { text: `hello ${id}` } }) as unknown as Schema<"Delivery">;
  const numbers = (query: string) => filteredDeliveries([delivery(1, "failed"), delivery(2, "delivered")], new URLSearchParams(query)).map(({ id }) => id);
  assert.deepEqual([numbers(""), numbers("state=failed"), numbers("contains=HELLO 2"), numbers("event=OTHER")], [[2, 1], [1], [2], []]);
});

test("deliveries that changed are replaced, and new ones come last", () => {
  const delivery = (id: number, state: string) => ({ id, state }) as unknown as Schema<"Delivery">;
  const all = withDeliveries([delivery(1, "planned"), delivery(2, "planned")], [delivery(4, "held"), delivery(3, "held"), delivery(1, "delivered")]);
  assert.deepEqual(all.map(({ id, state }) => `${id} ${state}`), ["1 delivered", "2 planned", "3 held", "4 held"]);
  assert.deepEqual(changedDeliveries([1, 2, 1].map((id) => ({ event: "delivery", data: { id } }))), [1, 2]);
  assert.deepEqual(changedDeliveries([{ event: "request", data: { id: 1 } }, { event: "poll", data: null }]), []);
});

test("the first steps are ticked by what happened", () => {
  const world = { requests: [request(1, { endpoint: "oauth.refresh", fault: 3 })], deliveries: [], tokens: [] };
  assert.deepEqual(madeSteps(world), ["step.start", "step.time", "step.fault"]);
  assert.deepEqual(madeSteps({ ...world, requests: [] }), []);
});

test("an address fills the editor of faults", () => {
  assert.equal(firstRule(new URLSearchParams("endpoint=posts.get&effect=delay")).written.endpoint, "posts.get");
  assert.equal(firstRule(new URLSearchParams("effect=delay")).kind, "delay");
  assert.equal(firstRule(new URLSearchParams("effect=constructor")).kind, "status");
});

test("numbers are typed in the digits of either language", () => {
  const read = (...texts: string[]) => texts.map((text) => numberOf(text, "times"));
  assert.deepEqual(read("", " ", "2", "۲", "٢", "۱۲۳", "۰٫۲۵", "0.5", "٠٫٥"), [null, null, 2, 2, 2, 123, 0.25, 0.5, 0.5]);
  for (const wrong of ["two", "1x", "Infinity", "۱۲ا"]) assert.throws(() => numberOf(wrong, "times"), /^Error: At most this many times: /);
});

test("the curl command to the app has its key as a variable", () => {
  const delivery = { url: "http://127.0.0.1:8000/events", body: { type: "X" }, key: "right" } as unknown as Schema<"Delivery">;
  const key = '-H "authorization: ${OPEN_PLATFORM_IDENTIFICATION_KEYS%%,*}"';
  assert.ok(deliveryCurl(delivery).includes(key));
  assert.ok(deliveryCurl({ ...delivery, key: null }).includes(key), "before the first attempt");
  assert.ok(!deliveryCurl({ ...delivery, key: "missing" }).includes("authorization"));
});

test("the curl command of a request says what it lacks", () => {
  const recorded = (body: string | null) => ({ headers: [], body, body_bytes: 7 });
  const command = (body: string | null, query = "") =>
    requestCurl({ ...request(1), method: "POST", body_bytes: 7, query, request: recorded(body) }, "shop", "http://127.0.0.1:4010");
  assert.match(command('{"a":1}'), /^curl -X POST /);
  assert.match(command("refresh_token=[redacted]"), /^# The secrets are \[redacted\].*\ncurl -X POST /);
  assert.match(command('{"a":1}', "code=[redacted]"), /^# The secrets are /);
  assert.match(command(null), /^# The body of 7 bytes is missing here.*\ncurl -X POST /);
  assert.match(requestCurl({ ...request(1), body_bytes: 7 }, "shop", ""), /^# The body of 7 bytes/, "an old request");
});

test("the curl command of a request has no credentials", () => {
  const command = requestCurl(request(1), "shop", "http://127.0.0.1:4010");
  assert.match(command, /worlds\/shop\/base\/posts\/1/);
  assert.match(command, /-H "x-api-key: \$OPEN_PLATFORM_API_KEY"/);
});

test("the curl command of a recorded request has its query, its body and no secrets", () => {
  const header = (name: string) => ({ name, value: "[redacted]" });
  const recorded = { headers: [header("x-api-key"), header("authorization"), header("host")], body: '{"a":1}', body_bytes: 7 };
  const command = requestCurl({ ...request(1), method: "POST", query: "b=2", request: recorded }, "shop", "http://127.0.0.1:4010");
  assert.match(command, /posts\/1\?b=2/);
  assert.match(command, /-H "authorization: Bearer \$ACCESS_TOKEN"/);
  assert.match(command, /--data-raw '\{"a":1\}'/);
  assert.doesNotMatch(command, /redacted|host:/);
});

test("a replaced pair is in its grace period, then expired", () => {
  const pair = { access_token_works: false, refreshed_at: "2026-01-01T00:00:00Z" } as Schema<"TokenReport">;
  const at = Date.parse("2026-01-01T00:01:00Z");
  assert.equal(tokenStateOf(pair, at, 120_000), "grace");
  assert.equal(tokenStateOf(pair, at + 120_000, 120_000), "expired");
  assert.equal(tokenStateOf({ ...pair, ended: "revoked" }, at, 120_000), "ended");
});

test("a planned job says what it is about", () => {
  const job = { job: "expire_access_token", pair: 3, at: "2026-01-01T00:00:00Z" } as Schema<"Fired">;
  assert.equal(jobText(job), "expire access token · pair 3");
});

test("only the members of a post that differ are sent, and attributes that are gone as null", () => {
  const post = { category: "a", city: "tehran", district: null, chat_enabled: true, data: { title: "x", size: 1 } } as unknown as Schema<"SandboxPost">;
  assert.deepEqual(changeOf(post, post), {});
  assert.deepEqual(changeOf(post, { ...post, city: "karaj", data: { title: "x" } as Record<string, unknown> as Schema<"SandboxPost">["data"] }), { city: "karaj", data: { size: null } });
  assert.deepEqual(dataChange({ a: [1] }, { a: [1], b: 2 }), { b: 2 });
});

test("a file is imported under a name that snapshots can have", () => {
  assert.deepEqual(["before login.json", "7.json", "عکس.json", "now.json", "a.b_c-d"].map(nameOf), ["before-login", "file-7", "-", "file-now", "a.b_c-d"]);
  assert.equal(nameOf(`${"x".repeat(99)}.json`).length, 64);
});

test("a job leads to what it is about", () => {
  const job = (kind: string, number: number | null, about = "") => placeOfJob("shop", { kind, number, about, at: "" } as Schema<"Upcoming">);
  assert.equal(job("deliver", 3), "#/w/shop/deliveries/3");
  assert.equal(job("end_grace", 2), "#/w/shop/users/2");
  assert.equal(job("attach_addon", null, "gZd7"), "#/w/shop/posts/gZd7");
  assert.equal(job("expire_code", 1), undefined);
});

test("what several calls need is what each needs, once", () => {
  const other = { scope: "ONE.<id>", or: "ALL" };
  const first = { name: "a", scopes: ["ONE.<id>", "TWO"], alternatives: [other], permissions: ["P"] };
  const second = { name: "b", scopes: ["TWO", "ONE.<id>"], alternatives: [{ ...other }], permissions: ["P", "A"] };
  assert.deepEqual(together([first, second]), { scopes: ["ONE.<id>", "TWO"], alternatives: [other], permissions: ["A", "P"] });
  assert.equal(scopesCommand([first], [second]), "open-platform scopes --call a --event b");
});

const about = (kind: object) => participantsOf({ id: "1", about: kind } as Schema<"SandboxConversation">);

test("a conversation is of buyer and seller, or of one user with the chatbot", () => {
  const both = about({ post: { post: "abc", seller: "s", buyer: "b" } });
  assert.deepEqual(both.map(({ name, side }) => `${side} ${name}`), ["buyer b", "seller s"]);
  assert.deepEqual(about({ bot: { user: "u" } }), [{ name: "u", side: "user" }]);
});

test("each side sees its own buttons under a message", () => {
  const grid = (caption: string) => ({ rows: [{ buttons: [{ caption }] }] });
  const written = { author: "s", message: {}, sender_buttons: grid("for the author"), receiver_buttons: grid("for the other") };
  const both = about({ post: { post: "abc", seller: "s", buyer: "b" } });
  const seen = gridsOf(written as unknown as Schema<"WrittenMessage">, both).map(({ user, rows }) => [user.name, rows[0]?.[0]?.["caption"]]);
  assert.deepEqual(seen, [["b", "for the other"], ["s", "for the author"]]);
  const none = { ...written, sender_buttons: null, receiver_buttons: { rows: [{ buttons: [] }] } };
  assert.deepEqual(gridsOf(none as unknown as Schema<"WrittenMessage">, both), []);
});
