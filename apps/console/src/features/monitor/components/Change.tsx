import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { changePercent } from '../../../shared/reports/day.ts';
import type { ReportColumn } from '../../../shared/reports/ReportTable.tsx';
import styles from '../monitor.module.css';

/** A count against the one before: a percentage, or that there was none. */
const Change = ({ now, before }: { readonly now: number; readonly before: number }): ReactNode => {
  const text = useText('monitor');
  const formats = useFormats();
  const change = changePercent(now, before);
  if (change === undefined) return <span className={styles.soft}>{text('new')}</span>;
  const format = new Intl.NumberFormat(formats.language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  });
  return format.format(change / 100);
};

/** The columns of a count and of how it changed. */
export const useChangeColumns = (): readonly ReportColumn<{ readonly events: number; readonly lastWeek: number }>[] => {
  const text = useText('monitor');
  const formats = useFormats();
  return [
    { head: text('events'), kind: 'end', cell: ({ events }) => formats.number(events) },
    { head: text('change'), kind: 'end', cell: ({ events, lastWeek }) => <Change now={events} before={lastWeek} /> },
  ];
};
