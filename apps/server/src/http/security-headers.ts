import type { FastifyInstance } from 'fastify';
import { isPublicAddress } from './public-address.ts';

/**
 * Headers of everything the console origin serves. Griffel, which styles Fluent's components, needs inline styles;
 * scripts never. `connectOrigins` are the identity provider's, where it is not our own and once it has answered;
 * telemetry only sends.
 */
export const registerSecurityHeaders = (
  app: FastifyInstance,
  connectOrigins: () => readonly string[],
  telemetryOrigin: string | null = null,
): void => {
  const telemetry = telemetryOrigin === null ? '' : ` ${telemetryOrigin}`;
  const policyWith = (origins: readonly string[]): string => {
    const outside = origins.length > 0 ? ` ${origins.join(' ')}` : '';
    return [
      "default-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      "worker-src 'self' blob:",
      `connect-src 'self'${outside}${telemetry}`,
      `frame-src 'self'${outside}`,
      "frame-ancestors 'self'",
      "base-uri 'self'",
      "object-src 'none'",
      `form-action 'self'${outside}`,
    ].join('; ');
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    if (!isPublicAddress(request.url) && !reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', policyWith(connectOrigins()));
    }
    done(null, payload);
  });
};

/** Two years, as lists of browsers ask for; sub-domains belong to the operator's other services. */
const STRICT_TRANSPORT = `max-age=${2 * 365 * 24 * 3600}`;

/** Tells browsers to come back by https only, in every answer: also in those that libraries write themselves. */
export const registerStrictTransport = (app: FastifyInstance): void => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.setHeader('strict-transport-security', STRICT_TRANSPORT);
    done();
  });
};
