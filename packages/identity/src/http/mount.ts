import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RawHandler } from './raw-http.ts';

/** A raw handler with the Fastify paths it answers. */
export type RawRoute = { readonly url: string; readonly handle: RawHandler };

/**
 * Mounts raw handlers on Fastify: an encapsulated scope without body parsers, each reply hijacked, so that a library
 * with its own idea of HTTP reads and writes the sockets itself.
 */
export const mountRawRoutes = async (app: FastifyInstance, routes: readonly RawRoute[]): Promise<void> => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => {
      done(null);
    });
    for (const { url, handle } of routes) {
      scope.all(url, async (request: FastifyRequest, reply: FastifyReply) => {
        reply.hijack();
        await handle(request.raw, reply.raw, request.ip);
      });
    }
  });
};
