import type { LoggedKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';

/** Address of an event inside the console, as notices have it; erasing a person removes notices with such a link. */
export const eventLink = ({
  kind,
  environmentId,
  eventId,
}: {
  readonly kind: LoggedKind;
  readonly environmentId: Id;
  readonly eventId: string;
}): string => `/search/${encodeURIComponent(kind)}/${environmentId}/${encodeURIComponent(eventId)}`;
