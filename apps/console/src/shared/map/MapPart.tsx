import { useText } from '@redoubt/i18n';
import { DataCredit, Loading, QueryState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { loadChunk } from '../../routes/chunk.ts';
import type { EventRef } from '../events/events.queries.ts';
import { placesQuery } from './places.query.ts';

/** The shapes of the world are a chunk of their own, loaded when a map is opened. */
const WorldMap = lazy(async () => ({
  default: await loadChunk(async () => (await import('./WorldMap.tsx')).WorldMap),
}));

/** Where an event ships to, is billed and came from, with distances; drawn by the console itself, no map is asked for elsewhere. */
export const MapPart = (props: {
  readonly event: EventRef;
  /** The map and its distances alone, for a narrow column. */
  readonly isCompact?: boolean;
  readonly end?: ReactNode;
}): ReactNode => {
  const { event, isCompact = false, end } = props;
  const say = useText('casework');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(placesQuery(call, environmentId, event));
  return (
    <Section title={say('map.title')} end={end}>
      <QueryState query={query} compact={isCompact}>
        {({ places, data }) =>
          places.length === 0 ? (
            <p className="soft">{say('map.none')}</p>
          ) : (
            <Suspense fallback={<Loading rows={8} />}>
              {/* The view that was chosen is that of one event. */}
              <WorldMap
                key={`${event.eventType} ${event.eventEnvironmentId} ${event.eventId}`}
                places={places}
                isCompact={isCompact}
              />
              <p className="soft">
                {say('map.shapes')} <DataCredit versions={data} />
              </p>
            </Suspense>
          )
        }
      </QueryState>
    </Section>
  );
};
