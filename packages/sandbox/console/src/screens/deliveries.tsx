// Events for the app: every delivery with its attempts, and every event that did not arrive, with the reason.
import { post, type Schema, worldPath } from "../app/admin";
import { useData } from "../app/data";
import { type Delivery, useDeliveries } from "../app/deliveries";
import { addressOf, go } from "../app/router";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import { adminCurl, curl } from "../ui/curl";
import { Difference } from "../ui/difference";
import { contains, Filters, plainValues } from "../ui/filters";
import { formatClock, formatDuration, formatNumber, formatTime } from "../ui/format";
import { CopyAs, Menu } from "../ui/menu";
import { HeaderList } from "../ui/message";
import { Action, Badge, Empty, Json, notify, Page, Ready, Sheet } from "../ui/parts";
import { type Column, Table } from "../ui/table";
import { milliseconds, Status } from "./requests";

type Undelivered = Schema<"Undelivered">;

const TONES = { planned: "info", held: "warn", delivered: "good", failed: "bad", no_address: "warn" } as const;
const SAMPLES: Schema<"Sample">[] = [
  "message_from_user",
  "message_from_bot",
  "message_without_text",
  "message_with_file",
  "chatbot_message",
  "message_with_meta_data",
  "payment_transaction",
  "retired_post",
  "revocation",
  "old_chat_message",
  "unknown_type",
];

const columns = (): Column<Delivery>[] => [
  { name: "number", title: "#", cell: ({ id }) => formatNumber(id) },
  { name: "state", title: t("state"), cell: ({ state }) => <Badge tone={TONES[state]}>{state.replaceAll("_", " ")}</Badge> },
  { name: "event", title: t("event"), cell: ({ event }) => <code>{event}</code> },
  { name: "attempts", title: t("attempts"), cell: ({ attempts }) => formatNumber(attempts.length), minor: true },
  { name: "status", title: t("status"), cell: ({ response_status: status }) => status != null && <Status status={status} />, minor: true },
  { name: "duration", title: t("latency"), cell: ({ latency_ms: time }) => time != null && milliseconds(time), minor: true },
  { name: "at", title: t("at"), cell: ({ made_at }) => formatClock(made_at), minor: true },
];

/** Between two reads of a list that can be long. */
const LARGE = 500;

const reasonColumns = (): Column<Undelivered>[] => [
  { name: "at", title: t("at"), cell: ({ made_at }) => formatClock(made_at) },
  { name: "reason", title: t("reason"), cell: ({ reason }) => <Badge tone="warn">{reason.replaceAll("_", " ")}</Badge> },
  { name: "event", title: t("event"), cell: ({ event }) => <code>{event}</code> },
  { name: "title", title: t("explanation"), cell: ({ explanation }) => <bdi>{explanation}</bdi>, minor: true },
  { name: "user", title: t("user"), cell: ({ user }) => user && <bdi>{user}</bdi>, minor: true },
];

/** The deliveries that the filters of the address let through, newest first. */
export function filteredDeliveries(all: readonly Delivery[], query: URLSearchParams): Delivery[] {
  const [wanted, state, event] = ["contains", "state", "event"].map((name) => query.get(name) ?? "");
  return all
    .filter(
      (delivery) =>
        (!state || delivery.state === state) &&
        (!event || delivery.event === event) &&
        (!wanted || contains(`${delivery.id} ${delivery.event} ${delivery.url} ${JSON.stringify(delivery.body)}`, wanted)),
    )
    .reverse();
}

