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

export const colourOf = ({ worst, fraud }: GraphItem, palette: Palette): string =>
  fraud > 0 ? palette.fraud : worst === null ? palette.line : palette[worst];

/** Grows with the events of an item, slowly: a hub must not hide its neighbours. */
export const sizeOf = ({ events, members, isSeed }: GraphItem): number =>
  Math.min(22, 7 + 1.6 * Math.log2(1 + events.length) + (members.length > 1 ? 3 : 0)) + (isSeed ? 3 : 0);

const LABEL_GAP_PX = 13;

/** Draws the letter of the kind in the circle, and below it what it is, and how many events. */
export const labelDrawer =
  (palette: Palette, font: string): NonNullable<Settings['defaultDrawNodeLabel']> =>
  (context, data) => {
    const { letter, note } = data as unknown as { readonly letter: string; readonly note: string };
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    if (data.size >= 7) {
      context.fillStyle = palette.letter;
      context.font = `600 ${Math.round(data.size)}px ${font}`;
      context.fillText(letter, data.x, data.y + 1);
    }
    if (!data.label) return;
    const below = data.y + data.size + LABEL_GAP_PX;
    context.lineWidth = 3;
    context.strokeStyle = palette.page;
    for (const [at, line, colour, weight] of [
      [0, data.label, palette.text, 600],
      [1, note, palette.soft, 400],
    ] as const) {
      context.font = `${weight} 11px ${font}`;
      context.strokeText(line, data.x, below + at * LABEL_GAP_PX);
      context.fillStyle = colour;
      context.fillText(line, data.x, below + at * LABEL_GAP_PX);
    }
    context.textAlign = 'start';
  };
