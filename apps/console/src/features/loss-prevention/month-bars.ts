import { useFormats } from '@redoubt/i18n';
import { useMemo } from 'react';

/** The time of a month: `2026-03`. */
export const monthSpan = (month: string): { readonly fromMs: number; readonly toMs: number } => {
  const [year = 0, one = 1] = month.split('-').map(Number);
  return { fromMs: Date.UTC(year, one - 1, 1), toMs: Date.UTC(year, one, 1) };
};

/** How months are written: `March 2026`. */
export const useMonthNames = () => {
  const formats = useFormats();
  return useMemo(() => {
    const long = new Intl.DateTimeFormat(formats.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const short = new Intl.DateTimeFormat(formats.language, { month: 'short', year: '2-digit', timeZone: 'UTC' });
    return {
      long: (month: string) => long.format(monthSpan(month).fromMs),
      short: (month: string) => short.format(monthSpan(month).fromMs),
      times: {
        formatTick: ({ fromMs }: { readonly fromMs: number }) => short.format(fromMs),
        formatBucket: ({ fromMs }: { readonly fromMs: number }) => long.format(fromMs),
      },
    };
  }, [formats]);
};
