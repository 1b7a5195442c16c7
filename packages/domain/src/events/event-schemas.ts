import type { EventKind } from './event-kinds.ts';
import { CHARGEBACK, LABEL, PURCHASE, PURCHASE_STATUS } from './purchase-schema.ts';
import type { ObjectSchema } from './schema/object-schema.ts';

/**
 * The body of every event kind: one table that the public API validates with, the rule editor completes from and the
 * checker reads types from.
 */
export const EVENT_SCHEMAS: Readonly<Record<EventKind, ObjectSchema>> = {
  purchase: PURCHASE,
  purchaseStatus: PURCHASE_STATUS,
  chargeback: CHARGEBACK,
  label: LABEL,
};
