import { z } from 'zod';

/** What values are counted of: all events, or those that are fraud. */
export const MEASURES = ['events', 'fraud'] as const;
export type ThreatMeasure = (typeof MEASURES)[number];

const text = z.string().optional().catch(undefined);

export const threatAddress = z.object({
  /** Charts as tables. */
  as: z.enum(['table']).optional().catch(undefined),
  /** The field whose values are shown. */
  by: text,
  of: z.enum(MEASURES).default('events').catch('events'),
  /** Values that events have: pairs of a field and a value, written as JSON. */
  where: text,
  /** The value that is being put into a list. */
  list: text,
});
