import { openApiDocument } from '@redoubt/contracts';
import type { FastifyInstance } from 'fastify';
import { guidePage } from './guide-page.ts';

/** Where merchants' engineers read what the public API takes. */
export const GUIDE_PATH = '/docs/api';
export const OPENAPI_PATH = '/docs/api/openapi.json';

/** Serves the guide and the OpenAPI document; both say nothing that is not in the source, so anybody may read them. */
export const registerApiGuide = (app: FastifyInstance, version: string): void => {
  const page = guidePage(OPENAPI_PATH, version);
  const document = JSON.stringify(openApiDocument(version));
  app.get(GUIDE_PATH, (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.get(OPENAPI_PATH, (_request, reply) => reply.type('application/json; charset=utf-8').send(document));
};
