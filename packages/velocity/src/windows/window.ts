/** Units a window may have; they begin on whole units of UTC. */
export type WindowUnit = 's' | 'm' | 'h' | 'd';

/** `2h`: so many units back from the moment of reading. */
export type VelocityWindow = { readonly amount: number; readonly unit: WindowUnit };

/**
 * `aligned` windows begin on a whole unit and therefore span between n and n + 1 units
 * (`docs/language/guide.md#aggregates-of-velocities`); `sliding` windows span exactly n units, to the second.
 */
export const WINDOW_MODES = ['aligned', 'sliding'] as const;
export type WindowMode = (typeof WINDOW_MODES)[number];

/** The whole seconds of UTC with `afterS < second <= untilS`. */
export type SecondSpan = { readonly afterS: number; readonly untilS: number };

const UNIT_S: Readonly<Record<WindowUnit, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Largest amount of each unit (`docs/language/guide.md#aggregates-of-velocities`). */
const LARGEST_AMOUNT: Readonly<Record<WindowUnit, number>> = { s: 59, m: 59, h: 23, d: 90 };

const isUnit = (text: string): text is WindowUnit => Object.hasOwn(UNIT_S, text);

/** Reads `45s`, `30m`, `2h` or `90d`; null for anything else, and for amounts the language does not know. */
export const parseWindow = (text: string): VelocityWindow | null => {
  const match = /^(\d{1,2})([a-z])$/.exec(text);
  const [, digits = '', unit = ''] = match ?? [];
  const amount = Number(digits);
  return isUnit(unit) && amount >= 1 && amount <= LARGEST_AMOUNT[unit] ? { amount, unit } : null;
};

/** Length in seconds, without what alignment adds. */
export const windowSeconds = ({ amount, unit }: VelocityWindow): number => amount * UNIT_S[unit];

/** The seconds a window covers that is read at `endS`, a whole second since 1970; that second is part of it. */
export const spanOf = (window: VelocityWindow, mode: WindowMode, endS: number): SecondSpan => {
  const length = windowSeconds(window);
  if (mode === 'sliding') return { afterS: endS - length, untilS: endS };
  const unit = UNIT_S[window.unit];
  return { afterS: Math.floor(endS / unit) * unit - length - 1, untilS: endS };
};
