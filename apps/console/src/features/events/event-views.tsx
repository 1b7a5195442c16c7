import { HistoryRegular, LinkMultipleRegular, MapRegular, type FluentIcon } from '@fluentui/react-icons';
import type { TextKey } from '@redoubt/i18n';
import type { ComponentType } from 'react';
import { HistoryPane } from '../../shared/casework/HistoryPane.tsx';
import { LinksPane } from '../../shared/casework/LinksPane.tsx';
import type { EventRef } from '../../shared/events/events.queries.ts';
import { MapPart } from '../../shared/map/MapPart.tsx';

/** What stands beside the notes of an event in place of its decision and facts. */
export type EventView = {
  readonly id: 'links' | 'map' | 'history';
  readonly title: TextKey<'casework'>;
  readonly icon: FluentIcon;
  readonly permission: 'search:read' | 'notes:read';
  readonly Pane: ComponentType<{ readonly event: EventRef }>;
};

export const EVENT_VIEWS: readonly EventView[] = [
  {
    id: 'links',
    title: 'links.title',
    icon: LinkMultipleRegular,
    permission: 'search:read',
    Pane: ({ event }) => <LinksPane event={event} ofCase={false} />,
  },
  { id: 'map', title: 'map.title', icon: MapRegular, permission: 'search:read', Pane: MapPart },
  { id: 'history', title: 'history', icon: HistoryRegular, permission: 'notes:read', Pane: HistoryPane },
];
