// The requests of the app: a live list with filters, and the details of one.
import { type Schema, worldPath } from "../app/admin";
import { useData } from "../app/data";
import { addressOf, go } from "../app/router";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import { callOf, codeForms, codeOf } from "../code/call";
import { adminCurl, curl } from "../ui/curl";
import { Filters, plainValues } from "../ui/filters";
import { formatClock, formatNumber, formatTime, statusTone } from "../ui/format";
import { CopyAs } from "../ui/menu";
import { Badge, Empty, Page, Ready, Sheet } from "../ui/parts";
import { type Column, Table } from "../ui/table";

type Request = Schema<"RequestRecord">;

/** What the list is limited to, as the address has it. */
export interface Filter {
  contains: string;
  method: string;
  status: string;
  endpoint: string;
}

const STATUSES = ["2xx", "3xx", "4xx", "5xx", "cut"];

export function filterOf(query: URLSearchParams): Filter {
  const value = (name: string) => query.get(name) ?? "";
  return { contains: value("contains"), method: value("method"), status: value("status"), endpoint: value("endpoint") };
}

/** The requests that a filter lets through, newest first. */
export function filtered(requests: readonly Request[], { contains, method, status, endpoint }: Filter): Request[] {
  const wanted = contains.toLowerCase();
  return requests
    .filter(
      (request) =>
        (method === "" || request.method === method) &&
        (status === "" || statusGroup(request) === status) &&
        (endpoint === "" || request.endpoint === endpoint) &&
        `${request.path} ${request.endpoint ?? ""} ${request.refusal ?? ""} ${request.number}`.toLowerCase().includes(wanted),
    )
    .reverse();
}

/** `2xx` and so on, `cut` for a connection that was cut. */
function statusGroup({ status }: Request): string {
  return status === 0 ? "cut" : `${Math.floor(status / 100)}xx`;
}

const columns = (): Column<Request>[] => [
  { name: "number", title: "#", cell: (request) => formatNumber(request.number) },
  { name: "status", title: t("status"), cell: (request) => <Status status={request.status} /> },
  { name: "method", title: t("method"), cell: (request) => <code>{request.method}</code> },
  { name: "path", title: t("path"), cell: (request) => <code dir="ltr">{request.path}</code> },
  { name: "endpoint", title: t("endpoint"), cell: (request) => request.endpoint ?? "—", minor: true },
  { name: "marks", title: t("marks"), cell: (request) => <Marks request={request} />, minor: true },
  { name: "at", title: t("at"), cell: (request) => formatClock(request.at), minor: true },
];

export function RequestsScreen({ world, rest, query }: ScreenProps) {
  const requests = useData<Request[]>(worldPath(world, "requests"), ["request"]);
  const filter = filterOf(query);
  const selected = rest[0] === undefined ? undefined : Number(rest[0]);
  const open = (number?: number) => go(addressOf(world, "requests", number === undefined ? [] : [number], query.toString()));
  return (
    <Page
      title={t("requests")}
      about={t("requestsAbout")}
      actions={
        <CopyAs
          forms={[
            { label: "curl", text: () => adminCurl("GET", worldPath(world, "requests")) },
            { label: t("linesOfJson"), text: () => filtered(requests.data ?? [], filter).map((request) => JSON.stringify(request)).join("\n") },
          ]}
        />
      }
    >
      <Filters
        query={query}
        address={(next) => addressOf(world, "requests", rest, next)}
        search={t("searchRequests")}
        choices={[
          { name: "method", label: t("method"), values: plainValues(["GET", "POST", "PUT", "PATCH", "DELETE"]) },
          { name: "status", label: t("status"), values: STATUSES.map((value) => ({ value, text: value === "cut" ? t("cut") : value })) },
          { name: "endpoint", label: t("endpoint"), values: plainValues((requests.data ?? []).map(({ endpoint }) => endpoint)) },
        ]}
      />
      <Ready of={requests}>
        {(all) => {
          const rows = filtered(all, filter);
          const request = all.find(({ number }) => number === selected);
          if (all.length === 0) return <NoRequests world={world} />;
          return (
            <div class={request ? "split" : "split alone"}>
              <Table
                label={t("requests")}
                columns={columns()}
                rows={rows}
                keyOf={({ number }) => number}
                selected={selected}
                onOpen={({ number }) => open(number)}
              />
              {request && <Details world={world} request={request} onClose={() => open()} />}
            </div>
          );
        }}
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

/** The same request as a curl command, with the credentials as variables of the environment. */
export function requestCurl(request: Request, world: string, origin: string): string {
  const url = `${origin}/worlds/${world}/${request.host}${request.path}`;
  const secured = request.host === "base" || request.host === "api";
  const headers: Record<string, string> = secured ? { "x-api-key": "$OPEN_PLATFORM_API_KEY" } : {};
  // Double quotes, because a shell does not replace variables in single ones.
  return curl({ method: request.method, url, headers }).replace(/'(x-api-key: [^']*)'/, '"$1"');
}

function Details(props: { world: string; request: Request; onClose: () => void }) {
  const { world, request } = props;
  const call = callOf(request);
  return (
    <Sheet
      title={`${t("request")} ${formatNumber(request.number)}`}
      onClose={props.onClose}
      actions={
        <CopyAs
          forms={[
            { label: "curl", text: () => requestCurl(request, world, location.origin) },
            ...(call ? codeForms((language) => codeOf(call, language)) : []),
            { label: "JSON", text: () => JSON.stringify(request, null, 2) },
          ]}
        />
      }
    >
      <div class="stack">
        <p class="mono" dir="ltr">
          <b>{request.method}</b> {request.path}
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
            <Status status={request.status} />
          </dd>
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
          <dt>{t("bodyBytes")}</dt>
          <dd>{formatNumber(request.body_bytes)}</dd>
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
      </div>
    </Sheet>
  );
}
