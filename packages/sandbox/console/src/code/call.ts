// A recorded request as the call of each package that sends it.
import needs from "../needs.json";
import { isMembers, type Members } from "../widgets/read";
import { kotlinJson, nodeValue, pythonValue, quoted, quotedKotlin, quotedNode, quotedRust, rustValue, swiftJson } from "./literals";
import { camel, lowerFirst, swiftMethod } from "./names";

interface Parameter {
  name: string;
  type: string;
}

/** A method, such as `user.addons.create_on_post`. */
interface Method {
  name: string;
  parameters: Parameter[];
}

interface Endpoint {
  name: string;
  path: string;
  methods: Method[];
}

/** Every endpoint that a method of the packages calls. */
export const ENDPOINTS: readonly Endpoint[] = needs.calls;

export const LANGUAGES = ["Python", "Node", "Kotlin", "Swift", "Rust"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What is known of a request: its body only where it was recorded. */
export interface Sent {
  endpoint?: string | null | undefined;
  path: string;
  /** The query without `?`. */
  query?: string | undefined;
  /** The user whose token it carried. */
  user?: string | null | undefined;
  body?: unknown;
}

/** An argument: a text, or the document that the call sends. */
interface Argument extends Parameter {
  value: unknown;
  isText: boolean;
}

/** A call with its arguments. */
export interface Call {
  /** The accessors that lead to the method, such as `["addons"]`. */
  handles: string[];
  method: string;
  ofUser: boolean;
  parameters: Parameter[];
  arguments: Argument[];
}

const TEXTS = ["PostToken", "ConversationId", "UserId", "BusinessToken", "RecordId", "Phone", "String", "Secret"];

/** The call that sends a request, or undefined if no method does, as for logins. */
export function callOf(sent: Sent): Call | undefined {
  const endpoint = ENDPOINTS.find(({ name }) => name === sent.endpoint);
  const isOfUser = ({ name }: Method) => name.startsWith("user.") === Boolean(sent.user);
  const method = endpoint?.methods.find(isOfUser) ?? endpoint?.methods[0];
  if (!endpoint || !method) return undefined;
  const [first, ...rest] = method.name.split(".");
  const ofUser = first === "user";
  const path = ofUser ? rest : [first as string, ...rest];
  const inPath = segmentsOf(endpoint.path, sent.path);
  const query: Members = Object.fromEntries(new URLSearchParams(sent.query ?? ""));
  const members = { ...query, ...(isMembers(sent.body) ? sent.body : {}) };
  const filled = method.parameters.map((parameter): Argument => {
    if (parameter.type === "TransactionQuery") return { ...parameter, value: pageOf(query), isText: false };
    if (!TEXTS.includes(parameter.type)) return { ...parameter, value: sent.body ?? {}, isText: false };
    // An argument that is not in the path is in the query, or a member of the body.
    const named = ["", "_token", "_id", "_slug"].map((ending) => members[parameter.name + ending]);
    const value = inPath.shift() ?? named.find((member) => typeof member === "string") ?? parameter.name.toUpperCase();
    return { ...parameter, value, isText: true };
  });
  return { handles: path.slice(0, -1), method: path.at(-1) as string, ofUser, parameters: method.parameters, arguments: filled };
}

/** The page that a query asks for, as a document: its size is a number. */
function pageOf({ page_size: size, ...rest }: Members): Members {
  return size === undefined ? rest : { page_size: Number(size), ...rest };
}

/** The values of the placeholders of a path, in their order. */
function segmentsOf(template: string, path: string): string[] {
  const written = (path.split("?")[0] ?? "").split("/");
  return template.split("/").flatMap((segment, index) => {
    const value = written[index];
    if (!/^\{.*\}$/.test(segment) || value === undefined) return [];
    try {
      return [decodeURIComponent(value)];
    } catch {
      return [value];
    }
  });
}

/** The program with the call in a language. */
export function codeOf(call: Call, language: Language): string {
  return WRITERS[language](call);
}

/** The items "Python", "Node" and so on of a menu "copy as". */
export function codeForms(code: (language: Language) => string): { label: string; text: () => string }[] {
  return LANGUAGES.map((language) => ({ label: language, text: () => code(language) }));
}

const WRITERS: Record<Language, (call: Call) => string> = { Python: python, Node: node, Kotlin: kotlin, Swift: swift, Rust: rust };

/** The types of the documents that a call takes. */
function documentsOf(call: Call): string[] {
  return call.arguments.filter(({ isText, type }) => !isText && type !== "Upload").map(({ type }) => type);
}

/** A call over one line, or with one argument on each. */
function written(start: string, values: readonly string[], indent: string): string {
  const whole = `${start}(${values.join(", ")})`;
  if (whole.length <= 110 && !whole.includes("\n")) return whole;
  return `${start}(\n${values.map((value) => `${indent}    ${value},\n`).join("")}${indent})`;
}

function python(call: Call): string {
  const values = call.arguments.flatMap(({ type, value, isText }) => {
    if (isText) return [quoted(String(value))];
    if (type === "Upload") return ['Path("photo.jpg")'];
    if (type !== "UserIdSemanticRecord") return [`${type}.from_dict(${pythonValue(value, "    ")})`];
    // The phone is an argument of its own.
    const { phone = "PHONE", ...record } = isMembers(value) ? value : {};
    return [quoted(String(phone)), `SemanticRecord.from_dict(${pythonValue(record, "    ")})`];
  });
  const types = documentsOf(call).map((type) => (type === "UserIdSemanticRecord" ? "SemanticRecord" : type));
  const path = call.arguments.some(({ type }) => type === "Upload") ? "from pathlib import Path\n\n" : "";
  const target = [call.ofUser ? "user" : "client", ...call.handles, call.method].join(".");
  return `${path}from open_platform import ${["Client", ...types].join(", ")}

client = Client.from_env()
${call.ofUser ? 'user = client.user("GRANT")  # the grant that the login returned\n' : ""}result = ${written(target, values, "")}
`;
}

function node(call: Call): string {
  const values = call.arguments.map(({ type, value, isText }) => {
    if (isText) return quotedNode(String(value));
    return type === "Upload" ? "'photo.jpg'" : `read.${lowerFirst(type)}(${nodeValue(value, "  ")})`;
  });
  const names = documentsOf(call).length > 0 ? "OpenPlatform, read" : "OpenPlatform";
  const target = [call.ofUser ? "user" : "platform", ...call.handles.map(camel), camel(call.method)].join(".");
  return `import { ${names} } from 'open-platform'

const platform = new OpenPlatform()
${call.ofUser ? "const user = platform.user('GRANT') // the grant that the login returned\n" : ""}const result = await ${written(target, values, "")}
`;
}

function kotlin(call: Call): string {
  const values = call.arguments.map(({ type, value, isText }) => {
    if (isText) return quotedKotlin(String(value));
    return type === "Upload" ? 'Path.of("photo.jpg")' : `${type}.fromJson(${kotlinJson(value, "        ")})`;
  });
  const path = call.arguments.some(({ type }) => type === "Upload") ? "import java.nio.file.Path\n" : "";
  const target = [call.ofUser ? "user" : "platform", ...call.handles.map(camel), camel(call.method)].join(".");
  return `import io.github.openplatformsdk.*
${path}
suspend fun main() {
    val platform = OpenPlatform.fromEnvironment()
${call.ofUser ? '    val user = platform.user("GRANT") // the grant that the login returned\n' : ""}    val result = ${written(target, values, "    ")}
}
`;
}

function swift(call: Call): string {
  const { name, labels } = swiftMethod(call.method, call.parameters);
  const values = call.arguments.map(({ type, value, isText }, index) => {
    if (type === "Upload") return 'file: URL(fileURLWithPath: "photo.jpg")';
    const given = isText ? quotedRust(String(value)) : `try read${type}(json: Json(text: ${swiftJson(value, "    ")}))`;
    return labels[index] ? `${labels[index]}: ${given}` : given;
  });
  const foundation = call.arguments.some(({ type }) => type === "Upload") ? "import Foundation\n" : "";
  const target = [call.ofUser ? "user" : "platform", ...call.handles.map(camel), name].join(".");
  // Before Swift 6.1 a call must not end with a comma.
  const code = written(target, values, "").replace(/,\n\)$/, "\n)");
  return `${foundation}import OpenPlatform

let platform = try OpenPlatform.fromEnvironment()
${call.ofUser ? 'let user = platform.user("GRANT") // the grant that the login returned\n' : ""}let result = try await ${code}
`;
}

function rust(call: Call): string {
  const values = call.arguments.map(({ type, value, isText }) => {
    if (isText) return quotedRust(String(value));
    return type === "Upload" ? 'Upload::path("photo.jpg")' : `serde_json::from_value(json!(${rustValue(value, "        ")}))?`;
  });
  const upload = call.arguments.some(({ type }) => type === "Upload") ? "use open_platform::api::Upload;\n" : "";
  const json = documentsOf(call).length > 0 ? "use serde_json::json;\n" : "";
  const target = [call.ofUser ? "user" : "platform", ...call.handles.map((handle) => `${handle}()`), call.method].join(".");
  return `use open_platform::OpenPlatform;
${upload}${json}
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let platform = OpenPlatform::from_env()?;
${call.ofUser ? '    let user = platform.user("GRANT"); // the grant that the login returned\n' : ""}    let result = ${written(target, values, "    ")}.await?;
    Ok(())
}
`;
}
