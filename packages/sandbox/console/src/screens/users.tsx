// The users of a world, and every pair of tokens with its age, its periods and what it can do.
import { useState } from "preact/hooks";
import { post, type Schema, worldPath } from "../app/admin";
import { useClock } from "../app/clock";
import { useData } from "../app/data";
import { addressOf, go } from "../app/router";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import { adminCurl } from "../ui/curl";
import { Dialog } from "../ui/dialog";
import { contains, Filters, plainValues } from "../ui/filters";
import { formatDuration, formatNumber, formatTime } from "../ui/format";
import { CopyAs, CopyButton } from "../ui/menu";
import { Action, attempt, Badge, Empty, Field, notify, Page, Panel, Ready, Sheet } from "../ui/parts";
import { type Column, Table } from "../ui/table";
import { Consents } from "./consents";

type User = Schema<"SandboxUser">;
type Pair = Schema<"TokenReport">;

export function UsersScreen({ world, rest, query }: ScreenProps) {
  const users = useData<User[]>(worldPath(world, "users"), ["users"]);
  const tokens = useData<Pair[]>(worldPath(world, "tokens"), ["tokens", "clock", "request", "switches"]);
  const switches = useData<Schema<"Switches">>(worldPath(world, "switches"), ["switches"]);
  const { now } = useClock(world);
  const [issuing, setIssuing] = useState(false);
  const selected = tokens.data?.find(({ pair }) => pair === Number(rest[0]));
  const open = (pair?: number) => go(addressOf(world, "users", pair === undefined ? [] : [pair], query.toString()));
  const shown = (pairs: Pair[]) =>
    pairs.filter(
      (pair) =>
        (!query.get("user") || pair.user === query.get("user")) &&
        (!query.get("state") || tokenStateOf(pair, now ?? 0, grace) === query.get("state")) &&
        contains(`${pair.pair} ${pair.scopes.join(" ")}`, query.get("contains") ?? ""),
    );
  const grace = (switches.data?.oauth.grace_seconds ?? 0) * 1000;
  return (
    <Page
      title={t("users")}
      about={t("usersAbout")}
      actions={
        <>
          <button type="button" class="main" onClick={() => setIssuing(true)}>
            {t("issueTokens")}
          </button>
          <CopyAs forms={[{ label: t("curlOfTokens"), text: () => adminCurl("GET", worldPath(world, "tokens")) }]} />
        </>
      }
    >
      <Consents world={world} users={users.data ?? []} />
      <Ready of={users}>{(list) => <Users world={world} users={list} tokens={tokens.data ?? []} reload={tokens.reload} />}</Ready>
      {tokens.data && tokens.data.length > 0 && (
        <Filters
          query={query}
          address={(next) => addressOf(world, "users", rest, next)}
          search={t("searchTokens")}
          choices={[
            { name: "user", label: t("user"), values: plainValues(tokens.data.map(({ user }) => user)) },
            { name: "state", label: t("state"), values: TOKEN_STATES.map((value) => ({ value, text: t(`token.${value}`) })) },
          ]}
        />
      )}
      <Ready of={tokens}>
        {(pairs) =>
          pairs.length === 0 ? (
            <Empty title={t("noTokens")}>
              <p class="quiet">{t("noTokensHint")}</p>
            </Empty>
          ) : (
            <div class={selected ? "split" : "split alone"}>
              <Table
                label={t("tokens")}
                columns={columns(now, grace)}
                rows={shown(pairs).reverse()}
                keyOf={({ pair }) => pair}
                selected={selected?.pair}
                onOpen={({ pair }) => open(pair)}
              />
              {selected && <Details key={selected.pair} world={world} pair={selected} now={now} grace={grace} onOpen={open} reload={tokens.reload} />}
            </div>
          )
        }
      </Ready>
      {issuing && <Issue world={world} users={users.data ?? []} onClose={() => setIssuing(false)} reload={tokens.reload} />}
    </Page>
  );
}

