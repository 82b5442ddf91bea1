// The check of widgets by the sandbox, and where its messages belong.
import { parsed, type Schema, send } from "../app/admin";
import { lineOf, type Place, placeOf, stepsOf } from "../ui/positions";
import { isMembers } from "./read";

export type Form = Schema<"WidgetForm">;
export type Checked = Schema<"WidgetCheck">;
type Problem = Schema<"WidgetProblem">;

/** A problem with its place in the text. */
export interface Placed extends Problem {
  place: Place;
  line: number;
  /** The number of the widget that it is about, if it is about one. */
  widget: number | undefined;
}

/** The ways to the widgets of a document: a list of them, an add-on, and both in the old form. */
const WAYS = [[], ["widgets"], ["widget_list"], ["widgets", "widget_list"]];

function wayOf(document: unknown): { way: string[]; widgets: unknown[] } | undefined {
  for (const way of WAYS) {
    const widgets = way.reduce<unknown>((value, name) => (isMembers(value) ? value[name] : undefined), document);
    if (Array.isArray(widgets)) return { way, widgets };
  }
  return undefined;
}

export function widgetsOf(document: unknown): unknown[] | undefined {
  return wayOf(document)?.widgets;
}

export function check(widgets: readonly unknown[], form: Form): Promise<Checked> {
  return send<Checked>("POST", "/_sandbox/widgets/check", { widgets, form });
}

/** Problems with their places in the text of the editor. */
export function placed(text: string, problems: readonly Problem[]): Placed[] {
  const way = wayOf(parsed(text))?.way ?? [];
  return problems.map((problem) => {
    const steps = stepsOf(problem.path);
    // Up to the number of the widget the path says where the list is.
    const inWidgets = steps.slice(Math.max(0, steps.findIndex((step) => typeof step === "number")));
    const place = placeOf(text, [...way, ...inWidgets]);
    const [widget] = inWidgets;
    return { ...problem, place, line: lineOf(text, place.start), widget: typeof widget === "number" ? widget : undefined };
  });
}

/** Why a text is not JSON, at its place where the browser tells it. */
export function syntaxProblem(text: string): Placed | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const place = { start: Math.min(position, text.length), end: Math.min(position + 1, text.length) };
    return { path: "", message, place, line: lineOf(text, place.start), widget: undefined };
  }
}
