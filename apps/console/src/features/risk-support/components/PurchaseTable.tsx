import { ChevronDownRegular, ChevronUpRegular } from '@fluentui/react-icons';
import type { SearchRow } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Amount, DateTimeText, DecisionChip, IconButton, Link, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import styles from '../risk-support.module.css';

export type PurchaseTableProps = {
  readonly rows: readonly SearchRow[];
  /** Id of the purchase whose details are shown; undefined for none. */
  readonly chosen: string | undefined;
  readonly onChoose: (eventId: string | undefined) => void;
};

/** The purchases of an account, newest first, each leading to its event; details of one are shown below. */
export const PurchaseTable = ({ rows, chosen, onChoose }: PurchaseTableProps): ReactNode => {
  const text = useText('riskSupport');
  const formats = useFormats();
  if (rows.length === 0) return <p className="soft">{text('purchases.none')}</p>;
  return (
    <Section title={text('purchases.title')} meta={formats.number(rows.length)}>
      <table className={styles.table} aria-label={text('purchases.title')}>
        <thead>
          <tr>
            <th scope="col">{text('purchases.time')}</th>
            <th scope="col">{text('purchases.utc')}</th>
            <th scope="col">{text('key.purchaseId')}</th>
            <th scope="col">{text('purchases.amount')}</th>
            <th scope="col">{text('purchases.decision')}</th>
            <th scope="col">{text('purchases.reason')}</th>
            <th scope="col">{text('purchases.status')}</th>
            <th scope="col">{text('purchases.details')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.eventId} aria-selected={row.eventId === chosen}>
              <td>
                <DateTimeText at={row.eventTime} />
              </td>
              <td>{formats.utc(row.eventTime)}</td>
              <th scope="row">
                <Link
                  href={hrefOf('/search/:eventType/:envId/:id', {
                    eventType: row.eventType,
                    envId: row.environmentId,
                    id: row.eventId,
                  })}
                >
                  {row.eventId}
                </Link>
              </th>
              <td>
                <Amount value={row.amount} currency={row.currency} />
              </td>
              <td>
                <DecisionChip decision={row.decision} appearance="plain" />
              </td>
              <td>{row.reason}</td>
              <td>{row.status}</td>
              <td>
                <IconButton
                  dense
                  icon={row.eventId === chosen ? ChevronUpRegular : ChevronDownRegular}
                  label={text('purchases.detailsOf', { id: row.eventId })}
                  aria-expanded={row.eventId === chosen}
                  onClick={() => onChoose(row.eventId === chosen ? undefined : row.eventId)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
};
