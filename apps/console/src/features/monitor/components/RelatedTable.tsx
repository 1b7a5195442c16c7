import type { Monitor } from '@redoubt/contracts';
import { ENGLISH, useFormats, useProvidedNames, useText, type TextKey } from '@redoubt/i18n';
import { Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../monitor.module.css';
import { ReportTable, type ReportColumn } from '../../../shared/reports/ReportTable.tsx';

const useRelatedColumns = (): readonly ReportColumn<Monitor['related'][number]>[] => {
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
  return [
    {
      head: text('related.kind'),
      cell: (each) => (
        <>
          {nameOf(each)} <span className={styles.soft}>{verdicts(each.verdicts)}</span>
        </>
      ),
    },
    {
      head: text('trend'),
      kind: 'trend',
      cell: ({ events, bars }) => (events === 0 ? null : <Sparkline values={bars} />),
    },
    { head: text('events'), kind: 'end', cell: ({ events }) => formats.number(events) },
  ];
};

/** What was told later about events, by when it was received: status, bank, chargeback, label. */
export const RelatedTable = ({ related }: { readonly related: Monitor['related'] }): ReactNode => {
  const text = useText('monitor');
  return (
    <ReportTable
      title={text('related.title')}
      meta={text('related.meta')}
      none={text('related.none')}
      rows={related}
      keyOf={({ kind }) => kind}
      columns={useRelatedColumns()}
    />
  );
};
