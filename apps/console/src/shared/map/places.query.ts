import { getEventPlaces } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import type { EventRef } from '../events/events.queries.ts';

/** Where an event ships to, is billed and came from. */
export const placesQuery = (call: ApiCall, environmentId: string, event: EventRef) =>
  read(call, getEventPlaces, { params: { environmentId, ...event } });
