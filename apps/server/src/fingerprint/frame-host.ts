import type { FastifyInstance } from 'fastify';
import { FRAME_PATH } from './frame-address.ts';

/** Addresses of device fingerprinting; operators' tools ask `/healthz` of any host. */
const FINGERPRINTING = /^\/(?:fpt\/[\w.-]+|mdt\.js|health\/ping|healthz|config|sendfpt)$/i;
/** What runs in the frame, with the rights of its origin. */
const IN_FRAME = new RegExp(`^(?:${FRAME_PATH}|/fpt/collect)$`, 'i');

const hostOf = (origin: string): string => new URL(origin).host;

/**
 * Gives the frame that any shop may embed a host of its own, so that it shares no origin with the console: that host
 * serves device fingerprinting alone, and the console's host no frame.
 *
 * @param origin of console and API.
 */
export const registerFrameHost = (app: FastifyInstance, fingerprintOrigin: string, origin: string): void => {
  const [frameHost, consoleHost] = [hostOf(fingerprintOrigin), hostOf(origin)];
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?')[0] ?? '';
    const isElsewhere =
      (request.host === frameHost && !FINGERPRINTING.test(path)) ||
      (request.host === consoleHost && IN_FRAME.test(path));
    if (!isElsewhere) return done();
    reply.code(404).type('text/plain; charset=utf-8').send('There is nothing at this address of this host.\n');
  });
};
