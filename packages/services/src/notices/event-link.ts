import type { LoggedKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';

type Linked = { readonly kind: LoggedKind; readonly environmentId: Id; readonly eventId: string };

const endOf = ({ kind, environmentId, eventId }: Linked): string =>
  `/${encodeURIComponent(kind)}/${environmentId}/${encodeURIComponent(eventId)}`;

/** Address of an event inside the console, as notices have it; erasing a person removes notices with such a link. */
export const eventLink = (event: Linked): string => `/search${endOf(event)}`;

/** Address of the review of an event's case; erasing a person removes notices with such a link too. */
export const caseLink = (queueId: Id, event: Linked): string => `/casemanagement/queues/${queueId}${endOf(event)}`;

/** Address of the cases of a queue inside the console. */
export const queueLink = (queueId: Id): string => `/casemanagement/queues/${queueId}`;
