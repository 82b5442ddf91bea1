// The widgets of an add-on as the code that builds them, in each language. Widgets with members that the packages do not
// name are read from JSON instead.
import { isMembers, type Members, readWidget } from "../widgets/read";
import type { Language } from "./call";
import { kotlinJson, nodeValue, pythonValue, quotedKotlin, quotedRust, rustValue, swiftJson } from "./literals";
import { camel, pascal } from "./names";

/** The members of each widget and each part of one, in the order in which Swift takes them. */
export const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  title_row: ["text", "has_divider"],
  subtitle_row: ["text", "has_divider"],
  description_row: ["text", "has_divider", "expandable"],
  group_info_row: ["items", "has_divider"],
  group_info_item: ["title", "value"],
  button_bar: ["title", "action"],
  selector_row: ["title", "image_id", "icon_name", "has_divider", "action"],
  event_row: ["title", "subtitle", "label", "image_url", "image_id", "icon_name", "has_divider"],
  image_carousel_row: ["items", "has_divider"],
  carousel_item: ["image_id", "description"],
  score_row: ["title", "percentage_score", "descriptive_score", "score_color", "icon_name", "has_divider", "action"],
  evaluation_row: ["indicator_text", "indicator_percentage", "icon_name", "left", "middle", "right"],
  evaluation_section: ["text", "section_color"],
};

/** The members without which a part cannot be built. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  button_bar: ["title", "action"],
  group_info_item: ["title", "value"],
  group_info_row: ["items"],
  image_carousel_row: ["items"],
  carousel_item: ["image_id"],
  evaluation_row: ["indicator_text", "indicator_percentage"],
  evaluation_section: ["text", "section_color"],
};

/** A widget, or a part of one: its members in the order of `MEMBERS`. */
interface Part {
  kind: string;
  members: [string, unknown][];
}

interface Action {
  kind: string;
  value: unknown;
}

const COLORS = ["SUCCESS_PRIMARY", "SUCCESS_SECONDARY", "WARNING_PRIMARY", "WARNING_SECONDARY", "ERROR_PRIMARY"];
const isColor = (name: string) => name.endsWith("_color");
const SECTIONS = ["left", "middle", "right"];

/** A part whose members all have a name in the packages, else undefined. */
function partOf(kind: string, value: unknown): Part | undefined {
  const names = MEMBERS[kind];
  if (!names || !isMembers(value)) return undefined;
  const given = Object.entries(value).map(([name, member]) => [name === "hasDivider" ? "has_divider" : name, member] as const);
  if (given.some(([name]) => !names.includes(name))) return undefined;
  const members: [string, unknown][] = [];
  for (const name of names) {
    const found = given.find(([other]) => other === name);
    if (!found) continue;
    const member = memberOf(kind, name, found[1]);
    if (member === undefined) return undefined;
    members.push([name, member]);
  }
  const needed = NEEDED[kind] ?? [names[0] as string];
  // A score is either in percent or in words.
  if (kind === "score_row" && members.filter(([name]) => /percentage|descriptive/.test(name)).length !== 1) return undefined;
  return needed.every((name) => members.some(([other]) => other === name)) ? { kind, members } : undefined;
}

function memberOf(kind: string, name: string, value: unknown): unknown {
  if (name === "action") return actionOf(value);
  if (SECTIONS.includes(name)) return partOf("evaluation_section", value);
  if (name === "items") {
    const items = Array.isArray(value) ? value.map((item) => partOf(kind === "group_info_row" ? "group_info_item" : "carousel_item", item)) : [];
    return items.length > 0 && items.every((item) => item !== undefined) ? items : undefined;
  }
  if (isColor(name)) return COLORS.includes(String(value)) ? value : undefined;
  const type = name === "has_divider" || name === "expandable" ? "boolean" : /percentage/.test(name) ? "number" : "string";
  return typeof value === type ? value : undefined;
}

