import { DismissRegular } from '@fluentui/react-icons';
import type { ReportedCaseRow } from '@redoubt/contracts';
import type { CaseReportFigure } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, DateTimeText, IconButton, Link, QueryState } from '@redoubt/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { ReportTable } from '../../../shared/reports/ReportTable.tsx';
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

const DECIDED = ['agent', 'decision', 'reason'] as const;
/** Figures of cases without a decision. */
const UNDECIDED: ReadonlySet<CaseReportFigure> = new Set(['waiting', 'received', 'cancelled', 'withdrawn']);

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
  const addressOf = useCaseAddress(question.figure);
  const nameOf = useFigureName();
  const isDecided = !UNDECIDED.has(question.figure);
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
              heads={[
                { text: text('column.event') },
                { text: text('column.time') },
                { text: text('column.queue') },
                ...(isDecided ? DECIDED.map((each) => ({ text: text(`column.${each}`) })) : []),
              ]}
            >
              {cases.length === 0
                ? null
                : cases.map((row) => {
                    const href = addressOf(row);
                    return (
                      <tr key={`${row.at} ${row.eventId}`}>
                        <th scope="row">
                          {href === undefined ? (
                            row.eventId
                          ) : (
                            <Link className={styles.event} href={href}>
                              {row.eventId}
                            </Link>
                          )}
                        </th>
                        <td>
                          <DateTimeText at={row.at} />
                        </td>
                        <td>{row.queue === '' ? text('deletedQueue') : row.queue}</td>
                        {isDecided ? (
                          <>
                            <td>{row.agent ?? '–'}</td>
                            <td>
                              {row.decision === null ? '–' : shown(row.decision)}
                              {row.later === null ? null : (
                                <span className="muted">
                                  {' '}
                                  {text('drill.later', {
                                    decision: shown(row.later.decision),
                                    agent: row.later.agent ?? '–',
                                  })}
                                </span>
                              )}
                            </td>
                            <td>{row.reason === null ? '–' : shown(row.reason)}</td>
                          </>
                        ) : null}
                      </tr>
                    );
                  })}
            </ReportTable>
          );
        }}
      </QueryState>
    </div>
  );
};
