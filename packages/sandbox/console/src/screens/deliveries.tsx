// Events for the app: every delivery with its attempts, and every event that did not arrive, with the reason.
import { useState } from "preact/hooks";
import { post, type Schema, worldPath } from "../app/admin";
import { useData } from "../app/data";
import { addressOf, go } from "../app/router";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import { adminCurl, curl } from "../ui/curl";
import { diffLines } from "../ui/diff";
import { formatClock, formatDuration, formatNumber, formatTime } from "../ui/format";
import { CopyAs, Menu } from "../ui/menu";
import { Action, Badge, Empty, Json, notify, Page, Panel, Ready, Sheet } from "../ui/parts";
import { type Column, Table } from "../ui/table";
import { Status } from "./requests";

type Delivery = Schema<"Delivery">;
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
  { name: "at", title: t("at"), cell: ({ made_at }) => formatClock(made_at), minor: true },
];

export function DeliveriesScreen({ world, rest }: ScreenProps) {
  const deliveries = useData<Delivery[]>(worldPath(world, "deliveries"), ["delivery", "clock"]);
  const undelivered = useData<Undelivered[]>(worldPath(world, "undelivered"), ["undelivered", "delivery", "clock"]);
  const selected = rest[0] === undefined ? undefined : Number(rest[0]);
  const open = (id?: number) => go(addressOf(world, "deliveries", id === undefined ? [] : [id]));
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
      <Ready of={undelivered}>{(events) => (events.length === 0 ? null : <NotDelivered events={events} onOpen={open} />)}</Ready>
      <Ready of={deliveries}>
        {(all) => {
          if (all.length === 0) {
            return (
              <Empty title={t("noDeliveries")}>
                <p class="quiet">{t("noDeliveriesHint")}</p>
                <a class="button" href={addressOf(world, "app")}>
                  {t("app")}
                </a>
              </Empty>
            );
          }
          const delivery = all.find(({ id }) => id === selected);
          return (
            <div class={delivery ? "split" : "split alone"}>
              <Table
                label={t("deliveries")}
                columns={columns()}
                rows={all.toReversed()}
                keyOf={({ id }) => id}
                selected={selected}
                onOpen={({ id }) => open(id)}
              />
              {delivery && <Details key={delivery.id} world={world} delivery={delivery} all={all} onOpen={open} reload={deliveries.reload} />}
            </div>
          );
        }}
      </Ready>
    </Page>
  );
}

const MOST_REASONS = 5;

function NotDelivered(props: { events: Undelivered[]; onOpen: (id: number) => void }) {
  const [all, setAll] = useState(false);
  const newest = props.events.toReversed();
  return (
    <Panel title={`${t("notDelivered")} (${formatNumber(props.events.length)})`}>
      <ul class="plain-list">
        {(all ? newest : newest.slice(0, MOST_REASONS)).map((event, index) => (
          <li key={index}>
            <div>
              <code>{event.event}</code> <Badge tone="warn">{event.reason.replaceAll("_", " ")}</Badge>
              <p>
                <bdi>{event.explanation}</bdi>
              </p>
              <p class="hint">{[event.user, event.resource, formatTime(event.made_at)].filter(Boolean).join(" · ")}</p>
            </div>
            {event.delivery != null && (
              <button type="button" onClick={() => props.onOpen(event.delivery as number)}>
                {t("details")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {!all && newest.length > MOST_REASONS && (
        <button type="button" class="plain" onClick={() => setAll(true)}>
          {t("showAll")}
        </button>
      )}
    </Panel>
  );
}

interface DetailsProps {
  world: string;
  delivery: Delivery;
  all: Delivery[];
  onOpen: (id?: number) => void;
  reload: () => Promise<void>;
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
              {
                label: t("curlToApp"),
                text: () =>
                  curl({
                    method: "POST",
                    url: delivery.url,
                    headers: { "content-type": "application/json" },
                    body: JSON.stringify(delivery.body),
                  }),
              },
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
              {(attempt.error ?? attempt.answer) && <bdi class="mono">{attempt.error ?? attempt.answer}</bdi>}
            </li>
          ))}
        </ul>
        <h3>{t("body")}</h3>
        <Json value={delivery.body} />
        <Difference delivery={delivery} all={all} />
      </div>
    </Sheet>
  );
}

/** The body compared with the one of the delivery that this repeats, or the one before of the same event. */
function Difference({ delivery, all }: { delivery: Delivery; all: Delivery[] }) {
  const other =
    all.find(({ id }) => id === delivery.repeats) ?? all.findLast(({ id, event }) => id < delivery.id && event === delivery.event);
  if (!other) return null;
  const lines = diffLines(JSON.stringify(other.body, null, 2), JSON.stringify(delivery.body, null, 2));
  return (
    <>
      <h3>{t("comparedWith", { number: formatNumber(other.id) })}</h3>
      {lines.every(({ kind }) => kind === "same") ? (
        <p class="quiet">{t("sameBody")}</p>
      ) : (
        <pre class="json" dir="ltr" tabIndex={0}>
          {lines.map(({ kind, text }, index) => (
            <span key={index} class={kind}>
              {{ same: "  ", add: "+ ", remove: "- " }[kind] + text + "\n"}
            </span>
          ))}
        </pre>
      )}
    </>
  );
}
