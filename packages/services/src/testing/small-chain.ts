/** A chain of shops that is small enough for tests, with two people who take from it. */
export const SMALL_CHAIN = {
  seed: 7,
  staff: 40,
  wrongdoers: 2,
  staffPerStore: 20,
  firstMonth: '2026-01-01',
  months: 2,
} as const;
