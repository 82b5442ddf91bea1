// Faults: presets, an editor of rules, and the rules in force with their counters.
import { useState } from "preact/hooks";
import { post, type Schema, send, worldPath } from "../app/admin";
import { useData } from "../app/data";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import { en, type TextKey } from "../text/en";
import { adminCurl } from "../ui/curl";
import { formatNumber, readNumber } from "../ui/format";
import { CopyAs } from "../ui/menu";
import { Action, attempt, Badge, Empty, Field, Json, notify, Page, Panel, Ready } from "../ui/parts";

type Rule = Schema<"FaultRule">;
type Effect = Schema<"Effect">;
type Kind = Effect["kind"];
type Preset = Schema<"FaultPreset">;

/** The first form of each effect in the editor. */
export const EFFECTS: Record<Kind, Effect> = {
  status: { kind: "status", status: 503 },
  rate_limit: { kind: "rate_limit", retry_after_seconds: 30 },
  delay: { kind: "delay", milliseconds: 2000 },
  drop: { kind: "drop", moment: "after" },
  truncate: { kind: "truncate", bytes: 20 },
  slow_drip: { kind: "slow_drip", bytes: 16, milliseconds: 200 },
  gzip_bomb: { kind: "gzip_bomb", mebibytes: 64 },
  endless_body: { kind: "endless_body" },
  redirect: { kind: "redirect", status: 302, location: "/elsewhere" },
  bad_json: { kind: "bad_json" },
  patch: { kind: "patch", merge: {} },
};

function rule(name: string, on: Partial<Schema<"RequestMatch">>, effects: Effect[], rest: Partial<Rule> = {}): Rule {
  return { name, on, effects, ...rest } as Rule;
}

/** The text of a preset in the chosen language, if the console has one. */
function presetText(name: string, part: "" | ".about"): string | undefined {
  const key = `preset.${name}${part}`;
  return Object.hasOwn(en, key) ? t(key as TextKey) : undefined;
}

