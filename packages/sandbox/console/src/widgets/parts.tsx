// Images of a world, stand-ins for icons and for images that it does not have, and the frame of a row.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { worldPath } from "../app/admin";
import { route } from "../app/router";
import { actionOf, initialsOf, type Members, textOf } from "./read";

/** What a card does where a user taps an action. */
export type OnAction = (action: Members) => void;

/** A row of a card: the members of its widget. */
export interface RowProps {
  row: Members;
  onAction: OnAction;
}

/** A stand-in for an icon, with the initials of its name. */
export function Icon({ name }: { name: string }) {
  return (
    <span class="w-icon" dir="ltr" role="img" aria-label={name} title={name}>
      {initialsOf(name)}
    </span>
  );
}

/** An image that an app uploaded to this world, or a stand-in: a circle for the app's logo, else a landscape. */
export function Picture({ name, large }: { name: string; large?: boolean }) {
  const address = worldPath(route.value.world, "images", name);
  const [missing, setMissing] = useState("");
  const logo = name === "logo";
  if (!logo && missing !== address) {
    return <img class={large ? "w-picture large" : "w-picture"} src={address} alt={name} title={name} onError={() => setMissing(address)} />;
  }
  return (
    <svg class={large ? "w-picture large" : "w-picture"} viewBox="0 0 40 40" preserveAspectRatio="xMidYMid slice" role="img" aria-label={name}>
      <title>{name}</title>
      <rect class="w-picture-back" width="40" height="40" />
      {logo ? (
        <circle class="w-picture-front" cx="20" cy="20" r="11" />
      ) : (
        <>
          <circle class="w-picture-front" cx="13" cy="14" r="3.5" />
          <path class="w-picture-front" d="M5 32 16 20l7 7 4-4 8 9z" />
        </>
      )}
    </svg>
  );
}

/** The image of a row, else its icon. */
export function Mark({ row }: { row: Members }) {
  const image = textOf(row, "image_id") || textOf(row, "image_url");
  const icon = textOf(row, "icon_name");
  if (image) return <Picture name={image} />;
  return icon ? <Icon name={icon} /> : null;
}

/** A row, which is a button where it has an action, unless there are controls inside it. */
export function Row(props: { row: Members; kind: string; onAction: OnAction; controls?: boolean; children: ComponentChildren }) {
  const action = props.controls ? undefined : actionOf(props.row);
  const divider = props.row["has_divider"] === true || props.row["hasDivider"] === true;
  const name = `w-row w-${props.kind}${divider ? " w-divided" : ""}`;
  if (!action) return <div class={name}>{props.children}</div>;
  return (
    <button type="button" class={name} title={Object.keys(action).join()} onClick={() => props.onAction(action)}>
      {props.children}
      <Chevron />
    </button>
  );
}

function Chevron() {
  return (
    <svg class="w-chevron" viewBox="0 0 10 16" aria-hidden="true">
      <path d="M8 2 2 8l6 6" />
    </svg>
  );
}
