// Snapshots of a world: taken under a name, restored, saved as files, and compared.
import { useState } from "preact/hooks";
import { post, type Schema, send, worldPath } from "../app/admin";
import { useData } from "../app/data";
import { addressOf, go } from "../app/router";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import { adminCurl } from "../ui/curl";
import { download } from "../ui/download";
import { contains, Filters } from "../ui/filters";
import { formatNumber, formatTime } from "../ui/format";
import { CopyAs } from "../ui/menu";
import { Action, attempt, Badge, Empty, Field, notify, Page, Panel, Ready } from "../ui/parts";

type Snapshot = Schema<"SnapshotInfo">;
type Difference = Schema<"Difference">;

/** How the admin API and the address name a snapshot. */
export const idOf = ({ name, number }: Snapshot): string => name ?? String(number);

/** The name for an imported file: what the admin API allows of the file's name. */
export function nameOf(file: string): string {
  const name = file.replace(/\.json$/i, "").replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 64);
  return /^\d*$/.test(name) || name === "now" ? `file-${name}`.slice(0, 64) : name;
}

export function SnapshotsScreen({ world, rest, query }: ScreenProps) {
  const [name, setName] = useState("");
  const path = worldPath(world, "snapshots");
  const snapshots = useData<Snapshot[]>(path, ["snapshots", "app"]);
  const take = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      await (name ? send("PUT", worldPath(world, "snapshots", name)) : post(path));
      setName("");
      notify(t("snapshotTaken"));
      await snapshots.reload();
    });
  };
  const bring = (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    void attempt(async () => {
      const { name: made } = await send<Snapshot>("PUT", worldPath(world, "snapshots", nameOf(file.name)), file);
      notify(t("imported", { name: made ?? "" }));
      await snapshots.reload();
    });
  };
  const [one, other = "now"] = rest;
  return (
    <Page
      title={t("snapshots")}
      about={t("snapshotsAbout")}
      actions={
        <CopyAs
          forms={[
            { label: t("curlSnapshot"), text: () => adminCurl("PUT", worldPath(world, "snapshots", name || "before")) },
            { label: "curl", text: () => adminCurl("GET", path) },
          ]}
        />
      }
    >
      <Panel title={t("takeSnapshot")}>
        <form class="line" onSubmit={take}>
          <Field label={t("name")} hint={t("snapshotNameHint")}>
            {(id, hint) => (
              <input
                id={id}
                aria-describedby={hint}
                value={name}
                pattern="[A-Za-z0-9._\-]{1,64}"
                autocomplete="off"
                onInput={(event) => setName(event.currentTarget.value)}
              />
            )}
          </Field>
          <button type="submit" class="main">
            {t("takeSnapshot")}
          </button>
          <label class="button file">
            {t("importFile")}
            <input
              type="file"
              accept=".json,application/json"
              onChange={(event) => {
                bring(event.currentTarget.files);
                event.currentTarget.value = "";
              }}
            />
          </label>
        </form>
      </Panel>
      <Ready of={snapshots}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t("noSnapshots")}>
              <p class="quiet">{t("noSnapshotsHint")}</p>
            </Empty>
          ) : (
            <>
              <Panel title={t("snapshots")}>
                <ul class="plain-list">
                  {all.toReversed().map((snapshot) => (
                    <Row key={snapshot.number} world={world} snapshot={snapshot} reload={snapshots.reload} />
                  ))}
                </ul>
              </Panel>
              <Comparison world={world} all={all} one={one} other={other} query={query} />
            </>
          )
        }
      </Ready>
    </Page>
  );
}

