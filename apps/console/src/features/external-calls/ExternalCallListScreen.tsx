import { AddRegular } from '@fluentui/react-icons';
import type { CallPeriod } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Empty, ErrorState, Loading, NoResult, useShortcut, SearchField } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { ExternalTile } from './components/ExternalTile.tsx';
import styles from './components/external-calls.module.css';
import { PeriodChips } from './components/PeriodChips.tsx';
import { callsQuery } from './external-calls.queries.ts';

export type ExternalCallListScreenProps = {
  readonly find: string;
  readonly period: CallPeriod;
  readonly onFind: (find: string) => void;
  readonly onPeriod: (period: CallPeriod) => void;
  readonly onNew: () => void;
  readonly onOpen: (id: string) => void;
};

/** The external calls of the environment and how they do: rate, latency, success. */
export const ExternalCallListScreen = (props: ExternalCallListScreenProps) => {
  const { find, period, onFind, onPeriod, onNew, onOpen } = props;
  const text = useText('externalCalls');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(callsQuery(call, environmentId, period));
  const canWrite = query.data?.canWrite ?? false;
  const all = query.data?.calls;
  const wanted = find.trim().toLowerCase();
  const shown = (all ?? []).filter(({ name, description, endpoint }) =>
    `${name} ${description} ${endpoint}`.toLowerCase().includes(wanted),
  );
  useShortcut('n', text('new'), onNew, { active: canWrite });
  return (
    <ConsolePage
      title={text('title')}
      strongFirst={canWrite}
      commands={canWrite ? [{ id: 'new', text: text('new'), icon: AddRegular, keys: 'n', onSelect: onNew }] : []}
      commandsEnd={<SearchField label={text('find')} value={find} takesSlash onChange={onFind} />}
      chips={query.data && !canWrite ? <ReadOnlyChip /> : null}
    >
      {all && all.length > 0 ? (
        <div className={styles.filters}>
          <PeriodChips period={period} onPeriod={onPeriod} />
        </div>
      ) : null}
      {query.isError && !all ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !all ? (
        <Loading rows={4} rowHeight={140} />
      ) : all.length === 0 ? (
        <Empty
          title={text('empty.title')}
          body={text('empty.body')}
          action={canWrite ? { text: text('new'), onSelect: onNew } : undefined}
        />
      ) : shown.length === 0 ? (
        <NoResult title={text('noCall')} body={text('noCallBody')} />
      ) : (
        <ul className={styles.tiles}>
          {shown.map((summary) => (
            <ExternalTile
              key={summary.id}
              summary={summary}
              target={`${summary.method} ${summary.endpoint}`}
              note={summary.warmUp ? text(summary.warmUp.error === '' ? 'warm' : 'notWarm') : undefined}
              onOpen={() => onOpen(summary.id)}
            />
          ))}
        </ul>
      )}
    </ConsolePage>
  );
};
