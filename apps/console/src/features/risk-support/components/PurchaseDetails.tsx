import { useText } from '@redoubt/i18n';
import { QueryState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { factsOfRequest } from '../../../shared/events/event-facts.ts';
import { eventQuery, type EventRef } from '../../../shared/events/events.queries.ts';
import { AnswerBand } from '../../../shared/events/parts/AnswerBand.tsx';
import { FactsView } from '../../../shared/events/parts/FactsView.tsx';
import { ItemsPart } from '../../../shared/events/parts/ItemsPart.tsx';
import { MapPart } from '../../../shared/map/MapPart.tsx';

const NO_PATHS: ReadonlySet<string> = new Set();

/** A chosen purchase: its decision, what was bought, its places on the map, and what it says of customer, parcel and cards. */
export const PurchaseDetails = ({ event }: { readonly event: EventRef }): ReactNode => {
  const text = useText('riskSupport');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(eventQuery(call, environmentId, event));
  return (
    <section className="stack-4" aria-label={text('purchases.detailsOf', { id: event.eventId })}>
      <QueryState query={query}>
        {(detail) => (
          <>
            <AnswerBand detail={detail} />
            <ItemsPart request={detail.request} />
            <MapPart event={event} />
            <FactsView facts={factsOfRequest(detail.request, detail.eventType)} read={NO_PATHS} lit={NO_PATHS} />
          </>
        )}
      </QueryState>
    </section>
  );
};
