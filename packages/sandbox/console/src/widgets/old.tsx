// Widgets of the old form, drawn from what the app sent: also the members that the current form does not have.
import { Mark, Row, type RowProps } from "./parts";
import { isMembers, type Members, textOf, type Widget } from "./read";

/** The names of the old widgets, and which rows draw them. */
const KINDS: Readonly<Record<string, string>> = {
  TITLE_ROW: "title_row",
  SUBTITLE_ROW: "subtitle_row",
  DESCRIPTION_ROW: "old_description_row",
  WIDE_BUTTON_BAR: "button_bar",
  SELECTOR_ROW: "old_selector_row",
  SCORE_ROW: "score_row",
  IMAGE_CAROUSEL_ROW: "image_carousel_row",
  GROUP_INFO_ROW: "group_info_row",
  EVENT_ROW: "event_row",
  EVALUATION_ROW: "evaluation_row",
};

/** The old widgets that are drawn. */
export const KNOWN_OLD_WIDGETS = Object.keys(KINDS);

/** The classes of an old paragraph: how it is emphasised. */
export function emphasisOf(row: Members): string {
  const kinds = ["small", "padded"].filter((name) => row[name] === true);
  return [row["is_primary"] === true ? "w-primary" : "w-secondary", ...kinds.map((name) => `w-${name}`)].join(" ");
}

/** An old row that can be selected, with its second line and its notification. */
export function OldSelector(props: RowProps) {
  const { row } = props;
  return (
    <Row kind={row["small"] === true ? "selector w-small" : "selector"} {...props}>
      <Mark row={row} />
      <span class="w-grow">
        {textOf(row, "title")}
        <small>{textOf(row, "description")}</small>
      </span>
      {row["has_notification"] === true && <span class="w-notification">{textOf(row, "notification_text") || "•"}</span>}
    </Row>
  );
}

/** The old widget in an object with `widget_type` and `data`, with its members where the rows look for them. */
export function readOldWidget(value: unknown): Widget | undefined {
  if (!isMembers(value)) return undefined;
  const { widget_type: name, data } = snakeCase(value) as Members;
  if (typeof name !== "string") return undefined;
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  return kind && isMembers(data) ? { kind, value: rowOf(data) } : { kind: name, value: data };
}

function rowOf({ button, icon, indicator_icon, ...row }: Members): Members {
  const name = [icon, indicator_icon].filter(isMembers).map((one) => textOf(one, "icon_name"))[0];
  return { ...(name && { icon_name: name }), ...row, ...(isMembers(button) && button) };
}

/** The same value with members in snake case, which the old form has in both spellings. */
function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (!isMembers(value)) return value;
  const renamed = Object.entries(value).map(([name, member]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), snakeCase(member)]);
  return Object.fromEntries(renamed);
}
