/** Amounts are kept as whole numbers of 1e-4 units, so that sums are exact in a double up to 2^53 units. */
export const MONEY_UNITS_PER_WHOLE = 10_000;

/** 12.34 → 123400. Rounds half away from zero at the fourth decimal; not finite → 0. */
export const toMoneyUnits = (amount: number): number => {
  if (!Number.isFinite(amount)) return 0;
  const units = Math.round(Math.abs(amount) * MONEY_UNITS_PER_WHOLE);
  return amount < 0 && units !== 0 ? -units : units;
};

/** 123400 → 12.34. */
export const fromMoneyUnits = (units: number): number => units / MONEY_UNITS_PER_WHOLE;
