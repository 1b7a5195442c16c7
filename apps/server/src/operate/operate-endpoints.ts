import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

export type OperateFacts = {
  /** What keeps this node from taking events, in words. */
  readonly readiness: () => Promise<readonly string[]>;
  /** What an operator should know although it takes them. */
  readonly doubts: () => readonly string[];
  readonly metrics: Metrics;
};

/**
 * What an operator's tools ask: `/healthz` (the process answers), `/readyz` (it can take events; says what is missing),
 * `/metrics` (Prometheus), and the public API's own `GET /api/v1/health`. None needs a token; none says anything about
 * customers.
 */
export const registerOperateEndpoints = (app: FastifyInstance, { readiness, doubts, metrics }: OperateFacts): void => {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok\n'));
  app.get('/api/v1/health', async (_request, reply) => reply.code(200).send());
  app.get('/readyz', async (_request, reply) => {
    const missing = await readiness();
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .type('text/plain')
      .send(missing.length === 0 ? `${['ready', ...doubts()].join('\n')}\n` : `${missing.join('\n')}\n`);
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
};
