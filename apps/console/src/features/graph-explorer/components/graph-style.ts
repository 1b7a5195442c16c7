import type { Settings } from 'sigma/settings';
import type { GraphItem } from '../model/graph-model.ts';

/** Colours of the theme in force, as the canvas takes them. */
export type Palette = Readonly<Record<keyof typeof TOKENS, string>>;

const TOKENS = {
  page: '--bg-page',
  text: '--fg-1',
  soft: '--fg-3',
  line: '--chart-bar',
  path: '--fg-1',
  fraud: '--reject-fill',
  Reject: '--reject-fill',
  Review: '--review-fill',
  Challenge: '--challenge-fill',
  Approve: '--approve-fill',
  letter: '--bg-page',
} as const;

export const readPalette = (element: HTMLElement): Palette => {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]),
  ) as Palette;
};

export const colourOf = ({ worst, fraud, isLabelled }: GraphItem, palette: Palette): string =>
  fraud > 0 || isLabelled ? palette.fraud : worst === null ? palette.line : palette[worst];

/** More items are drawn smaller, so that they do not cover each other: how much, by how many there are. */
const SCALES: readonly (readonly [above: number, scale: number])[] = [
  [1500, 0.35],
  [80, 0.7],
];
export const scaleOf = (items: number): number => SCALES.find(([above]) => items > above)?.[1] ?? 1;

/** Grows with the events of an item, slowly: a hub must not hide its neighbours. */
export const sizeOf = ({ events, members, isSeed }: GraphItem, items: number): number => {
  const size = Math.min(22, 7 + 1.6 * Math.log2(1 + events.length) + (members.length > 1 ? 3 : 0)) + (isSeed ? 3 : 0);
  return size * scaleOf(items);
};

const LABEL_GAP_PX = 13;

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** A circle of the picture, in its pixels. */
export type DrawnCircle = { readonly id: string; readonly x: number; readonly y: number; readonly radius: number };

const covers = ({ x, y, radius }: DrawnCircle, box: Box): boolean =>
  x + radius > box.left && x - radius < box.right && y + radius > box.top && y - radius < box.bottom;

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Draws the letter of a kind in its circle, and below it what it is and how many events it has, where no other words or
 * circles stand.
 *
 * @returns the drawer, and what begins a frame with its circles
 */
export const labelDrawer = (
  palette: Palette,
  font: string,
): {
  readonly draw: NonNullable<Settings['defaultDrawNodeLabel']>;
  readonly begin: (circlesOf: () => readonly DrawnCircle[]) => void;
} => {
  let taken: Box[] = [];
  let circlesOf: () => readonly DrawnCircle[] = () => [];
  let circles: readonly DrawnCircle[] | undefined;
  const draw: NonNullable<Settings['defaultDrawNodeLabel']> = (context, data) => {
    const { key, letter, note, forceLabel } = data as unknown as {
      readonly key: string;
      readonly letter: string;
      readonly note: string;
      readonly forceLabel?: boolean;
    };
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    if (data.size >= 6) {
      context.fillStyle = palette.letter;
      context.font = `600 ${Math.round(data.size)}px ${font}`;
      context.fillText(letter, data.x, data.y + 1);
    }
    context.font = `600 11px ${font}`;
    const half = context.measureText(data.label ?? '').width / 2 + 2;
    const below = data.y + data.size + LABEL_GAP_PX;
    const box = {
      left: data.x - half,
      right: data.x + half,
      top: data.y + data.size,
      bottom: below + 1.5 * LABEL_GAP_PX,
    };
    // Asked for with the first words of a frame: before, places of the last frame are known.
    circles ??= circlesOf();
    const isFree =
      !taken.some((each) => overlap(each, box)) && !circles.some((each) => each.id !== key && covers(each, box));
    if (forceLabel === true || isFree) {
      taken.push(box);
      context.lineWidth = 3;
      context.strokeStyle = palette.page;
      for (const [at, line, colour, weight] of [
        [0, data.label ?? '', palette.text, 600],
        [1, note, palette.soft, 400],
      ] as const) {
        context.font = `${weight} 11px ${font}`;
        context.strokeText(line, data.x, below + at * LABEL_GAP_PX);
        context.fillStyle = colour;
        context.fillText(line, data.x, below + at * LABEL_GAP_PX);
      }
    }
    context.textAlign = 'start';
  };
  return {
    draw,
    begin: (of) => {
      taken = [];
      circles = undefined;
      circlesOf = of;
    },
  };
};
