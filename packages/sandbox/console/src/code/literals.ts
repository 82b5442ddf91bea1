// JSON values as literals of the five languages.

export type Lines = (value: unknown, indent: string) => string;

interface Form {
  text: (value: string) => string;
  truth: (value: boolean) => string;
  nothing: string;
  list: [string, string];
  object: [string, string];
  /** The text between the name of a member and its value. */
  colon: string;
  name?: (name: string) => string;
  number?: (value: number) => string;
}

const SHORT = 60;

/** Writes a value on one line if it is short, else one member on each line. */
function writer(form: Form): Lines {
  const write = (value: unknown, indent: string): string => {
    if (value === null || value === undefined) return form.nothing;
    if (typeof value === "string") return form.text(value);
    if (typeof value === "boolean") return form.truth(value);
    if (typeof value === "number") return (form.number ?? String)(value);
    if (typeof value !== "object") return String(value);
    const deeper = `${indent}    `;
    const name = form.name ?? form.text;
    const parts = Array.isArray(value)
      ? value.map((item) => write(item, deeper))
      : Object.entries(value).map(([key, item]) => `${name(key)}${form.colon}${write(item, deeper)}`);
    const [open, close] = Array.isArray(value) ? form.list : form.object;
    if (parts.length === 0) return (open + close).replaceAll(" ", "");
    const short = `${open}${parts.join(", ")}${close}`;
    if (short.length <= SHORT && !short.includes("\n")) return short;
    return `${open.trim()}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close.trim()}`;
  };
  return write;
}

/** A text as JSON writes it, which is also a literal of Python and JavaScript. */
export const quoted = (text: string): string => JSON.stringify(text);

/** A text as Rust and Swift write it. */
export const quotedRust = (text: string): string =>
  JSON.stringify(text).replace(/\\(u[0-9a-f]{4}|.)/g, (whole, escape: string) => {
    if (escape === "b") return "\\u{8}";
    if (escape === "f") return "\\u{c}";
    return escape.startsWith("u") ? `\\u{${escape.slice(1)}}` : whole;
  });

/** A text as Kotlin writes it: `$` would begin a template. */
export const quotedKotlin = (text: string): string =>
  JSON.stringify(text)
    .replace(/\\(.)/g, (whole, escape: string) => (escape === "f" ? "\\u000c" : whole))
    .replaceAll("$", "\\$");

/** A text in single quotes, as the packages for Node write it. */
export const quotedNode = (text: string): string => `'${quoted(text).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`;

const truth = String;

export const pythonValue = writer({
  text: quoted,
  truth: (value) => (value ? "True" : "False"),
  nothing: "None",
  list: ["[", "]"],
  object: ["{", "}"],
  colon: ": ",
});

export const nodeValue = writer({
  text: quotedNode,
  truth,
  nothing: "null",
  list: ["[", "]"],
  object: ["{ ", " }"],
  colon: ": ",
  name: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : quotedNode(name)),
});

/** A number as Rust writes it: a larger one than an `i32` names its type. JavaScript prints rounded digits, which must fit it, too. */
function rustNumber(value: number): string {
  const text = String(value);
  if (!/^-?\d+$/.test(text) || Math.abs(value) < 2 ** 31) return text;
  if (Math.abs(value) < 2 ** 63) return `${text}_i64`;
  return value > 0 && value < 2 ** 64 ? `${text}_u64` : `${text}.0`;
}

/** For the macro `json!`. */
export const rustValue = writer({ text: quotedRust, truth, nothing: "null", list: ["[", "]"], object: ["{", "}"], colon: ": ", number: rustNumber });

/** JSON in a raw string of Kotlin. */
export function kotlinJson(value: unknown, indent: string): string {
  // By a function, because a text that replaces has signs with `$` of its own.
  return `"""${indented(value, indent)}"""`.replaceAll("$", () => "${'$'}");
}

/** JSON in a raw string of Swift, whose last line sets the indentation. */
export function swiftJson(value: unknown, indent: string): string {
  const text = indented(value, indent);
  // More signs than the text has in a row, so that nothing in it ends it or is an escape.
  const signs = "#".repeat(1 + Math.max(0, ...(text.match(/#+/g) ?? []).map((run) => run.length)));
  return text.includes("\n") ? `${signs}"""\n${indent}${text}\n${indent}"""${signs}` : `${signs}"${text}"${signs}`;
}

function indented(value: unknown, indent: string): string {
  const short = JSON.stringify(value);
  if (short.length <= SHORT) return short;
  return JSON.stringify(value, null, 4).replaceAll("\n", `\n${indent}`);
}
