import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { CONSOLE_BUILD_HEADER, type SiteConfiguration } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { isGuid, newId, type Id } from '@redoubt/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { join } from 'node:path';
import { problemOf } from '../http/console-errors.ts';
import { CORRELATION_HEADER } from '../http/correlation.ts';
import { isPublicAddress } from '../http/public-address.ts';
import { sendPublicError } from '../public-api/public-errors.ts';

/** Addresses of the console, whose calls have problems of their own form. */
const CONSOLE_PATHS = /^\/(?:platform|idp|idp-login|fpt|dist|config\.json)(?:\/|$|\?)/i;

/** Whether a client of the public API is likely to ask: by the address, or because pages are only read. */
const isForApi = ({ method, url }: FastifyRequest): boolean =>
  isPublicAddress(url) || (method !== 'GET' && method !== 'HEAD' && !CONSOLE_PATHS.test(url));

/** Addresses below these belong to programs: an unknown one is an error, never the console's page. */
const PROGRAM_PATHS =
  /^\/(?:(?:platform|v1\.0|api\/(?:auth|v1)|idp|idp-login|fpt|mdt\.js|health|dist|config\.json|healthz|readyz|metrics|\.well-known)(?:\/|$|\?)|[^/?]+\/(?:oauth2|discovery|v2\.0|\.well-known)(?:\/|$|\?))/i;

export type ConsoleFiles = {
  /** Folder of the built console: `index.html`, the redirect page and `dist/`. */
  readonly directory: string;
  /** What is in it; null where nothing is built. */
  readonly build: string | null;
  /** What `/config.json` answers, for the tenant asked for or the only one; undefined where that cannot sign in. */
  readonly siteConfiguration: (tenantId: Id | undefined) => SiteConfiguration | undefined;
  /** Where a page opened under another name of this machine belongs; sign-in has one origin. */
  readonly redirectOf: (request: {
    method: string;
    url: string;
    headers: FastifyRequest['headers'];
  }) => string | undefined;
};

const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemOf(fail('REQ-NOT-FOUND'), request.correlationId || newId())));

/**
 * Serves the console: `/dist/*` for good (file names carry a hash), `/api/auth` as the page that receives silent token
 * redirects, `/config.json` at run time, and the application's page for every other address a browser opens.
 */
export const registerConsoleFiles = async (app: FastifyInstance, files: ConsoleFiles): Promise<void> => {
  app.get<{ Querystring: { tenant?: string } }>('/config.json', async (request, reply) => {
    const { tenant } = request.query;
    const configuration = files.siteConfiguration(typeof tenant === 'string' && isGuid(tenant) ? tenant : undefined);
    if (configuration === undefined) throw fail('REQ-NOT-FOUND');
    return reply.header('cache-control', 'no-store').send(configuration);
  });

  const { build } = files;
  // A page of another build may ask for what there is not yet, or no longer.
  const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (isForApi(request)) {
      return sendPublicError(reply.header(CORRELATION_HEADER, request.correlationId), fail('REQ-NOT-FOUND'));
    }
    return sendNotFound(request, build === null ? reply : reply.header(CONSOLE_BUILD_HEADER, build));
  };

  if (build !== null) {
    await app.register(async (scope) => {
      await scope.register(fastifyCompress, { global: true, encodings: ['br', 'gzip'], threshold: 2048 });
      await scope.register(fastifyStatic, {
        root: join(files.directory, 'dist'),
        prefix: '/dist/',
        index: false,
        preCompressed: true,
        cacheControl: false,
        allowedPath: (path) => !path.endsWith('.map'),
        setHeaders: (reply, path) => {
          const hashed = /\/dist\/assets\//.test(path);
          reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        },
      });
      scope.get('/api/auth', async (_request, reply) => reply.sendFile('auth-redirect.html', files.directory));
      scope.get('/*', async (request, reply) => {
        if (isForApi(request) || PROGRAM_PATHS.test(request.url)) return notFound(request, reply);
        const elsewhere = files.redirectOf(request);
        if (elsewhere !== undefined) return reply.redirect(elsewhere, 308);
        return reply.header('cache-control', 'no-cache').sendFile('index.html', files.directory);
      });
    });
  }

  app.setNotFoundHandler(notFound);
};
