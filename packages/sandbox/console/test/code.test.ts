import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { callOf, codeOf, ENDPOINTS, LANGUAGES, type Sent } from "../src/code/call";
import { kotlinJson, quotedKotlin, rustValue, swiftJson } from "../src/code/literals";
import { MEMBERS, widgetCode } from "../src/code/widgets";
import { swiftMethod } from "../src/code/names";

const packages = "../../";
const HARD = 'a "quote" it\'s $HOME ${x} \\ back\n new 🏠 سلام \u0007';

/** The contents of all files below a folder. */
function sources(folder: string, ending: string): string {
  const names = readdirSync(packages + folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(ending));
  return names.map((name) => readFileSync(`${packages}${folder}/${name}`, "utf8")).join("\n");
}

const body = { text: HARD, list: [1, 2.5, true, false, null, "x"], inner: { "a-b": [], c: {} }, long: "x".repeat(90) };

/** A request for every endpoint. */
const requests: Sent[] = ENDPOINTS.map(({ name, path }) => ({
  endpoint: name,
  path: path.replace(/\{\w+\}/g, "a%20b'%22$"),
  body: { ...body, phone: "09000000001" },
}));
const calls = requests.map((sent) => ({ name: sent.endpoint, call: callOf(sent)! }));

function checkPython(programs: string[]): void {
  const check = "import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)";
  execFileSync("python3", ["-c", check], { input: JSON.stringify(programs) });
}

