import { maskCardText } from '@redoubt/domain';
import { isGuid, newId } from '@redoubt/kernel';
import type { FastifyRequest } from 'fastify';

export const CORRELATION_HEADER = 'x-ms-correlation-id';

/** What may stand in a header, a log and a table: anything visible of a sensible length. */
const USABLE = /^[\x21-\x7e]{1,128}$/;

/**
 * The caller's correlation id, a GUID or not, else a new one; answered on every response
 * (`docs/reference/wire.md#transport`). One that looks like a card number is masked.
 */
export const correlationIdOf = (request: Pick<FastifyRequest, 'headers'>): string => {
  const sent = request.headers[CORRELATION_HEADER];
  if (typeof sent !== 'string' || !USABLE.test(sent)) return newId();
  // The digits of a GUID may look like those of a card.
  return isGuid(sent) ? sent : maskCardText(sent);
};