export function DeliveriesScreen({ world, rest, query }: ScreenProps) {
  const deliveries = useDeliveries(world);
  const undelivered = useData<Undelivered[]>(worldPath(world, "undelivered"), ["undelivered", "delivery", "app"], LARGE);
  const selected = rest[0] === undefined ? undefined : Number(rest[0]);
  const open = (id?: number) => go(addressOf(world, "deliveries", id === undefined ? [] : [id], query.toString()));
  const notDelivered = rest[0] === "undelivered";
  const sample = async (which: Schema<"Sample">) => {
    const { delivery } = await post<Schema<"DeliveryNumber">>(worldPath(world, "deliveries", "samples"), { sample: which });
    await deliveries.reload();
    open(delivery);
  };
  const pause = async (on: boolean, order: Schema<"Order"> = "as_made") => {
    await post(worldPath(world, "deliveries", on ? "pause" : "resume"), on ? undefined : { order });
    notify(t(on ? "paused" : "resumed"));
    await Promise.all([deliveries.reload(), undelivered.reload()]);
  };
  return (
    <Page
      title={t("deliveries")}
      about={t("deliveriesAbout")}
      actions={
        <>
          <Action run={() => pause(true)}>{t("pause")}</Action>
          <Menu
            label={t("resume")}
            items={[
              { label: t("inOrder"), run: () => pause(false) },
              { label: t("reversed"), run: () => pause(false, "reversed") },
              { label: t("shuffled"), run: () => pause(false, "shuffled") },
            ]}
          />
          <Menu label={t("sendSample")} items={SAMPLES.map((name) => ({ label: name.replaceAll("_", " "), run: () => sample(name) }))} />
          <CopyAs
            forms={[
              { label: "curl", text: () => adminCurl("GET", worldPath(world, "deliveries")) },
              { label: t("curlUndelivered"), text: () => adminCurl("GET", worldPath(world, "undelivered")) },
            ]}
          />
        </>
      }
    >
      <div class="actions">
        <nav class="segments" aria-label={t("deliveries")}>
          <a class="button" href={addressOf(world, "deliveries", [], query.toString())} aria-current={notDelivered ? undefined : "true"}>
            {t("sent")} <Count of={deliveries.data} />
          </a>
          <a class="button" href={addressOf(world, "deliveries", ["undelivered"], query.toString())} aria-current={notDelivered ? "true" : undefined}>
            {t("undelivered")} <Count of={undelivered.data} />
          </a>
        </nav>
      </div>
      <Filters
        query={query}
        address={(next) => addressOf(world, "deliveries", rest, next)}
        search={t("searchDeliveries")}
        choices={[
          { name: "event", label: t("event"), values: plainValues([...(deliveries.data ?? []), ...(undelivered.data ?? [])].map(({ event }) => event)) },
          notDelivered
            ? { name: "reason", label: t("reason"), values: plainValues((undelivered.data ?? []).map(({ reason }) => reason)) }
            : { name: "state", label: t("state"), values: plainValues(Object.keys(TONES)) },
        ]}
      />
      {notDelivered ? (
        <Ready of={undelivered}>{(events) => <NotDelivered world={world} events={events} index={rest[1]} query={query} />}</Ready>
      ) : (
        <Ready of={deliveries}>
          {(all) => {
            if (all.length === 0) return <NoDeliveries world={world} />;
            const delivery = all.find(({ id }) => id === selected);
            return (
              <div class={delivery ? "split" : "split alone"}>
                <Table
                  label={t("deliveries")}
                  columns={columns()}
                  rows={filteredDeliveries(all, query)}
                  keyOf={({ id }) => id}
                  selected={selected}
                  onOpen={({ id }) => open(id)}
                />
                {delivery && <Details key={delivery.id} world={world} delivery={delivery} all={all} onOpen={open} reload={deliveries.reload} />}
              </div>
            );
          }}
        </Ready>
      )}
    </Page>
  );
}

function Count({ of }: { of: readonly unknown[] | undefined }) {
  return of ? <Badge>{formatNumber(of.length)}</Badge> : null;
}

function NoDeliveries({ world }: { world: string }) {
  return (
    <Empty title={t("noDeliveries")}>
      <p class="quiet">{t("noDeliveriesHint")}</p>
      <a class="button" href={addressOf(world, "app")}>
        {t("app")}
      </a>
    </Empty>
  );
}

/** An event that did not arrive, with its number in the list, by which the address names it. */
interface Numbered {
  index: number;
  event: Undelivered;
}

function NotDelivered(props: { world: string; events: Undelivered[]; index: string | undefined; query: URLSearchParams }) {
  const { world, events, query } = props;
  const [wanted, kind, reason] = ["contains", "event", "reason"].map((name) => query.get(name) ?? "");
  if (events.length === 0) {
    return (
      <Empty title={t("allDelivered")}>
        <p class="quiet">{t("allDeliveredHint")}</p>
      </Empty>
    );
  }
  const rows = events
    .map((event, index): Numbered => ({ event, index }))
    .filter(
      ({ event }) =>
        (!kind || event.event === kind) && (!reason || event.reason === reason) && contains(JSON.stringify(event), wanted ?? ""),
    )
    .reverse();
  const open = (index?: number) =>
    go(addressOf(world, "deliveries", ["undelivered", ...(index === undefined ? [] : [index])], query.toString()));
  const selected = props.index === undefined ? undefined : events[Number(props.index)];
  return (
    <div class={selected ? "split" : "split alone"}>
      <Table
        label={t("undelivered")}
        columns={reasonColumns().map((column) => ({ ...column, cell: ({ event }: Numbered) => column.cell(event) }))}
        rows={rows}
        keyOf={({ index }) => index}
        selected={selected && Number(props.index)}
        onOpen={({ index }) => open(index)}
      />
      {selected && (
        <Sheet
          title={t("notDelivered")}
          onClose={() => open()}
          actions={<CopyAs forms={[{ label: "JSON", text: () => JSON.stringify(selected, null, 2) }]} />}
        >
          <div class="stack">
            <p class="callout warn">
              <bdi>{selected.explanation}</bdi>
            </p>
            <dl class="facts">
              <dt>{t("event")}</dt>
              <dd>
                <code>{selected.event}</code> <Badge tone="warn">{selected.reason.replaceAll("_", " ")}</Badge>
              </dd>
              <dt>{t("user")}</dt>
              <dd>
                <bdi>{selected.user || "—"}</bdi>
              </dd>
              <dt>{t("resource")}</dt>
              <dd class="mono">{selected.resource || "—"}</dd>
              <dt>{t("at")}</dt>
              <dd>{formatTime(selected.made_at)}</dd>
              {selected.delivery != null && (
                <>
                  <dt>{t("delivery")}</dt>
                  <dd>
                    <a href={addressOf(world, "deliveries", [selected.delivery])}>{formatNumber(selected.delivery)}</a>
                  </dd>
                </>
              )}
            </dl>
          </div>
        </Sheet>
      )}
    </div>
  );
}

