import type { FinancialSnapshot } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Amount, Section, ToneChip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../risk-support.module.css';

const ROWS = [
  ['purchases', false],
  ['spending', true],
  ['chargebacks', false],
  ['chargebackAmount', true],
  ['refunds', false],
  ['refundAmount', true],
] as const;

/** What was spent and came back in one currency, and the weeks that stand out. */
export const SnapshotTable = ({ snapshot }: { readonly snapshot: FinancialSnapshot }): ReactNode => {
  const text = useText('riskSupport');
  const formats = useFormats();
  const { currency, weeks } = snapshot;
  const highest = Math.max(...weeks.map(({ spending }) => spending), 1);
  const shown = (value: number, isMoney: boolean): ReactNode =>
    isMoney ? <Amount value={value} currency={currency} /> : formats.number(Math.round(value * 10) / 10);
  return (
    <Section title={text('snapshot.title')} meta={currency === '' ? text('snapshot.noCurrency') : currency}>
      <table className={styles.table} aria-label={text('snapshot.title')}>
        <thead>
          <tr>
            <th scope="col">{text('snapshot.what')}</th>
            <th scope="col">{text('snapshot.total')}</th>
            <th scope="col">{text('snapshot.perMonth')}</th>
            <th scope="col">{text('snapshot.last30Days')}</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([row, isMoney]) => (
            <tr key={row}>
              <th scope="row">{text(`snapshot.${row}`)}</th>
              <td>{shown(snapshot[row].total, isMoney)}</td>
              <td>{shown(snapshot[row].perMonth, isMoney)}</td>
              <td>{shown(snapshot[row].last30Days, isMoney)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* One bar compares with nothing. */}
      <ol className={styles.weeks} aria-label={text('snapshot.weeks')} hidden={weeks.length < 2}>
        {weeks.map(({ from, purchases, spending, isSpike }) => (
          <li
            key={from}
            title={text('snapshot.week', {
              from: formats.date(from),
              count: purchases,
              amount: formats.currency(spending, currency),
            })}
          >
            <span
              className={styles.bar}
              data-spike={isSpike ? 'yes' : undefined}
              style={{ height: `${Math.max(spending > 0 ? 4 : 1, (spending / highest) * 100)}%` }}
            />
          </li>
        ))}
      </ol>
      {weeks
        .filter(({ isSpike }) => isSpike)
        .map(({ from, purchases, spending }) => (
          <p key={from} className="row-middle">
            <ToneChip tone="review" text={text('snapshot.spike')} appearance="plain" />
            {text('snapshot.week', {
              from: formats.date(from),
              count: purchases,
              amount: formats.currency(spending, currency),
            })}
          </p>
        ))}
    </Section>
  );
};
