// The calculator of scopes: which scopes to ask users for, and which permissions the API key needs.
import type { Schema } from "../app/admin";
import { useData } from "../app/data";
import type { ScreenProps } from "../app/screens";
import { addressOf, go } from "../app/router";
import { t } from "../app/settings";
import needs from "../needs.json";
import { quote } from "../ui/curl";
import { CopyAs } from "../ui/menu";
import { Badge, Empty, Page, Panel } from "../ui/parts";

export interface Needs {
  name: string;
  /** The smallest that suffice. */
  scopes: string[];
  /** A broader scope in place of a small one. */
  alternatives: { scope: string; or: string }[];
  permissions: string[];
}

interface Call extends Needs {
  purpose: string;
  deprecated: boolean;
}

const CALLS: readonly Call[] = needs.calls;
const EVENTS: readonly Needs[] = needs.events;

/** What all of these need together, as the command `open-platform scopes` says it. */
export function together(all: readonly Needs[]): Omit<Needs, "name"> {
  const alternatives = all.flatMap((one) => one.alternatives.map((other) => [`${other.scope} ${other.or}`, other] as const));
  return {
    scopes: [...new Set(all.flatMap(({ scopes }) => scopes))],
    alternatives: [...new Map(alternatives).values()],
    permissions: [...new Set(all.flatMap(({ permissions }) => permissions))].sort(),
  };
}

export function ScopesScreen({ world, query }: ScreenProps) {
  const chosen = new Set(query.getAll("for"));
  const toggle = (name: string) => {
    const names = chosen.has(name) ? [...chosen].filter((other) => other !== name) : [...chosen, name];
    go(addressOf(world, "scopes", [], new URLSearchParams(names.map((one) => ["for", one])).toString()), true);
  };
  const box = (one: Needs, more: { purpose?: string; deprecated?: boolean } = {}) => (
    <label class="check" key={one.name}>
      <input type="checkbox" checked={chosen.has(one.name)} onChange={() => toggle(one.name)} />
      <span>
        <code>{one.name}</code> {more.deprecated && <Badge tone="warn">{t("deprecated")}</Badge>}
        {more.purpose && (
          <span class="hint block" dir="ltr" lang="en">
            {more.purpose}
          </span>
        )}
      </span>
    </label>
  );
  const stays = chosen.has("offline_access");
  const current = CALLS.filter(({ deprecated }) => !deprecated);
  const old = CALLS.filter(({ deprecated }) => deprecated);
  return (
    <Page title={t("calculator")} about={t("calculatorAbout")}>
      <div class="panels">
        <Panel title={t("calls")}>
          {current.map((call) => box(call, call))}
          <details open={old.some(({ name }) => chosen.has(name))}>
            <summary>{t("deprecatedCalls")}</summary>
            {old.map((call) => box(call, call))}
          </details>
        </Panel>
        <div class="stack sticks">
          <Panel title={t("events")}>{EVENTS.map((event) => box(event))}</Panel>
          <Panel title={t("login")}>
            <label class="check">
              <input type="checkbox" checked={stays} onChange={() => toggle("offline_access")} />
              <span>
                <code>offline_access</code> <span class="hint block">{t("offlineHint")}</span>
              </span>
            </label>
          </Panel>
          <Result calls={CALLS.filter(({ name }) => chosen.has(name))} events={EVENTS.filter(({ name }) => chosen.has(name))} stays={stays} />
        </div>
      </div>
    </Page>
  );
}

/** The same calculation with the command line. */
export function scopesCommand(calls: readonly Needs[], events: readonly Needs[]): string {
  const options = [...calls.map(({ name }) => `--call ${quote(name)}`), ...events.map(({ name }) => `--event ${quote(name)}`)];
  return ["open-platform scopes", ...options].join(" ");
}

/** What a scope lets the app do, in the words of the sandbox. */
function Purposes({ scopes }: { scopes: readonly string[] }) {
  const all = useData<Schema<"ScopeInfo">[]>("/_sandbox/scopes").data ?? [];
  const known = all.filter(({ template }) => scopes.includes(template));
  if (known.length === 0) return null;
  return (
    <dl class="facts purposes" lang="en" dir="ltr">
      {known.map(({ template, purpose }) => (
        <>
          <dt>
            <code>{template}</code>
          </dt>
          <dd>{purpose}</dd>
        </>
      ))}
    </dl>
  );
}

function Result({ calls, events, stays }: { calls: readonly Needs[]; events: readonly Needs[]; stays: boolean }) {
  const { scopes, alternatives, permissions } = together([...calls, ...events]);
  const all = stays ? [...scopes, "offline_access"] : scopes;
  if (all.length === 0 && permissions.length === 0) {
    return (
      <Empty title={t(calls.length + events.length > 0 ? "needsNothing" : "nothingChosen")}>
        <p class="quiet">{t("nothingChosenHint")}</p>
      </Empty>
    );
  }
  return (
    <Panel
      title={t("result")}
      actions={
        <CopyAs
          forms={[
            { label: t("scopeText"), text: () => all.join(" ") },
            { label: t("permissions"), text: () => permissions.join("\n") },
            { label: "open-platform scopes", text: () => scopesCommand(calls, events) },
            { label: "JSON", text: () => JSON.stringify({ scopes: all, permissions, alternatives }, null, 2) },
          ]}
        />
      }
    >
      <div class="stack" aria-live="polite">
        <h3>{t("scopesToAsk")}</h3>
        <pre class="json" dir="ltr" tabIndex={0}>
          {all.join(" ") || "—"}
        </pre>
        <Purposes scopes={all} />
        {alternatives.map(({ scope, or }) => (
          <p class="hint" key={scope + or}>
            {t("broader")} <code dir="ltr">{or}</code> ← <code dir="ltr">{scope}</code>
          </p>
        ))}
        <h3>{t("permissions")}</h3>
        <div class="badges">
          {permissions.map((permission) => (
            <Badge key={permission}>
              <code>{permission}</code>
            </Badge>
          ))}
        </div>
      </div>
    </Panel>
  );
}
