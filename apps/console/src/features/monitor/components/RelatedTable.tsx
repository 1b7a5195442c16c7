import type { Monitor } from '@redoubt/contracts';
import { ENGLISH, useFormats, useProvidedNames, useText, type TextKey } from '@redoubt/i18n';
import { Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../monitor.module.css';
import table from '../../../shared/reports/report-table.module.css';
import { ReportTable } from '../../../shared/reports/ReportTable.tsx';

/** What was told later about events, by when it was received: status, bank, chargeback, label. */
export const RelatedTable = ({ related }: { readonly related: Monitor['related'] }): ReactNode => {
  const text = useText('monitor');
  const common = useText('common');
  const formats = useFormats();
  const provided = useProvidedNames();
  const nameOf = ({ kind, name }: Monitor['related'][number]): string => {
    if (name !== null) return provided.shown(name);
    return Object.hasOwn(ENGLISH.monitor.kind, kind) ? text(`kind.${kind}` as TextKey<'monitor'>) : kind;
  };
  const verdicts = (said: Readonly<Record<string, number>>): string =>
    formats.list(
      Object.entries(said).map(([verdict, count]) => {
        const known = verdict === 'Fraud' || verdict === 'NonFraud';
        return text('related.verdict', {
          verdict: known ? common(`label.${verdict}`) : verdict,
          count: formats.number(count),
        });
      }),
    );
  return (
    <ReportTable
      title={text('related.title')}
      meta={text('related.meta')}
      none={text('related.none')}
      heads={[
        { text: text('related.kind') },
        { text: text('trend'), kind: 'trend' },
        { text: text('events'), kind: 'end' },
      ]}
    >
      {related.length === 0
        ? null
        : related.map((each) => (
            <tr key={each.kind}>
              <th scope="row">
                {nameOf(each)} <span className={styles.soft}>{verdicts(each.verdicts)}</span>
              </th>
              <td>{each.events === 0 ? null : <Sparkline values={each.bars} />}</td>
              <td className={table.end}>{formats.number(each.events)}</td>
            </tr>
          ))}
    </ReportTable>
  );
};
