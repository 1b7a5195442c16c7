import { DismissRegular } from '@fluentui/react-icons';
import type { ReportedCaseRow } from '@redoubt/contracts';
import type { CaseReportFigure } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, DateTimeText, IconButton, Link, QueryState } from '@redoubt/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { ReportTable, type ReportColumn } from '../../../shared/reports/ReportTable.tsx';
import styles from '../case-report.module.css';
import { reportedCasesQuery, type CasesQuestion } from '../case-report.queries.ts';

/** What a figure is called on the page. */
export const useFigureName = (): ((figure: CaseReportFigure) => string) => {
  const text = useText('caseReport');
  return (figure) => {
    if (figure === 'withdrawn') return text('drill.withdrawn');
    if (figure === 'reviewedTwice') return text('pairs.title');
    return figure === 'cancelled' || figure === 'approved' ? text(`series.${figure}`) : text(`tile.${figure}`);
  };
};

/** Where a case is looked at: those that wait in review, all others at their event. */
const useCaseAddress = (figure: CaseReportFigure) => {
  const may = useMay();
  const { id: envId } = useEnvironment();
  return ({ queueId, eventType, eventId: id }: ReportedCaseRow): string | undefined => {
    if (figure === 'waiting' && may('caseReview:read'))
      return hrefOf('/casemanagement/queues/:queueId/:eventType/:envId/:id', { queueId, eventType, envId, id });
    return may('search:read') ? hrefOf('/search/:eventType/:envId/:id', { eventType, envId, id }) : undefined;
  };
};

/** Figures of cases without a decision. */
const UNDECIDED: ReadonlySet<CaseReportFigure> = new Set(['waiting', 'received', 'cancelled', 'withdrawn']);

const EventName = ({ row, href }: { readonly row: ReportedCaseRow; readonly href: string | undefined }): ReactNode =>
  href === undefined ? (
    row.eventId
  ) : (
    <Link className={styles.event} href={href}>
      {row.eventId}
    </Link>
  );

/** Of a figure: which case, and where it was decided who did how and why, and how it was decided later. */
const useCaseColumns = (figure: CaseReportFigure): readonly ReportColumn<ReportedCaseRow>[] => {
  const text = useText('caseReport');
  const addressOf = useCaseAddress(figure);
  const { shown } = useProvidedNames();
  const nameOf = (name: string | null): string => (name === null ? '–' : shown(name));
  const known: readonly ReportColumn<ReportedCaseRow>[] = [
    { head: text('column.event'), cell: (row) => <EventName row={row} href={addressOf(row)} /> },
    { head: text('column.time'), cell: ({ at }) => <DateTimeText at={at} /> },
    { head: text('column.queue'), cell: ({ queue }) => (queue === '' ? text('deletedQueue') : queue) },
  ];
  if (UNDECIDED.has(figure)) return known;
  return [
    ...known,
    { head: text('column.agent'), cell: ({ agent }) => agent ?? '–' },
    {
      head: text('column.decision'),
      cell: ({ decision, later }) => (
        <>
          {nameOf(decision)}
          {later === null ? null : (
            <span className="muted">
              {' '}
              {text('drill.later', { decision: shown(later.decision), agent: later.agent ?? '–' })}
            </span>
          )}
        </>
      ),
    },
    { head: text('column.reason'), cell: ({ reason }) => nameOf(reason) },
  ];
};

/** The cases that a figure of the report counts, page by page. */
export const FigureCases = (props: {
  readonly question: CasesQuestion;
  /** As the report counts them. */
  readonly count: number;
  readonly onClose: () => void;
}): ReactNode => {
  const { question, count, onClose } = props;
  const text = useText('caseReport');
  const common = useText('common');
  const formats = useFormats();
  const { shown } = useProvidedNames();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useInfiniteQuery(reportedCasesQuery(call, environmentId, question));
  const columns = useCaseColumns(question.figure);
  const nameOf = useFigureName();
  const section = useRef<HTMLDivElement>(null);
  const key = JSON.stringify(question);
  useEffect(() => section.current?.focus(), [key]);
  const narrowed = question.reason === undefined ? nameOf(question.figure) : shown(question.reason);
  return (
    <div ref={section} tabIndex={-1} className={styles.cases}>
      <QueryState query={query}>
        {({ pages }) => {
          const cases = pages.flatMap((page) => page.cases);
          const missing = query.hasNextPage ? 0 : count - cases.length;
          return (
            <ReportTable
              title={text('drill.title', { figure: narrowed })}
              meta={text('drill.meta', { shown: formats.number(cases.length), count: formats.number(count) })}
              none={text('drill.none')}
              layout="fitted"
              end={<IconButton icon={DismissRegular} label={common('action.close')} onClick={onClose} />}
              below={
                <>
                  {missing > 0 ? <p className="quiet-small">{text('drill.missing', { count: missing })}</p> : null}
                  {query.hasNextPage ? (
                    <CommandButton
                      command={{
                        id: 'more',
                        text: text('drill.more'),
                        onSelect: () => void query.fetchNextPage(),
                        disabledReason: query.isFetchingNextPage ? text('loading') : undefined,
                      }}
                    />
                  ) : null}
                </>
              }
              rows={cases}
              keyOf={({ at, eventId }) => `${at} ${eventId}`}
              columns={columns}
            />
          );
        }}
      </QueryState>
    </div>
  );
};