export function FaultsScreen({ world, rest, query }: ScreenProps) {
  const path = worldPath(world, "faults");
  const faults = useData<Schema<"ActiveFault">[]>(path, ["faults", "request"]);
  const presets = useData<Preset[]>("/_sandbox/fault-presets");
  const start = async ({ name }: Preset) => {
    await post(`${path}/presets/${name}`);
    notify(t("ruleAdded"));
    await faults.reload();
  };
  const add = async (wanted: Rule) => {
    await post(path, wanted);
    notify(t("ruleAdded"));
    await faults.reload();
  };
  const remove = async (id?: number) => {
    await send("DELETE", id === undefined ? path : `${path}/${id}`);
    await faults.reload();
  };
  return (
    <Page
      title={t("faults")}
      about={t("faultsAbout")}
      actions={
        <>
          <Action kind="danger" run={() => remove()} disabled={!faults.data?.length}>
            {t("removeAll")}
          </Action>
          <CopyAs
            forms={[
              { label: "curl", text: () => adminCurl("GET", path) },
              { label: "JSON", text: () => JSON.stringify(faults.data, null, 2) },
            ]}
          />
        </>
      }
    >
      <Panel title={t("rulesInForce")}>
        <Ready of={faults}>
          {(active) =>
            active.length === 0 ? (
              <Empty title={t("noFaults")}>
                <p class="quiet">{t("noFaultsHint")}</p>
              </Empty>
            ) : (
              <ul class="plain-list">
                {active.map((fault) => (
                  <li key={fault.id} aria-current={String(fault.id) === rest[0] ? "true" : undefined}>
                    <div class="stack">
                      <span>
                        <b>
                          {formatNumber(fault.id)}. {fault.rule.name}
                        </b>{" "}
                        <Badge tone={fault.fired > 0 ? "bad" : "info"}>{t("fired", { count: formatNumber(fault.fired) })}</Badge>{" "}
                        <Badge>{t("matched", { count: formatNumber(fault.matched) })}</Badge>
                      </span>
                      <details>
                        <summary>JSON</summary>
                        <Json value={fault.rule} />
                      </details>
                    </div>
                    <Action kind="danger" run={() => remove(fault.id)} label={`${t("delete")}: ${fault.id}`}>
                      {t("delete")}
                    </Action>
                  </li>
                ))}
              </ul>
            )
          }
        </Ready>
      </Panel>
      <Panel title={t("presets")}>
        <Ready of={presets}>
          {(all) => (
            <ul class="cards">
              {all.map((preset) => (
                <li key={preset.name}>
                  <h3>{presetText(preset.name, "") ?? preset.name.replaceAll("_", " ")}</h3>
                  <p class="hint">{presetText(preset.name, ".about") ?? preset.about}</p>
                  <div class="actions">
                    <Action run={() => start(preset)} label={`${t("addRule")}: ${presetText(preset.name, "") ?? preset.name}`}>
                      {t("addRule")}
                    </Action>
                    <CopyAs
                      forms={[
                        { label: "curl", text: () => adminCurl("POST", `${path}/presets/${preset.name}`) },
                        { label: t("rulesAsJson"), text: () => JSON.stringify(preset.rules, null, 2) },
                      ]}
                    />
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Ready>
      </Panel>
      <Editor key={query.toString()} path={path} query={query} onAdd={add} />
    </Page>
  );
}

/** The number in a field, or none if it is empty. */
export function numberOf(text: string, title: TextKey): number | null {
  if (text.trim() === "") return null;
  const number = readNumber(text);
  if (!Number.isFinite(number)) throw new Error(t("noNumber", { field: t(title) }));
  return number;
}

/** What the editor shows first: an address such as `faults?endpoint=posts.get&effect=delay` leads to a rule. */
export function firstRule(query: URLSearchParams) {
  const value = (name: string, other = "") => query.get(name) ?? other;
  const kind = value("effect", "status");
  return {
    kind: (Object.hasOwn(EFFECTS, kind) ? kind : "status") as Kind,
    written: {
      name: value("name"),
      endpoint: value("endpoint"),
      user: value("user"),
      nth: value("nth"),
      times: value("times", "1"),
      probability: value("probability"),
    },
  };
}

function Editor(props: { path: string; query: URLSearchParams; onAdd: (wanted: Rule) => Promise<void> }) {
  const first = firstRule(props.query);
  const [written, setWritten] = useState(first.written);
  const [effect, setEffect] = useState(JSON.stringify(EFFECTS[first.kind], null, 2));
  const wanted = (): Rule =>
    rule(written.name, { endpoint: written.endpoint || null, user: written.user || null }, [JSON.parse(effect) as Effect], {
      nth: numberOf(written.nth, "nth"),
      times: numberOf(written.times, "times"),
      probability: numberOf(written.probability, "probability"),
    });
  const field = (name: keyof typeof written, title: TextKey, more: { inputMode?: "numeric" | "decimal"; hint?: TextKey } = {}) => (
    <Field label={t(title)} {...(more.hint ? { hint: t(more.hint) } : {})}>
      {(id, hint) => (
        <input
          id={id}
          aria-describedby={hint}
          inputMode={more.inputMode ?? "text"}
          value={written[name]}
          onInput={(event) => setWritten({ ...written, [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  const add = (event: Event) => {
    event.preventDefault();
    void attempt(() => props.onAdd(wanted()));
  };
  return (
    <Panel title={t("newRule")}>
      <form class="stack" onSubmit={add}>
        <div class="fields">
          {field("name", "name")}
          {field("endpoint", "endpoint", { hint: "endpointHint" })}
          {field("user", "user", { hint: "userHint" })}
          {field("nth", "nth", { inputMode: "numeric" })}
          {field("times", "times", { inputMode: "numeric" })}
          {field("probability", "probability", { inputMode: "decimal" })}
        </div>
        <Field label={t("effect")}>
          {(id) => (
            <select id={id} defaultValue={first.kind} onChange={(event) => setEffect(JSON.stringify(EFFECTS[event.currentTarget.value as Kind], null, 2))}>
              {Object.keys(EFFECTS).map((kind) => (
                <option key={kind} value={kind}>
                  {kind.replaceAll("_", " ")}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t("effectJson")}>
          {(id) => <textarea id={id} dir="ltr" rows={4} spellcheck={false} value={effect} onInput={(event) => setEffect(event.currentTarget.value)} />}
        </Field>
        <div class="actions">
          <button type="submit" class="main">
            {t("addRule")}
          </button>
          <CopyAs forms={[{ label: "curl", text: () => adminCurl("POST", props.path, wanted()) }]} />
        </div>
      </form>
    </Panel>
  );
}
