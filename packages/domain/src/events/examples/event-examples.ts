import type { EventKind } from '../event-kinds.ts';
import { ACCOUNT_EXAMPLES } from './account-examples.ts';
import type { EventExample } from './event-example.ts';
import { PERSON_EXAMPLES } from './person-examples.ts';
import { PURCHASE_EXAMPLES } from './purchase-examples.ts';

/**
 * A minimal and a full body of every kind of event. The tests of the public API send them, its description shows them,
 * and rules and velocities are tried on them until a user writes another sample.
 */
export const EVENT_EXAMPLES: Readonly<Record<EventKind, EventExample>> = {
  ...PURCHASE_EXAMPLES,
  ...PERSON_EXAMPLES,
  ...ACCOUNT_EXAMPLES,
};
