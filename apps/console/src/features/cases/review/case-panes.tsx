import type { CaseSummary, EventDetail } from '@redoubt/contracts';
import { useText, type TextKey } from '@redoubt/i18n';
import { useRef, type ComponentType, type ReactNode } from 'react';
import { HistoryPane } from '../../../shared/casework/HistoryPane.tsx';
import { MapPart } from '../../../shared/map/MapPart.tsx';
import { NotesPart } from '../../../shared/casework/NotesPart.tsx';
import type { EventRef } from '../../../shared/events/events.queries.ts';
import { CaseLinks } from './CaseLinks.tsx';
import { useLetterKey } from './use-letter-key.ts';

export type CasePaneProps = { readonly of: CaseSummary; readonly detail: EventDetail };

/** A view of the case besides its details: its name, its key, what it shows. */
export type CasePane = {
  readonly id: 'links' | 'map' | 'history';
  readonly title: TextKey<'cases'>;
  readonly keys?: string;
  readonly Pane: ComponentType<CasePaneProps>;
};

const refOf = ({ environmentId, eventType, eventId }: EventDetail): EventRef => ({
  eventType,
  eventEnvironmentId: environmentId,
  eventId,
});

const Links = ({ of, detail }: CasePaneProps): ReactNode => <CaseLinks of={of} event={refOf(detail)} />;
const Places = ({ detail }: CasePaneProps): ReactNode => <MapPart event={refOf(detail)} />;
const History = ({ detail }: CasePaneProps): ReactNode => <HistoryPane event={refOf(detail)} />;

const Notes = ({ detail }: CasePaneProps): ReactNode => {
  const text = useText('casework');
  const field = useRef<HTMLTextAreaElement>(null);
  useLetterKey('n', text('note.new'), () => field.current?.focus());
  return <NotesPart event={refOf(detail)} field={field} />;
};

/** Views of the case besides its details. */
export const CASE_PANES: readonly CasePane[] = [
  { id: 'links', title: 'tabs.links', keys: 'L', Pane: Links },
  { id: 'map', title: 'tabs.map', Pane: Places },
  { id: 'history', title: 'tabs.history', Pane: History },
];

/** What stands in the third column under the lists and the later events, such as the notes of the case. */
export const CASE_ASIDES: readonly { readonly id: string; readonly Aside: ComponentType<CasePaneProps> }[] = [
  { id: 'notes', Aside: Notes },
];
