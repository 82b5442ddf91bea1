// The requests of the app: a live list with filters, and the details of one.
import type { Schema } from "../app/admin";
import { parsed, worldPath } from "../app/admin";
import { useData } from "../app/data";
import { filterOf, type RequestRecord as Request, useRequests } from "../app/requests";
import { addressOf, go } from "../app/router";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import { callOf, codeForms, codeOf, ENDPOINTS } from "../code/call";
import { adminCurl, curl } from "../ui/curl";
import { Difference } from "../ui/difference";
import { download } from "../ui/download";
import { Filters, plainValues } from "../ui/filters";
import { formatClock, formatDuration, formatNumber, formatTime, statusTone } from "../ui/format";
import { CopyAs } from "../ui/menu";
import { formatted, Message } from "../ui/message";
import { Action, Badge, Empty, Page, Ready, Sheet } from "../ui/parts";
import { type Column, Table } from "../ui/table";

type Details = Schema<"RequestDetails">;

const STATUSES = ["2xx", "3xx", "4xx", "5xx", "cut"];
const CREDENTIALS = { "x-api-key": "$OPEN_PLATFORM_API_KEY", authorization: "Bearer $ACCESS_TOKEN" };
const LOGINS = ["oauth.authorize", "oauth.exchange", "oauth.refresh"];

const columns = (): Column<Request>[] => [
  { name: "number", title: "#", cell: (request) => formatNumber(request.number) },
  { name: "status", title: t("status"), cell: (request) => <Status status={request.status} /> },
  { name: "method", title: t("method"), cell: (request) => <code>{request.method}</code> },
  { name: "path", title: t("path"), cell: (request) => <code dir="ltr">{request.path}</code> },
  { name: "endpoint", title: t("endpoint"), cell: (request) => request.endpoint ?? "—", minor: true },
  { name: "user", title: t("user"), cell: ({ user }) => user && <bdi>{user}</bdi>, minor: true },
  { name: "marks", title: t("marks"), cell: (request) => <Marks request={request} />, minor: true },
  { name: "duration", title: t("duration"), cell: ({ duration_ms: time }) => milliseconds(time), minor: true },
  { name: "at", title: t("at"), cell: (request) => formatClock(request.at), minor: true },
];

/** A duration of a request: with decimals while it is short. */
export function milliseconds(time: number): string {
  return time < 10 ? `${formatNumber(Math.round(time * 100) / 100)} ms` : formatDuration(time);
}

export function RequestsScreen({ world, rest, query }: ScreenProps) {
  const filter = filterOf(query);
  const requests = useRequests(world, filter);
  const users = useData<Schema<"SandboxUser">[]>(worldPath(world, "users"), ["users"]);
  const selected = rest[0] === undefined ? undefined : Number(rest[0]);
  const open = (number?: number) => go(addressOf(world, "requests", number === undefined ? [] : [number], query.toString()));
  const isFiltered = Object.values(filter).some(Boolean);
  const list = `${worldPath(world, "requests")}${query.size > 0 ? `?${query}` : ""}`;
  return (
    <Page
      title={t("requests")}
      about={t("requestsAbout")}
      actions={
        <>
          <Action run={() => download(`${worldPath(world)}/requests.har`, `${world}.har`)}>{t("exportHar")}</Action>
          <CopyAs
            forms={[
              { label: "curl", text: () => adminCurl("GET", list) },
              { label: "curl: HAR", text: () => adminCurl("GET", `${worldPath(world)}/requests.har`) },
              { label: t("linesOfJson"), text: () => (requests.data ?? []).map((request) => JSON.stringify(request)).join("\n") },
            ]}
          />
        </>
      }
    >
      <Filters
        query={query}
        address={(next) => addressOf(world, "requests", rest, next)}
        search={t("searchRequests")}
        choices={[
          { name: "method", label: t("method"), values: plainValues(["GET", "POST", "PUT", "PATCH", "DELETE"]) },
          { name: "status", label: t("status"), values: STATUSES.map((value) => ({ value, text: value === "cut" ? t("cut") : value })) },
          { name: "endpoint", label: t("endpoint"), values: plainValues([...LOGINS, ...ENDPOINTS.map(({ name }) => name)]) },
          { name: "user", label: t("user"), values: plainValues((users.data ?? []).map(({ name }) => name)) },
        ]}
      />
      <Ready of={requests}>
        {(rows) =>
          rows.length === 0 && !isFiltered && selected === undefined ? (
            <NoRequests world={world} />
          ) : (
            <div class={selected === undefined ? "split alone" : "split"}>
              <Table
                label={t("requests")}
                columns={columns()}
                rows={rows}
                keyOf={({ number }) => number}
                selected={selected}
                onOpen={({ number }) => open(number)}
                onEnd={requests.more}
                hasMore={requests.hasMore}
              />
              {selected !== undefined && <OneRequest key={selected} world={world} number={selected} rows={rows} onClose={() => open()} />}
            </div>
          )
        }
      </Ready>
    </Page>
  );
}