function Users(props: { world: string; users: User[]; tokens: Pair[]; reload: () => Promise<void> }) {
  const revoke = async (name: string) => {
    await post(worldPath(props.world, "users", name, "revoke"));
    notify(t("revoked", { name }));
    await props.reload();
  };
  return (
    <Panel title={t("people")}>
      <ul class="plain-list">
        {props.users.map((user) => (
          <li key={user.name}>
            <div>
              <b>{user.name}</b> <span class="quiet mono">{user.phone}</span>
              <p class="hint mono" dir="ltr">
                {user.id} <CopyButton text={user.id} label={`${user.name} id`} />
              </p>
            </div>
            <Action
              kind="danger"
              run={() => revoke(user.name)}
              disabled={!props.tokens.some((pair) => pair.user === user.name && !pair.ended)}
              label={`${t("revoke")}: ${user.name}`}
            >
              {t("revoke")}
            </Action>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const TOKEN_STATES = ["works", "grace", "expired", "ended"] as const;
export type TokenState = (typeof TOKEN_STATES)[number];

/** The state of a pair of tokens. After a refresh, the old pair has a grace period. */
export function tokenStateOf(pair: Pair, now: number, grace: number): TokenState {
  if (pair.ended) return "ended";
  if (pair.refreshed_at && now < Date.parse(pair.refreshed_at) + grace) return "grace";
  return pair.access_token_works ? "works" : "expired";
}

const columns = (now: number | undefined, grace: number): Column<Pair>[] => [
  { name: "number", title: "#", cell: ({ pair }) => formatNumber(pair) },
  { name: "state", title: t("state"), cell: (pair) => <TokenStateBadge state={tokenStateOf(pair, now ?? 0, grace)} /> },
  { name: "user", title: t("user"), cell: ({ user }) => <bdi>{user}</bdi> },
  { name: "scopes", title: t("scopes"), cell: ({ scopes }) => <code dir="ltr">{scopes.join(" ")}</code> },
  { name: "age", title: t("age"), cell: ({ made_at }) => now !== undefined && formatDuration(now - Date.parse(made_at)), minor: true },
];

function TokenStateBadge({ state }: { state: TokenState }) {
  return <Badge tone={TONES[state]}>{t(`token.${state}`)}</Badge>;
}

const TONES = { works: "good", grace: "warn", expired: "bad", ended: "bad" } as const;

interface DetailsProps {
  world: string;
  pair: Pair;
  now: number | undefined;
  grace: number;
  onOpen: (pair?: number) => void;
  reload: () => Promise<void>;
}

function Details({ world, pair, now = Date.parse(pair.made_at), grace, onOpen, reload }: DetailsProps) {
  const expire = async () => {
    await post(worldPath(world, "tokens", pair.pair, "expire"));
    await reload();
  };
  const rotate = async () => {
    const next = await post<Schema<"TokenPair">>(worldPath(world, "tokens", pair.pair, "rotate"));
    await reload();
    notify(t("rotatedTo", { number: formatNumber(next.pair) }));
    onOpen(next.pair);
  };
  const until = (time: string) => {
    const left = Date.parse(time) - now;
    return t(left > 0 ? "in" : "ago", { duration: formatDuration(left) });
  };
  return (
    <Sheet
      title={`${t("pair")} ${formatNumber(pair.pair)} · ${pair.user}`}
      onClose={() => onOpen()}
      actions={
        <>
          <Action run={rotate} disabled={!pair.refresh_token_until || pair.refreshed_at != null || pair.ended != null}>
            {t("rotate")}
          </Action>
          <Action run={expire} disabled={!pair.access_token_works}>
            {t("expire")}
          </Action>
          <CopyAs
            forms={[
              { label: `curl: ${t("rotate")}`, text: () => adminCurl("POST", worldPath(world, "tokens", pair.pair, "rotate")) },
              { label: `curl: ${t("expire")}`, text: () => adminCurl("POST", worldPath(world, "tokens", pair.pair, "expire")) },
              { label: t("scopeText"), text: () => pair.scopes.join(" ") },
              { label: "JSON", text: () => JSON.stringify(pair, null, 2) },
            ]}
          />
        </>
      }
    >
      <div class="stack">
        <dl class="facts">
          <dt>{t("state")}</dt>
          <dd>
            <TokenStateBadge state={tokenStateOf(pair, now, grace)} />
          </dd>
          <dt>{t("age")}</dt>
          <dd title={formatTime(pair.made_at)}>{formatDuration(now - Date.parse(pair.made_at))}</dd>
          <dt>{t("accessToken")}</dt>
          <dd title={formatTime(pair.access_token_until)}>
            {t("ends")} {until(pair.access_token_until)}
          </dd>
          <dt>{t("refreshToken")}</dt>
          <dd>{pair.refresh_token_until ? `${t("ends")} ${until(pair.refresh_token_until)}` : t("none")}</dd>
          {pair.refreshed_at && (
            <>
              <dt>{t("rotated")}</dt>
              <dd>
                {until(pair.refreshed_at)} · {t("graceWindow")}: {formatDuration(grace)}
              </dd>
            </>
          )}
          {pair.ended && (
            <>
              <dt>{t("token.ended")}</dt>
              <dd>{pair.ended}</dd>
            </>
          )}
          <dt>{t("consent")}</dt>
          <dd>{formatNumber(pair.grant)}</dd>
        </dl>
        <div class="badges">
          {pair.scopes.map((scope) => (
            <Badge key={scope}>
              <code>{scope}</code>
            </Badge>
          ))}
        </div>
        <Abilities pair={pair} />
      </div>
    </Sheet>
  );
}

function Abilities({ pair }: { pair: Pair }) {
  const [allowed, refused] = [true, false].map((wanted) => pair.abilities.filter((ability) => ability.allowed === wanted));
  return (
    <>
      <h3>{t("whatCanItDo")}</h3>
      <div class="stack">
        <ul class="plain-list">
          {allowed?.map((ability) => (
            <li key={ability.endpoint}>
              <code>{ability.endpoint}</code>
              <span class="hint mono">{ability.by.join(" ")}</span>
            </li>
          ))}
        </ul>
        <h3>{t("notAllowed")}</h3>
        <ul class="plain-list">
          {refused?.map((ability) => (
            <li key={ability.endpoint}>
              <code>{ability.endpoint}</code>
              {ability.missing_permission && (
                <span class="hint">
                  {t("missingPermission")} <code>{ability.missing_permission}</code>
                </span>
              )}
              {ability.missing_scopes.length > 0 && (
                <span class="hint">
                  {t("missingScope")} <code>{ability.missing_scopes.join(" / ")}</code>
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function Issue(props: { world: string; users: User[]; onClose: () => void; reload: () => Promise<void> }) {
  const [user, setUser] = useState(props.users[0]?.name ?? "");
  const [scopes, setScopes] = useState("USER_PHONE offline_access");
  const [issued, setIssued] = useState<Schema<"TokenPair"> | null>(null);
  const path = worldPath(props.world, "tokens");
  const body = () => ({ user, scopes: scopes.split(/\s+/).filter(Boolean) });
  const issue = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      setIssued(await post<Schema<"TokenPair">>(path, body()));
      await props.reload();
    });
  };
  return (
    <Dialog title={t("issueTokens")} onClose={props.onClose}>
      <form class="stack" onSubmit={issue}>
        <p class="quiet">{t("issueAbout")}</p>
        <Field label={t("user")}>
          {(id) => (
            <select id={id} value={user} onChange={(event) => setUser(event.currentTarget.value)}>
              {props.users.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t("scopes")} hint={t("scopesHint")}>
          {(id, hint) => (
            <textarea id={id} aria-describedby={hint} dir="ltr" rows={3} value={scopes} onInput={(event) => setScopes(event.currentTarget.value)} />
          )}
        </Field>
        <div class="actions">
          <button type="submit" class="main">
            {t("issueTokens")}
          </button>
          <CopyAs forms={[{ label: "curl", text: () => adminCurl("POST", path, body()) }]} />
        </div>
      </form>
      {issued && (
        <dl class="facts issued">
          <dt>{t("accessToken")}</dt>
          <dd class="mono">
            {issued.access_token} <CopyButton text={issued.access_token} label={t("accessToken")} />
          </dd>
          {issued.refresh_token && (
            <>
              <dt>{t("refreshToken")}</dt>
              <dd class="mono">
                {issued.refresh_token} <CopyButton text={issued.refresh_token} label={t("refreshToken")} />
              </dd>
            </>
          )}
        </dl>
      )}
    </Dialog>
  );
}
