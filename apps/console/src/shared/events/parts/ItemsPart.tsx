import type { EventDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { valueAt } from '../event-facts.ts';
import styles from './items.module.css';

type Item = {
  readonly name: string;
  readonly code: string;
  readonly quantity: number | null;
  readonly price: number | null;
  readonly currency: string | undefined;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The lines of a purchase: price of the line where it was sent, else of one piece times their number. */
export const itemsOf = (request: unknown): readonly Item[] => {
  const list = Object.entries(typeof request === 'object' && request !== null ? request : {}).find(
    ([name]) => name.toLowerCase() === 'productlist',
  )?.[1] as unknown;
  if (!Array.isArray(list)) return [];
  return list.map((each: unknown) => {
    const quantity = numberOf(valueAt(each, 'quantity'));
    const piece = numberOf(valueAt(each, 'salesPrice'));
    const code = textOf(valueAt(each, 'sku')) || textOf(valueAt(each, 'productId'));
    return {
      name: textOf(valueAt(each, 'productName')) || code,
      code,
      quantity,
      price: numberOf(valueAt(each, 'purchasePrice')) ?? (piece === null ? null : piece * (quantity ?? 1)),
      currency: textOf(valueAt(each, 'currency')) || undefined,
    };
  });
};

/** What was bought, a line each. */
export const ItemsPart = ({ request }: { readonly request: EventDetail['request'] }): ReactNode => {
  const text = useText('cases');
  const formats = useFormats();
  const items = useMemo(() => itemsOf(request), [request]);
  const currency = valueAt(request, 'currency');
  if (items.length === 0) return null;
  const title = text('items.title');
  return (
    <Section title={title} meta={text('items.count', { count: items.length })}>
      <table className={styles.items} aria-label={title}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{text('items.name')}</th>
            <th scope="col">{text('items.code')}</th>
            <th scope="col">{text('items.quantity')}</th>
            <th scope="col">{text('items.price')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ name, code, quantity, price, currency: own }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no identity, and never change
            <tr key={at}>
              <td>{name}</td>
              <td className="mono-12 muted">{code === name ? '' : code}</td>
              <td>{quantity === null ? '' : formats.number(quantity)}</td>
              <td>{price === null ? '' : formats.currency(price, own ?? textOf(currency))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
};
