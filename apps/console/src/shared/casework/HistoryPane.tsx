import type { TimelineEntry } from '@redoubt/contracts';
import { DECISIONS, EVENT_KINDS, isAssessmentKind, type EventKind, type RelatedKind } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { QueryState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import type { EventRef } from '../events/events.queries.ts';
import { timelineQuery } from './notes.queries.ts';
import { timelineTextKey } from './timeline-text.ts';
import styles from './history.module.css';

const RELATED = (Object.keys(EVENT_KINDS) as EventKind[]).filter(
  (kind): kind is RelatedKind => !isAssessmentKind(kind),
);

/** What an entry names besides its sentence, in the language of the reader: a decision, or the kind of a later event. */
const useWhat = (): ((entry: TimelineEntry) => string) => {
  const common = useText('common');
  const events = useText('events');
  return ({ kind, what }) => {
    const decision = DECISIONS.find((each) => each === what);
    if (kind === 'received' && decision !== undefined) return common(`decision.${decision}`);
    const related = RELATED.find((each) => each === what);
    return kind === 'later' && related !== undefined ? events(`related.${related}`) : what;
  };
};

const Entry = ({ entry }: { readonly entry: TimelineEntry }): ReactNode => {
  const say = useText('casework');
  const formats = useFormats();
  const provided = useProvidedNames();
  const { at, by, subject, detail } = entry;
  const key = timelineTextKey(entry);
  const what = useWhat()(entry);
  return (
    <li>
      <time dateTime={at} title={formats.utc(at)}>
        {formats.dateTime(at)}
      </time>
      <span>
        {say(key, { what, subject: subject === null ? '' : provided.shown(subject) })}
        {detail === null ? null : <q>{provided.shown(detail)}</q>}
      </span>
      <span className="soft">{by ?? ''}</span>
    </li>
  );
};

/** All that happened to an event, newest first: its case, notes, files, statuses of its values and later events. */
export const HistoryPane = ({ event }: { readonly event: EventRef }): ReactNode => {
  const say = useText('casework');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(timelineQuery(call, environmentId, event));
  return (
    <Section title={say('history')}>
      <QueryState query={query}>
        {({ entries }) => (
          <ol className={styles.entries}>
            {entries.map((entry, index) => (
              <Entry key={`${entry.at} ${index}`} entry={entry} />
            ))}
          </ol>
        )}
      </QueryState>
    </Section>
  );
};
