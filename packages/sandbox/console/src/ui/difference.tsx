// The lines in which two texts differ.
import { t } from "../app/settings";
import { diffLines } from "./diff";

export function Difference(props: { title: string; before: string; after: string }) {
  const lines = diffLines(props.before, props.after);
  return (
    <>
      <h3>{props.title}</h3>
      {lines.every(({ kind }) => kind === "same") ? (
        <p class="quiet">{t("sameBody")}</p>
      ) : (
        <pre class="json" dir="ltr" tabIndex={0}>
          {lines.map(({ kind, text }, index) => (
            <span key={index} class={kind}>
              {{ same: "  ", add: "+ ", remove: "- " }[kind] + text + "\n"}
            </span>
          ))}
        </pre>
      )}
    </>
  );
}