/** Checks programs against the types of the package for Node. */
function checkTypeScript(programs: string[]): void {
  rmSync("built/samples", { recursive: true, force: true });
  mkdirSync("built/samples", { recursive: true });
  const files = programs.map((program, index) => {
    const file = `built/samples/${index}.ts`;
    writeFileSync(file, program);
    return file;
  });
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    paths: { "open-platform": [resolve("../../node/src/index.ts")] },
  };
  const program = ts.createProgram(files, options);
  const found = files.flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)));
  const lines = found.map(({ file, messageText }) => `${file?.text}\n${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
  assert.deepEqual(lines, []);
}

test("every endpoint with a method has a call in every language", () => {
  assert.ok(calls.length > 25 && calls.every(({ call }) => call));
  for (const language of LANGUAGES) assert.ok(calls.every(({ call }) => codeOf(call, language).includes("grant") === call.ofUser), language);
});

test("the packages have the methods under the names that the calls use", () => {
  const named = (language: (typeof LANGUAGES)[number], pattern: RegExp, text: string, declared: (name: string) => RegExp) => {
    for (const { name, call } of calls) {
      const found = pattern.exec(codeOf(call, language))?.[1];
      assert.ok(found && declared(found).test(text), `${language}: ${name} as ${found}`);
    }
  };
  named("Python", /^result = [\w.]*\.(\w+)\(/m, sources("python/src/open_platform/_sync", ".py"), (name) => new RegExp(`def ${name}\\(`));
  named("Node", /await [\w.]*\.(\w+)\(/, sources("node/src/api", ".ts"), (name) => new RegExp(`  (async )?${name}\\(`));
  named("Kotlin", /val result = [\w.]*\.(\w+)\(/, sources("kotlin/core/src/server", ".kt"), (name) => new RegExp(`fun ${name}\\(`));
  named("Rust", /let result = [\w.()]*\.(\w+)\([^.]/, sources("../core/src/api", ".rs"), (name) => new RegExp(`fn ${name}\\(`));
});

test("Swift has the methods with the labels that the calls use", () => {
  const text = sources("swift/Sources/OpenPlatform", ".swift");
  for (const { name, call } of calls.filter(({ call }) => !call.parameters.some(({ type }) => type === "Upload"))) {
    const { name: method, labels } = swiftMethod(call.method, call.parameters);
    const parameters = labels.map((label) => `\\s*${label || "_"}\\b[^:,)]*:[^,)]*(= \\w+\\(\\))?,`).join("");
    assert.ok(new RegExp(`func ${method}\\(${parameters}\\s*timeout`).test(text), `${name}: ${method}(${labels.join()})`);
  }
});

test("the packages read the documents that calls send", () => {
  const types = calls.flatMap(({ call }) => call.arguments.filter(({ isText, type }) => !isText && type !== "Upload").map(({ type }) => type));
  const node = readFileSync(`${packages}node/src/json-forms.ts`, "utf8");
  const kotlin = sources("kotlin/core/src", "Forms.kt");
  const core = readFileSync(`${packages}../core/src/ffi_types/forms.rs`, "utf8");
  for (const type of new Set(types)) {
    assert.match(node, new RegExp(`json: JsonInput\\): ${type} =>`));
    assert.match(kotlin, new RegExp(`fun ${type}\\.Companion\\.fromJson`));
    assert.match(core, new RegExp(`read_\\w+, write_\\w+, check_\\w+: ${type},`));
  }
});

test("values come from the path and the body of the request", () => {
  const code = (sent: Sent) => codeOf(callOf(sent)!, "Python");
  assert.match(code({ endpoint: "posts.get", path: "/v1/open-platform/finder/post/gZd7?x=1" }), /^result = client\.posts\.get\("gZd7"\)$/m);
  const addon = { endpoint: "addons.create_on_post", path: "/v2/open-platform/addons/post/gZd7", body: { widgets: [] } };
  assert.match(code(addon), /user\.addons\.create_on_post\("gZd7", PostAddon\.from_dict\(\{"widgets": \[\]\}\)\)/);
  assert.match(code({ endpoint: "users.id_by_phone", path: "/x", body: { phone: "0912" } }), /id_by_phone\("0912"\)/);
  assert.equal(callOf({ endpoint: "oauth.refresh", path: "/oauth2/token" }), undefined);
  assert.equal(callOf({ endpoint: null, path: "/elsewhere" }), undefined);
});

test("values come from the query, too", () => {
  const code = (sent: Sent, language: (typeof LANGUAGES)[number] = "Python") => codeOf(callOf(sent)!, language);
  const removal = { endpoint: "semantics.delete_for_user_id", path: "/v1/open-platform/semantic/users/u-1", query: "phone=09000000001" };
  assert.match(code(removal), /delete_for_user_id\("u-1", "09000000001"\)/);
  const districts = { endpoint: "assets.districts", path: "/v1/open-platform/assets/district", query: "city_slug=tehran%2Dcity" };
  assert.match(code(districts), /districts\("tehran-city"\)/);
  const page = { endpoint: "payments.transactions", path: "/experimental/open-platform/transactions", query: "page_size=2&page_token=7" };
  assert.match(code(page), /TransactionQuery\.from_dict\(\{"page_size": 2, "page_token": "7"\}\)/);
  assert.match(code(page, "Node"), /read\.transactionQuery\(\{ page_size: 2, page_token: '7' \}\)/);
});

test("a call is that of the app or of the user, as the request was", () => {
  const reply = { endpoint: "chatbot.reply", path: "/v1/open-platform/chat/bot/conversations/c-1/messages", body: {} };
  assert.match(codeOf(callOf(reply)!, "Python"), /client\.chatbot\.reply\("c-1"/);
  assert.match(codeOf(callOf({ ...reply, user: "seller" })!, "Python"), /user\.chatbot\.reply\("c-1"/);
  assert.ok(callOf({ endpoint: "posts.get", path: "/x", user: "seller" })!.method === "get", "it has no method of users");
});

/** The document in a raw string of Kotlin, whose only templates are `${'$'}`. */
function readKotlin(literal: string): unknown {
  const [, text = ""] = /^"""(.*)"""$/s.exec(literal) ?? [];
  const plain = text.replaceAll("${'$'}", "");
  assert.doesNotMatch(plain, /\$/);
  return JSON.parse(text.replaceAll("${'$'}", () => "$"));
}

/** The document in a raw string of Swift: it ends at the first quotes with its signs, and `\` with them is an escape. */
function readSwift(literal: string): unknown {
  const [, signs = "", open = ""] = /^(#+)("""|")/.exec(literal) ?? [];
  const inside = literal.slice(signs.length + open.length, -(signs.length + open.length));
  assert.ok(literal.endsWith(open + signs) && !inside.includes(open + signs) && !inside.includes(`\\${signs}`), literal);
  return JSON.parse(inside);
}

test("raw strings have the document as it is", () => {
  for (const text of [HARD, "$'$`$&", 'a "# b', "\\#(x) ##", "a\"##"]) {
    for (const document of [{ text }, { text, long: "x".repeat(90) }]) {
      assert.deepEqual(readKotlin(kotlinJson(document, "    ")), document);
      assert.deepEqual(readSwift(swiftJson(document, "    ")), document);
    }
  }
  assert.equal(quotedKotlin("C:\\files\f$x"), '"C:\\\\files\\u000c\\$x"');
});

test("large numbers name their type in Rust", () => {
  const numbers = [2 ** 31 - 1, 2 ** 31, -(2 ** 31), 1_767_254_400_000, 2 ** 63, -(2 ** 63), 2 ** 64, 1e21, 2.5];
  const written = numbers.map((number) => rustValue(number, ""));
  const first = ["2147483647", "2147483648_i64", "-2147483648_i64", "1767254400000_i64"];
  assert.deepEqual(written, [...first, "9223372036854776000_u64", "-9223372036854776000.0", "18446744073709552000.0", "1e+21", "2.5"]);
  assert.equal(rustValue({ a: [3_000_000_000] }, ""), '{"a": [3000000000_i64]}');
});

