import { DismissRegular } from '@fluentui/react-icons';
import type { ListedObservation } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, Link, LoadingBlock, QueryState } from '@redoubt/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { hrefOf } from '../../../routes/address.ts';
import { ReportTable, type ReportColumn } from '../../../shared/reports/ReportTable.tsx';
import { listBody, searchHref } from '../observation-report-address.ts';
import type { DayQuestion } from '../../../shared/report-charts/report-address.ts';
import { observationListQuery } from '../observation-report.queries.ts';
import { useDelayNames } from '../use-delay-names.ts';
import type { ObservationNames } from '../use-observation-names.ts';

const LIST_PX = 120;

export type ObservationListProps = {
  readonly question: DayQuestion;
  readonly filters: Parameters<typeof listBody>[1];
  /** Where the bar begins that it is narrowed to. */
  readonly at: string | undefined;
  /** What it is narrowed to beyond the page, in words; empty where it is not. */
  readonly narrowed: readonly string[];
  readonly names: ObservationNames;
  readonly onWiden: () => void;
};

/** The newest observations behind the page, or behind the figure that was opened; each leads to its event. */
export const ObservationList = (props: ObservationListProps): ReactNode => {
  const { question, filters, at, narrowed, names, onWiden } = props;
  const text = useText('observationReport');
  const common = useText('common');
  const formats = useFormats();
  const delayName = useDelayNames();
  const query = useRead(observationListQuery, listBody(question, filters, at));
  const search = searchHref(question, filters);
  const place = useRef<HTMLDivElement>(null);
  const opened = narrowed.join(' ');
  useEffect(() => {
    if (opened !== '') place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [opened]);
  const eventOf = ({ eventId, decision, environmentId }: ListedObservation): ReactNode => {
    if (eventId === null) return text('list.erased');
    if (decision === null) return eventId;
    const params = { eventType: question.assessment, envId: environmentId, id: eventId };
    return <Link href={hrefOf('/search/:eventType/:envId/:id', params)}>{eventId}</Link>;
  };
  const columns: readonly ReportColumn<ListedObservation>[] = [
    { head: text('list.event'), cell: eventOf, title: ({ eventId }) => eventId ?? text('list.erased') },
    { head: text('list.kind'), cell: ({ observation }) => names.kind(observation) },
    { head: text('list.arrived'), cell: ({ arrivedAt }) => formats.dateTime(arrivedAt) },
    {
      head: text('list.delay'),
      cell: ({ delayHours }) => (delayHours === null ? text('linked.no') : delayName(delayHours)),
    },
    {
      head: text('list.decision'),
      cell: ({ decision }) => (decision === null ? '–' : common(`decision.${decision}`)),
    },
    {
      head: text('list.amount'),
      kind: 'end',
      cell: ({ amount, currency }) => (amount === 0 ? '–' : `${formats.number(amount)} ${currency}`.trim()),
    },
  ];
  return (
    <div ref={place}>
      <QueryState query={query} compact loading={<LoadingBlock height={LIST_PX} />}>
        {({ observations }) => (
          <ReportTable
            title={text('list.title')}
            meta={text('list.meta')}
            none={text('list.none')}
            rows={observations}
            keyOf={({ observation, id, eventId, arrivedAt, environmentId }) =>
              [environmentId, observation, eventId, id, arrivedAt].join('/')
            }
            columns={columns}
            layout="fitted"
            end={
              <>
                {search === null ? null : <Link href={search}>{text('list.search')}</Link>}
                {narrowed.length === 0 ? null : (
                  <Chip pressed icon={DismissRegular} title={text('list.widen')} onSelect={onWiden}>
                    {formats.list(narrowed)}
                  </Chip>
                )}
              </>
            }
          />
        )}
      </QueryState>
    </div>
  );
};
