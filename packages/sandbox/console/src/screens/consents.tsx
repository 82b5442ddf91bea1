// The logins that wait for a user, and their answers: the consent page is open in a browser, and may be answered here instead.
import { useState } from "preact/hooks";
import { post, type Schema, worldPath } from "../app/admin";
import { useData } from "../app/data";
import { t } from "../app/settings";
import { adminCurl } from "../ui/curl";
import { formatTime } from "../ui/format";
import { CopyAs, CopyButton } from "../ui/menu";
import { Action, Field, Panel } from "../ui/parts";
import { isLink } from "../widgets/click";

type Pending = Schema<"PendingConsent">;
type User = Schema<"SandboxUser">;
type Decision = Schema<"Decision">;

/** Nothing is shown while no login waits and none was answered here. */
export function Consents({ world, users }: { world: string; users: readonly User[] }) {
  const pending = useData<Pending[]>(worldPath(world, "consents"), ["consent", "tokens", "app"]);
  const [back, setBack] = useState("");
  if (!pending.data?.length && !back) return null;
  return (
    <Panel title={t("pendingConsents")}>
      {back && <Answered address={back} onClose={() => setBack("")} />}
      {pending.data && pending.data.length > 0 && (
        <>
          <p class="quiet">{t("pendingConsentsAbout")}</p>
          <ul class="plain-list">
            {pending.data.map((login) => (
              <Waiting
                key={login.id}
                world={world}
                login={login}
                users={users}
                onAnswer={async (address) => {
                  setBack(address);
                  await pending.reload();
                }}
              />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** Where the answer leads: the browser with the page is not told. */
function Answered({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <div class="callout stack" role="status">
      <p>{t("consentAnswered")}</p>
      <p class="mono" dir="ltr">
        {isLink(address) ? (
          <a href={address} target="_blank" rel="noopener noreferrer">
            {address}
          </a>
        ) : (
          address
        )}
      </p>
      <div class="actions">
        <CopyButton text={address} label={t("addressOfReturn")} />
        <button type="button" onClick={onClose}>
          {t("close")}
        </button>
      </div>
    </div>
  );
}

interface WaitingProps {
  world: string;
  login: Pending;
  users: readonly User[];
  onAnswer: (address: string) => Promise<void>;
}

function Waiting({ world, login, users, onAnswer }: WaitingProps) {
  const [chosen, setChosen] = useState("");
  const [refused, setRefused] = useState<readonly string[]>([]);
  const path = worldPath(world, "consents", login.id);
  const user = chosen || expected(login, users);
  const answer = async (decision: Decision) => {
    const { callback_url: address } = await post<Schema<"Redirect">>(path, decision);
    await onAnswer(address);
  };
  const tick = (scope: string) => setRefused(refused.includes(scope) ? refused.filter((one) => one !== scope) : [...refused, scope]);
  return (
    <li>
      <div class="stack">
        <span>
          {formatTime(login.opened_at)} {login.login_hint && <bdi>· {login.login_hint}</bdi>}
        </span>
        <p class="hint mono" dir="ltr">
          → {login.redirect_uri}
        </p>
        <fieldset class="choices">
          <legend>{t("scopesToGrant")}</legend>
          {login.scopes.map((scope) => (
            <label key={scope} class="check">
              <input type="checkbox" checked={!refused.includes(scope)} onChange={() => tick(scope)} />
              <code dir="ltr">{scope}</code>
            </label>
          ))}
        </fieldset>
        <div class="line">
          <Field label={t("user")}>
            {(id) => (
              <select id={id} value={user} onChange={(event) => setChosen(event.currentTarget.value)}>
                {users.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
          <Action kind="main" disabled={!user} run={() => answer(allowing(login, refused, user))}>
            {t(refused.length > 0 ? "allowChosen" : "allow")}
          </Action>
          <Action run={() => answer({ decision: "deny" })}>{t("deny")}</Action>
          <CopyAs forms={[{ label: "curl", text: () => adminCurl("POST", path, allowing(login, refused, user)) }]} />
        </div>
      </div>
    </li>
  );
}

/** The user whom the app expects, else the first one. */
export function expected({ login_hint: hint }: Pending, users: readonly User[]): string {
  const hinted = users.find(({ name, phone, id }) => hint && [name, phone, id].includes(hint));
  return (hinted ?? users[0])?.name ?? "";
}

/** The consent to all scopes but the refused ones. */
export function allowing({ scopes }: Pending, refused: readonly string[], user: string): Decision {
  if (refused.length === 0) return { decision: "approve", user };
  return { decision: "approve_only", user, scopes: scopes.filter((scope) => !refused.includes(scope)) };
}
