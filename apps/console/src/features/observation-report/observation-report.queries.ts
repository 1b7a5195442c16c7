import {
  getObservationKinds,
  listObservations,
  queryObservations,
  type BodyIn,
  type QueryIn,
} from '@redoubt/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

/** How often figures are fetched: sums follow the log within seconds. */
const REFRESH_MS = 60_000;
const KEPT = { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS } as const;

/** Observations and labels that an assessment can have. */
export const observationKindsQuery = (
  call: ApiCall,
  environmentId: string,
  assessment: QueryIn<typeof getObservationKinds>['assessment'],
) => read(call, getObservationKinds, { params: { environmentId }, query: { assessment } });

/** One question to the report. */
export const observationsQuery = (call: ApiCall, environmentId: string, body: BodyIn<typeof queryObservations>) =>
  read(call, queryObservations, { params: { environmentId }, body }, KEPT);

/** The newest observations behind a figure. */
export const observationListQuery = (call: ApiCall, environmentId: string, body: BodyIn<typeof listObservations>) =>
  read(call, listObservations, { params: { environmentId }, body }, KEPT);
