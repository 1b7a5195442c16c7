import { DAY_MS } from '@redoubt/kernel';

/**
 * The time an event counts at (`docs/reference/deciding.md#velocity-sets`): live, the merchant's time within a day of
 * the received one, else the received time, because merchants' clocks are not trusted; in historical mode the
 * merchant's time whatever it is.
 */
export const eventTimeOf = (merchantTimeMs: number | null, receivedAtMs: number, historical: boolean): number => {
  if (merchantTimeMs === null) return receivedAtMs;
  if (historical) return merchantTimeMs;
  return Math.abs(merchantTimeMs - receivedAtMs) <= DAY_MS ? merchantTimeMs : receivedAtMs;
};
