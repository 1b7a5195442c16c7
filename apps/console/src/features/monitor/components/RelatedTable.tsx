import type { Monitor } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../monitor.module.css';
import { useRelatedNames } from '../use-related-names.ts';
import { ReportTable, type ReportColumn } from '../../../shared/reports/ReportTable.tsx';

/** Values named in a row; the charts have all. */
const MOST_TOLD = 3;

const useRelatedColumns = (): readonly ReportColumn<Monitor['related'][number]>[] => {
  const text = useText('monitor');
  const formats = useFormats();
  const { kindOf, valueOf } = useRelatedNames();
  const valuesText = (values: Monitor['related'][number]['values']): string =>
    formats.list(
      values
        .filter(({ value }) => value !== '')
        .slice(0, MOST_TOLD)
        .map(({ value, events }) =>
          text('related.verdict', { verdict: valueOf(value), count: formats.number(events) }),
        ),
    );
  return [
    {
      head: text('related.kind'),
      cell: (each) => (
        <>
          {kindOf(each)} <span className={styles.soft}>{valuesText(each.values)}</span>
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

/** Later events about events (status, bank, chargeback, label), by time of receipt. */
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
