import { useFormats } from '@redoubt/i18n';
import { useMemo } from 'react';
import type { ChartTimes } from '../../shared/report-charts/ReportChart.tsx';

const DAY_MINUTES = 1440;

/** How charts of a monitor write times, in the zone of the reader: days on the axis where the period spans more than one. */
export const useMonitorTimes = (spanMinutes: number, stepMinutes: number): ChartTimes => {
  const { language, timeZone } = useFormats();
  return useMemo(() => {
    const zone = timeZone === 'utc' ? ({ timeZone: 'UTC' } as const) : {};
    const clock = { hour: 'numeric', minute: '2-digit' } as const;
    const day = { day: 'numeric', month: 'short' } as const;
    const tickShape = spanMinutes <= DAY_MINUTES ? clock : stepMinutes >= DAY_MINUTES ? day : { ...day, ...clock };
    const tick = new Intl.DateTimeFormat(language, { ...tickShape, ...zone });
    const moment = new Intl.DateTimeFormat(language, { weekday: 'short', ...day, ...clock, ...zone });
    return {
      formatTick: ({ fromMs }) => tick.format(fromMs),
      formatBucket: ({ fromMs, toMs }) => moment.formatRange(fromMs, toMs),
    };
  }, [language, timeZone, spanMinutes, stepMinutes]);
};
