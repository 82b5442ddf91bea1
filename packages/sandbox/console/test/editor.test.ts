import assert from "node:assert/strict";
import { test } from "node:test";
import { firstText, notesOf } from "../src/screens/widgets";
import { lineOf, placeOf, stepsOf } from "../src/ui/positions";
import { KNOWN_WIDGETS } from "../src/widgets/card";
import { placed, syntaxProblem, widgetsOf } from "../src/widgets/check";
import { SAMPLES } from "../src/widgets/samples";

const text = `[
  { "title_row": { "text": "a \\" [ {", "hasDivider": true } },
  {"group_info_row": {"items": [{"title": "x", "value": -1.5e3}, {"title": "y"}]}}
]`;
const at = (path: string) => {
  const { start, end } = placeOf(text, stepsOf(path));
  return text.slice(start, end);
};

test("a path has names and indexes", () => {
  assert.deepEqual(stepsOf("widgets[0].title_row.text"), ["widgets", 0, "title_row", "text"]);
  assert.deepEqual(stepsOf("[12]"), [12]);
  assert.deepEqual(stepsOf(""), []);
});

test("a value is found in the text by its path", () => {
  assert.equal(at("[0].title_row.text"), '"a \\" [ {"');
  assert.equal(at("[0].title_row.has_divider"), "true");
  assert.equal(at("[1].group_info_row.items[0].value"), "-1.5e3");
  assert.equal(at("[1].groupInfoRow.items[1]"), '{"title": "y"}');
});

test("for a member that is missing the place is that of its object", () => {
  assert.equal(at("[1].group_info_row.items[1].value"), '{"title": "y"}');
  assert.equal(at("[7]"), text);
});

test("problems have a line and a widget, in a list and in an add-on", () => {
  const problem = { path: "widgets[1].group_info_row.items[1].title", message: "is too long" };
  assert.deepEqual(placed(text, [problem]).map(({ line, widget }) => [line, widget]), [[3, 1]]);
  const addon = `{\n"widgets":\n${text}}`;
  assert.deepEqual(placed(addon, [problem]).map(({ line, widget }) => [line, widget]), [[5, 1]]);
  assert.deepEqual(notesOf(placed(text, [problem])), { 1: ["group_info_row.items[1].title is too long"] });
});

test("a text that is not JSON has one problem, with its line", () => {
  assert.equal(syntaxProblem("[]"), undefined);
  assert.equal(syntaxProblem("[\n1,\n]")?.line, 3);
  assert.equal(lineOf("a\nb", 2), 2);
});

test("widgets are a list, or a member of an add-on", () => {
  assert.deepEqual(widgetsOf([1]), [1]);
  assert.deepEqual(widgetsOf({ widgets: [1], notes: "" }), [1]);
  assert.deepEqual([null, 5, {}, { widgets: {} }].map(widgetsOf), [undefined, undefined, undefined, undefined]);
});

test("there is a sample of each widget, and the address has the text", () => {
  assert.deepEqual(Object.keys(SAMPLES).sort(), [...KNOWN_WIDGETS].sort());
  assert.deepEqual(JSON.parse(firstText(new URLSearchParams({ widgets: '[{"title_row":{"text":"a"}}]' }))), [{ title_row: { text: "a" } }]);
});
