/** What a chart of stacked bars draws. */
export type BarSeries = {
  readonly id: string;
  readonly name: string;
  /** A CSS colour: a variable of the tokens. */
  readonly fill: string;
};

export type BarBucket = {
  readonly fromMs: number;
  readonly toMs: number;
  /** Count by series id; an absent one is zero. */
  readonly counts: Readonly<Record<string, number | undefined>>;
  /** Still filling: drawn lighter. */
  readonly unfinished?: boolean;
  /** What it is compared with: the same bucket of a period before, drawn as a line. */
  readonly before?: number;
};

/** A moment worth seeing in the chart, such as a rule that was published. */
export type BarMark = { readonly atMs: number; readonly letter: string; readonly text: string };

export type BarPiece = {
  readonly seriesId: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Marks that would write over each other, joined: one line at the first, their letters above it. */
export type MarkGroup<Mark extends BarMark = BarMark> = {
  readonly x: number;
  readonly letters: string;
  readonly text: string;
  /** The earliest first. */
  readonly marks: readonly Mark[];
};

/** Where a letter stands in the row A to Z, AA, AB and so on. */
const placeOf = (letter: string): number =>
  [...letter].reduce((place, each) => place * 26 + each.charCodeAt(0) - 64, 0);

/** Letters in their order; a longer row of neighbours as its ends: `B–G`. */
const joinLetters = (letters: readonly string[]): string => {
  const sorted = letters.toSorted((a, b) => placeOf(a) - placeOf(b));
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  const isRow = placeOf(last) - placeOf(first) === sorted.length - 1;
  if (sorted.length > 2 && isRow) return `${first}–${last}`;
  return sorted.join(sorted.some((letter) => letter.length > 1) ? ' ' : '');
};

/** About how many letters wide joined marks are: a longer row is written as its ends. */
const signsOf = (marks: readonly BarMark[]): number =>
  Math.min(marks.length, 3) * Math.max(...marks.map(({ letter }) => letter.length));

/** The marks of a chart from left to right, joined where they stand closer than their letters are wide. */
export const markGroups = <Mark extends BarMark>(
  marks: readonly Mark[],
  xOf: (atMs: number) => number,
  letterPx: number,
): readonly MarkGroup<Mark>[] => {
  const groups: { readonly x: number; readonly marks: Mark[] }[] = [];
  for (const mark of marks.toSorted((a, b) => a.atMs - b.atMs)) {
    const x = xOf(mark.atMs);
    const last = groups.at(-1);
    if (last && x - last.x < letterPx * (signsOf(last.marks) + 1)) last.marks.push(mark);
    else groups.push({ x, marks: [mark] });
  }
  return groups.map((group) => ({
    x: group.x,
    letters: joinLetters(group.marks.map(({ letter }) => letter)),
    text: group.marks.map(({ text }) => text).join('\n'),
    marks: group.marks,
  }));
};

export const bucketTotal = (bucket: BarBucket, series: readonly BarSeries[]): number =>
  series.reduce((sum, { id }) => sum + (bucket.counts[id] ?? 0), 0);

/**
 * The rectangles of one bucket, bottom series first. A count above zero is at least one pixel high, so that a single
 * rejected purchase among thousands is seen.
 */
export const barPieces = (
  bucket: BarBucket,
  series: readonly BarSeries[],
  place: { readonly x: number; readonly width: number; readonly baseline: number; readonly pixelsPerEvent: number },
): readonly BarPiece[] => {
  let y = place.baseline;
  return series.flatMap(({ id }) => {
    const count = bucket.counts[id] ?? 0;
    if (count <= 0) return [];
    const height = Math.max(1, count * place.pixelsPerEvent);
    y -= height;
    return [{ seriesId: id, x: place.x, y, width: place.width, height }];
  });
};
