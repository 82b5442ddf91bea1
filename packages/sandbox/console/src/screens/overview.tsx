// What an app needs to start: addresses, environment, and what has happened so far.
import { useEffect, useState } from "preact/hooks";
import { type Schema, send, worldPath } from "../app/admin";
import { useClock } from "../app/clock";
import { useData } from "../app/data";
import { useDeliveries } from "../app/deliveries";
import { onChange } from "../app/live";
import { isReplaced, merged, type RequestRecord, requestsIn } from "../app/requests";
import { addressOf } from "../app/router";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import { adminCurl, quote } from "../ui/curl";
import { formatNumber, formatTime } from "../ui/format";
import { CopyAs, CopyButton } from "../ui/menu";
import { attempt, Badge, notify, Page, Panel, Ready } from "../ui/parts";
import { FirstSteps } from "./steps";

export const HOSTS = ["auth", "base", "api", "upload", "chat"] as const;

/** The environment variables with which an app uses a world. */
export function environmentOf(app: Schema<"AppSettings">, world: string, origin: string): [string, string][] {
  return [
    ["OPEN_PLATFORM_SANDBOX_URL", world === "default" ? origin : `${origin}/worlds/${world}`],
    ["OPEN_PLATFORM_API_KEY", app.api_key],
    ["OPEN_PLATFORM_CLIENT_ID", app.client_id],
    ["OPEN_PLATFORM_CLIENT_SECRET", app.client_secret],
    ["OPEN_PLATFORM_IDENTIFICATION_KEYS", app.identification_key],
    ["OPEN_PLATFORM_REDIRECT_URI", app.redirect_uris[0] ?? ""],
  ];
}

export function OverviewScreen({ world }: ScreenProps) {
  const app = useData<Schema<"AppSettings">>(worldPath(world, "app"), ["app"]);
  const info = useData<Schema<"WorldInfo">>(worldPath(world), ["switches", "clock"]);
  return (
    <Page
      title={t("overview")}
      about={t("overviewAbout")}
      actions={<CopyAs forms={[{ label: t("curlOfApp"), text: () => adminCurl("GET", worldPath(world, "app")) }]} />}
    >
      <Counters world={world} />
      <div class="panels">
        <Ready of={app}>{(settings) => <Environment lines={environmentOf(settings, world, location.origin)} />}</Ready>
        <Panel title={t("addresses")}>
          <dl class="facts">
            {HOSTS.map((host) => {
              const address = `${location.origin}/worlds/${world}/${host}`;
              return (
                <>
                  <dt>{host}</dt>
                  <dd class="mono" dir="ltr">
                    {address} <CopyButton text={address} label={host} />
                  </dd>
                </>
              );
            })}
          </dl>
        </Panel>
        <WorldFacts world={world} info={info.data} reload={info.reload} />
      </div>
    </Page>
  );
}

/** The environment as commands of a POSIX shell. */
export function exportsOf(lines: readonly [string, string][]): string {
  return lines.map(([name, value]) => `export ${name}=${quote(value)}`).join("\n");
}

function Environment(props: { lines: [string, string][] }) {
  const exports = () => exportsOf(props.lines);
  const file = () => props.lines.map(([name, value]) => `${name}=${value}`).join("\n");
  return (
    <Panel
      wide
      title={t("environment")}
      actions={
        <CopyAs
          forms={[
            { label: "export …", text: exports },
            { label: ".env", text: file },
            { label: "JSON", text: () => JSON.stringify(Object.fromEntries(props.lines), null, 2) },
          ]}
        />
      }
    >
      <pre class="json" dir="ltr" tabIndex={0}>
        {exports()}
      </pre>
    </Panel>
  );
}

/** Between two reads of data that change with each request. */
const PAUSE = 1000;

/** All requests: read once, and continued by the live connection. */
function useAllRequests(world: string): RequestRecord[] | undefined {
  const { data, reload } = useData<RequestRecord[]>(worldPath(world, "requests"));
  const [all, setAll] = useState<RequestRecord[]>();
  useEffect(() => setAll(data?.toReversed()), [data]);
  useEffect(
    () =>
      onChange((changes) => {
        if (isReplaced(changes)) return void reload();
        const found = requestsIn(changes);
        if (found.length > 0) setAll((rows) => rows && merged(rows, found));
      }),
    [reload],
  );
  return all;
}

function Counters({ world }: { world: string }) {
  const requests = useAllRequests(world);
  const deliveries = useDeliveries(world).data;
  const undelivered = useData<Schema<"Undelivered">[]>(worldPath(world, "undelivered"), ["undelivered", "delivery", "app"], PAUSE).data;
  const tokens = useData<Schema<"TokenReport">[]>(worldPath(world, "tokens"), ["tokens", "clock"]).data;
  const duplicates = useData<Schema<"DuplicateWrite">[]>(worldPath(world, "duplicates"), ["request"], PAUSE).data;
  const credentials = useData<Schema<"CredentialSighting">[]>(worldPath(world, "credentials"), ["request"], PAUSE).data;
  const counters: [string, string, number | undefined][] = [
    ["requests", t("requests"), requests?.length],
    ["requests?status=4xx", t("refused"), requests?.filter(({ status }) => status >= 400 && status < 500).length],
    ["requests", t("deprecatedCalls"), requests?.filter(({ replacement }) => replacement).length],
    ["requests", t("repeatedWrites"), duplicates?.length],
    ["requests", t("misplacedCredentials"), credentials?.filter(({ belongs }) => !belongs).length],
    ["deliveries", t("deliveries"), deliveries?.length],
    ["deliveries/undelivered", t("undelivered"), undelivered?.length],
    ["users?state=works", t("validTokens"), tokens?.filter((token) => token.access_token_works).length],
  ];
  return (
    <>
      <FirstSteps world={world} requests={requests} deliveries={deliveries} tokens={tokens} />
      <div class="counters">
        {counters.map(([screen, text, count]) => (
          <a class="counter" href={addressOf(world, "") + screen} key={text}>
            <b>{count === undefined ? "…" : formatNumber(count)}</b>
            <span>{text}</span>
          </a>
        ))}
      </div>
    </>
  );
}

type Profile = Schema<"Profile">;
const PROFILES: readonly Profile[] = ["strict", "lenient", "observed"];

function WorldFacts(props: { world: string; info: Schema<"WorldInfo"> | undefined; reload: () => Promise<void> }) {
  const { status, now } = useClock(props.world);
  const change = async (profile: Profile) => {
    await send("PATCH", worldPath(props.world, "switches"), { profile });
    await props.reload();
    notify(t("saved"));
  };
  return (
    <Panel title={t("world")}>
      <dl class="facts">
        <dt>{t("name")}</dt>
        <dd>
          <bdi>{props.world}</bdi>
        </dd>
        <dt>{t("profile")}</dt>
        <dd>
          {props.info && (
            <select
              aria-label={t("profile")}
              value={props.info.profile}
              onChange={(event) => void attempt(() => change(event.currentTarget.value as Profile))}
            >
              {PROFILES.map((profile) => (
                <option key={profile} value={profile}>
                  {t(`profile.${profile}`)}
                </option>
              ))}
            </select>
          )}
        </dd>
        <dt>{t("worldTime")}</dt>
        <dd>
          {now !== undefined && formatTime(new Date(now))} {status?.frozen && <Badge tone="info">{t("frozen")}</Badge>}
        </dd>
        <dt>{t("adminApi")}</dt>
        <dd class="mono" dir="ltr">
          <a href="/_sandbox/openapi.json">/_sandbox/openapi.json</a>
        </dd>
      </dl>
    </Panel>
  );
}
