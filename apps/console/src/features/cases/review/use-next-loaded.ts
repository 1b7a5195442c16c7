import type { CaseSummary } from '@redoubt/contracts';
import { isMasked, supportValuesOf } from '@redoubt/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCall, useMay } from '../../../app/console-context.tsx';
import { LINK_DAYS, linkSummaryQuery } from '../../../shared/casework/links.queries.ts';
import { eventNotesQuery } from '../../../shared/casework/notes.queries.ts';
import { caseQuery } from '../../../shared/cases/cases.queries.ts';
import { eventQuery, explanationQuery } from '../../../shared/events/events.queries.ts';
import { placesQuery } from '../../../shared/map/places.query.ts';
import { supportValueQuery } from '../../../shared/support-lists/support-lists.queries.ts';

const FRESH = { staleTime: 60_000 };

/** Loads all that the page of the next case shows first, so that nothing comes late when this one is decided. */
export const useNextLoaded = (next: CaseSummary | undefined): boolean => {
  const call = useCall();
  const client = useQueryClient();
  const may = useMay();
  const [loadedId, setLoadedId] = useState<string | null>(null);
  const latest = useRef({ next, may });
  latest.current = { next, may };
  const nextId = next?.id;
  useEffect(() => {
    const wanted = latest.current.next;
    if (!wanted) return;
    const { environmentId, eventType, eventId } = wanted;
    const ref = { eventType, eventEnvironmentId: environmentId, eventId };
    const withLists = async (): Promise<void> => {
      const event = eventQuery(call, environmentId, ref);
      await client.prefetchQuery({ ...event, ...FRESH });
      const detail = client.getQueryData(event.queryKey);
      if (!detail || !latest.current.may('supportListStatus:read')) return;
      const values = supportValuesOf(detail.request).filter(({ value }) => !isMasked(value));
      await Promise.all(
        values.map(({ entity, value }) =>
          client.prefetchQuery({ ...supportValueQuery(call, environmentId, entity, value), ...FRESH }),
        ),
      );
    };
    void Promise.all([
      client.prefetchQuery({ ...caseQuery(call, wanted), ...FRESH }),
      withLists(),
      client.prefetchQuery({ ...eventNotesQuery(call, environmentId, ref), ...FRESH }),
      client.prefetchQuery(explanationQuery(call, environmentId, ref)),
    ]).then(() => {
      setLoadedId(wanted.id);
      // What a decision does not wait for comes behind what it needs.
      void client.prefetchQuery({ ...linkSummaryQuery(call, environmentId, ref, LINK_DAYS), ...FRESH });
      void client.prefetchQuery({ ...placesQuery(call, environmentId, ref), ...FRESH });
    });
  }, [call, client, nextId]);
  return nextId !== undefined && loadedId === nextId;
};
