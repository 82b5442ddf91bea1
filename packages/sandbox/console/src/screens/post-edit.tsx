// The editor of a post, in every stage: what changes is sent, and the app gets an event if it subscribed.
import { useId, useState } from "preact/hooks";
import { parsed, type Schema, send, worldPath } from "../app/admin";
import { t } from "../app/settings";
import type { TextKey } from "../text/en";
import { adminCurl } from "../ui/curl";
import { Dialog } from "../ui/dialog";
import { JsonEditor } from "../ui/editor";
import { CopyAs } from "../ui/menu";
import { attempt, Field, notify } from "../ui/parts";
import { isMembers, type Members } from "../widgets/read";
import { syntaxProblem } from "../widgets/check";

type Post = Schema<"SandboxPost">;
type Change = Partial<Schema<"PostChange">>;

const TEXTS: [keyof Change & ("category" | "city" | "district"), TextKey][] = [
  ["category", "category"],
  ["city", "city"],
  ["district", "district"],
];
const CHECKS: [keyof Change & ("chat_enabled" | "supplier_chat_assistant_enabled" | "is_phone_hidden"), TextKey][] = [
  ["chat_enabled", "chatEnabled"],
  ["supplier_chat_assistant_enabled", "assistantEnabled"],
  ["is_phone_hidden", "phoneHidden"],
];

/** The attributes that differ; one that is gone is null. */
export function dataChange(before: Members, after: Members): Record<string, unknown> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/** What is sent for a post that was written over: only the members that differ. */
export function changeOf(post: Post, written: Post): Change {
  const names = [...TEXTS, ...CHECKS].map(([name]) => name).filter((name) => (post[name] ?? "") !== (written[name] ?? ""));
  const change: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, written[name] ?? ""]));
  const data = dataChange(post.data, written.data);
  if (Object.keys(data).length > 0) change["data"] = data;
  return change as Change;
}

export function EditPost(props: { world: string; post: Post; onClose: () => void; onSaved: () => Promise<unknown> }) {
  const { world, post } = props;
  const [written, setWritten] = useState(post);
  const [text, setText] = useState(JSON.stringify(post.data, null, 2));
  const id = useId();
  const path = worldPath(world, "posts", post.token);
  const problem = syntaxProblem(text);
  const data = parsed(text);
  const change = () => changeOf(post, { ...written, data: (isMembers(data) ? data : post.data) as Post["data"] });
  const save = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      await send("PATCH", path, change());
      await props.onSaved();
      notify(t("saved"));
      props.onClose();
    });
  };
  return (
    <Dialog title={t("editPost")} onClose={props.onClose}>
      <form class="stack" onSubmit={save}>
        <p class="quiet">{t("editPostAbout")}</p>
        <div class="fields">
          {TEXTS.map(([name, title]) => (
            <Field label={t(title)} key={name}>
              {(field) => <input id={field} value={written[name] ?? ""} onInput={(event) => setWritten({ ...written, [name]: event.currentTarget.value })} />}
            </Field>
          ))}
        </div>
        <div>
          {CHECKS.map(([name, title]) => (
            <label class="check" key={name}>
              <input type="checkbox" checked={written[name]} onChange={(event) => setWritten({ ...written, [name]: event.currentTarget.checked })} />
              {t(title)}
            </label>
          ))}
        </div>
        <JsonEditor id={id} label={t("attributes")} text={text} messages={problem ? [problem] : []} onInput={setText} />
        {!problem && !isMembers(data) && <p class="callout warn">{t("mustBeObject")}</p>}
        <div class="actions">
          <button type="submit" class="main" disabled={!isMembers(data)}>
            {t("save")}
          </button>
          <CopyAs
            forms={[
              { label: "curl", text: () => adminCurl("PATCH", path, change()) },
              { label: "JSON", text: () => JSON.stringify(change(), null, 2) },
            ]}
          />
        </div>
      </form>
    </Dialog>
  );
}
