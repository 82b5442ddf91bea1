// A text field for JSON with numbers of lines, and the messages about lines.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/settings";
import { formatNumber } from "./format";
import type { Place } from "./positions";

export interface Message {
  line: number;
  place: Place;
  path: string;
  message: string;
}

export function JsonEditor(props: { id: string; label: string; text: string; messages: readonly Message[]; onInput: (text: string) => void }) {
  const { id, text, messages } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const lines = text.split("\n").length;
  const wrong = new Set(messages.map(({ line }) => line));
  // The height of the field follows its lines.
  useEffect(() => {
    if (area.current) area.current.rows = Math.min(40, Math.max(12, lines + 1));
  }, [lines]);
  const show = ({ place }: Message) => {
    area.current?.focus();
    area.current?.setSelectionRange(place.start, place.end);
  };
  return (
    <>
      <div class="code" dir="ltr">
        <div class="gutter" ref={gutter} aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => (
            <span key={index} class={wrong.has(index + 1) ? "wrong" : undefined}>
              {index + 1}
            </span>
          ))}
        </div>
        <textarea
          id={id}
          ref={area}
          aria-label={props.label}
          aria-invalid={messages.length > 0}
          aria-describedby={`${id}-messages`}
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          value={text}
          onInput={(event) => props.onInput(event.currentTarget.value)}
          onScroll={(event) => gutter.current && (gutter.current.scrollTop = event.currentTarget.scrollTop)}
        />
      </div>
      <ul id={`${id}-messages`} class="messages" aria-live="polite">
        {messages.map((message, index) => (
          <li key={index}>
            <button type="button" class="plain" onClick={() => show(message)}>
              <span class="quiet">{t("line", { number: formatNumber(message.line) })}</span>
              {message.path && <code dir="ltr">{message.path}</code>}
              <bdi>{message.message}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
