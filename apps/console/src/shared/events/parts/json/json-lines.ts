/** One line of printed JSON. A line that opens a group knows where the group closes. */
export type JsonLine = {
  readonly text: string;
  readonly depth: number;
  /** Index of the closing line, for a line that opens a group. */
  readonly closes: number | undefined;
};

/** A value as printed lines, two spaces a level. */
export const jsonLines = (value: unknown): readonly JsonLine[] => {
  const printed = (JSON.stringify(value, null, 2) ?? 'null').split('\n');
  const closes = new Map<number, number>();
  const open: number[] = [];
  for (const [at, text] of printed.entries()) {
    if (/^\s*[}\]]/.test(text)) {
      const start = open.pop();
      if (start !== undefined) closes.set(start, at);
    }
    if (/[{[]$/.test(text)) open.push(at);
  }
  return printed.map((text, at) => ({ text, depth: text.length - text.trimStart().length, closes: closes.get(at) }));
};

/** Indexes of the lines on show while some groups are folded. */
export const visibleLines = (lines: readonly JsonLine[], folded: ReadonlySet<number>): readonly number[] => {
  const visible: number[] = [];
  for (let at = 0; at < lines.length; at++) {
    visible.push(at);
    const closes = folded.has(at) ? lines[at]?.closes : undefined;
    if (closes !== undefined) at = closes;
  }
  return visible;
};

/** Indexes of the lines that contain a text, whatever its case. */
export const matchingLines = (lines: readonly JsonLine[], wanted: string): readonly number[] => {
  const needle = wanted.trim().toLowerCase();
  return needle === '' ? [] : lines.flatMap((line, at) => (line.text.toLowerCase().includes(needle) ? [at] : []));
};
