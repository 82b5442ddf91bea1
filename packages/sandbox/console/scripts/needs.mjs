// Writes src/needs.json: what each call and each event needs, as the command `open-platform scopes` calculates it.
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
// Logins need no scope, and the webhooks are events.
const calls = run("endpoints").filter(({ name }) => !/^(oauth|webhook)\./.test(name));
const document = {
  calls: calls.map(({ name, purpose, deprecation }) => ({ ...needs("--call", name), purpose, deprecated: deprecation !== null })),
  events: EVENTS.map((name) => needs("--event", name)),
};
writeFileSync("src/needs.json", JSON.stringify(document, null, 1) + "\n");
