import { useFormats } from '@redoubt/i18n';
import { useMemo } from 'react';
import type { ReportQuestion } from './report-address.ts';

/** How figures of a report are written: counts or amounts in the currency asked for, shares, and their changes. */
export const useFigureFormats = ({ view, currency }: Pick<ReportQuestion, 'view' | 'currency'>) => {
  const formats = useFormats();
  return useMemo(() => {
    const signed = { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
    const percent = new Intl.NumberFormat(formats.language, { ...signed, style: 'percent' });
    const points = new Intl.NumberFormat(formats.language, { ...signed, maximumFractionDigits: 2 });
    const whole = new Intl.NumberFormat(formats.language, { maximumFractionDigits: 0 });
    const money = (value: number): string => `${whole.format(value)} ${currency ?? ''}`.trim();
    return {
      volume: (value: number): string => (view === 'count' ? formats.number(value) : money(value)),
      share: (value: number): string => formats.percent(value, value !== 0 && Math.abs(value) < 1 ? 2 : 1),
      // From ten times on a multiple says more than percents do.
      change: (value: number): string =>
        value >= 900 ? `×${whole.format(value / 100 + 1)}` : percent.format(value / 100),
      points: (value: number): string => points.format(value),
    };
  }, [formats, view, currency]);
};

export type FigureFormats = ReturnType<typeof useFigureFormats>;
