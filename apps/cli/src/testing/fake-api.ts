import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '@redoubt/kernel';

export type ReceivedCall = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: JsonObject;
};

export type FakeAnswer = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Said of the one event of a call that brings several, whatever the status. */
  readonly inLine?: true;
};

/** A server with the manners of the public API, for tests of what talks to it. */
export type FakeApi = {
  readonly origin: string;
  readonly tokenUrl: string;
  readonly calls: ReceivedCall[];
  /** Tokens issued so far. */
  readonly tokensIssued: () => number;
  /** Answers instead of the usual way, until it returns null. */
  answerWith: ((call: ReceivedCall, token: string) => FakeAnswer | 'hangUp' | null) | null;
  readonly close: () => Promise<void>;
};

export const approved: FakeAnswer = { status: 200, body: { resultDetails: { MerchantRuleDecision: 'Approve' } } };
export const refusal = (status: number, message: string, retryable = false): FakeAnswer => ({
  status,
  body: { ErrorType: 'ClientError', Message: message, Retryable: retryable, OtherErrors: null },
});

const write = (response: ServerResponse, { status, body, headers = {} }: FakeAnswer): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

export const startFakeApi = async (): Promise<FakeApi> => {
  let issued = 0;
  const calls: ReceivedCall[] = [];

  let answerWith: FakeApi['answerWith'] = null;

  /** As the server does: what is wrong with one event is said in its line, what is wrong with the call in its status. */
  const takeLines = (request: IncomingMessage, received: string, response: ServerResponse): void => {
    const token = (request.headers.authorization ?? '').slice('Bearer '.length);
    const taken: ReceivedCall[] = [];
    const lines: string[] = [];
    for (const line of received.split('\n')) {
      const call = { path: request.url ?? '', headers: request.headers, body: JSON.parse(line) as JsonObject };
      const answer = answerWith?.(call, token) ?? approved;
      if (answer === 'hangUp') {
        request.socket.destroy();
        return;
      }
      if (answer.status !== 200 && answer.status !== 400 && !answer.inLine) {
        write(response, answer);
        return;
      }
      if (answer.status === 200 || answer.status === 400) taken.push(call);
      lines.push(JSON.stringify({ line: lines.length + 1, status: answer.status, answer: answer.body }));
    }
    calls.push(...taken);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(`${lines.join('\n')}\n`);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await text(request);
    if (request.url === '/token') {
      const form = new URLSearchParams(received);
      const isRight = form.get('client_secret') === 'secret' && form.get('grant_type') === 'client_credentials';
      issued += isRight ? 1 : 0;
      const refused = { status: 401, body: { error: 'invalid_client', error_description: 'unknown client or secret' } };
      write(response, isRight ? { status: 200, body: { access_token: `t${issued}`, expires_in: '3599' } } : refused);
      return;
    }
    if (request.headers['content-type']?.startsWith('application/x-ndjson')) {
      takeLines(request, received, response);
      return;
    }
    const call = {
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(received === '' ? '{}' : received) as JsonObject,
    };
    const answer = answerWith?.(call, (request.headers.authorization ?? '').slice('Bearer '.length)) ?? null;
    if (answer === 'hangUp') {
      request.socket.destroy();
      return;
    }
    calls.push(call);
    write(response, answer ?? approved);
  };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    tokenUrl: `${origin}/token`,
    calls,
    tokensIssued: () => issued,
    get answerWith() {
      return answerWith;
    },
    set answerWith(answer) {
      answerWith = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