test("texts are literals of every language", () => {
  const sent = { endpoint: "posts.get", path: `/v1/open-platform/finder/post/${encodeURIComponent("$a\u0007'\"")}` };
  const code = (language: (typeof LANGUAGES)[number]) => codeOf(callOf(sent)!, language);
  assert.match(code("Kotlin"), /get\("\\\$a\\u0007'\\""\)/);
  assert.match(code("Rust"), /get\("\$a\\u\{0007\}'\\""\)/);
  assert.match(code("Swift"), /get\("\$a\\u\{0007\}'\\""\)/);
  assert.match(code("Node"), /get\('\$a\\u0007\\'"'\)/);
});

const action = { open_server_link: { data: { order: HARD } } };
const WIDGETS = [
  { title_row: { text: HARD, has_divider: true } },
  { subtitle_row: { text: "a" } },
  { description_row: { text: "a", expandable: true, has_divider: false } },
  { group_info_row: { items: [{ title: "a", value: "b" }, { title: "c", value: "d" }], has_divider: true } },
  { button_bar: { title: "a", action: { open_direct_link: "https://a.example" } } },
  { selector_row: { title: "a", image_id: "logo", icon_name: "ADD", action } },
  { event_row: { title: "a", subtitle: "b", label: "c", image_url: "logo", icon_name: "ADD", has_divider: true } },
  { image_carousel_row: { items: [{ image_id: "a" }, { image_id: "b", description: "c" }] } },
  { score_row: { title: "a", percentage_score: 80, score_color: "SUCCESS_PRIMARY", hasDivider: true, action: { open_post_page: { post_token: "gZd7" } } } },
  { score_row: { title: "a", descriptive_score: "fine" } },
  { evaluation_row: { indicator_text: "a", indicator_percentage: 5, left: { text: "l", section_color: "ERROR_PRIMARY" }, icon_name: "ADD" } },
];

test("the code in Python has no errors of syntax, and that in TypeScript fits the package", () => {
  const sets = [WIDGETS, [], [{ title_row: { text: "a", other: HARD } }], ...WIDGETS.map((widget) => [widget])];
  const programs = (language: (typeof LANGUAGES)[number]) => [
    ...calls.map(({ call }) => codeOf(call, language)),
    ...sets.map((widgets) => widgetCode(widgets, language)),
  ];
  checkPython(programs("Python"));
  // One compilation for all, because each one takes seconds.
  checkTypeScript(programs("Node"));
});

test("widgets are built by the names of each package", () => {
  assert.match(widgetCode(WIDGETS, "Python"), /w\.GroupInfoItem\("a", value="b"\)/);
  assert.match(widgetCode(WIDGETS, "Node"), /w\.eventRow\('a', \{ subtitle: 'b', label: 'c', image: 'logo', iconName: 'ADD', hasDivider: true \}\)/);
  assert.match(widgetCode(WIDGETS, "Kotlin"), /scoreRow\("a"\) \{\n {8}percentage = 80\n {8}color = Color\.SuccessPrimary/);
  assert.match(widgetCode(WIDGETS, "Swift"), /EvaluationRow\(indicatorText: "a", indicatorPercentage: 5, iconName: "ADD", left: EvaluationSection\(/);
  assert.match(widgetCode(WIDGETS, "Rust"), /ScoreRow::new\("a"\)\.percentage\(80\)\.color\(Color::SuccessPrimary\)\.divider\(true\)\.action\(Action::post_page\("gZd7"\)\)/);
});

test("widgets that the packages cannot name are read from JSON", () => {
  for (const widgets of [[{ new_row: {} }], [{ title_row: { text: "a", other: 1 } }], [{ title_row: {} }], [5]]) {
    assert.match(widgetCode(widgets, "Python"), /PostAddon\.from_dict/);
    assert.match(widgetCode(widgets, "Swift"), /readPostAddon/);
  }
});

test("the members of widgets are those of the core, in its order", () => {
  const core = ["text", "media", "score"].map((name) => readFileSync(`../../../core/src/model/widget/${name}.rs`, "utf8")).join("\n");
  for (const [kind, members] of Object.entries(MEMBERS)) {
    const type = kind.replace(/(^|_)([a-z])/g, (_, _line, letter: string) => letter.toUpperCase());
    const fields = new RegExp(`pub struct ${type} \\{([^}]*)\\}`).exec(core)?.[1] ?? "";
    const names = [...fields.matchAll(/pub (\w+):/g)].map(([, name]) => name).filter((name) => name !== "semantic_paths" && name !== "extra");
    assert.deepEqual(names, members, kind);
  }
});
