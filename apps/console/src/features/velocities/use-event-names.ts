import type { VelocitySetText } from '@redoubt/contracts';
import { EVENT_KINDS } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';

type EventKind = VelocitySetText['sampleEvent'];

/** Kinds of events in the order they are offered. */
export const EVENT_CHOICES: readonly EventKind[] = Object.keys(EVENT_KINDS) as EventKind[];

/** Writes kinds of events as a list in the reader's language. */
export const useEventNames = (): ((kinds: readonly EventKind[]) => string) => {
  const text = useText('velocities');
  const formats = useFormats();
  return (kinds) => formats.list(kinds.map((kind) => text(`event.${kind}`)));
};
