// Numbers, times and durations, in the chosen language, and numbers that were typed.
import { language } from "../app/settings";

const locale = () => (language.value === "fa" ? "fa-IR" : "en-GB");

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** A number that was typed, in Latin, Persian or Arabic digits. NaN if it is none. */
export function readNumber(text: string): number {
  const digits = text.trim().replace(/[۰-۹٠-٩]/g, (digit) => String((digit.charCodeAt(0) - 0x660) % 16));
  return digits === "" ? Number.NaN : Number(digits.replace("٫", "."));
}

/** Date and time in UTC, because the sandbox's times are. */
export function formatTime(time: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" }).format(new Date(time));
}

export function formatClock(time: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: "medium", timeZone: "UTC" }).format(new Date(time));
}

/** The two largest units of a duration: `1 h 30 min`. */
export function formatDuration(milliseconds: number): string {
  const units: [number, string][] = [
    [86_400_000, "day"],
    [3_600_000, "hour"],
    [60_000, "minute"],
    [1000, "second"],
  ];
  let left = Math.abs(milliseconds);
  if (left < 1000) return unit(Math.round(left), "millisecond");
  const parts: string[] = [];
  for (const [size, name] of units) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(unit(count, name));
    if (parts.length === 2) break;
  }
  return parts.join(" ");
}

function unit(count: number, name: string): string {
  return new Intl.NumberFormat(locale(), { style: "unit", unit: name, unitDisplay: "short" }).format(count);
}

/** The tone of an HTTP status. 0 is a connection that was cut. */
export function statusTone(status: number): "good" | "warn" | "bad" | "info" {
  if (status === 0 || status >= 500) return "bad";
  if (status >= 400) return "warn";
  return status >= 300 ? "info" : "good";
}
