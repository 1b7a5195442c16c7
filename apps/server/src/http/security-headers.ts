import type { FastifyInstance } from 'fastify';
import { isPublicAddress } from './public-address.ts';

/** Origins beside its own that the console may use. */
export type PolicyOrigins = {
  /** The identity provider's, where it is not this server and once it has answered. */
  readonly connectOrigins: () => readonly string[];
  /** Where the console sends telemetry, where that is configured. */
  readonly telemetryOrigin?: string | null;
  /** Where the frame of device fingerprinting stands, where that is a host of its own: the console tries it. */
  readonly fingerprintOrigin?: string | undefined;
};

/**
 * Headers of everything the console origin serves. Griffel, which styles Fluent's components, needs inline styles;
 * scripts never.
 */
export const registerSecurityHeaders = (
  app: FastifyInstance,
  { connectOrigins, telemetryOrigin = null, fingerprintOrigin }: PolicyOrigins,
): void => {
  const telemetry = telemetryOrigin === null ? '' : ` ${telemetryOrigin}`;
  const fingerprint = fingerprintOrigin === undefined ? '' : ` ${fingerprintOrigin}`;
  const policyWith = (origins: readonly string[]): string => {
    const outside = origins.length > 0 ? ` ${origins.join(' ')}` : '';
    return [
      "default-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      "worker-src 'self' blob:",
      `connect-src 'self'${outside}${telemetry}`,
      `frame-src 'self'${outside}${fingerprint}`,
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
