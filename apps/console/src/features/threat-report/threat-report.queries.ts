import { queryLabelArrivals, type BodyIn } from '@redoubt/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';

/** How often figures are fetched: sums follow the log within seconds. */
const REFRESH_MS = 60_000;

/** Labelled events by the day on which their label arrived. */
export const labelArrivalsQuery = (call: ApiCall, environmentId: string, body: BodyIn<typeof queryLabelArrivals>) =>
  read(
    call,
    queryLabelArrivals,
    { params: { environmentId }, body },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  );
