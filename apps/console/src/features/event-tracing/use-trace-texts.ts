import type { TraceSubscription } from '@redoubt/contracts';
import { traceTargetFields, type TraceTargetKind } from '@redoubt/domain';
import { useFormats, useText, type TextKey } from '@redoubt/i18n';
import { useMemo } from 'react';

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
      lag: (lagMs: number): string => (lagMs === 0 ? text('noLag') : formats.milliseconds(lagMs)),
    }),
    [text, formats],
  );
};
