import { ArrowRepeatAllRegular } from '@fluentui/react-icons';
import type { EventReplay } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { replayQuery, type EventRef } from '../events.queries.ts';
import styles from './replay.module.css';

/** What a replay found, in words: the same, or the first place where it differs. */
export const ReplayOutcome = ({ replay }: { readonly replay: EventReplay }): ReactNode => {
  const text = useText('events');
  const { difference, language, data } = replay;
  const valueOf = (value: string | null): ReactNode => (value === null ? text('replay.nothing') : <code>{value}</code>);
  return (
    <div role="status" className={styles.outcome}>
      {difference === null ? (
        <p>{text('replay.same')}</p>
      ) : (
        <>
          <p className={styles.different}>
            {text('replay.different')} <code>{difference.path}</code>
          </p>
          <dl className={styles.values}>
            <dt>{text('replay.recorded')}</dt>
            <dd>{valueOf(difference.recorded)}</dd>
            <dt>{text('replay.recomputed')}</dt>
            <dd>{valueOf(difference.recomputed)}</dd>
          </dl>
        </>
      )}
      {language.recorded === language.current ? null : <p>{text('replay.language', language)}</p>}
      {data.map((each) => (
        <p key={each.kind}>{text('replay.data', { recorded: each.recorded, current: each.current })}</p>
      ))}
    </div>
  );
};

/** Decides the event again on request and shows whether the same came out. */
export const ReplayPart = ({ event }: { readonly event: EventRef }): ReactNode => {
  const text = useText('events');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(replayQuery(call, environmentId, event));
  return (
    <div className={styles.replay}>
      <CommandButton
        command={{
          id: 'replay',
          text: text(query.isFetching ? 'replay.running' : 'replay.action'),
          icon: ArrowRepeatAllRegular,
          onSelect: () => void query.refetch(),
        }}
        appearance="outline"
      />
      <p className="soft">{text('replay.about')}</p>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data === undefined ? null : <ReplayOutcome replay={query.data} />}
    </div>
  );
};
