import { useFormats, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';

type Amounts = {
  readonly amount: number | null;
  readonly expectedLoss: number | null;
  readonly currency: string | null;
};

/** What a case may cost and what it is about, in its own currency. */
export const useMoneyColumns = (): readonly GridColumn<Amounts>[] => {
  const text = useText('cases');
  const common = useText('common');
  const formats = useFormats();
  return useMemo(() => {
    const money = (value: number | null, currency: string | null): ReactNode =>
      value === null ? <span className="muted">{common('value.none')}</span> : formats.currency(value, currency);
    return [
      {
        id: 'loss',
        header: text('queue.column.loss'),
        width: 104,
        align: 'end',
        cell: ({ expectedLoss, currency }) => <b>{money(expectedLoss, currency)}</b>,
        text: ({ expectedLoss }) => String(expectedLoss ?? ''),
      },
      {
        id: 'amount',
        header: text('queue.column.amount'),
        width: 104,
        align: 'end',
        cell: ({ amount, currency }) => money(amount, currency),
        text: ({ amount }) => String(amount ?? ''),
      },
    ];
  }, [text, common, formats]);
};