/** An action in its form on the wire: one member, whose value has the link, the data or the post. */
function actionOf(value: unknown): Action | undefined {
  if (!isMembers(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  if (!entry || others.length > 0) return undefined;
  const [kind, given] = entry;
  const inside = isMembers(given) ? given : {};
  if (kind === "open_direct_link" && typeof given === "string") return { kind, value: given };
  if (kind === "open_server_link" || kind === "get_dynamic_action") return isMembers(inside["data"]) ? { kind, value: inside["data"] } : undefined;
  if (kind === "open_post_page" || kind === "open_post_manage_page") {
    return typeof inside["post_token"] === "string" ? { kind, value: inside["post_token"] } : undefined;
  }
  return undefined;
}

/** The parts of widgets, or undefined if one of them must be read from JSON. */
function partsOf(widgets: readonly unknown[]): Part[] | undefined {
  const parts = widgets.map((widget) => {
    const known = isMembers(widget) && !("semantic_paths" in widget) ? readWidget(widget) : undefined;
    return known && !known.kind.includes("item") && !known.kind.includes("section") ? partOf(known.kind, known.value) : undefined;
  });
  return parts.every((part) => part !== undefined) ? (parts as Part[]) : undefined;
}

/** The code that makes an add-on with these widgets, in the current form. */
export function widgetCode(widgets: readonly unknown[], language: Language): string {
  const parts = partsOf(widgets);
  return parts && parts.length > 0 ? BUILT[language](parts) : READ[language]({ widgets });
}

const READ: Record<Language, (addon: Members) => string> = {
  Python: (addon) => `from open_platform import PostAddon

addon = PostAddon.from_dict(${pythonValue(addon, "")})
`,
  Node: (addon) => `import { read } from 'open-platform'

const addon = read.postAddon(${nodeValue(addon, "")})
`,
  Kotlin: (addon) => `import io.github.openplatformsdk.*

val addon = PostAddon.fromJson(
    ${kotlinJson(addon, "    ")},
)
`,
  Swift: (addon) => `import OpenPlatform

let addon = try readPostAddon(json: Json(text: ${swiftJson(addon, "")}))
`,
  Rust: (addon) => `use open_platform::model::addon::PostAddon;
use serde_json::json;

let addon: PostAddon = serde_json::from_value(json!(${rustValue(addon, "")}))?;
`,
};

const BUILT: Record<Language, (parts: readonly Part[]) => string> = { Python: python, Node: node, Kotlin: kotlin, Swift: swift, Rust: rust };

const isPart = (value: unknown): value is Part => isMembers(value) && Array.isArray(value["members"]);
const isAction = (value: unknown): value is Action => isMembers(value) && "value" in value;
const lines = (items: readonly string[], indent: string) => items.map((item) => `${indent}${item},\n`).join("");

function python(parts: readonly Part[]): string {
  const value = (name: string, member: unknown): string => {
    if (isPart(member)) return part(member);
    if (Array.isArray(member)) return `[${member.map(part).join(", ")}]`;
    if (name === "action" && isAction(member)) return `w.Action.${pascal(member.kind)}(${pythonValue(member.value, "        ")})`;
    return pythonValue(member, "        ");
  };
  const part = ({ kind, members }: Part): string =>
    `w.${pascal(kind)}(${members.map(([name, member], at) => (at === 0 ? value(name, member) : `${name}=${value(name, member)}`)).join(", ")})`;
  return `from open_platform import PostAddon, widgets as w

addon = PostAddon(
    widgets=[
${lines(parts.map(part), "        ")}    ]
)
`;
}

function node(parts: readonly Part[]): string {
  const actions: Record<string, string> = {
    open_direct_link: "directLink",
    open_server_link: "serverLink",
    get_dynamic_action: "dynamic",
    open_post_page: "postPage",
    open_post_manage_page: "postManagePage",
  };
  const value = (name: string, member: unknown): string => {
    if (isPart(member)) return section(member);
    if (name === "action" && isAction(member)) return `action.${actions[member.kind]}(${nodeValue(member.value, "  ")})`;
    return nodeValue(member, "  ");
  };
  const options = (kind: string, members: Part["members"]): string => {
    const image = { selector_row: "image_id", event_row: "image_url", carousel_item: "image_id" }[kind];
    const all = members.map(([name, member]) => `${name === image ? "image" : camel(name)}: ${value(name, member)}`);
    return all.length > 0 ? `{ ${all.join(", ")} }` : "";
  };
  const section = ({ members: [text, ...rest] }: Part) => call("section", [nodeValue(text?.[1], ""), options("", rest)]);
  const call = (name: string, given: string[]) => `w.${camel(name)}(${given.filter(Boolean).join(", ")})`;
  const widget = ({ kind, members: [first, ...rest] }: Part): string => {
    const items = first?.[1];
    const start = Array.isArray(items) ? `[${items.map((item: Part) => options(item.kind, item.members)).join(", ")}]` : nodeValue(items, "");
    return call(kind, [start, options(kind, rest)]);
  };
  const code = parts.map(widget);
  const names = ["type PostAddon", "w"];
  if (code.some((line) => line.includes("action: action."))) names.unshift("action");
  return `import { ${names.join(", ")} } from 'open-platform'

const addon: PostAddon = {
  widgets: [
${lines(code, "    ")}  ],
}
`;
}

function kotlin(parts: readonly Part[]): string {
  const names: Record<string, Record<string, string>> = {
    selector_row: { image_id: "image", icon_name: "icon" },
    event_row: { image_url: "image", icon_name: "icon" },
    score_row: { percentage_score: "percentage", descriptive_score: "words", score_color: "color", icon_name: "icon" },
    evaluation_row: { icon_name: "icon" },
  };
  const value = (name: string, member: unknown): string => {
    if (isPart(member)) return constructor(member);
    if (isColor(name)) return `Color.${pascal(String(member))}`;
    if (name === "action" && isAction(member)) {
      const given = typeof member.value === "string" ? quotedKotlin(member.value) : kotlinJson(member.value, "        ");
      return `Action.${pascal(member.kind)}(${given})`;
    }
    return typeof member === "string" ? quotedKotlin(member) : String(member);
  };
  const constructor = ({ kind, members }: Part): string =>
    `${pascal(kind)}(${members.map(([name, member]) => `${camel(name)} = ${value(name, member)}`).join(", ")})`;
  const widget = ({ kind, members: [first, ...rest] }: Part): string => {
    const given = [];
    const items = first?.[1];
    if (kind === "group_info_row") given.push(...(items as Part[]).map(({ members: [title, text] }) => `${value("", title?.[1])} to ${value("", text?.[1])}`));
    else if (Array.isArray(items)) given.push(...items.map(constructor));
    else given.push(value("", items));
    const arguments_ = rest.filter(([name]) => (kind === "button_bar" && name === "action") || name === "indicator_percentage");
    given.push(...arguments_.map(([name, member]) => `${name === "action" ? name : "percentage"} = ${value(name, member)}`));
    const settings = rest.filter((member) => !arguments_.includes(member)).map(([name, member]) => `${names[kind]?.[name] ?? camel(name)} = ${value(name, member)}`);
    const start = `    ${camel(kind)}(${given.join(", ")})`;
    if (settings.length === 0) return start;
    if (settings.length === 1) return `${start} { ${settings[0]} }`;
    return `${start} {\n${settings.map((line) => `        ${line}\n`).join("")}    }`;
  };
  return `import io.github.openplatformsdk.*

val addon = postAddon {
${parts.map(widget).join("\n")}
}
`;
}

function swift(parts: readonly Part[]): string {
  const value = (name: string, member: unknown): string => {
    if (isPart(member)) return part(member);
    if (Array.isArray(member)) return `[${member.map(part).join(", ")}]`;
    if (isColor(name)) return `.${camel(String(member).toLowerCase())}`;
    if (name === "action" && isAction(member)) {
      const label = member.kind === "open_direct_link" ? "url" : typeof member.value === "string" ? "postToken" : "data";
      const given = typeof member.value === "string" ? quotedRust(member.value) : `try Json(text: ${swiftJson(member.value, "        ")})`;
      return `.${camel(member.kind)}(${label}: ${given})`;
    }
    return typeof member === "string" ? quotedRust(member) : String(member);
  };
  const part = ({ kind, members }: Part): string =>
    `${pascal(kind)}(${members.map(([name, member]) => `${camel(name)}: ${value(name, member)}`).join(", ")})`;
  return `import OpenPlatform

@WidgetsBuilder func widgets() throws -> [Widget] {
${parts.map((widget) => `    ${part(widget)}`).join("\n")}
}

let addon = try PostAddon(widgets: widgets())
`;
}

function rust(parts: readonly Part[]): string {
  const methods: Record<string, string> = {
    has_divider: "divider",
    icon_name: "icon",
    score_color: "color",
    percentage_score: "percentage",
    descriptive_score: "descriptive",
  };
  const actions: Record<string, string> = {
    open_direct_link: "direct_link",
    open_server_link: "server_link",
    get_dynamic_action: "dynamic",
    open_post_page: "post_page",
    open_post_manage_page: "post_manage_page",
  };
  const value = (name: string, member: unknown): string => {
    if (isColor(name)) return `Color::${pascal(String(member))}`;
    if (name === "action" && isAction(member)) {
      const given = typeof member.value === "string" ? quotedRust(member.value) : `json!(${rustValue(member.value, "        ")})`;
      return `Action::${actions[member.kind]}(${given})`;
    }
    return typeof member === "string" ? quotedRust(member) : String(member);
  };
  const find = (members: Part["members"], wanted: string) => members.find(([name]) => name === wanted)?.[1];
  const rows = new Set<string>();
  const widget = ({ kind, members }: Part): string => {
    const [first, ...rest] = members;
    const type = pascal(kind);
    rows.add(type);
    let start = `${type}::new(${value("", first?.[1])}`;
    let settings = rest;
    const drop = (...names: string[]) => (settings = settings.filter(([name]) => !names.includes(name)));
    if (kind === "evaluation_row") {
      start += `, ${value("", find(members, "indicator_percentage"))}`;
      drop("indicator_percentage");
    } else if (kind === "button_bar") {
      start += `, ${value("action", find(members, "action"))}`;
      drop("action");
    } else if (Array.isArray(first?.[1])) {
      start = `${type}::new(`;
    }
    const items = Array.isArray(first?.[1]) ? (first[1] as Part[]).map(item) : [];
    return `${start})${items.join("")}${settings.map(setting).join("")}`;
  };
  const item = ({ kind, members }: Part): string => {
    const given = members.map(([name, member]) => value(name, member)).join(", ");
    return kind === "group_info_item" ? `.item(${given})` : members.length > 1 ? `.described_image(${given})` : `.image(${given})`;
  };
  const setting = ([name, member]: [string, unknown]): string => {
    if (isPart(member)) {
      return `.${name}(${member.members.map(([part, given]) => value(part, given)).join(", ")})`;
    }
    return `.${methods[name] ?? name}(${value(name, member)})`;
  };
  const body = parts.map((part) => `    .widget(${widget(part)})`).join("\n");
  const uses = ["use open_platform::model::addon::PostAddon;"];
  if (body.includes("Action::")) uses.unshift("use open_platform::model::action::Action;");
  if (body.includes("Color::")) uses.push("use open_platform::model::color::Color;");
  uses.push(`use open_platform::model::widget::{${[...rows].sort().join(", ")}};`);
  if (body.includes("json!(")) uses.push("use serde_json::json;");
  return `${uses.join("\n")}

let addon = PostAddon::new()
${body};
`;
}
