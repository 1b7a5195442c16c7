import { toMoneyUnits } from '@redoubt/kernel';

/** Beyond a hundred billion of any currency an amount is no amount; it is kept with the event and left out of tables. */
const MAX_UNITS = 1e15;

/** An amount as tables hold it, in 1e-4 units; null where there is none. */
export const amountUnits = (amount: number | null): number | null => {
  if (amount === null) return null;
  const units = toMoneyUnits(amount);
  return Math.abs(units) > MAX_UNITS ? null : units;
};
