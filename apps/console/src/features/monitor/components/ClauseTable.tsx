import type { Monitor } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { DecisionChip, Link, Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useOpensSearch } from '../../../shared/search/search-switch.tsx';
import { monitorDrill } from '../monitor-drill.ts';
import styles from '../monitor.module.css';
import table from '../../../shared/reports/report-table.module.css';
import { ReportTable, type ReportColumn } from '../../../shared/reports/ReportTable.tsx';
import { useChangeColumns } from './Change.tsx';

type ClauseTableProps = {
  readonly assessment: AssessmentName;
  readonly includeChildren: boolean;
  readonly monitor: Monitor;
};

const useClauseColumns = ({
  assessment,
  includeChildren,
  monitor,
}: ClauseTableProps): readonly ReportColumn<Monitor['clauses'][number]>[] => {
  const text = useText('monitor');
  const changeColumns = useChangeColumns();
  const { ruleClause } = useProvidedNames();
  const maySearch = useOpensSearch();
  const { from, to } = monitor;
  const eventsOf = (rule: string, clause: string): string =>
    monitorDrill(assessment, includeChildren, { fromMs: Date.parse(from), toMs: Date.parse(to) }, [
      { field: 'rule', operator: 'is', values: [rule] },
      { field: 'clause', operator: 'is', values: [clause] },
    ]);
  return [
    {
      head: text('clauses.clause'),
      title: ({ rule, clause }) => ruleClause(rule, clause),
      cell: ({ rule, clause }) =>
        maySearch ? (
          <Link className={styles.link} href={eventsOf(rule, clause)}>
            {ruleClause(rule, clause)}
          </Link>
        ) : (
          ruleClause(rule, clause)
        ),
    },
    {
      head: text('clauses.decision'),
      kind: 'decision',
      cell: ({ decision }) => <DecisionChip decision={decision} appearance="plain" />,
    },
    {
      head: text('trend'),
      kind: 'trend',
      cell: ({ bars }) => <Sparkline values={bars} />,
    },
    ...changeColumns,
  ];
};

/** The clauses that decided most; each leads to its events. */
export const ClauseTable = (props: ClauseTableProps): ReactNode => {
  const text = useText('monitor');
  const formats = useFormats();
  const { clauses, otherClauses } = props.monitor;
  return (
    <ReportTable
      title={text('clauses.title')}
      meta={text('clauses.meta')}
      none={text('clauses.none')}
      rows={clauses}
      keyOf={({ rule, clause, decision }) => `${rule} ${clause} ${decision}`}
      columns={useClauseColumns(props)}
      last={
        otherClauses.events > 0 ? (
          <tr>
            <th scope="row" className={styles.soft}>
              {text('clauses.others')}
            </th>
            <td />
            <td>
              <Sparkline values={otherClauses.bars} />
            </td>
            <td className={table.end}>{formats.number(otherClauses.events)}</td>
            <td />
          </tr>
        ) : undefined
      }
    />
  );
};
