import type { Monitor } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { DecisionMix } from '../../../shared/rules/DecisionMix.tsx';
import { ReportTable, type ReportColumn } from '../../../shared/reports/ReportTable.tsx';
import { useChangeColumns } from './Change.tsx';

const useRuleColumns = (): readonly ReportColumn<Monitor['rules'][number]>[] => {
  const text = useText('monitor');
  const changeColumns = useChangeColumns();
  return [
    { head: text('rules.rule'), title: ({ rule }) => rule, cell: ({ rule }) => rule },
    { head: text('trend'), kind: 'trend', cell: ({ bars }) => <Sparkline values={bars} /> },
    { head: text('mix'), kind: 'mix', cell: ({ decisions }) => <DecisionMix decisions={decisions} /> },
    ...changeColumns,
  ];
};

/** The rules that decided most: when, what, and how often against the period before. */
export const RuleTable = ({ rules }: { readonly rules: Monitor['rules'] }): ReactNode => {
  const text = useText('monitor');
  return (
    <ReportTable
      title={text('rules.title')}
      meta={text('rules.meta')}
      none={text('rules.none')}
      rows={rules}
      keyOf={({ rule }) => rule}
      columns={useRuleColumns()}
    />
  );
};
