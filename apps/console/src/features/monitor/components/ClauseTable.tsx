import type { Monitor } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { DecisionChip, Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useMay } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { formatAddress, parseAddress } from '../../../shared/search/search-address.ts';
import styles from '../monitor.module.css';
import table from '../../../shared/reports/report-table.module.css';
import { ReportTable } from '../../../shared/reports/ReportTable.tsx';
import { ChangeCells } from './Change.tsx';

type ClauseTableProps = {
  readonly assessment: AssessmentName;
  readonly monitor: Monitor;
};

/** The clauses that decided most; each leads to its events. */
export const ClauseTable = ({ assessment, monitor }: ClauseTableProps): ReactNode => {
  const text = useText('monitor');
  const formats = useFormats();
  const { ruleClause } = useProvidedNames();
  const maySearch = useMay()('search:read');
  const { clauses, otherClauses, from, to } = monitor;
  const eventsOf = (rule: string, clause: string): string => {
    const filters = [
      { field: 'rule' as const, operator: 'is' as const, values: [rule] },
      { field: 'clause' as const, operator: 'is' as const, values: [clause] },
    ];
    const range = { kind: 'between', from, to } as const;
    return hrefOf('/search', undefined, formatAddress({ ...parseAddress({}), eventType: assessment, range, filters }));
  };
  return (
    <ReportTable
      title={text('clauses.title')}
      meta={text('clauses.meta')}
      none={text('clauses.none')}
      heads={[
        { text: text('clauses.clause') },
        { text: text('clauses.decision'), kind: 'decision' },
        { text: text('events'), kind: 'end' },
        { text: text('change'), kind: 'end' },
      ]}
    >
      {clauses.length === 0 ? null : (
        <>
          {clauses.map(({ rule, clause, decision, events, before }) => (
            <tr key={`${rule} ${clause} ${decision}`}>
              <th scope="row" title={ruleClause(rule, clause)}>
                {maySearch ? (
                  <Link className={styles.link} href={eventsOf(rule, clause)}>
                    {ruleClause(rule, clause)}
                  </Link>
                ) : (
                  ruleClause(rule, clause)
                )}
              </th>
              <td>
                <DecisionChip decision={decision} appearance="plain" />
              </td>
              <ChangeCells now={events} before={before} />
            </tr>
          ))}
          {otherClauses > 0 ? (
            <tr>
              <th scope="row" className={styles.soft}>
                {text('clauses.others')}
              </th>
              <td />
              <td className={table.end}>{formats.number(otherClauses)}</td>
              <td />
            </tr>
          ) : null}
        </>
      )}
    </ReportTable>
  );
};
