// The lines that differ between two texts, by their longest common subsequence.

export interface DiffLine {
  kind: "same" | "add" | "remove";
  text: string;
}

/** Larger texts are not compared line by line: the table of lengths grows with the product of both. */
const MOST_LINES = 1500;

export function diffLines(before: string, after: string): DiffLine[] {
  const a = before.split("\n");
  const b = after.split("\n");
  if (before === after) return b.map((text) => ({ kind: "same", text }));
  if (a.length > MOST_LINES || b.length > MOST_LINES) return [...lines("remove", a), ...lines("add", b)];
  // common[i][j]: the length for the ends of a from i and of b from j.
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const length = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const best = a[i] === b[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
      (common[i] as Uint16Array)[j] = best;
    }
  }
  const result: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      result.push({ kind: "same", text: a[i] as string });
      i++;
      j++;
    } else if (length(i + 1, j) >= length(i, j + 1)) {
      result.push({ kind: "remove", text: a[i++] as string });
    } else {
      result.push({ kind: "add", text: b[j++] as string });
    }
  }
  return [...result, ...lines("remove", a.slice(i)), ...lines("add", b.slice(j))];
}

function lines(kind: DiffLine["kind"], texts: string[]): DiffLine[] {
  return texts.map((text) => ({ kind, text }));
}
