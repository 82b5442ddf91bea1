// Calls of the admin API. The types are those of its OpenAPI description.
import { signal } from "@preact/signals";
import type { components } from "../admin";

export type Schemas = components["schemas"];
export type Schema<Name extends keyof Schemas> = Schemas[Name];

/** A refusal of the admin API, or the lack of an answer. */
export class AdminError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

/** The login with the token of a sandbox beyond this machine. */
export const SESSION = "/_sandbox/session";

/** Whether a request was refused for want of the token. The browser keeps a cookie after the login. */
export const needsToken = signal(false);

/** The address of an operation of a world: `worldPath("shop", "posts", token)`. */
export function worldPath(world: string, ...parts: (string | number)[]): string {
  return ["/_sandbox/worlds", ...[world, ...parts].map((part) => encodeURIComponent(part))].join("/");
}

/** Sends a request to the admin API, and returns the text of its answer. A file is sent as it is, anything else as JSON. */
export async function fetchText(method: string, path: string, body?: unknown): Promise<string> {
  const headers = new Headers({ accept: "application/json" });
  const init: RequestInit = { method, headers };
  if (body !== undefined) {
    init.body = body instanceof Blob ? body : JSON.stringify(body);
    headers.set("content-type", "application/json");
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new AdminError(0, "The sandbox does not answer. Is it still running?");
  }
  const text = await response.text();
  if (response.status === 401 && path !== SESSION) needsToken.value = true;
  if (!response.ok) {
    const problem = (parsed(text) ?? {}) as Partial<Schema<"Problem">>;
    throw new AdminError(response.status, problem.message ?? `The sandbox answered ${response.status}.`, problem.field);
  }
  return text;
}

/** Sends a request to the admin API, and returns the document of its answer. */
export async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const text = await fetchText(method, path, body);
  return (text === "" ? {} : parsed(text)) as T;
}

export const get = <T>(path: string): Promise<T> => send<T>("GET", path);
export const post = <T>(path: string, body?: unknown): Promise<T> => send<T>("POST", path, body);

/** A JSON document, or null for a text that is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
