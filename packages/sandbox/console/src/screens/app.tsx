// The settings of the app, as in the platform's console: credentials, addresses, permissions.
import { useState } from "preact/hooks";
import { type Schema, send, worldPath } from "../app/admin";
import { useData } from "../app/data";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import type { TextKey } from "../text/en";
import { adminCurl } from "../ui/curl";
import { CopyAs, CopyButton } from "../ui/menu";
import { attempt, Field, notify, Page, Panel, Ready } from "../ui/parts";

type Settings = Schema<"AppSettings">;
type TextSetting = "client_id" | "client_secret" | "api_key" | "identification_key" | "events_url" | "start_url" | "dynamic_action_url";

const CREDENTIALS: [TextSetting, TextKey][] = [
  ["client_id", "clientId"],
  ["client_secret", "clientSecret"],
  ["api_key", "apiKey"],
  ["identification_key", "identificationKey"],
];
const ADDRESSES: [TextSetting, TextKey][] = [
  ["events_url", "eventsUrl"],
  ["start_url", "startUrl"],
  ["dynamic_action_url", "dynamicActionUrl"],
];

export function AppScreen({ world }: ScreenProps) {
  const settings = useData<Settings>(worldPath(world, "app"), ["app"]);
  return (
    <Page title={t("app")} about={t("appAbout")}>
      <Ready of={settings}>
        {(read) => <Form key={JSON.stringify(read)} world={world} read={read} reload={settings.reload} />}
      </Ready>
    </Page>
  );
}

/** The settings that differ, as a PATCH sends them. */
export function changesOf(read: Settings, written: Settings): Partial<Settings> {
  const names = Object.keys(written) as (keyof Settings)[];
  const changed = names.filter((name) => JSON.stringify(read[name]) !== JSON.stringify(written[name]));
  return Object.fromEntries(changed.map((name) => [name, written[name]]));
}

function Form(props: { world: string; read: Settings; reload: () => Promise<void> }) {
  const { world, read } = props;
  const [written, setWritten] = useState(read);
  // Permissions that were switched off stay in the list.
  const [permissions] = useState(() => [...read.permissions].sort());
  const [other, setOther] = useState("");
  const path = worldPath(world, "app");
  const changes = changesOf(read, written);
  const changed = Object.keys(changes).length > 0;
  const set = (change: Partial<Settings>) => setWritten({ ...written, ...change });
  const save = async (event: Event) => {
    event.preventDefault();
    if (!(await attempt(() => send("PATCH", path, changes)))) return;
    notify(t("saved"));
    await props.reload();
  };
  const allow = (permission: string, on: boolean) => {
    const others = written.permissions.filter((known) => known !== permission);
    set({ permissions: on ? [...others, permission].sort() : others });
  };
  const text = ([name, title]: [TextSetting, TextKey]) => (
    <Field label={t(title)} key={name}>
      {(id) => (
        <div class="with-copy">
          <input
            id={id}
            class="mono"
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            value={written[name]}
            onInput={(event) => set({ [name]: event.currentTarget.value })}
          />
          {written[name] && <CopyButton text={written[name]} label={t(title)} />}
        </div>
      )}
    </Field>
  );
  const shown = [...new Set([...permissions, ...written.permissions])].sort();
  return (
    <form class="stack" onSubmit={(event) => void save(event)}>
      <div class="panels">
        <Panel title={t("credentials")}>
          <div class="stack">{CREDENTIALS.map(text)}</div>
        </Panel>
        <Panel title={t("addresses")}>
          <div class="stack">
            <Field label={t("redirectUris")} hint={t("onePerLine")}>
              {(id, hint) => (
                <textarea
                  id={id}
                  aria-describedby={hint}
                  dir="ltr"
                  rows={3}
                  value={written.redirect_uris.join("\n")}
                  onChange={(event) => set({ redirect_uris: event.currentTarget.value.split(/\s+/).filter(Boolean) })}
                />
              )}
            </Field>
            {ADDRESSES.map(text)}
            <label class="check">
              <input
                type="checkbox"
                checked={written.has_logo}
                onChange={(event) => set({ has_logo: event.currentTarget.checked })}
              />
              {t("hasLogo")}
            </label>
          </div>
        </Panel>
        <Panel title={t("permissions")} wide>
          <p class="quiet">{t("permissionsAbout")}</p>
          <div class="columns">
            {shown.map((permission) => (
              <label class="check" key={permission}>
                <input
                  type="checkbox"
                  checked={written.permissions.includes(permission)}
                  onChange={(event) => allow(permission, event.currentTarget.checked)}
                />
                <code>{permission}</code>
              </label>
            ))}
          </div>
          <div class="line">
            <Field label={t("otherPermission")}>
              {(id) => <input id={id} value={other} onInput={(event) => setOther(event.currentTarget.value)} />}
            </Field>
            <button
              type="button"
              disabled={!other.trim()}
              onClick={() => {
                allow(other.trim(), true);
                setOther("");
              }}
            >
              {t("add")}
            </button>
          </div>
        </Panel>
      </div>
      <div class="actions save">
        <button type="submit" class="main" disabled={!changed}>
          {t("save")}
        </button>
        <button type="button" disabled={!changed} onClick={() => setWritten(read)}>
          {t("undo")}
        </button>
        <CopyAs
          forms={[
            { label: t("curlOfChange"), text: () => adminCurl("PATCH", path, changes) },
            { label: "JSON", text: () => JSON.stringify(written, null, 2) },
          ]}
        />
      </div>
    </form>
  );
}
