import type { IncomingMessage } from 'node:http';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

const isLoopbackAddress = (address: string | undefined): boolean =>
  address !== undefined && (address === '::1' || /^(::ffff:)?127\./.test(address));

/** True where a listening host reaches this machine only; with the development sign-in on, no other is allowed. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

const hostnameOf = (host: string | undefined): string | undefined => {
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname;
};

const forwardingOf = ({ headers }: IncomingMessage): string | undefined =>
  Object.keys(headers).find((name) => name === 'forwarded' || name === 'via' || name.startsWith('x-forwarded-'));

/** True for a request of this machine that no proxy announces to have passed on. */
export const isDirectFromLoopback = (request: IncomingMessage): boolean =>
  isLoopbackAddress(request.socket.remoteAddress) && forwardingOf(request) === undefined;

/**
 * Why a request may not reach the development provider, or undefined where it may. A visitor who reaches it can be any
 * person, so it must be this machine, asked by a name of this machine (no rebound DNS name), and nothing in between.
 */
export const loopbackRefusal = (request: IncomingMessage): string | undefined => {
  if (!isLoopbackAddress(request.socket.remoteAddress)) {
    return 'The development sign-in answers only on this machine.';
  }
  if (forwardingOf(request) !== undefined) {
    return 'The development sign-in refuses requests that came through a proxy.';
  }
  if (!LOOPBACK_NAMES.has(hostnameOf(request.headers.host) ?? '')) {
    return 'The development sign-in answers only as localhost.';
  }
  return undefined;
};

/** A request as far as its address is concerned; Node's and Fastify's both fit. */
export type AddressedRequest = {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: { readonly host?: string | undefined };
};

/**
 * Where a reading request that came in under another loopback name must go, because sign-in and its cookies belong to
 * one origin; undefined where it is at the right place. Answer it with 308, for the console's pages too.
 */
export const loopbackRedirect = (request: AddressedRequest, origin: string): string | undefined => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const { host } = request.headers;
  if (host === undefined || host === new URL(origin).host || !LOOPBACK_NAMES.has(hostnameOf(host) ?? ''))
    return undefined;
  if (hostnameOf(host) === new URL(origin).hostname) return undefined;
  return `${origin}${request.url ?? '/'}`;
};
