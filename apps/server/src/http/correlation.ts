import { isGuid, newId } from '@redoubt/kernel';
import type { FastifyRequest } from 'fastify';

export const CORRELATION_HEADER = 'x-ms-correlation-id';

/** The caller's correlation id where it sent a GUID, else a new one; answered on every response (`api.md` §1). */
export const correlationIdOf = (request: Pick<FastifyRequest, 'headers'>): string => {
  const sent = request.headers[CORRELATION_HEADER];
  return typeof sent === 'string' && isGuid(sent) ? sent : newId();
};
