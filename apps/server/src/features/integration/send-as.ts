import { publicEventPath } from '@redoubt/contracts';
import type { Identity } from '@redoubt/identity';
import type { SendAs } from '@redoubt/services';
import type { FastifyInstance } from 'fastify';
import { CORRELATION_HEADER } from '../../http/correlation.ts';

/** Calls the public API of this process with a token that is made for one call and never leaves it. */
export const createSendAs =
  (app: FastifyInstance, tokenFor: Identity['tokenFor']): SendAs =>
  async ({ application, environmentId, to, body, correlationId }) => {
    const token = await tokenFor(application);
    const startMs = performance.now();
    const response = await app.inject({
      method: 'POST',
      url: 'kind' in to ? publicEventPath(to.kind, body) : to.path,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json; charset=utf-8',
        'x-ms-dfpenvid': environmentId,
        [CORRELATION_HEADER]: correlationId,
      },
      payload: JSON.stringify(body),
    });
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      body: response.body,
      correlationId,
      retryAfter: retryAfter ?? null,
      elapsedMs: performance.now() - startMs,
    };
  };
