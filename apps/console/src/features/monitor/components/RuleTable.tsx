import type { Monitor } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { DecisionMix } from '../../../shared/rules/DecisionMix.tsx';
import { ReportTable } from '../../../shared/reports/ReportTable.tsx';
import { ChangeCells } from './Change.tsx';

/** The rules that decided most: when, what, and how often against the period before. */
export const RuleTable = ({ rules }: { readonly rules: Monitor['rules'] }): ReactNode => {
  const text = useText('monitor');
  return (
    <ReportTable
      title={text('rules.title')}
      meta={text('rules.meta')}
      none={text('rules.none')}
      heads={[
        { text: text('rules.rule') },
        { text: text('trend'), kind: 'trend' },
        { text: text('mix'), kind: 'mix' },
        { text: text('events'), kind: 'end' },
        { text: text('change'), kind: 'end' },
      ]}
    >
      {rules.length === 0
        ? null
        : rules.map(({ rule, events, before, decisions, bars }) => (
            <tr key={rule}>
              <th scope="row" title={rule}>
                {rule}
              </th>
              <td>
                <Sparkline values={bars} />
              </td>
              <td>
                <DecisionMix decisions={decisions} />
              </td>
              <ChangeCells now={events} before={before} />
            </tr>
          ))}
    </ReportTable>
  );
};
