import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { KNOWN_WIDGETS } from "../src/widgets/card";
import { isLink } from "../src/widgets/click";
import { KNOWN_OLD_WIDGETS, readOldWidget } from "../src/widgets/old";
import { actionsIn, initialsOf, percentageOf, readWidget, textOf, toneOf } from "../src/widgets/read";

test("every widget of the core is drawn", () => {
  const core = readFileSync("../../../core/src/model/widget/mod.rs", "utf8");
  const kinds = [...core.matchAll(/^    [A-Z]\w+ = "(\w+)",$/gm)].map(([, kind]) => kind);
  assert.deepEqual(kinds, KNOWN_WIDGETS);
});

test("every old widget of the core is drawn", () => {
  const core = readFileSync("../../../core/src/legacy/widget.rs", "utf8");
  const kinds = [...core.matchAll(/^    \w+\(\w+\) = "(\w+)",/gm)].map(([, kind]) => kind);
  assert.deepEqual(kinds.sort(), [...KNOWN_OLD_WIDGETS].sort());
});

test("an old widget is drawn from its own members, in both spellings", () => {
  const data = { title: "a", icon: { iconName: "ADD", icon_color: "ICON_HINT" }, hasNotification: true, notification_text: "3" };
  assert.deepEqual(readOldWidget({ widgetType: "SELECTOR_ROW", data }), {
    kind: "old_selector_row",
    value: { icon_name: "ADD", title: "a", has_notification: true, notification_text: "3" },
  });
  const button = { title: "b", action: { type: "OPEN_WEB_PAGE" } };
  assert.deepEqual(readOldWidget({ widget_type: "WIDE_BUTTON_BAR", data: { style: "x", button } })?.value, { style: "x", ...button });
  assert.deepEqual(readOldWidget({ widget_type: "LEGEND_TITLE_ROW", data: { title: "c" } }), { kind: "LEGEND_TITLE_ROW", value: { title: "c" } });
  for (const other of [null, [], {}, { title_row: {} }, { widget_type: 3, data: {} }]) assert.equal(readOldWidget(other), undefined);
});

test("a widget has one name beside its semantic paths", () => {
  assert.deepEqual(readWidget({ title_row: { text: "a" }, semantic_paths: { a: "text" } }), { kind: "title_row", value: { text: "a" } });
  for (const other of [null, [], "title_row", {}, { title_row: {}, button_bar: {} }]) assert.equal(readWidget(other), undefined);
});

test("members of another shape count as absent", () => {
  assert.equal(textOf({ title: { a: 1 } }, "title"), "");
  assert.equal(textOf({ title: 5 }, "title"), "5");
  assert.equal(percentageOf({ score: "90" }, "score"), undefined);
  assert.deepEqual([-1, 30, 101].map((score) => percentageOf({ score }, "score")), [0, 30, 100]);
});

test("a colour becomes a class only if it is known", () => {
  assert.equal(toneOf({ score_color: "SUCCESS_PRIMARY" }, "score_color"), "tone-success-primary");
  assert.equal(toneOf({ score_color: "x onclick=1" }, "score_color"), "tone-neutral");
});

test("actions are counted in document order, as clicks name them", () => {
  const [first, second] = [{ open_server_link: { data: { action: {} } } }, { open_direct_link: "https://a.example" }];
  const widgets = [{ selector_row: { action: first } }, { title_row: { action: "text" } }, { button_bar: { action: second } }];
  const actions = actionsIn([widgets]);
  assert.deepEqual([actions.length, actions.indexOf(first), actions.indexOf(second)], [2, 0, 1]);
});

test("an icon is named by its initials", () => {
  assert.deepEqual(["AI_STARS_F", "ADD", ""].map(initialsOf), ["AS", "A", ""]);
});

test("only addresses of the web become links", () => {
  assert.ok(isLink("https://a.example/?b") && isLink("http://127.0.0.1:8000/"));
  assert.ok(!isLink("javascript:alert(1)") && !isLink("data:text/html,x") && !isLink("//a.example"));
});
