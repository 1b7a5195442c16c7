import type { ReportedRule } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';

type Money = NonNullable<ReportedRule['money']>;

/** How money of rules is written: whole units, changes with their sign, and what a figure rests on. */
export const useMoneyFormats = () => {
  const text = useText('ruleReport');
  const { language, number } = useFormats();
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const signed = new Intl.NumberFormat(language, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  return {
    // −0.3 is 0, not −0.
    amount: (value: number): string => whole.format(Math.round(value) || 0),
    signed: (value: number): string => signed.format(Math.round(value) || 0),
    interval: ({ lower, upper }: Pick<Money, 'lower' | 'upper'>): string =>
      text('money.interval', {
        lower: whole.format(Math.round(lower) || 0),
        upper: whole.format(Math.round(upper) || 0),
      }),
    basis: ({ basis, evidence }: Money): string => text(`basis.${basis}`, { events: number(evidence) }),
  };
};
