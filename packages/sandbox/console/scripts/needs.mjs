// Writes src/needs.json: every endpoint with the methods that call it, and what each call and each event needs, as the
// commands `open-platform endpoints` and `open-platform scopes` say it.
//
//   node scripts/needs.mjs PATH_OF_OPEN_PLATFORM
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const program = process.argv[2];
const run = (...values) => JSON.parse(execFileSync(program, [...values, "--json"], { encoding: "utf8", maxBuffer: 2 ** 24 }));
const needs = (option, name) => {
  const { scopes, alternatives, permissions } = run("scopes", option, name);
  return { name, scopes, alternatives, permissions };
};

const EVENTS = ["NEW_MESSAGE", "NEW_CHATBOT_MESSAGE", "USER_ACCESS_REVOCATION", "POST_UPDATE", "PAYMENT_TRANSACTION"];
const OPTIONS = ["timeout", "repeat_post_addons"];
const parameters = (all) => all.filter(({ name }) => !OPTIONS.includes(name)).map(({ name, type }) => ({ name, type }));
// A request is one page, so it is shown as the call for a page and not as the iteration over all.
const isCall = ({ name }) => !name.split(".").at(-1).startsWith("iterate_");
// Logins need no scope, and the webhooks are events.
const calls = run("endpoints").filter(({ name }) => !/^(oauth|webhook)\./.test(name));
const document = {
  calls: calls.map(({ name, purpose, deprecation, method, path, calls }) => ({
    ...needs("--call", name),
    purpose,
    deprecated: deprecation !== null,
    method,
    path,
    methods: calls.filter(isCall).map((call) => ({ name: call.name, parameters: parameters(call.parameters) })),
  })),
  events: EVENTS.map((name) => needs("--event", name)),
};
writeFileSync("src/needs.json", JSON.stringify(document, null, 1) + "\n");
