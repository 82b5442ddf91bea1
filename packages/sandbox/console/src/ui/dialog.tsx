// A modal dialog of the browser: it keeps the focus inside, closes with Escape, and gives the focus back.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../app/settings";
import { Notices } from "./parts";

export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => box.current?.showModal(), []);
  return (
    <dialog ref={box} aria-labelledby={id} onClose={props.onClose}>
      <div class="dialog-head">
        <h2 id={id}>{props.title}</h2>
        <button type="button" class="plain" aria-label={t("close")} onClick={() => box.current?.close()}>
          ✕
        </button>
      </div>
      {props.children}
      <Notices />
    </dialog>
  );
}
