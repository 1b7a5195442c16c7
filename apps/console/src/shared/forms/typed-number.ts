/** A number as people type it, with a comma or a point; NaN where nothing or none is typed, which schemas refuse. */
export const typedNumber = (typed: string): number =>
  typed.trim() === '' ? Number.NaN : Number(typed.replace(',', '.'));
