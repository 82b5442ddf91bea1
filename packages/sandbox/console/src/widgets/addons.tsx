// The add-ons of the app on a post: each as a card whose actions work, and as JSON.
import { useState } from "preact/hooks";
import { post as send, type Schema, worldPath } from "../app/admin";
import { useData } from "../app/data";
import { addressOf } from "../app/router";
import { t } from "../app/settings";
import { codeForms } from "../code/call";
import { widgetCode } from "../code/widgets";
import { formatTime } from "../ui/format";
import { CopyAs } from "../ui/menu";
import { attempt, Badge, Field, Json } from "../ui/parts";
import { AddonCard } from "./card";
import { OutcomeDialog } from "./click";
import { actionsIn, type Members } from "./read";

export function Addons(props: { world: string; post: string; addons: readonly Schema<"ShownAddon">[] }) {
  const { world, post, addons } = props;
  const users = useData<Schema<"SandboxUser">[]>(worldPath(world, "users"), ["users"]);
  const [chosen, setChosen] = useState("");
  const [outcome, setOutcome] = useState<Schema<"ClickOutcome"> | null>(null);
  const names = users.data?.map(({ name }) => name) ?? [];
  const user = chosen || (names.includes("buyer") ? "buyer" : (names[0] ?? ""));
  const actions = actionsIn(addons.map(({ widgets }) => widgets));
  const click = (action: Members) =>
    void attempt(async () => {
      const body = { on: "widget", user, post, action: actions.indexOf(action) };
      setOutcome(await send<Schema<"ClickOutcome">>(worldPath(world, "clicks"), body));
    });
  return (
    <div class="stack">
      {actions.length > 0 && (
        <Field label={t("clickAs")}>
          {(id) => (
            <select id={id} value={user} onChange={(event) => setChosen(event.currentTarget.value)}>
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      {addons.map((addon) => (
        <div key={addon.id} class="stack">
          <div class="actions between">
            <p>
              <Badge tone={addon.attached ? "good" : "warn"}>{t(addon.attached ? "attached" : "queued")}</Badge>{" "}
              <span class="quiet">{formatTime(addon.modified_at)}</span>
            </p>
            <span class="actions">
              <a class="button" href={addressOf(world, "widgets", [], new URLSearchParams({ widgets: JSON.stringify(addon.widgets) }).toString())}>
                {t("editWidgets")}
              </a>
              <CopyAs forms={[...codeForms((language) => widgetCode(addon.widgets, language)), { label: "JSON", text: () => JSON.stringify(addon.widgets, null, 2) }]} />
            </span>
          </div>
          <AddonCard widgets={addon.widgets} onAction={click} />
          <Json value={addon.widgets} />
        </div>
      ))}
      {outcome && <OutcomeDialog outcome={outcome} onClose={() => setOutcome(null)} />}
    </div>
  );
}
