import { z } from 'zod';
import { instant } from '../common.ts';

/** How far back the screens of API management look. */
export const API_PERIODS = ['1h', '24h', '7d', '30d'] as const;
export type ApiPeriod = (typeof API_PERIODS)[number];
export const period = z.enum(API_PERIODS);

/** One part of a period: counts by id of what is counted, absent where none. */
export const bucketCounts = z.strictObject({
  from: instant,
  to: instant,
  counts: z.record(z.string(), z.number().int()),
});
export type ApiBucket = z.infer<typeof bucketCounts>;
