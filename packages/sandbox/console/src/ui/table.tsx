// A long table of which only the visible rows are in the document, with a roving focus: arrows, Home, End, Enter.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../app/settings";

export interface Column<T> {
  name: string;
  title: string;
  cell: (row: T) => ComponentChildren;
  /** Hidden where the window is narrow. */
  minor?: boolean;
}

interface TableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
  onOpen?: (row: T) => void;
  selected?: string | number | undefined;
  /** Called when the end comes into view. */
  onEnd?: () => void;
  /** Whether there are rows that are not read yet. */
  hasMore?: boolean;
}

export const ROW_HEIGHT = 36;
const SPARE = 8;

/** The rows to draw: from the first inclusive to the last exclusive. */
export function visibleRows(scrolled: number, height: number, count: number): [number, number] {
  const first = Math.max(0, Math.floor(scrolled / ROW_HEIGHT) - SPARE);
  return [Math.min(first, count), Math.min(count, Math.ceil((scrolled + height) / ROW_HEIGHT) + SPARE)];
}

export function Table<T>(props: TableProps<T>) {
  const { rows, columns, keyOf } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrolled: 0, height: 600 });
  const [focused, setFocused] = useState(0);
  const measure = () => {
    const element = box.current;
    if (element) setView({ scrolled: element.scrollTop, height: element.clientHeight });
  };
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const [first, last] = visibleRows(view.scrolled, view.height, rows.length);
  useEffect(() => {
    if (last === rows.length) props.onEnd?.();
  }, [last, rows.length]);

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setFocused(next);
    const element = box.current;
    if (!element) return;
    const top = next * ROW_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top;
    if (top + 2 * ROW_HEIGHT > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + 2 * ROW_HEIGHT - element.clientHeight;
    }
    requestAnimationFrame(() => element.querySelector<HTMLElement>(`[aria-rowindex="${next + 2}"]`)?.focus());
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    const page = Math.floor(view.height / ROW_HEIGHT) - 1;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -index, End: rows.length }[event.key];
    const row = rows[index];
    if (step !== undefined) moveTo(index + step);
    else if ((event.key === "Enter" || event.key === " ") && row && event.target === event.currentTarget) props.onOpen?.(row);
    else return;
    event.preventDefault();
  };
  const tabStop = Math.max(first, Math.min(focused, last - 1));

  return (
    <div class="table" ref={box} onScroll={measure}>
      <div role="grid" aria-label={props.label} aria-rowcount={props.hasMore ? -1 : rows.length + 1} class={`grid of-${columns.length}`}>
        <div role="row" class="row head" aria-rowindex={1}>
          {columns.map((column) => (
            <span role="columnheader" key={column.name} class={cellClass(column)}>
              {column.title}
            </span>
          ))}
        </div>
        <Space rows={first} />
        {rows.slice(first, last).map((row, offset) => {
          const index = first + offset;
          const key = keyOf(row);
          return (
            <div
              role="row"
              key={key}
              class="row"
              aria-rowindex={index + 2}
              aria-selected={key === props.selected}
              tabIndex={index === tabStop ? 0 : -1}
              onClick={() => {
                setFocused(index);
                props.onOpen?.(row);
              }}
              onKeyDown={(event) => onKey(event, index)}
            >
              {columns.map((column) => (
                <span role="gridcell" key={column.name} class={cellClass(column)}>
                  {column.cell(row)}
                </span>
              ))}
            </div>
          );
        })}
        <Space rows={rows.length - last} />
        {rows.length === 0 && (
          <div role="row" class="none">
            <span role="gridcell">{t("noneMatches")}</span>
          </div>
        )}
      </div>
    </div>
  );
}

/** Room for rows that are not drawn. The height is set by script, because style attributes are not allowed. */
function Space(props: { rows: number }) {
  const space = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (space.current) space.current.style.height = `${props.rows * ROW_HEIGHT}px`;
  }, [props.rows]);
  return <div ref={space} role="presentation" />;
}

function cellClass<T>(column: Column<T>): string {
  return `cell col-${column.name}${column.minor ? " minor" : ""}`;
}
