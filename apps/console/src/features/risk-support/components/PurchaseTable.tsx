import { ChevronDownRegular, ChevronUpRegular, SendRegular } from '@fluentui/react-icons';
import type { SearchRow } from '@redoubt/contracts';
import { MAX_BULK_CASES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Amount, CommandButton, DateTimeText, DecisionChip, IconButton, Link, Section } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import { NOTHING_SELECTED, selectedRows, toggled } from '../../../shared/cases/deciding/case-selection.ts';
import styles from '../risk-support.module.css';

const idOf = ({ eventId }: SearchRow): string => eventId;

export type PurchaseTableProps = {
  readonly rows: readonly SearchRow[];
  /** Id of the purchase whose details are shown; undefined for none. */
  readonly chosen: string | undefined;
  readonly onChoose: (eventId: string | undefined) => void;
  /** Sends purchases to review; undefined for readers who may not. */
  readonly onSend: ((rows: readonly SearchRow[]) => void) | undefined;
};

/** The purchases of an account, newest first, each leading to its event; details of one are shown below. */
export const PurchaseTable = ({ rows, chosen, onChoose, onSend }: PurchaseTableProps): ReactNode => {
  const text = useText('riskSupport');
  const cases = useText('cases');
  const formats = useFormats();
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const selected = selectedRows(selection, rows, idOf);
  const count = selected.length;
  if (rows.length === 0) return <p className="soft">{text('purchases.none')}</p>;
  return (
    <Section title={text('purchases.title')} meta={formats.number(rows.length)}>
      {onSend ? (
        <div className="row-wrap-middle">
          <CommandButton
            command={{
              id: 'send',
              text: cases('send.action'),
              icon: SendRegular,
              onSelect: () => onSend(selected),
              disabledReason:
                count === 0
                  ? cases('send.chooseFirst')
                  : count > MAX_BULK_CASES
                    ? cases('queue.tooMany', { count: MAX_BULK_CASES })
                    : undefined,
            }}
          />
          <span role="status" className="quiet">
            {count === 0 ? null : cases('queue.selected', { count })}
          </span>
        </div>
      ) : null}
      <table className={styles.table} aria-label={text('purchases.title')}>
        <thead>
          <tr>
            {onSend ? <th scope="col">{cases('queue.column.select')}</th> : null}
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
              {onSend ? (
                <td>
                  <input
                    type="checkbox"
                    aria-label={`${cases('queue.select')} ${row.eventId}`}
                    checked={selection.ids.has(row.eventId)}
                    onChange={() => setSelection(toggled(selection, row.eventId))}
                  />
                </td>
              ) : null}
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
