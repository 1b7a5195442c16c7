import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as sendRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where threads reach the rest of their process, and what proves that a call comes from one of them. */
export type InnerAddress = { readonly path: string; readonly secret: string };

/** Carries the secret and the address of the caller; it never leaves the process. */
const CALLER_HEADER = 'x-redoubt-forwarded-caller';

/** Of one connection, not of the call; Node answers `expect` itself. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'upgrade',
  'expect',
  CALLER_HEADER,
]);

/** A socket in a directory that this user alone may enter. */
export const newInnerAddress = async (): Promise<InnerAddress & { readonly remove: () => Promise<void> }> => {
  const directory = await mkdtemp(join(tmpdir(), 'redoubt-'));
  return {
    path: join(directory, 'inner'),
    secret: randomBytes(32).toString('hex'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
};

const isSecret = (sent: string, secret: string): boolean => {
  const [given, expected] = [Buffer.from(sent), Buffer.from(secret)];
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/**
 * Lets calls that threads forward look as if their callers had connected here: everything that asks who is calling, the
 * trusted proxies among it, goes by the address of the connection. What comes without the secret is cut off.
 */
export const acceptForwarded = (server: Server, { secret }: InnerAddress): void => {
  server.prependListener('request', ({ headers, socket }: IncomingMessage) => {
    const sent = String(headers[CALLER_HEADER] ?? '');
    const end = sent.indexOf(' ');
    const isOurs = isSecret(sent.slice(0, Math.max(0, end)), secret);
    delete headers[CALLER_HEADER];
    Object.defineProperty(socket, 'remoteAddress', {
      value: isOurs ? sent.slice(end + 1) : '0.0.0.0',
      configurable: true,
    });
    if (!isOurs) socket.destroy();
  });
};

const headersFor = (raw: readonly string[], isLeftOut: (name: string, value: string) => boolean): string[] => {
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (!isLeftOut(name.toLowerCase(), value.toLowerCase())) kept.push(name, value);
  }
  return kept;
};

/** Hands calls to the rest of the process and their answers back, bytes as they are. */
export type Forwarder = {
  /** @param url as the caller sent it. */
  readonly forward: (call: IncomingMessage, answer: ServerResponse, url: string) => void;
  readonly close: () => void;
};

export const createForwarder = ({ path: socketPath, secret }: InnerAddress): Forwarder => {
  const agent = new Agent({ keepAlive: true });

  const forward = (call: IncomingMessage, answer: ServerResponse, url: string): void => {
    const headers = headersFor(call.rawHeaders, (name) => OF_CONNECTION.has(name));
    headers.push(CALLER_HEADER, `${secret} ${call.socket.remoteAddress ?? ''}`);
    const inner = sendRequest({ socketPath, agent, method: call.method ?? 'GET', path: url, headers });
    inner.on('response', (given) => {
      const isLeftOut = (name: string, value: string): boolean =>
        name === 'keep-alive' || name === 'transfer-encoding' || (name === 'connection' && value !== 'close');
      answer.writeHead(given.statusCode ?? 502, given.statusMessage, headersFor(given.rawHeaders, isLeftOut));
      given.on('error', () => answer.destroy());
      given.pipe(answer);
    });
    inner.on('error', () => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502, { 'content-type': 'text/plain', connection: 'close' }).end('Try again.\n');
    });
    answer.on('close', () => {
      if (!answer.writableFinished) inner.destroy();
    });
    call.on('error', () => inner.destroy());
    call.pipe(inner);
  };
  return { forward, close: () => agent.destroy() };
};
