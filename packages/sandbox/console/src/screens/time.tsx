// The world's clock: freeze, advance, set, and what fires next.
import { useState } from "preact/hooks";
import { post, type Schema, worldPath } from "../app/admin";
import { useClock } from "../app/clock";
import { useData } from "../app/data";
import { addressOf } from "../app/router";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import type { TextKey } from "../text/en";
import { adminCurl } from "../ui/curl";
import { Filters } from "../ui/filters";
import { formatDuration, formatNumber, formatTime } from "../ui/format";
import { CopyAs } from "../ui/menu";
import { Action, attempt, Badge, Empty, Field, Page, Panel, Ready } from "../ui/parts";

type Fired = Schema<"FiredJobs">;
type Job = Schema<"Fired">;
type Upcoming = Schema<"Upcoming">;

const KINDS: Schema<"UpcomingKind">[] = [
  "deliver",
  "expire_access_token",
  "end_grace",
  "expire_refresh_token",
  "expire_code",
  "attach_addon",
  "expire_user_addon",
  "review_post",
  "settle_payment",
];
/** Between two reads of what is planned. */
const PAUSE = 500;

const STEPS: [TextKey, number][] = [
  ["plus2Minutes", 120],
  ["plus1Hour", 3600],
  ["plus30Days", 2_592_000],
];

/** A job in words: its kind, and what it is about. */
export function jobText(job: Job): string {
  const { at: _, job: kind, ...about } = job;
  const details = Object.entries(about).map(([name, value]) => `${name} ${value}`);
  return [kind.replaceAll("_", " "), ...details].join(" · ");
}

export function TimeScreen({ world, query }: ScreenProps) {
  const path = (...parts: string[]) => worldPath(world, "clock", ...parts);
  const { status, now, reload } = useClock(world);
  const planned = useData<Upcoming[]>(path("upcoming"), ["clock", "delivery", "tokens", "addons", "app"], PAUSE);
  const [fired, setFired] = useState<Fired | null>(null);
  const refresh = () => Promise.all([reload(), planned.reload()]);
  const turn = async (operation: "freeze" | "unfreeze") => {
    await post(path(operation));
    await refresh();
  };
  const move = async (operation: string, body?: unknown) => {
    setFired(await post<Fired>(path(operation), body));
    await refresh();
  };
  return (
    <Page
      title={t("time")}
      about={t("timeAbout")}
      actions={
        <CopyAs
          forms={[
            { label: t("curlFreeze"), text: () => adminCurl("POST", path("freeze")) },
            { label: t("curlUpcoming"), text: () => adminCurl("GET", path("upcoming")) },
            { label: t("curlAdvance"), text: () => adminCurl("POST", path("advance"), { seconds: 3600 }) },
          ]}
        />
      }
    >
      <Panel title={t("now")} actions={status?.frozen ? <Badge tone="info">{t("frozen")}</Badge> : <Badge tone="good">{t("running")}</Badge>}>
        <div class="stack">
          <p class="big-clock">{now === undefined ? "…" : formatTime(new Date(now))}</p>
          <div class="actions">
            {status?.frozen ? (
              <Action run={() => turn("unfreeze")}>{t("unfreeze")}</Action>
            ) : (
              <Action run={() => turn("freeze")}>{t("freeze")}</Action>
            )}
            {STEPS.map(([text, seconds]) => (
              <Action key={text} kind="main" run={() => move("advance", { seconds })}>
                {t(text)}
              </Action>
            ))}
            <Action run={() => move("run-until-idle")}>{t("runUntilIdle")}</Action>
          </div>
          <SetTime onSet={(to) => move("set", { to })} />
        </div>
      </Panel>
      <div class="panels">
        <Panel title={t("upcoming")}>
          <Ready of={planned}>
            {(all) => {
              const kind = query.get("kind") ?? "";
              const jobs = all.filter((job) => kind === "" || job.kind === kind);
              return all.length === 0 ? (
                <Empty title={t("nothingPlanned")}>
                  <p class="quiet">{t("nothingPlannedHint")}</p>
                </Empty>
              ) : (
                <div class="stack">
                  <Filters
                    query={query}
                    address={(next) => addressOf(world, "time", [], next)}
                    choices={[{ name: "kind", label: t("kind"), values: KINDS.map((value) => ({ value, text: t(`job.${value}`) })) }]}
                  />
                  {jobs.length === 0 && <p class="quiet">{t("noneMatches")}</p>}
                  <UpcomingLine world={world} jobs={jobs} from={now ?? Date.parse(all[0]?.at ?? "")} onGo={(at) => move("set", { to: at })} />
                </div>
              );
            }}
          </Ready>
        </Panel>
        {fired && (
          <Panel title={t("justFired")}>
            {fired.fired.length === 0 ? <p class="quiet">{t("nothingFired")}</p> : <FiredLine jobs={fired.fired} />}
          </Panel>
        )}
      </div>
    </Page>
  );
}

const MOST_SHOWN = 100;

/** Where the details of what a job is about are. */
export function placeOfJob(world: string, { kind, about, number }: Upcoming): string | undefined {
  if (kind === "deliver" && number != null) return addressOf(world, "deliveries", [number]);
  if (kind === "attach_addon" && about) return addressOf(world, "posts", [about]);
  if (kind !== "expire_code" && kind !== "expire_user_addon" && number != null) return addressOf(world, "users", [number]);
  return undefined;
}

function UpcomingLine(props: { world: string; jobs: Upcoming[]; from: number; onGo: (at: string) => Promise<unknown> }) {
  return (
    <ol class="line-of-time">
      {props.jobs.slice(0, MOST_SHOWN).map((job, index) => {
        const place = placeOfJob(props.world, job);
        const name = [job.about, job.number != null && formatNumber(job.number)].filter(Boolean).join(" · ");
        return (
          <li key={index}>
            <time dateTime={job.at} title={formatTime(job.at)}>
              {t("in", { duration: formatDuration(Date.parse(job.at) - props.from) })}
            </time>
            <span class="grow">
              {t(`job.${job.kind}`)} <bdi>{place ? <a href={place}>{name}</a> : name}</bdi>
            </span>
            <Action kind="plain" run={() => props.onGo(job.at)} label={`${t("goThere")}: ${formatTime(job.at)}`}>
              {t("goThere")}
            </Action>
          </li>
        );
      })}
      <More count={props.jobs.length - MOST_SHOWN} />
    </ol>
  );
}

function FiredLine({ jobs }: { jobs: Job[] }) {
  return (
    <ol class="line-of-time">
      {jobs.slice(0, MOST_SHOWN).map((job, index) => (
        <li key={index}>
          <time dateTime={job.at}>{formatTime(job.at)}</time>
          <bdi>{jobText(job)}</bdi>
        </li>
      ))}
      <More count={jobs.length - MOST_SHOWN} />
    </ol>
  );
}

function More({ count }: { count: number }) {
  return count > 0 ? <li class="quiet">{t("andMore", { count: formatNumber(count) })}</li> : null;
}

function SetTime(props: { onSet: (to: string) => Promise<void> }) {
  const [to, setTo] = useState("");
  const set = (event: Event) => {
    event.preventDefault();
    void attempt(() => props.onSet(`${to}${to.length === 16 ? ":00" : ""}Z`));
  };
  return (
    <form class="line short" onSubmit={set}>
      <Field label={t("setTime")}>
        {(id) => <input id={id} type="datetime-local" step={1} required value={to} onInput={(event) => setTo(event.currentTarget.value)} />}
      </Field>
      <button type="submit">{t("set")}</button>
    </form>
  );
}
