import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { answerBadAddress, hasNul, refuseNul } from './bad-address.ts';
import { rewriteFrameAddress } from './fingerprint/frame-address.ts';
import { registerCallLog } from './http/call-log.ts';
import { correlationIdOf } from './http/correlation.ts';
import { registerSecurityHeaders, registerStrictTransport, type PolicyOrigins } from './http/security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    correlationId: string;
  }
}

export type AppOptions = PolicyOrigins & {
  readonly log: FastifyBaseLogger;
  readonly limits?: RequestLimits;
  /** True where browsers reach this server by https only. */
  readonly isHttps?: boolean;
  /** Whether the node is about to stop: answers then end their connections, so that callers open the next one elsewhere. */
  readonly isEnding?: () => boolean;
  /** Proxies whose word about the caller's address is taken: addresses and ranges. None where absent. */
  readonly trustedProxies?: readonly string[] | undefined;
};

/** Times a caller has to send a request; slower ones are cut off, so that idle senders cannot hold every connection. */
export type RequestLimits = {
  readonly headersMs: number;
  /** Headers and body. */
  readonly requestMs: number;
  /** How often they are looked after. */
  readonly checkEveryMs: number;
};
const REQUEST_LIMITS: RequestLimits = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 2000 };

/**
 * The HTTP frame: ids, headers and limits common to all endpoints. Features register themselves on it, so any test can
 * mount it without a process around.
 */
export const createApp = (options: AppOptions): FastifyInstance => {
  const limits = options.limits ?? REQUEST_LIMITS;
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: limits.requestMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkEveryMs },
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 300,
    },
    // The endpoints answer in their own words while closing.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => rewriteFrameAddress(url),
    ...(options.trustedProxies ? { trustProxy: [...options.trustedProxies] } : {}),
    frameworkErrors: answerBadAddress,
    forceCloseConnections: 'idle',
  });
  app.decorateRequest('correlationId', '');
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  // Connections busy when closing began would else stay open, idle, until their time-out.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing || options.isEnding?.() === true) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onRequest', (request, reply, done) => {
    request.correlationId = correlationIdOf(request);
    if (hasNul(request.raw.url ?? '')) refuseNul(request, reply);
    else done();
  });
  if (options.isHttps === true) registerStrictTransport(app);
  registerCallLog(app);
  registerSecurityHeaders(app, options);
  return app;
};
