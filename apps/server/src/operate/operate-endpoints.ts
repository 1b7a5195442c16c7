import { isDirectFromLoopback } from '@redoubt/identity';
import { bearerToken } from '@redoubt/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

export type OperateFacts = {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  /** Bearer token that metrics are given for; this machine alone gets them where absent. */
  readonly metricsToken?: string | undefined;
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const mayReadMetrics = ({ headers, raw }: FastifyRequest, token: string | undefined): boolean => {
  if (token === undefined) return isDirectFromLoopback(raw);
  const sent = bearerToken(headers.authorization) ?? '';
  return timingSafeEqual(digest(sent), digest(token));
};

/**
 * What an operator's tools ask: `/healthz` (the process answers), `/readyz` (200: events are decided and stored, with notes
 * about what else does not work; 503: they are not, and why), `/metrics` (Prometheus; with a token of its own, or to this machine alone), and the public API's own `GET /api/v1/health`. None of the others needs a token; none says anything
 * about customers.
 */
export const registerOperateEndpoints = (
  app: FastifyInstance,
  { readiness, metrics, metricsToken }: OperateFacts,
): void => {
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
  app.get('/metrics', async (request, reply) => {
    if (mayReadMetrics(request, metricsToken)) return reply.type(metrics.contentType).send(await metrics.text());
    const remedy = metricsToken === undefined ? 'Set METRICS_TOKEN to read metrics from elsewhere.' : 'Wrong token.';
    return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send(`${remedy}\n`);
  });
};
