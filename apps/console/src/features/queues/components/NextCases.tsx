import type { Queue } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Link, Loading, QueryState, Section, ShortId } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import { caseHref, nextCasesQuery, QUEUES_LIVE_MS } from '../../../shared/cases/cases.queries.ts';
import { DueText } from '../../../shared/cases/DueText.tsx';
import styles from '../queues.module.css';

/** Cases that are shown of a queue. */
const SHOWN = 8;
const ID_LENGTH = 14;

/** The cases of a queue that come next, in its order. */
export const NextCases = ({ queue }: { readonly queue: Queue }): ReactNode => {
  const text = useText('queues');
  const cases = useText('cases');
  const formats = useFormats();
  const provided = useProvidedNames();
  const call = useCall();
  const query = useQuery({
    ...nextCasesQuery(call, queue.environment.id, queue.id, SHOWN),
    refetchInterval: QUEUES_LIVE_MS,
  });
  const money = (value: number | null, currency: string | null): string =>
    value === null ? '–' : formats.currency(value, currency);
  return (
    <Section title={text('next.title')} meta={query.data && cases('queue.count', { count: query.data.total })}>
      <QueryState query={query} loading={<Loading rows={SHOWN} rowHeight={28} />}>
        {({ cases: next, asOf }) =>
          next.length === 0 ? (
            <p className="quiet">{text('nothingWaits')}</p>
          ) : (
            <table className={styles.cases} aria-label={text('next.title')}>
              <thead>
                <tr>
                  <th scope="col">{cases('queue.column.event')}</th>
                  <th scope="col">{cases('queue.column.due')}</th>
                  <th scope="col">{cases('queue.column.loss')}</th>
                  <th scope="col">{cases('queue.column.amount')}</th>
                </tr>
              </thead>
              <tbody>
                {next.map((each) => (
                  <tr key={each.id}>
                    <th scope="row" title={provided.ruleClause(each.rule, each.clause)}>
                      <Link href={caseHref(each)}>
                        <ShortId id={each.eventId} length={ID_LENGTH} />
                      </Link>
                    </th>
                    <td>
                      <DueText at={each.dueAt} nowMs={Date.parse(asOf)} />
                    </td>
                    <td>{money(each.expectedLoss, each.currency)}</td>
                    <td>{money(each.amount, each.currency)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </QueryState>
    </Section>
  );
};