function Row({ world, snapshot, reload }: { world: string; snapshot: Snapshot; reload: () => Promise<void> }) {
  const id = idOf(snapshot);
  const path = worldPath(world, "snapshots", id);
  const restore = async () => {
    await post(`${path}/restore`);
    notify(t("restored"));
  };
  const remove = async () => {
    await send("DELETE", path);
    await reload();
  };
  return (
    <li>
      <div>
        <b>
          <bdi>{snapshot.name ?? formatNumber(snapshot.number)}</bdi>
        </b>{" "}
        <span class="quiet">{formatTime(snapshot.at)}</span> {snapshot.frozen && <Badge tone="info">{t("frozen")}</Badge>}
        <p class="hint">
          {[
            t("countUsers", { count: formatNumber(snapshot.users) }),
            t("countPosts", { count: formatNumber(snapshot.posts) }),
            t("countConversations", { count: formatNumber(snapshot.conversations) }),
          ].join(" · ")}
        </p>
      </div>
      <Action run={restore} label={`${t("restore")}: ${id}`}>
        {t("restore")}
      </Action>
      <Action run={() => download(path, `${id}.json`)} label={`${t("exportFile")}: ${id}`}>
        {t("exportFile")}
      </Action>
      <a class="button" href={addressOf(world, "snapshots", [id, "now"])} aria-label={`${t("compare")}: ${id}`}>
        {t("compare")}
      </a>
      <Action kind="danger" run={remove} label={`${t("delete")}: ${id}`}>
        {t("delete")}
      </Action>
    </li>
  );
}

interface ComparisonProps {
  world: string;
  all: Snapshot[];
  one: string | undefined;
  other: string;
  query: URLSearchParams;
}

function Comparison({ world, all, one, other, query }: ComparisonProps) {
  const ids = all.map(idOf).reverse();
  const change = (first: string, second: string) => go(addressOf(world, "snapshots", first ? [first, second] : [], query.toString()));
  const choice = (label: string, value: string, values: readonly string[], onChange: (value: string) => void) => (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {values.map((name) => (
            <option key={name} value={name}>
              {{ now: t("asItIsNow"), "": "—" }[name] ?? name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <Panel title={t("compareSnapshots")}>
      <div class="stack">
        <div class="line">
          {choice(t("from"), one ?? "", ["", ...ids], (value) => change(value, other))}
          {choice(t("to"), other, ["now", ...ids], (value) => change(one ?? "", value))}
        </div>
        {one !== undefined && <Differences key={`${one} ${other}`} world={world} one={one} other={other} query={query} />}
      </div>
    </Panel>
  );
}

function Differences({ world, one, other, query }: { world: string; one: string; other: string; query: URLSearchParams }) {
  const path = worldPath(world, "snapshots", one, "compare", other);
  const compared = useData<Schema<"Comparison">>(path);
  const wanted = query.get("contains") ?? "";
  return (
    <Ready of={compared}>
      {({ differences, has_more: hasMore }) =>
        differences.length === 0 ? (
          <p class="quiet">{t("noDifference")}</p>
        ) : (
          <div class="stack">
            <div class="actions between">
              <Filters query={query} address={(next) => addressOf(world, "snapshots", [one, other], next)} search={t("searchPaths")} />
              <CopyAs
                forms={[
                  { label: "curl", text: () => adminCurl("GET", path) },
                  { label: "JSON", text: () => JSON.stringify(differences, null, 2) },
                ]}
              />
            </div>
            <ul class="plain-list">
              {differences
                .filter((difference) => contains(difference.path, wanted))
                .map((difference) => (
                  <OneDifference key={difference.path} difference={difference} />
                ))}
            </ul>
            {hasMore && <p class="quiet">{t("moreDifferences")}</p>}
          </div>
        )
      }
    </Ready>
  );
}

function OneDifference({ difference }: { difference: Difference }) {
  const { path, before, after } = difference;
  return (
    <li>
      <div class="stack" dir="ltr">
        <code>{path}</code>
        <pre class="json" tabIndex={0}>
          {before !== undefined && before !== null && <span class="remove">- {JSON.stringify(before)}{"\n"}</span>}
          {after !== undefined && after !== null && <span class="add">+ {JSON.stringify(after)}</span>}
        </pre>
      </div>
    </li>
  );
}
