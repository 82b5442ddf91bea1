// An add-on, drawn as a card of a classifieds marketplace on a phone: right to left, one row for each widget.
import { type ComponentType, Fragment } from "preact";
import { useId, useState } from "preact/hooks";
import { language, t } from "../app/settings";
import { Json } from "../ui/parts";
import type { Form } from "./check";
import { emphasisOf, OldSelector, readOldWidget } from "./old";
import { Icon, Mark, type OnAction, Picture, Row, type RowProps } from "./parts";
import { actionOf, isMembers, itemsOf, percentageOf, readWidget, textOf, toneOf, type Widget } from "./read";

const percent = new Intl.NumberFormat("fa-IR", { style: "percent" });

const ROWS: Readonly<Record<string, ComponentType<RowProps>>> = {
  title_row: (props) => (
    <Row kind="title" {...props}>
      <strong>{textOf(props.row, "text")}</strong>
    </Row>
  ),
  subtitle_row: (props) => (
    <Row kind="subtitle" {...props}>
      <span>{textOf(props.row, "text")}</span>
    </Row>
  ),
  description_row: Description,
  button_bar: ButtonBar,
  selector_row: (props) => (
    <Row kind="selector" {...props}>
      <Mark row={props.row} />
      <span class="w-grow">{textOf(props.row, "title")}</span>
    </Row>
  ),
  event_row: (props) => (
    <Row kind="event" {...props}>
      <Mark row={props.row} />
      <span class="w-grow">
        <span class="w-line">
          <span>{textOf(props.row, "title")}</span>
          <small>{textOf(props.row, "label")}</small>
        </span>
        <small>{textOf(props.row, "subtitle")}</small>
      </span>
    </Row>
  ),
  group_info_row: (props) => (
    <Row kind="group" {...props}>
      {itemsOf(props.row, "items").map((item, index) => (
        <span key={index} class="w-fact">
          <small>{textOf(item, "title")}</small>
          <span>{textOf(item, "value")}</span>
        </span>
      ))}
    </Row>
  ),
  score_row: Score,
  evaluation_row: Evaluation,
  image_carousel_row: (props) => (
    <Row kind="carousel" controls {...props}>
      <ul class="w-strip" tabIndex={0} aria-label={t("images")}>
        {itemsOf(props.row, "items").map((item, index) => (
          <li key={index}>
            <Picture large name={textOf(item, "image_id") || textOf(item, "image_url")} />
            <small>{textOf(item, "description")}</small>
          </li>
        ))}
      </ul>
    </Row>
  ),
};

/** The names of the widgets that are drawn. */
export const KNOWN_WIDGETS = Object.keys(ROWS);

/** The rows of the old form: two have members that the current form does not have. */
const OLD_ROWS: typeof ROWS = {
  ...ROWS,
  old_description_row: (props) => (
    <div class={emphasisOf(props.row)}>
      <Description {...props} />
    </div>
  ),
  old_selector_row: OldSelector,
};

/** How widgets of a form are read and drawn. */
const DRAWINGS: Readonly<Record<Form, { read: (value: unknown) => Widget | undefined; rows: typeof ROWS }>> = {
  current: { read: readWidget, rows: ROWS },
  legacy: { read: readOldWidget, rows: OLD_ROWS },
};

/** Draws widgets of a form, the current one by default. Unknown ones are shown as JSON under their name. */
export function AddonCard(props: {
  widgets: readonly unknown[];
  onAction: OnAction;
  form?: Form;
  notes?: Readonly<Record<number, string[]>>;
}) {
  const form = props.form ?? "current";
  return (
    <section class="addon-card" dir="rtl" lang="fa" aria-label={form === "current" ? t("addonCard") : t("oldCard")}>
      {props.widgets.map((value, index) => (
        <Fragment key={index}>
          <WidgetRow value={value} form={form} onAction={props.onAction} />
          {props.notes?.[index]?.map((note) => (
            <p key={note} class="w-note" dir="ltr" lang="en">
              {note}
            </p>
          ))}
        </Fragment>
      ))}
    </section>
  );
}

function WidgetRow({ value, form, onAction }: { value: unknown; form: Form; onAction: OnAction }) {
  const { read, rows } = DRAWINGS[form];
  const widget = read(value);
  const Known = widget && Object.hasOwn(rows, widget.kind) ? rows[widget.kind] : undefined;
  if (Known && isMembers(widget?.value)) return <Known row={widget.value} onAction={onAction} />;
  return (
    <div class="w-row w-unknown" dir="ltr">
      <small>
        {t("unknownWidget")} <code>{widget?.kind}</code>
      </small>
      <Json value={widget ? widget.value : value} />
    </div>
  );
}

function Description(props: RowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const shortened = props.row["expandable"] === true && !open;
  return (
    <Row kind="description" controls {...props}>
      <p id={id} class={shortened ? "w-shortened" : undefined}>
        {textOf(props.row, "text")}
      </p>
      {props.row["expandable"] === true && (
        <button type="button" class="w-more" lang={language.value} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {t(open ? "showLess" : "showMore")}
        </button>
      )}
    </Row>
  );
}

function ButtonBar({ row, onAction }: RowProps) {
  const action = actionOf(row);
  return (
    <div class="w-row w-bar">
      <button type="button" disabled={!action} title={action && Object.keys(action).join()} onClick={() => action && onAction(action)}>
        {textOf(row, "title")}
      </button>
    </div>
  );
}

function Score(props: RowProps) {
  const score = percentageOf(props.row, "percentage_score");
  return (
    <Row kind="score" {...props}>
      <Mark row={props.row} />
      <span class="w-grow">{textOf(props.row, "title")}</span>
      <span class={`w-value ${toneOf(props.row, "score_color")}`}>
        {score === undefined ? textOf(props.row, "descriptive_score") : <Ring score={score} />}
      </span>
    </Row>
  );
}

function Ring({ score }: { score: number }) {
  return (
    <svg class="w-ring" viewBox="0 0 40 40" role="img" aria-label={percent.format(score / 100)}>
      <circle class="w-ring-back" cx="20" cy="20" r="17" pathLength="100" />
      <circle class="w-ring-front" cx="20" cy="20" r="17" pathLength="100" stroke-dasharray={`${score} 100`} transform="rotate(-90 20 20)" />
      <text x="20" y="24" text-anchor="middle">
        {percent.format(score / 100)}
      </text>
    </svg>
  );
}

/** Three sections with an indicator over them. 0 is the left edge in every direction of text. */
function Evaluation({ row, onAction }: RowProps) {
  const position = percentageOf(row, "indicator_percentage") ?? 0;
  const text = textOf(row, "indicator_text");
  const icon = textOf(row, "icon_name");
  // The text runs from right to left: its start is on the right.
  const anchor = position < 20 ? "end" : position > 80 ? "start" : "middle";
  return (
    <Row kind="evaluation" row={row} onAction={onAction}>
      {icon && <Icon name={icon} />}
      <span class="w-scale" dir="ltr">
        <svg class="w-indicator" width="100%" height="32" role="img" aria-label={`${text} ${percent.format(position / 100)}`}>
          <svg x={`${position}%`} overflow="visible">
            <text y="15" text-anchor={anchor}>
              {text}
            </text>
            <path d="M-5 22H5L0 30z" />
          </svg>
        </svg>
        <span class="w-sections">
          {["left", "middle", "right"].map((side) => {
            const section = row[side];
            return isMembers(section) && (
              <span key={side} class={toneOf(section, "section_color")}>
                <i />
                <small dir="auto">{textOf(section, "text")}</small>
              </span>
            );
          })}
        </span>
      </span>
    </Row>
  );
}
