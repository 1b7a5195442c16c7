import { useFormats } from '@redoubt/i18n';
import type { Money } from './summary.ts';

/** Sums of several currencies in one line. */
export const useMoneyText = () => {
  const formats = useFormats();
  return (money: Money): string =>
    formats.list(money.map(({ currency, amount }) => formats.currency(amount, currency)));
};
