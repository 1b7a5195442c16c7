import type { BacktestResult } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Amount, DateTimeText, DecisionChip, FraudLabelChip, Link } from '@redoubt/ui';
import { useState } from 'react';
import { hrefOf } from '../../routes/address.ts';
import styles from './backtests.module.css';

export type ChangeTableProps = {
  readonly changes: BacktestResult['changes'];
  readonly changed: number;
  readonly events: number;
};

type Change = BacktestResult['changes'][number];

const idOf = ({ before, after }: Change): string => `${before} ${after}`;

/** Which decisions become which, and the events behind each. */
export const ChangeTable = ({ changes, changed, events }: ChangeTableProps) => {
  const text = useText('backtests');
  const formats = useFormats();
  const [picked, setPicked] = useState<string | null>(null);
  const shown = changes.find((change) => idOf(change) === picked) ?? changes[0];
  return (
    <div>
      <p className={styles.total}>
        {text('changed', { count: changed, share: formats.percent(events === 0 ? 0 : (changed / events) * 100, 2) })}
      </p>
      <div className={styles.pairs} role="group" aria-label={text('pairs')}>
        {changes.map((change) => (
          <button
            key={idOf(change)}
            type="button"
            className={styles.pair}
            aria-pressed={change === shown}
            onClick={() => setPicked(idOf(change))}
          >
            <DecisionChip decision={change.before} appearance="plain" />
            <span aria-hidden="true">→</span>
            <DecisionChip decision={change.after} appearance="plain" />
            <b>{formats.number(change.events)}</b>
          </button>
        ))}
      </div>
      {shown ? <Samples change={shown} /> : null}
    </div>
  );
};

const Samples = ({ change }: { readonly change: Change }) => {
  const text = useText('backtests');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text('sample.time')}</th>
          <th scope="col" className={styles.number}>
            {text('sample.amount')}
          </th>
          <th scope="col">{text('sample.clause')}</th>
          <th scope="col">{text('sample.label')}</th>
          <th scope="col">{text('sample.event')}</th>
        </tr>
      </thead>
      <tbody>
        {change.samples.map((sample) => (
          <tr key={`${sample.environmentId} ${sample.eventId}`}>
            <td>
              <DateTimeText at={sample.eventTime} />
            </td>
            <td className={styles.number}>
              <Amount value={sample.amount} currency={sample.currency} />
            </td>
            <td>{sample.clause ?? text('sample.noClause')}</td>
            <td>
              <FraudLabelChip label={sample.label === 'None' ? null : sample.label} appearance="plain" />
            </td>
            <td className={styles.event}>
              <Link
                href={hrefOf('/search/:eventType/:envId/:id', {
                  eventType: 'purchase',
                  envId: sample.environmentId,
                  id: sample.eventId,
                })}
              >
                {sample.eventId}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
