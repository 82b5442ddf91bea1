// The world's clock in the header. It moves with the machine's clock unless it is frozen.
import { useEffect, useState } from "preact/hooks";
import { formatTime } from "../ui/format";
import { type Schema, worldPath } from "./admin";
import { useData } from "./data";
import { addressOf } from "./router";
import { t } from "./settings";

export type ClockStatus = Schema<"ClockStatus">;

/** The state of a world's clock, and its time now, which is counted on each second. */
export function useClock(world: string): { status: ClockStatus | undefined; now: number | undefined; reload: () => Promise<void> } {
  const { data: status, reload } = useData<ClockStatus>(worldPath(world, "clock"), ["clock"]);
  const [readAt, setReadAt] = useState(Date.now());
  const [tick, setTick] = useState(Date.now());
  useEffect(() => {
    setReadAt(Date.now());
    setTick(Date.now());
    if (!status || status.frozen) return;
    const timer = setInterval(() => setTick(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [status]);
  const passed = status?.frozen ? 0 : Math.max(0, tick - readAt);
  return { status, now: status && Date.parse(status.now) + passed, reload };
}

export function ClockStrip(props: { world: string }) {
  const { status, now } = useClock(props.world);
  if (!status || now === undefined) return null;
  const text = formatTime(new Date(now));
  return (
    <a class={status.frozen ? "clock frozen" : "clock"} href={addressOf(props.world, "time")} title={t("worldTime")}>
      <time dateTime={new Date(now).toISOString()}>{text}</time>
      {status.frozen && <span> · {t("frozen")}</span>}
    </a>
  );
}
