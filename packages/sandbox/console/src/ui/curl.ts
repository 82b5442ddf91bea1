// curl commands, quoted for a POSIX shell.

export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

export function curl(request: {
  method: string;
  url: string;
  headers?: Record<string, string>;
  /** Headers whose values name variables of the environment. */
  secrets?: Record<string, string>;
  body?: string | undefined;
}): string {
  const lines = [request.method === "GET" ? "curl" : `curl -X ${quote(request.method)}`];
  lines[0] += ` ${quote(request.url)}`;
  // Double quotes, because a shell does not replace variables in single ones.
  for (const [name, value] of Object.entries(request.secrets ?? {})) lines.push(`-H "${name}: ${value}"`);
  for (const [name, value] of Object.entries(request.headers ?? {})) lines.push(`-H ${quote(`${name}: ${value}`)}`);
  if (request.body) lines.push(`--data-raw ${quote(request.body)}`);
  return lines.join(" \\\n  ");
}

/** The curl command of an operation of the admin API. */
export function adminCurl(method: string, path: string, body?: unknown): string {
  const json = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return curl({ method, url: location.origin + path, ...json });
}