export function Status({ status }: { status: number }) {
  return <Badge tone={statusTone(status)}>{status === 0 ? t("cut") : status}</Badge>;
}

function Marks({ request }: { request: Request }) {
  return (
    <>
      {request.scope_check === "refused" && <Badge tone="bad">{t("scope")}</Badge>}
      {request.replacement && <Badge tone="warn">{t("deprecated")}</Badge>}
      {request.fault != null && <Badge tone="bad">{t("fault")}</Badge>}
    </>
  );
}

function NoRequests({ world }: { world: string }) {
  return (
    <Empty title={t("noRequests")}>
      <p class="quiet">{t("noRequestsHint")}</p>
      <a class="button" href={addressOf(world, "overview")}>
        {t("overview")}
      </a>
    </Empty>
  );
}

/** What the curl command of a request lacks, as a comment of the shell: a body that is not kept, and secrets that were replaced. */
function lackOf({ request, body_bytes: bytes, query }: Request & Partial<Details>): string {
  const isLost = bytes > 0 && request?.body == null;
  if (isLost) return `# ${t("curlWithoutBody", { bytes })}\n`;
  return `${query} ${request?.body}`.includes("[redacted]") ? `# ${t("curlRedacted")}\n` : "";
}

/** The same request as a curl command, with the credentials as variables of the environment. */
export function requestCurl(request: Request & Partial<Details>, world: string, origin: string): string {
  const query = request.query ? `?${request.query}` : "";
  const url = `${origin}/worlds/${world}/${request.host}${request.path}${query}`;
  const secured = request.host === "base" || request.host === "api";
  const sent = request.request?.headers ?? (secured ? [{ name: "x-api-key", value: "" }] : []);
  const secrets = Object.fromEntries(Object.entries(CREDENTIALS).filter(([name]) => sent.some((header) => header.name === name)));
  const headers = Object.fromEntries(sent.filter(({ name }) => name === "content-type").map(({ name, value }) => [name, value]));
  return lackOf(request) + curl({ method: request.method, url, secrets, headers, body: request.request?.body ?? undefined });
}

function OneRequest(props: { world: string; number: number; rows: readonly Request[]; onClose: () => void }) {
  const { world, number } = props;
  const path = worldPath(world, "requests", number);
  const details = useData<Details>(path);
  const request = details.data;
  const body = request?.request?.body;
  const call = request && callOf({ ...request, body: body ? parsed(body) : undefined });
  return (
    <Sheet
      title={`${t("request")} ${formatNumber(number)}`}
      onClose={props.onClose}
      actions={
        request && (
          <CopyAs
            forms={[
              { label: "curl", text: () => requestCurl(request, world, location.origin) },
              ...(call ? codeForms((language) => codeOf(call, language)) : []),
              { label: "JSON", text: () => JSON.stringify(request, null, 2) },
              { label: t("addressOfThis"), text: () => location.href },
            ]}
          />
        )
      }
    >
      <Ready of={details}>
        {(known) => (
          <div class="stack">
            <Facts world={world} request={known} />
            <Message title={t("request")} message={known.request} />
            <Message title={t("response")} message={known.response} />
            <Compared world={world} request={known} rows={props.rows} />
          </div>
        )}
      </Ready>
    </Sheet>
  );
}

