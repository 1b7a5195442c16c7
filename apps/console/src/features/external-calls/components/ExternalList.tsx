import type { CallPeriod } from '@redoubt/contracts';
import type { Text } from '@redoubt/i18n';
import { Loading } from '@redoubt/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListPage } from '../../../shared/list-page/ListPage.tsx';
import tileStyles from '../../../shared/tiles/tiles.module.css';
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
  readonly text: Text<'externalCalls'> | Text<'externalAssessments'>;
  readonly noResult: { readonly title: string; readonly body: string };
  readonly query: UseQueryResult<{ readonly canWrite: boolean }>;
  /** What the environment has; undefined while nothing has arrived. */
  readonly all: readonly Summary[] | undefined;
  /** What of it is searched. */
  readonly searched: (summary: Summary) => string;
  /** What is called, and what more is to be said of it. */
  readonly facts: (summary: Summary) => Pick<ExternalTileProps, 'target' | 'chip' | 'note'>;
};

/** A list of what rules can call outside of the environment, as tiles that can be searched. */
export const ExternalList = <Summary extends ExternalSummary>(props: ExternalListProps<Summary>): ReactNode => {
  const { text, noResult, query, all, searched, facts, find, period, onFind, onPeriod, onNew, onOpen } = props;
  const wanted = find.trim().toLowerCase();
  const shown = (all ?? []).filter((summary) => searched(summary).toLowerCase().includes(wanted));
  return (
    <ListPage
      title={text('title')}
      canWrite={query.data?.canWrite}
      add={{ text: text('new'), onSelect: onNew }}
      find={{ text: text('find'), value: find, onChange: (value) => onFind(value ?? '') }}
      filters={all && all.length > 0 ? <PeriodChips period={period} onPeriod={onPeriod} /> : null}
      rows={{
        query,
        count: shown.length,
        loading: <Loading rows={4} rowHeight={140} />,
        empty: { title: text('empty.title'), body: text('empty.body') },
        noResult,
        isNarrowed: all !== undefined && all.length > 0,
        children: (
          <div className={tileStyles.list}>
            <ul className={tileStyles.tiles}>
              {shown.map((summary) => (
                <ExternalTile
                  key={summary.id}
                  summary={summary}
                  {...facts(summary)}
                  onOpen={() => onOpen(summary.id)}
                />
              ))}
            </ul>
          </div>
        ),
      }}
    />
  );
};
