// The first steps with a world, with a tick at those that were made.
import type { Schema } from "../app/admin";
import type { Delivery } from "../app/deliveries";
import type { RequestRecord } from "../app/requests";
import { addressOf } from "../app/router";
import { t } from "../app/settings";
import type { TextKey } from "../text/en";
import { formatNumber } from "../ui/format";
import { Badge, Panel } from "../ui/parts";

interface World {
  requests: readonly RequestRecord[];
  deliveries: readonly Delivery[];
  tokens: readonly Schema<"TokenReport">[];
}

const STEPS: [TextKey, string, (world: World) => boolean][] = [
  ["step.start", "overview", ({ requests }) => requests.length > 0],
  ["step.login", "users", ({ tokens }) => tokens.length > 0],
  ["step.addon", "posts", ({ requests }) => requests.some(({ endpoint, status }) => endpoint === "addons.create_on_post" && status === 200)],
  ["step.event", "chat", ({ deliveries }) => deliveries.some(({ state }) => state === "delivered")],
  ["step.time", "time", ({ requests }) => requests.some(({ endpoint, status }) => endpoint === "oauth.refresh" && status === 200)],
  ["step.fault", "faults", ({ requests }) => requests.some(({ fault }) => fault != null)],
];

/** The names of the steps that were made. */
export function madeSteps(world: World): TextKey[] {
  return STEPS.filter(([, , isMade]) => isMade(world)).map(([name]) => name);
}

/** Nothing once all steps are made. */
export function FirstSteps(props: { world: string } & { [Name in keyof World]: World[Name] | undefined }) {
  const { world, requests, deliveries, tokens } = props;
  if (!requests || !deliveries || !tokens) return null;
  const made = madeSteps({ requests, deliveries, tokens });
  if (made.length === STEPS.length) return null;
  return (
    <Panel title={t("firstSteps")} actions={<Badge tone="info">{t("stepsMade", { made: formatNumber(made.length), all: formatNumber(STEPS.length) })}</Badge>}>
      <ol class="steps">
        {STEPS.map(([name, screen]) => (
          <li key={name} class={made.includes(name) ? "made" : undefined}>
            <a href={addressOf(world, screen)}>{t(name)}</a>
            {made.includes(name) && <span class="quiet"> ✓ {t("made")}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
