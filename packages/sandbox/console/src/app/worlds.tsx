// The switcher of worlds in the header, with the dialog that makes and deletes them.
import { useState } from "preact/hooks";
import { Dialog } from "../ui/dialog";
import { adminCurl } from "../ui/curl";
import { CopyAs } from "../ui/menu";
import { Action, attempt, Field, notify } from "../ui/parts";
import { type Schema, send, worldPath } from "./admin";
import { useData } from "./data";
import { addressOf, go } from "./router";
import { t } from "./settings";

export function WorldSwitcher(props: { world: string; screen: string }) {
  const { world, screen } = props;
  const { data: worlds, reload } = useData<Schema<"WorldInfo">[]>("/_sandbox/worlds");
  const [open, setOpen] = useState(false);
  const names = [...new Set([...(worlds ?? []).map(({ name }) => name), world])];
  return (
    <div class="worlds">
      <select
        aria-label={t("world")}
        value={world}
        onChange={(event) => go(addressOf(event.currentTarget.value, screen))}
        onFocus={() => void reload()}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <button type="button" class="plain" aria-label={t("manageWorlds")} onClick={() => setOpen(true)}>
        +
      </button>
      {open && <Worlds names={names} world={world} reload={reload} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Worlds(props: { names: string[]; world: string; reload: () => Promise<void>; onClose: () => void }) {
  const [name, setName] = useState("");
  const make = async (event: Event) => {
    event.preventDefault();
    const made = await attempt(() => send("PUT", worldPath(name)));
    if (!made) return;
    await props.reload();
    go(addressOf(name, "overview"));
    props.onClose();
  };
  const remove = async (which: string) => {
    await send("DELETE", worldPath(which));
    await props.reload();
    if (which === props.world) go(addressOf("default", "overview"));
    notify(t("deleted", { name: which }));
  };
  const reset = async () => {
    await send("POST", worldPath(props.world, "reset"));
    notify(t("resetDone", { name: props.world }));
  };
  return (
    <Dialog title={t("manageWorlds")} onClose={props.onClose}>
      <p class="quiet">{t("worldsAbout")}</p>
      <form onSubmit={(event) => void make(event)} class="line">
        <Field label={t("newWorld")} hint={t("worldNameHint")}>
          {(id, hint) => (
            <input
              id={id}
              aria-describedby={hint}
              value={name}
              required
              pattern="[A-Za-z0-9_\-]{1,64}"
              autocomplete="off"
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="main">
          {t("make")}
        </button>
        <CopyAs
          forms={[
            { label: "curl", text: () => adminCurl("GET", "/_sandbox/worlds") },
            { label: `curl: ${t("make")}`, text: () => adminCurl("PUT", worldPath(name || "shop")) },
            { label: `curl: ${t("reset")}`, text: () => adminCurl("POST", worldPath(props.world, "reset")) },
          ]}
        />
      </form>
      <ul class="plain-list">
        {props.names.map((which) => (
          <li key={which}>
            <bdi>{which}</bdi>
            {which === props.world && <Action run={reset}>{t("reset")}</Action>}
            {which !== "default" && (
              <Action kind="danger" run={() => remove(which)} label={`${t("delete")}: ${which}`}>
                {t("delete")}
              </Action>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
