// One side of a recorded exchange: its headers, and its body, with JSON formatted.
import { parsed, type Schema } from "../app/admin";
import { t } from "../app/settings";
import { formatNumber } from "./format";
import { CopyAs } from "./menu";
import { Json } from "./parts";

type Recorded = Schema<"RecordedMessage">;

/** A body with its JSON formatted, or as it is. */
export function formatted(body: string): string {
  const document = parsed(body);
  return document === null || typeof document !== "object" ? body : JSON.stringify(document, null, 2);
}

export function HeaderList({ headers }: { headers: readonly Schema<"RecordedHeader">[] }) {
  return (
    <dl class="headers" dir="ltr">
      {headers.map(({ name, value }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd class={value === "[redacted]" ? "quiet" : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Why a recorded message shows no body, if it does not. Only a body that a fault changed has no length. */
export function bodyNote({ body, body_bytes: bytes }: Recorded): string | undefined {
  if (body) return undefined;
  if (bytes == null) return t("bodyOfFault");
  return body === "" ? t("noBody") : t("bodyNotShown", { bytes: formatNumber(bytes) });
}

export function Message({ title, message }: { title: string; message: Recorded | null | undefined }) {
  if (!message) {
    return (
      <>
        <h3>{title}</h3>
        <p class="quiet">{t("notKept")}</p>
      </>
    );
  }
  const { headers, body } = message;
  const written = () => [...headers.map(({ name, value }) => `${name}: ${value}`), "", body ?? ""].join("\n");
  return (
    <>
      <div class="actions between">
        <h3>{title}</h3>
        <CopyAs
          forms={[
            { label: t("body"), text: () => body ?? "" },
            { label: t("headersAndBody"), text: written },
            { label: "JSON", text: () => JSON.stringify(message, null, 2) },
          ]}
        />
      </div>
      <HeaderList headers={headers} />
      {body ? <Json value={formatted(body)} /> : <p class="quiet">{bodyNote(message)}</p>}
    </>
  );
}
