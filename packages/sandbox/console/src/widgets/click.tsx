// What a click of a user led to, as the admin API answers it.
import type { Schema } from "../app/admin";
import { t } from "../app/settings";
import { Dialog } from "../ui/dialog";
import { Json } from "../ui/parts";

type Outcome = Schema<"ClickOutcome">;

/** Whether an address may become a link: not if it is a script. */
export function isLink(address: string): boolean {
  return URL.canParse(address) && ["http:", "https:"].includes(new URL(address).protocol);
}

export function OutcomeDialog({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { opens, text_message: message, error, action, request, status } = outcome;
  return (
    <Dialog title={t("clickResult")} onClose={onClose}>
      <div class="stack">
        {error && <p class="callout bad">{error}</p>}
        {message && <p class="callout warn">{message}</p>}
        <dl class="facts">
          {opens && (
            <>
              <dt>{t("opens")}</dt>
              <dd class="mono">
                {isLink(opens) ? (
                  <a href={opens} target="_blank" rel="noopener noreferrer">
                    {opens}
                  </a>
                ) : (
                  opens
                )}
              </dd>
            </>
          )}
          {status != null && (
            <>
              <dt>{t("answerOfApp")}</dt>
              <dd class="mono">{status}</dd>
            </>
          )}
        </dl>
        {action != null && (
          <>
            <h3>{t("action")}</h3>
            <Json value={action} />
          </>
        )}
        {request != null && (
          <>
            <h3>{t("requestToApp")}</h3>
            <Json value={request} />
          </>
        )}
      </div>
    </Dialog>
  );
}
