// Snapshots of a world: taken, and restored. The sandbox keeps the latest 32 in its memory, by number.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { get, post, type Schema, worldPath } from "../app/admin";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import { adminCurl } from "../ui/curl";
import { formatNumber, formatTime } from "../ui/format";
import { CopyAs } from "../ui/menu";
import { Action, attempt, Empty, Field, notify, Page, Panel } from "../ui/parts";

interface Taken {
  world: string;
  number: number;
  name: string;
  /** Time of the world. */
  at: string;
}

/** The admin API does not list snapshots, so these are the ones that this page took. */
const taken = signal<Taken[]>([]);

export function SnapshotsScreen({ world }: ScreenProps) {
  const [name, setName] = useState("");
  const path = worldPath(world, "snapshots");
  const take = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const { snapshot } = await post<Schema<"KeptSnapshot">>(path);
      const { now } = await get<Schema<"WorldInfo">>(worldPath(world));
      taken.value = [{ world, number: snapshot, name, at: now }, ...taken.value];
      setName("");
      notify(t("snapshotTaken"));
    });
  };
  const restore = async ({ number }: Taken) => {
    await post(`${path}/${number}/restore`);
    notify(t("restored"));
  };
  const here = taken.value.filter((snapshot) => snapshot.world === world);
  return (
    <Page
      title={t("snapshots")}
      about={t("snapshotsAbout")}
      actions={<CopyAs forms={[{ label: t("curlSnapshot"), text: () => adminCurl("POST", path) }]} />}
    >
      <Panel title={t("takeSnapshot")}>
        <form class="line" onSubmit={take}>
          <Field label={t("name")}>
            {(id) => <input id={id} value={name} maxLength={80} onInput={(event) => setName(event.currentTarget.value)} />}
          </Field>
          <button type="submit" class="main">
            {t("takeSnapshot")}
          </button>
        </form>
      </Panel>
      {here.length === 0 ? (
        <Empty title={t("noSnapshots")}>
          <p class="quiet">{t("noSnapshotsHint")}</p>
        </Empty>
      ) : (
        <Panel title={t("snapshots")}>
          <ul class="plain-list">
            {here.map((snapshot) => (
              <li key={snapshot.number}>
                <span>
                  {formatNumber(snapshot.number)}. <b>{snapshot.name}</b> <span class="quiet">{formatTime(snapshot.at)}</span>
                </span>
                <Action run={() => restore(snapshot)} label={`${t("restore")}: ${snapshot.number} ${snapshot.name}`}>
                  {t("restore")}
                </Action>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </Page>
  );
}
