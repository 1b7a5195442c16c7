import { AddRegular } from '@fluentui/react-icons';
import type { CallPeriod } from '@redoubt/contracts';
import { Empty, ErrorState, Loading, NoResult, SearchField, useShortcut } from '@redoubt/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConsolePage } from '../../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../../shell/ReadOnlyChip.tsx';
import styles from '../../../shared/external-calls/external-calls.module.css';
import { ExternalTile, type ExternalTileProps } from './ExternalTile.tsx';
import { PeriodChips } from '../../../shared/external-calls/PeriodChips.tsx';

/** What the address of a list says, and what can be done on it. */
export type ExternalListScreenProps = {
  readonly find: string;
  readonly period: CallPeriod;
  readonly onFind: (find: string) => void;
  readonly onPeriod: (period: CallPeriod) => void;
  readonly onNew: () => void;
  readonly onOpen: (id: string) => void;
};

type ExternalSummary = ExternalTileProps['summary'] & { readonly id: string };

type ExternalListProps<Summary extends ExternalSummary> = ExternalListScreenProps & {
  readonly words: {
    readonly title: string;
    readonly create: string;
    readonly find: string;
    readonly empty: { readonly title: string; readonly body: string };
    readonly noResult: { readonly title: string; readonly body: string };
  };
  readonly query: Pick<UseQueryResult<{ readonly canWrite: boolean }>, 'data' | 'error' | 'refetch'>;
  /** What the environment has; undefined while nothing has arrived. */
  readonly all: readonly Summary[] | undefined;
  /** What of it is searched. */
  readonly searched: (summary: Summary) => string;
  /** What is called, and what more is to be said of it. */
  readonly facts: (summary: Summary) => Pick<ExternalTileProps, 'target' | 'chip' | 'note'>;
};

/** A list of what rules can call outside of the environment, as tiles that can be searched. */
export const ExternalList = <Summary extends ExternalSummary>(props: ExternalListProps<Summary>): ReactNode => {
  const { words, query, all, searched, facts, find, period, onFind, onPeriod, onNew, onOpen } = props;
  const canWrite = query.data?.canWrite ?? false;
  const wanted = find.trim().toLowerCase();
  const shown = (all ?? []).filter((summary) => searched(summary).toLowerCase().includes(wanted));
  useShortcut('n', words.create, onNew, { active: canWrite });
  return (
    <ConsolePage
      title={words.title}
      strongFirst={canWrite}
      commands={canWrite ? [{ id: 'new', text: words.create, icon: AddRegular, keys: 'n', onSelect: onNew }] : []}
      commandsEnd={<SearchField label={words.find} value={find} onChange={onFind} />}
      chips={query.data && !canWrite ? <ReadOnlyChip /> : null}
    >
      {all && all.length > 0 ? (
        <div className={styles.filters}>
          <PeriodChips period={period} onPeriod={onPeriod} />
        </div>
      ) : null}
      {query.error && !all ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !all ? (
        <Loading rows={4} rowHeight={140} />
      ) : all.length === 0 ? (
        <Empty {...words.empty} action={canWrite ? { text: words.create, onSelect: onNew } : undefined} />
      ) : shown.length === 0 ? (
        <NoResult {...words.noResult} />
      ) : (
        <ul className={styles.tiles}>
          {shown.map((summary) => (
            <ExternalTile key={summary.id} summary={summary} {...facts(summary)} onOpen={() => onOpen(summary.id)} />
          ))}
        </ul>
      )}
    </ConsolePage>
  );
};