interface DetailsProps {
  world: string;
  delivery: Delivery;
  all: Delivery[];
  onOpen: (id?: number) => void;
  reload: () => Promise<void>;
}

/** The same request to the app as a curl command, with the app's first key from a variable of its environment. */
export function deliveryCurl({ url, body, key }: Delivery): string {
  const secrets: Record<string, string> = key === "missing" ? {} : { authorization: "${OPEN_PLATFORM_IDENTIFICATION_KEYS%%,*}" };
  return curl({ method: "POST", url, secrets, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

function Details({ world, delivery, all, onOpen, reload }: DetailsProps) {
  const resendPath = worldPath(world, "deliveries", delivery.id, "redeliver");
  const resend = async () => {
    const again = await post<Schema<"DeliveryNumber">>(resendPath);
    await reload();
    onOpen(again.delivery);
  };
  const body = JSON.stringify(delivery.body, null, 2);
  return (
    <Sheet
      title={`${t("delivery")} ${formatNumber(delivery.id)}`}
      onClose={() => onOpen()}
      actions={
        <>
          <Action kind="main" run={resend}>
            {t("resend")}
          </Action>
          <CopyAs
            forms={[
              { label: t("curlToApp"), text: () => deliveryCurl(delivery) },
              { label: t("curlResend"), text: () => adminCurl("POST", resendPath) },
              { label: "JSON", text: () => body },
            ]}
          />
        </>
      }
    >
      <div class="stack">
        <dl class="facts">
          <dt>{t("event")}</dt>
          <dd>
            <code>{delivery.event}</code> <Badge tone={TONES[delivery.state]}>{delivery.state.replaceAll("_", " ")}</Badge>
          </dd>
          <dt>{t("address")}</dt>
          <dd class="mono" dir="ltr">
            {delivery.url || "—"}
          </dd>
          <dt>{t("at")}</dt>
          <dd>{formatTime(delivery.made_at)}</dd>
          {delivery.key && (
            <>
              <dt>{t("identificationKey")}</dt>
              <dd>
                <Badge tone={delivery.key === "right" ? "good" : "warn"}>{t(`key.${delivery.key}`)}</Badge>
              </dd>
            </>
          )}
          {delivery.next_attempt_at && (
            <>
              <dt>{t("nextAttempt")}</dt>
              <dd>{formatTime(delivery.next_attempt_at)}</dd>
            </>
          )}
        </dl>
        <h3>{t("attempts")}</h3>
        {delivery.attempts.length === 0 && <p class="quiet">{t("noAttempts")}</p>}
        <ul class="line-of-time">
          {delivery.attempts.map((attempt, index) => (
            <li key={index}>
              {attempt.status == null ? <Badge tone="bad">{t("noAnswer")}</Badge> : <Status status={attempt.status} />}
              <time dateTime={attempt.at} title={formatTime(attempt.at)}>
                +{formatDuration(Date.parse(attempt.at) - Date.parse(delivery.made_at))}
              </time>
              <span class="quiet">{milliseconds(attempt.latency_ms)}</span>
              {(attempt.error ?? attempt.answer) && <bdi class="mono">{attempt.error ?? attempt.answer}</bdi>}
            </li>
          ))}
        </ul>
        {delivery.headers.length > 0 && (
          <>
            <h3>{t("headers")}</h3>
            <HeaderList headers={delivery.headers} />
          </>
        )}
        <h3>{t("body")}</h3>
        <Json value={delivery.body} />
        <Compared delivery={delivery} all={all} />
      </div>
    </Sheet>
  );
}

/** The body compared with the one of the delivery that this repeats, or the one before of the same event. */
function Compared({ delivery, all }: { delivery: Delivery; all: Delivery[] }) {
  const other =
    all.find(({ id }) => id === delivery.repeats) ?? all.findLast(({ id, event }) => id < delivery.id && event === delivery.event);
  if (!other) return null;
  const text = ({ body }: Delivery) => JSON.stringify(body, null, 2);
  return <Difference title={t("comparedWith", { number: formatNumber(other.id) })} before={text(other)} after={text(delivery)} />;
}
