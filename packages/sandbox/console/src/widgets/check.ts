// The check of widgets by the sandbox, and where its messages belong.
import { send } from "../app/admin";
import { lineOf, type Place, placeOf, stepsOf } from "../ui/positions";
import { isMembers } from "./read";

export type Form = "current" | "legacy";

export interface Problem {
  path: string;
  message: string;
}

/** The problems of widgets, and the same widgets in both forms. */
export interface Checked {
  problems: Problem[];
  current: unknown[];
  legacy: unknown[];
}

/** A problem with its place in the text. */
export interface Placed extends Problem {
  place: Place;
  line: number;
  /** The number of the widget that it is about, if it is about one. */
  widget: number | undefined;
}

/** The widgets of a document: a list of them, or an add-on. */
export function widgetsOf(document: unknown): unknown[] | undefined {
  const widgets = isMembers(document) ? document["widgets"] : document;
  return Array.isArray(widgets) ? widgets : undefined;
}

export function check(widgets: readonly unknown[], form: Form): Promise<Checked> {
  return send<Checked>("POST", "/_sandbox/widgets/check", { widgets, form });
}

/** Problems with their places in the text of the editor. */
export function placed(text: string, problems: readonly Problem[]): Placed[] {
  const isList = text.trimStart().startsWith("[");
  return problems.map((problem) => {
    const steps = stepsOf(problem.path);
    const inWidgets = steps[0] === "widgets" ? steps.slice(1) : steps;
    const place = placeOf(text, isList ? inWidgets : ["widgets", ...inWidgets]);
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
