import { useFormats } from '@redoubt/i18n';
import { useMemo } from 'react';

/** Up to where the clock alone says which bar is meant. */
const CLOCK_MS = 36 * 3_600_000;

type Bar = { readonly fromMs: number; readonly toMs: number };

/** How a chart of bars writes times: the clock up to a day and a half, days on the axis beyond. */
export const useBarTimes = (bars: readonly Bar[]) => {
  const formats = useFormats();
  const isLong = (bars.at(-1)?.toMs ?? 0) - (bars[0]?.fromMs ?? 0) > CLOCK_MS;
  return useMemo(() => {
    const zone = formats.timeZone === 'utc' ? ({ timeZone: 'UTC' } as const) : {};
    const clock = { hour: 'numeric', minute: '2-digit' } as const;
    const day = { day: 'numeric', month: 'short' } as const;
    const tick = new Intl.DateTimeFormat(formats.language, { ...(isLong ? day : clock), ...zone });
    const moment = new Intl.DateTimeFormat(formats.language, { ...(isLong ? day : {}), ...clock, ...zone });
    return {
      formatTick: (at: number) => tick.format(at),
      formatBucket: (from: number, to: number) => moment.formatRange(from, to),
    };
  }, [formats, isLong]);
};
