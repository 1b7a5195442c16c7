import { fail } from '@redoubt/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPublicAddress, sendPublicError } from '../public-api/public-errors.ts';
import { problemOf } from './console-errors.ts';
import { CORRELATION_HEADER, correlationIdOf } from './correlation.ts';

/** Answers an address that no router can read (`/%ff`); no hook has run for it. */
export const answerBadAddress = (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
  const failure = fail('REQ-NOT-FOUND');
  const correlationId = correlationIdOf(request);
  reply.header(CORRELATION_HEADER, correlationId);
  if (isPublicAddress(request.url)) {
    sendPublicError(reply, failure);
    return;
  }
  reply
    .code(404)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemOf(failure, correlationId)));
};
