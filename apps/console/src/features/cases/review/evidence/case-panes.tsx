import type { CaseSummary, EventDetail, LinkingAttribute } from '@redoubt/contracts';
import { useText, type TextKey } from '@redoubt/i18n';
import { CommandButton, Skeleton } from '@redoubt/ui';
import { useDeferredValue, useRef, type ComponentType, type ReactNode } from 'react';
import { HistoryPane } from '../../../../shared/casework/HistoryPane.tsx';
import { LinkSummary } from '../../../../shared/casework/LinkSummary.tsx';
import { NotesPart } from '../../../../shared/casework/NotesPart.tsx';
import type { EventRef } from '../../../../shared/events/events.queries.ts';
import { MapPart } from '../../../../shared/map/MapPart.tsx';
import { CaseLinks } from './CaseLinks.tsx';
import { useLetterKey } from '../../../../shared/cases/deciding/use-letter-key.ts';

type OfCase = { readonly of: CaseSummary; readonly detail: EventDetail };

export type CasePaneProps = OfCase & {
  /** The attribute by which links are looked for at first. */
  readonly linkBy: LinkingAttribute | undefined;
};

export type CaseAsideProps = OfCase & {
  /** Opens a view of the case, the one of links by an attribute where one is given. */
  readonly onOpen: (view: CasePane['id'], linkBy?: LinkingAttribute) => void;
};

/** A view of the case besides its details: its name, its key, what it shows. */
export type CasePane = {
  readonly id: 'links' | 'map' | 'history';
  readonly title: TextKey<'cases'>;
  readonly keys: string;
  readonly Pane: ComponentType<CasePaneProps>;
};

const refOf = ({ environmentId, eventType, eventId }: EventDetail): EventRef => ({
  eventType,
  eventEnvironmentId: environmentId,
  eventId,
});

const Links = ({ of, detail, linkBy }: CasePaneProps): ReactNode => (
  <CaseLinks key={linkBy ?? ''} of={of} event={refOf(detail)} first={linkBy} />
);
const Places = ({ detail }: CasePaneProps): ReactNode => <MapPart event={refOf(detail)} />;
const History = ({ detail }: CasePaneProps): ReactNode => <HistoryPane event={refOf(detail)} />;

const Open = ({ keys, onOpen }: { readonly keys: string; readonly onOpen: () => void }): ReactNode => {
  const text = useText('cases');
  return <CommandButton command={{ id: 'open', text: text('tabs.open'), keys, onSelect: onOpen }} />;
};

const Linked = ({ detail, onOpen }: CaseAsideProps): ReactNode => (
  <LinkSummary
    event={refOf(detail)}
    onOpen={(attribute) => onOpen('links', attribute)}
    end={<Open keys="L" onOpen={() => onOpen('links')} />}
  />
);

/** About the height of the map with its distances, so that nothing below it jumps. */
const MAP_HEIGHT = 240;

/** Drawn after the rest of the page: hundreds of shapes would hold up the first key of a case. */
const SmallMap = ({ detail, onOpen }: CaseAsideProps): ReactNode => {
  const isDrawn = useDeferredValue(true, false);
  return isDrawn ? (
    <MapPart event={refOf(detail)} isCompact end={<Open keys="M" onOpen={() => onOpen('map')} />} />
  ) : (
    <Skeleton height={MAP_HEIGHT} />
  );
};

const Notes = ({ detail }: CaseAsideProps): ReactNode => {
  const text = useText('casework');
  const field = useRef<HTMLTextAreaElement>(null);
  useLetterKey('n', text('note.new'), () => {
    const { current } = field;
    current?.focus();
    // A draft goes on where it ended.
    current?.setSelectionRange(current.value.length, current.value.length);
  });
  return <NotesPart event={refOf(detail)} field={field} />;
};

/** Views of the case besides its details. */
export const CASE_PANES: readonly CasePane[] = [
  { id: 'links', title: 'tabs.links', keys: 'L', Pane: Links },
  { id: 'map', title: 'tabs.map', keys: 'M', Pane: Places },
  { id: 'history', title: 'tabs.history', keys: 'Y', Pane: History },
];

/** What stands in the third column above the lists and the later events. */
export const CASE_ASIDES: readonly { readonly id: string; readonly Aside: ComponentType<CaseAsideProps> }[] = [
  { id: 'links', Aside: Linked },
  { id: 'notes', Aside: Notes },
  { id: 'map', Aside: SmallMap },
];
