// The editor of widgets: JSON on one side, the card on the other, with the validator's messages at the field.
import { useEffect, useId, useState } from "preact/hooks";
import { parsed } from "../app/admin";
import { addressOf, go } from "../app/router";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import { codeForms } from "../code/call";
import { widgetCode } from "../code/widgets";
import { adminCurl } from "../ui/curl";
import { Dialog } from "../ui/dialog";
import { JsonEditor } from "../ui/editor";
import { CopyAs, CopyButton, Menu } from "../ui/menu";
import { Badge, Empty, Json, Page, Panel } from "../ui/parts";
import { AddonCard } from "../widgets/card";
import { check, type Checked, type Form, type Placed, placed, syntaxProblem, widgetsOf } from "../widgets/check";
import type { Members } from "../widgets/read";
import { FIRST, FIRST_OLD, SAMPLES } from "../widgets/samples";

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const FORMS: readonly Form[] = ["current", "legacy"];
const PAUSE = 250;
/** Longer documents are not kept in the address. */
const MOST_IN_ADDRESS = 6000;

/** The text of the editor at first: what the address has, else samples. */
export function firstText(query: URLSearchParams): string {
  const shared = query.get("widgets");
  if (shared === null) return pretty(query.get("form") === "legacy" ? FIRST_OLD : FIRST);
  const document = parsed(shared);
  return document === null ? shared : pretty(document);
}

export function WidgetsScreen({ world, query }: ScreenProps) {
  const [text, setText] = useState(() => firstText(query));
  const [opened, setOpened] = useState<Members | null>(null);
  const form: Form = query.get("form") === "legacy" ? "legacy" : "current";
  const id = useId();
  const [checked, failure] = useCheck(text, form);

  const share = (written: string, wanted: Form) => {
    const document = parsed(written);
    const next = new URLSearchParams(wanted === "legacy" ? { form: wanted } : {});
    const compact = document === null ? "" : JSON.stringify(document);
    if (compact && compact.length <= MOST_IN_ADDRESS) next.set("widgets", compact);
    go(addressOf(world, "widgets", [], next.toString()), true);
  };
  const write = (written: string, wanted = form) => {
    setText(written);
    share(written, wanted);
  };
  const add = (sample: unknown) => write(pretty([...(widgetsOf(parsed(text)) ?? []), sample]));

  /** Changes the form: from the old one the widgets come along, and the samples in both directions. */
  const turn = (wanted: Form) => {
    if (wanted === form) return;
    const converted = wanted === "current" && checked && checked.current.length > 0 ? pretty(checked.current) : undefined;
    const samples = wanted === "legacy" && text === pretty(FIRST) ? pretty(FIRST_OLD) : undefined;
    write(converted ?? samples ?? text, wanted);
  };

  const syntax = syntaxProblem(text);
  const widgets = widgetsOf(parsed(text));
  const current = form === "current" ? widgets : checked?.current;
  const problems: Placed[] = syntax ? [syntax] : checked ? placed(text, checked.problems) : [];
  return (
    <Page
      title={t("widgets")}
      about={t("widgetsAbout")}
      actions={
        <>
          <Menu label={t("addWidget")} disabled={form === "legacy"} items={Object.entries(SAMPLES).map(([name, sample]) => ({ label: name, run: () => add(sample) }))} />
          <CopyAs
            forms={[
              { label: t("addressOfThis"), text: () => location.href },
              { label: t("curlOfCheck"), text: () => adminCurl("POST", "/_sandbox/widgets/check", { widgets: widgets ?? [], form }) },
              ...codeForms((language) => widgetCode(current ?? [], language)),
              { label: "JSON", text: () => text },
            ]}
          />
        </>
      }
    >
      <div class="panels beside">
        <Panel
          title={t("json")}
          actions={
            <div class="segments" role="group" aria-label={t("form")}>
              {FORMS.map((name) => (
                <button key={name} type="button" aria-pressed={form === name} onClick={() => turn(name)}>
                  {t(`form.${name}`)}
                </button>
              ))}
            </div>
          }
        >
          <JsonEditor id={id} label={t("widgetsJson")} text={text} messages={problems} onInput={(written) => write(written)} />
          {!syntax && !widgets && <p class="callout warn">{t("noList")}</p>}
          {failure && <p class="callout warn">{failure}</p>}
          {checked && problems.length === 0 && (
            <p role="status">
              <Badge tone="good">{t("valid")}</Badge>
            </p>
          )}
        </Panel>
        <Panel title={t(form === "legacy" ? "cards" : "card")}>
          {form === "legacy" && widgets && widgets.length > 0 ? (
            <div class="cards">
              <div class="stack">
                <h3>{t("oldCard")}</h3>
                <AddonCard widgets={widgets} form="legacy" onAction={setOpened} notes={notesOf(problems)} />
              </div>
              <div class="stack">
                <h3>{t("inCurrentForm")}</h3>
                <AddonCard widgets={current ?? []} onAction={setOpened} />
              </div>
            </div>
          ) : current && current.length > 0 ? (
            <div class="stack phone">
              <AddonCard widgets={current} onAction={setOpened} notes={notesOf(problems)} />
            </div>
          ) : (
            <Empty title={t("noWidgets")}>
              <p class="quiet">{t("noWidgetsHint")}</p>
            </Empty>
          )}
        </Panel>
      </div>
      {checked && form === "legacy" && (
        <Panel title={t("inCurrentForm")} actions={<CopyButton text={pretty(checked.current)} label={t("inCurrentForm")} />}>
          <Json value={checked.current} />
        </Panel>
      )}
      {opened && (
        <Dialog title={t("action")} onClose={() => setOpened(null)}>
          <Json value={opened} />
        </Dialog>
      )}
    </Page>
  );
}

/** The messages under each widget of the card. */
export function notesOf(problems: readonly Placed[]): Record<number, string[]> {
  const notes: Record<number, string[]> = {};
  for (const { widget, path, message } of problems) {
    if (widget !== undefined) (notes[widget] ??= []).push(`${path.replace(/^(widgets)?\[\d+\]\.?/, "")} ${message}`.trim());
  }
  return notes;
}

/** The latest check of the text, shortly after it was last written. */
function useCheck(text: string, form: Form): [Checked | undefined, string | undefined] {
  const [state, setState] = useState<{ text: string; form: Form; checked?: Checked; failure?: string }>({ text: "", form });
  useEffect(() => {
    let ended = false;
    const timer = setTimeout(async () => {
      const widgets = widgetsOf(parsed(text));
      if (!widgets) return setState({ text, form });
      try {
        const checked = await check(widgets, form);
        if (!ended) setState({ text, form, checked });
      } catch (error) {
        if (!ended) setState({ text, form, failure: (error as Error).message });
      }
    }, PAUSE);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [text, form]);
  // The old answer stays while the next one is on its way, unless it is about another form.
  return state.form === form ? [state.checked, state.failure] : [undefined, undefined];
}
