import { fail } from '@redoubt/domain';
import type { AppError } from '@redoubt/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPublicAddress } from './http/public-address.ts';
import { sendPublicError } from './public-api/public-errors.ts';
import { problemOf } from './http/console-errors.ts';
import { CORRELATION_HEADER, correlationIdOf } from './http/correlation.ts';

const refuse = (request: FastifyRequest, reply: FastifyReply, failure: AppError): FastifyReply => {
  const correlationId = correlationIdOf(request);
  reply.header(CORRELATION_HEADER, correlationId);
  if (isPublicAddress(request.url)) return sendPublicError(reply, failure);
  const problem = problemOf(failure, correlationId);
  return reply.code(problem.status).type('application/problem+json; charset=utf-8').send(JSON.stringify(problem));
};

/** Answers an address that no router can read (`/%ff`); no hook has run for it. */
export const answerBadAddress = (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
  refuse(request, reply, fail('REQ-NOT-FOUND'));
};

/** Whether an address holds NUL, which no id has and no text of PostgreSQL can hold. */
export const hasNul = (url: string): boolean => url.includes('%00') || url.includes('\0');

/** Answers 400 to an address with NUL in it, before anything is asked for it. */
export const refuseNul = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  refuse(request, reply, fail('REQ-INVALID', { problems: 'the address holds NUL (%00)' }));
