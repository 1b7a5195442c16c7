import type { Clock } from '@redoubt/kernel';
import type { NodeOrder } from './protocol.ts';

/** A clock that several processes share and that runs faster than time: leases of half an hour end within seconds. */
export const createFastClock = ({ realMs, factor }: NodeOrder['time']): Clock => ({
  now: () => Math.floor(realMs + (Date.now() - realMs) * factor),
});
