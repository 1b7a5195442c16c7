import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

export type OperateFacts = { readonly readiness: Readiness; readonly metrics: Metrics };

/**
 * What an operator's tools ask: `/healthz` (the process answers), `/readyz` (200: events are decided and stored, with notes
 * about what else does not work; 503: they are not, and why), `/metrics` (Prometheus), and the public API's own `GET /api/v1/health`. None needs a token; none says anything about
 * customers.
 */
export const registerOperateEndpoints = (app: FastifyInstance, { readiness, metrics }: OperateFacts): void => {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok\n'));
  app.get('/api/v1/health', async (_request, reply) => reply.code(200).send());
  app.get('/readyz', async (_request, reply) => {
    const { missing, notes } = await readiness.read();
    const lines = missing.length === 0 ? ['ready', ...notes] : missing;
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(`${lines.join('\n')}\n`);
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
};
