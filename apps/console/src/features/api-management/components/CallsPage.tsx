import { API_PERIODS, type ApiBucket, type ApiPeriod } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, LoadingBlock } from '@redoubt/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiTabs } from '../../../shared/integration/ApiTabs.tsx';
import type { ListGridProps } from '../../../shared/list-page/ListGrid.tsx';
import { ListPage } from '../../../shared/list-page/ListPage.tsx';
import { periodInAddress } from '../address.ts';
import { REFRESH_MS } from '../api-management.queries.ts';
import { CallChart, CHART_PX } from './CallChart.tsx';

/** Height of the heading above the chart, as in the style sheet of sections. */
const SECTION_HEAD_PX = 36;

type Calls<Row> = { readonly groups: readonly Row[]; readonly buckets: readonly ApiBucket[] };

/** What both pages of API management are: tabs, period, total, chart, and calls in groups. */
export const CallsPage = <Row,>(props: {
  readonly page: 'requests' | 'errors';
  readonly period: ApiPeriod;
  readonly onPeriod: (inAddress: ApiPeriod | undefined) => void;
  readonly query: UseQueryResult<Calls<Row>>;
  /** Calls of the rows, in words. */
  readonly total: string;
  readonly grid: Required<Pick<ListGridProps<Row>, 'rows' | 'rowId' | 'columns' | 'selection'>> &
    Pick<ListGridProps<Row>, 'onOpen' | 'onPeek'>;
  /** The row that is open, which the chart sets apart. */
  readonly current: string | null;
  /** After the periods. */
  readonly filters?: ReactNode;
  /** Under the chart. */
  readonly note?: ReactNode;
  readonly pane?: ReactNode;
}): ReactNode => {
  const { page, period, query, grid } = props;
  const text = useText('apiManagement');
  const routes = useText('routes');
  const common = useText('common');
  const formats = useFormats();
  const { data, dataUpdatedAt } = query;
  const isEmpty = data?.groups.length === 0;
  const asOf = common('time.asOf', { time: formats.time(dataUpdatedAt) });
  return (
    <ListPage
      title={routes(page === 'requests' ? 'apiRequests.title' : 'apiErrors.title')}
      canWrite={undefined}
      tabs={<ApiTabs current={page} period={periodInAddress(period)} />}
      aside={data ? `${asOf} · ${common('time.refreshesEvery', { seconds: REFRESH_MS / 1000 })}` : null}
      filters={
        <>
          <div className="row" role="group" aria-label={text('period.label')}>
            {API_PERIODS.map((each) => (
              <Chip key={each} pressed={each === period} onSelect={() => props.onPeriod(periodInAddress(each))}>
                {text(`period.${each}`)}
              </Chip>
            ))}
          </div>
          {props.filters}
          {data ? <b className="push-end">{props.total}</b> : null}
        </>
      }
      above={
        isEmpty || (query.isError && !data) ? null : (
          <>
            <div className="flex-none px-page pb-2 border-bottom-2">
              {data ? (
                <CallChart
                  title={text(`${page}.chart.title`)}
                  selected={text(`${page}.chart.selected`)}
                  others={text(`${page}.chart.others`)}
                  buckets={data.buckets}
                  ids={grid.rows.map(grid.rowId)}
                  current={props.current}
                />
              ) : (
                <LoadingBlock height={CHART_PX + SECTION_HEAD_PX} />
              )}
            </div>
            {props.note}
          </>
        )
      }
      pane={props.pane}
      paneWidth="min(480px, 46%)"
      grid={{
        ...grid,
        label: text(`${page}.grid`),
        query,
        empty: isEmpty ? { title: text(`${page}.none.title`), body: text(`${page}.none.body`) } : undefined,
      }}
    />
  );
};
