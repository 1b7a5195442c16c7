import type { Id } from '@redoubt/kernel';
import { createHash } from 'node:crypto';

/** What a case is about. `kind` is the number of a kind of event. */
export type CaseKey = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly kind: number;
  readonly eventId: string;
};

/** Id of a case: follows from its event, so that a rebuild gives the same (RFC 9562, version 8). */
export const caseIdOf = ({ tenantId, environmentId, kind, eventId }: CaseKey): Id => {
  const hash = createHash('sha256').update(`${tenantId} ${environmentId} ${kind} ${eventId}`).digest('hex');
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-');
};
