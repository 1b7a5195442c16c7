import type { TraceSubscription } from '@redoubt/contracts';
import { traceTargetFields, type TraceTargetKind } from '@redoubt/domain';
import { spanText, useFormats, useText, type TextKey } from '@redoubt/i18n';
import { useMemo } from 'react';

const MINUTE_MS = 60_000;

/** Texts of subscriptions that several parts of the page say. */
export const useTraceTexts = () => {
  const text = useText('eventTracing');
  const formats = useFormats();
  return useMemo(
    () => ({
      kind: (kind: TraceTargetKind): string => text(`target.${kind}.title`),
      field: (kind: TraceTargetKind, name: string): string =>
        text(`target.${kind}.field.${name}` as TextKey<'eventTracing'>),
      /** Where it is sent: the first setting names the place. */
      destination: ({ kind, settings }: Pick<TraceSubscription, 'kind' | 'settings'>): string => {
        const [first] = traceTargetFields(kind).filter(({ isSecret }) => isSecret !== true);
        return `${text(`target.${kind}.title`)}: ${String(settings[first?.name ?? ''] ?? '')}`;
      },
      events: ({ events }: Pick<TraceSubscription, 'events'>): string =>
        events.map((event) => text(`event.${event}.title`)).join(', '),
      /** Events of an hour: a few with their fraction, as an average of a day. */
      rate: (perHour: number): string => formats.number(perHour, perHour < 10 && !Number.isInteger(perHour) ? 2 : 0),
      lag: (lagMs: number): string => {
        if (lagMs === 0) return text('noLag');
        return lagMs < MINUTE_MS ? formats.milliseconds(lagMs) : spanText(lagMs / 1000, formats.language);
      },
    }),
    [text, formats],
  );
};
