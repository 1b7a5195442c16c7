import type { AddressInfo } from 'node:net';
import { EVENT_SCHEMAS } from '@redoubt/domain';
import fastify from 'fastify';
import { objectJsonSchema, schemaOfValue } from './json-schema.ts';

/**
 * The least a JSON service can do with a purchase: parse, validate with a compiled schema of the same fields, answer
 * the same body through a compiled serialiser. No token, no rules, no storage.
 */
const answer: unknown = JSON.parse(process.env.BENCH_ANSWER ?? '{}');

const app = fastify({
  logger: false,
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
});
app.post(
  process.env.BENCH_PATH ?? '/',
  { schema: { body: objectJsonSchema(EVENT_SCHEMAS.purchase), response: { 200: schemaOfValue(answer) } } },
  (_request, reply) => {
    reply.send(answer);
  },
);
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: { port: (app.server.address() as AddressInfo).port } });
