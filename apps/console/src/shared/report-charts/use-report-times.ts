import type { ReportStep } from '@redoubt/domain';
import { useFormats } from '@redoubt/i18n';
import type { ChartBucket } from '@redoubt/ui';
import { useMemo } from 'react';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const UTC = { timeZone: 'UTC' } as const;

/** How charts of reports write times: in UTC, as their bars are, whatever the clock of the reader says. */
export const useReportTimes = (step: ReportStep) => {
  const { language } = useFormats();
  return useMemo(() => {
    const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', ...UTC });
    const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...UTC });
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', ...UTC });
    const moment = new Intl.DateTimeFormat(language, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      ...UTC,
    });
    const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', ...UTC });
    return {
      formatTick: ({ fromMs }: ChartBucket): string =>
        step === 'hour' && fromMs % DAY_MS !== 0 ? clock.format(fromMs) : day.format(fromMs),
      formatBucket: ({ fromMs, toMs }: ChartBucket): string => {
        if (step === 'hour') return moment.formatRange(fromMs, fromMs + HOUR_MS);
        if (step === 'day') return weekday.format(fromMs);
        if (step === 'month' && toMs - fromMs > 27 * DAY_MS) return month.format(fromMs);
        return day.formatRange(fromMs, toMs - 1);
      },
    };
  }, [language, step]);
};