function Facts({ world, request }: { world: string; request: Details }) {
  return (
    <>
      <p class="mono" dir="ltr">
        <b>{request.method}</b> {request.path}
        {request.query && `?${request.query}`}
      </p>
      {request.refusal && (
        <p class="callout bad" role="note">
          <bdi>{request.refusal}</bdi>
        </p>
      )}
      {request.replacement && <p class="callout warn">{t("deprecatedUse", { name: request.replacement })}</p>}
      <dl class="facts">
        <dt>{t("status")}</dt>
        <dd>
          <Status status={request.status} /> {milliseconds(request.duration_ms)}
        </dd>
        <dt>{t("scopeCheck")}</dt>
        <dd>
          {request.scope_check ? (
            <Badge tone={request.scope_check === "passed" ? "good" : "bad"}>{t(`scopeCheck.${request.scope_check}`)}</Badge>
          ) : (
            t("scopeCheck.none")
          )}
        </dd>
        {request.user && (
          <>
            <dt>{t("user")}</dt>
            <dd>
              <a href={addressOf(world, "users", [], new URLSearchParams({ user: request.user }).toString())}>
                <bdi>{request.user}</bdi>
              </a>
            </dd>
          </>
        )}
        <dt>{t("endpoint")}</dt>
        <dd>
          <code>{request.endpoint ?? t("unknownPath")}</code>
        </dd>
        {request.endpoint && (
          <>
            <dt>{t("faults")}</dt>
            <dd>
              <a href={addressOf(world, "faults", [], new URLSearchParams({ endpoint: request.endpoint }).toString())}>{t("makeItFail")}</a>
            </dd>
          </>
        )}
        <dt>{t("host")}</dt>
        <dd>{request.host}</dd>
        <dt>{t("at")}</dt>
        <dd>{formatTime(request.at)}</dd>
        {request.fault != null && (
          <>
            <dt>{t("fault")}</dt>
            <dd>
              <a href={addressOf(world, "faults", [request.fault])}>{formatNumber(request.fault)}</a>
            </dd>
          </>
        )}
        {request.traceparent && (
          <>
            <dt>traceparent</dt>
            <dd class="mono">{request.traceparent}</dd>
          </>
        )}
        <dt>SHA-256</dt>
        <dd class="mono">{request.body_sha256}</dd>
      </dl>
    </>
  );
}

/** What differs from the request to the same endpoint before: in the request, and in the answer. */
function Compared({ world, request, rows }: { world: string; request: Details; rows: readonly Request[] }) {
  const before = rows.find(({ number, endpoint, method }) => number < request.number && endpoint === request.endpoint && method === request.method);
  return before && request.endpoint ? <ComparedWith key={before.number} world={world} request={request} before={before.number} /> : null;
}

function ComparedWith({ world, request, before }: { world: string; request: Details; before: number }) {
  const other = useData<Details>(worldPath(world, "requests", before)).data;
  if (!other) return null;
  const text = (details: Details, side: "request" | "response") => {
    const first = side === "request" ? `${details.method} ${details.path}${details.query && `?${details.query}`}` : details.status;
    return `${first}\n${formatted(details[side]?.body ?? "")}`;
  };
  return (
    <details>
      <summary>
        {t("comparedWithRequest", { number: formatNumber(before) })} (<a href={addressOf(world, "requests", [before])}>{t("open")}</a>)
      </summary>
      <div class="stack">
        {(["request", "response"] as const).map((side) => (
          <Difference key={side} title={t(side)} before={text(other, side)} after={text(request, side)} />
        ))}
      </div>
    </details>
  );
}

