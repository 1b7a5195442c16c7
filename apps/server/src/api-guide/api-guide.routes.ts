import { openApiDocument } from '@redoubt/contracts';
import type { FastifyInstance } from 'fastify';
import { guidePage } from './guide-page.ts';

/** Where merchants' engineers read what the public API takes. */
export const GUIDE_PATH = '/docs/api';
export const OPENAPI_PATH = '/docs/api/openapi.json';

/** Id or domain of a tenant. */
const TENANT = /^[\w.-]{1,253}$/;

/**
 * Serves the guide and the OpenAPI document, with the token address of the tenant that `?tenant=` names; both say nothing
 * that is not in the source or in the request, so no permission is needed to read them.
 */
export const registerApiGuide = (app: FastifyInstance, version: string): void => {
  const page = guidePage(OPENAPI_PATH, version);
  const document = JSON.stringify(openApiDocument(version));
  app.get(GUIDE_PATH, (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.get<{ Querystring: { tenant?: unknown } }>(OPENAPI_PATH, ({ query: { tenant } }, reply) => {
    const isNamed = typeof tenant === 'string' && TENANT.test(tenant);
    const text = isNamed ? JSON.stringify(openApiDocument(version, tenant)) : document;
    return reply.type('application/json; charset=utf-8').send(text);
  });
};
