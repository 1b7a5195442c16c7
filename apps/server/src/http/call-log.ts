import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Where a call went: the address as it is registered, without the ids and queries of the caller. */
const placeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown';

/** Tells each answered call at the level `debug`: never its body, its query, or a token. */
export const registerCallLog = (app: FastifyInstance): void => {
  if (!['debug', 'trace'].includes(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        correlationId: request.correlationId,
        method: request.method,
        path: placeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'call',
    );
    done();
  });
};

/** Tells, at the level `info`, that a token was not accepted. */
export const logRefusedToken = (request: FastifyRequest, code: string): void => {
  const { correlationId, ip: address } = request;
  request.log.info({ correlationId, code, address, path: placeOf(request) }, 'token refused');
};
