import { useFormats, useText } from '@redoubt/i18n';
import { QueryState, StaleBar, type Asked, type Command } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { ConsolePage, type ConsolePageProps } from '../../shell/ConsolePage.tsx';
import { useLinkCommand } from '../use-link-command.ts';
import { MaturityChip, type MaturityChipProps } from './MaturityChip.tsx';
import { ReportFilters, type ReportFiltersProps } from './ReportFilters.tsx';
import { ReportLoading } from './ReportLoading.tsx';
import { ReportSwitches, type ReportSwitchesProps } from './ReportSwitches.tsx';

/** The read that a report is drawn of. */
export type ReportRead<Report> = Asked<Report> & {
  readonly isPlaceholderData: boolean;
  readonly dataUpdatedAt: number;
};

export type ReportPageProps<Report> = Pick<
  ConsolePageProps,
  'title' | 'chips' | 'commands' | 'commandsEnd' | 'filters' | 'awaits'
> & {
  readonly query: ReportRead<Report>;
  /** What a report of events is asked; its filters stand before those of the page. */
  readonly asked?: ReportFiltersProps & Pick<ReportSwitchesProps, 'least'>;
  /** Heights in pixels of what stands in the place of the report while it loads. */
  readonly loading: readonly number[];
  /** Sending the report by e-mail: `useReportSchedules`. */
  readonly schedules?: { readonly command: Command; readonly panel: ReactNode };
  /** Charts as tables: `useTablesCommand`. */
  readonly tables?: Command;
  /** Stands above the report, whatever its state: tabs, panels. */
  readonly above?: ReactNode;
  /** Stands in the place of a report that has nothing to show. */
  readonly empty?: ReactNode;
  readonly isEmpty?: boolean;
  /** Stands in the place of the report and its states: a tab with reads of its own. */
  readonly instead?: ReactNode;
  readonly children: (report: Report) => ReactNode;
};

/** The frame of every report: until when it counts, its commands and filters, and the states of its read. */
export const ReportPage = <Report extends { readonly asOf: string; readonly maturity?: MaturityChipProps['maturity'] }>(
  props: ReportPageProps<Report>,
): ReactNode => {
  const { query, asked, loading, schedules, tables, above, empty, isEmpty = false, instead, children, ...page } = props;
  const common = useText('common');
  const formats = useFormats();
  const link = useLinkCommand();
  const { data } = query;
  return (
    <ConsolePage
      {...page}
      // A report is read: none of its commands is what people came for.
      strongFirst={false}
      chips={page.chips ?? <MaturityChip maturity={data?.maturity} />}
      aside={data ? common('time.asOf', { time: formats.time(data.asOf) }) : null}
      commandsEnd={
        page.commandsEnd === undefined && asked !== undefined ? (
          <ReportSwitches
            question={asked.question}
            onChange={asked.onChange}
            hasAmounts={asked.currencies.length > 0}
            least={asked.least}
          />
        ) : (
          page.commandsEnd
        )
      }
      filters={
        <>
          {asked === undefined ? null : <ReportFilters {...asked} />}
          {page.filters}
        </>
      }
      commands={[
        ...(page.commands ?? []),
        link,
        ...(schedules === undefined ? [] : [schedules.command]),
        ...(tables === undefined ? [] : [tables]),
      ]}
    >
      {schedules?.panel}
      {query.isError && data ? <StaleBar since={query.dataUpdatedAt} /> : null}
      {above}
      {instead ?? (
        <QueryState query={query} loading={<ReportLoading heights={loading} />}>
          {(report) =>
            isEmpty ? (
              empty
            ) : (
              <div className="stack-4 min-w-0" aria-busy={query.isPlaceholderData}>
                {children(report)}
              </div>
            )
          }
        </QueryState>
      )}
    </ConsolePage>
  );
};
