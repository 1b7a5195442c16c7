import { useFormats } from '@redoubt/i18n';

/** How figures are shown: counts, or amounts of a currency. */
export type RuleMoney = { readonly currency: string | undefined; readonly format: (value: number) => string };

export const useRuleMoney = (currency: string | undefined): RuleMoney => {
  const formats = useFormats();
  const amounts =
    currency === undefined
      ? undefined
      : new Intl.NumberFormat(formats.language, { maximumFractionDigits: 0, minimumFractionDigits: 0 });
  return { currency, format: (value) => (amounts === undefined ? formats.number(value) : amounts.format(value)) };
};
