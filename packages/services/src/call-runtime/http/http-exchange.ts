import { MAX_CALL_RESPONSE_BYTES, portOf, type CallOutcome } from '@redoubt/domain';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { AddressRefused, type ReachableAddresses } from './reachable-addresses.ts';

/** Why a call came to nothing; `message` is for the person who wrote the rule and holds no secret. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly outcome: Exclude<CallOutcome, 'ok'>;
  readonly httpStatusCode: number;

  constructor(outcome: Exclude<CallOutcome, 'ok'>, message: string, httpStatusCode = 0) {
    super(message);
    this.outcome = outcome;
    this.httpStatusCode = httpStatusCode;
  }
}

/** A certificate with its private key, both PEM. */
export type ClientCertificate = { readonly certificate: string; readonly key: string };

export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
  readonly client?: ClientCertificate | undefined;
};

export type HttpAnswer = { readonly status: number; readonly text: string };

/** Makes one request: no redirects, a time-out over all of it, an answer of bounded size. @throws `CallFailed` */
export type HttpExchange = {
  readonly send: (request: HttpRequest) => Promise<HttpAnswer>;
  readonly close: () => void;
};

const IDLE_CONNECTIONS = 32;
/** Connections to one host; beyond them requests wait, and their time runs. */
const MOST_CONNECTIONS = 256;

const failureOf = (error: unknown): CallFailed => {
  if (error instanceof CallFailed) return error;
  const causes = error instanceof AggregateError ? error.errors : [error];
  const refused = causes.find((cause) => cause instanceof AddressRefused);
  if (refused) return new CallFailed('addressRefused', `The address may not be called: ${refused.message}.`);
  const { code, message } = error as NodeJS.ErrnoException;
  return new CallFailed('communication', `The connection failed: ${code ?? message}.`);
};

/** Reads the answer while it may be read. */
const readText = async (answer: IncomingMessage): Promise<string> => {
  const tooLarge = (): CallFailed =>
    new CallFailed('tooLarge', `The answer is larger than ${MAX_CALL_RESPONSE_BYTES} bytes.`, answer.statusCode);
  if (Number(answer.headers['content-length'] ?? 0) > MAX_CALL_RESPONSE_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_CALL_RESPONSE_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

export const createHttpExchange = (addresses: ReachableAddresses): HttpExchange => {
  const pooling = {
    keepAlive: true,
    maxSockets: MOST_CONNECTIONS,
    maxFreeSockets: IDLE_CONNECTIONS,
  };
  const agents = { http: new HttpAgent(pooling), https: new HttpsAgent({ ...pooling, minVersion: 'TLSv1.2' }) };

  const exchange = async (request: HttpRequest, signal: AbortSignal, isAgain: boolean): Promise<HttpAnswer> => {
    const url = new URL(request.url);
    const isPlain = url.protocol === 'http:';
    const port = portOf(url);
    if (isPlain && !addresses.allowsPlain(url.hostname, port)) {
      throw new CallFailed('addressRefused', 'Plain HTTP may be spoken only to hosts that the operator allows.');
    }
    addresses.requireReachable(url.hostname, port);
    const { method, body, client } = request;
    const options: RequestOptions = {
      method,
      lookup: addresses.lookupFor(port),
      headers: {
        accept: 'application/json',
        'user-agent': 'Redoubt',
        ...request.headers,
        ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      signal,
    };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = isPlain
      ? requestHttp(url, { ...options, agent: agents.http }, resolve)
      : requestHttps(
          url,
          { ...options, agent: agents.https, ...(client ? { cert: client.certificate, key: client.key } : {}) },
          resolve,
        );
    sent.once('error', reject);
    sent.end(body ?? undefined);
    let answer: IncomingMessage;
    try {
      answer = await promise;
    } catch (error) {
      // A connection that was kept open may have been closed by the other side just now: nothing was asked then.
      const isStale = sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      if (isStale && !isAgain && !signal.aborted) return exchange(request, signal, true);
      throw error;
    }
    try {
      return { status: answer.statusCode ?? 0, text: await readText(answer) };
    } catch (error) {
      sent.destroy();
      throw error;
    }
  };

  return {
    send: async (request) => {
      const { timeoutMs } = request;
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), Math.max(0, timeoutMs));
      try {
        return await exchange(request, abort.signal, false);
      } catch (error) {
        if (abort.signal.aborted) throw new CallFailed('timeout', `No answer came within ${Math.round(timeoutMs)} ms.`);
        throw failureOf(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
};
