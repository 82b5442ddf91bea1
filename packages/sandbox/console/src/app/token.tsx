// Asks for the token of a sandbox that is bound beyond this machine, and logs in with it.
import { useState } from "preact/hooks";
import { Dialog } from "../ui/dialog";
import { attempt, Field } from "../ui/parts";
import { needsToken, post, SESSION } from "./admin";
import { announce, connectAgain } from "./live";
import { t } from "./settings";

export function TokenDialog() {
  const [written, setWritten] = useState("");
  const enter = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      await post(SESSION, { token: written });
      needsToken.value = false;
      announce({ event: "poll", data: null });
      connectAgain();
    });
  };
  return (
    <Dialog title={t("tokenNeeded")} onClose={() => (needsToken.value = false)}>
      <form class="line" onSubmit={enter}>
        <Field label={t("token")} hint={t("tokenHint")}>
          {(id, hint) => (
            <input
              id={id}
              aria-describedby={hint}
              type="password"
              autocomplete="off"
              required
              value={written}
              onInput={(event) => setWritten(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="main">
          {t("enter")}
        </button>
      </form>
    </Dialog>
  );
}
