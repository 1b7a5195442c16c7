import { API_PERIODS, type ApiBucket, type ApiPeriod } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip, Empty, ErrorState, FilterRow, LoadingBlock } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { periodInAddress } from '../address.ts';
import styles from './api-management.module.css';
import { ApiTabs } from '../../../shared/integration/ApiTabs.tsx';
import { CallChart, CHART_PX } from './CallChart.tsx';

/** Height of the heading above the chart, as in the style sheet of sections. */
const SECTION_HEAD_PX = 36;

/** What a page of API management asked for, as far as it has come. */
type Asked = {
  readonly data: { readonly groups: readonly unknown[]; readonly buckets: readonly ApiBucket[] } | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

/** What both pages of API management show around their grid: tabs, period, total, and the chart or why there is none. */
export const CallsFrame = (props: {
  readonly page: 'requests' | 'errors';
  readonly period: ApiPeriod;
  readonly onPeriod: (inAddress: ApiPeriod | undefined) => void;
  readonly query: Asked;
  /** Calls of the rows, in words. */
  readonly total: string;
  /** Ids of the rows, which the chart draws. */
  readonly ids: readonly string[];
  /** The row in hand, where it is among them. */
  readonly current: string | null;
  /** After the periods. */
  readonly filters?: ReactNode;
  /** The grid, and what stands above it. */
  readonly children: ReactNode;
}): ReactNode => {
  const { page, period, query, ids, current } = props;
  const text = useText('apiManagement');
  const { data } = query;
  return (
    <div className={styles.main}>
      <ApiTabs current={page} period={periodInAddress(period)} />
      <FilterRow className={styles.filters}>
        <div className="row" role="group" aria-label={text('period.label')}>
          {API_PERIODS.map((each) => (
            <Chip key={each} pressed={each === period} onSelect={() => props.onPeriod(periodInAddress(each))}>
              {text(`period.${each}`)}
            </Chip>
          ))}
        </div>
        {props.filters}
        {data ? <b className="push-end">{props.total}</b> : null}
      </FilterRow>
      {query.isError && !data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : data?.groups.length === 0 ? (
        <Empty title={text(`${page}.none.title`)} body={text(`${page}.none.body`)} />
      ) : (
        <>
          {data ? (
            <div className="flex-none px-page pb-2 border-bottom-2">
              <CallChart
                title={text(`${page}.chart.title`)}
                selected={text(`${page}.chart.selected`)}
                others={text(`${page}.chart.others`)}
                buckets={data.buckets}
                ids={ids}
                current={current}
              />
            </div>
          ) : (
            <div className="flex-none px-page pb-2 border-bottom-2">
              <LoadingBlock height={CHART_PX + SECTION_HEAD_PX} />
            </div>
          )}
          {props.children}
        </>
      )}
    </div>
  );
};
