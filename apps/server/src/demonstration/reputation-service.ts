import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Kind = 'disposable' | 'free' | 'company' | 'unknown';

/** Domains of the demonstration's people and merchants. */
const KINDS: Readonly<Record<string, Kind>> = {
  'throwaway.example': 'disposable',
  'mailbox.example': 'free',
  'harbour-works.example': 'company',
  'northfell.example': 'company',
};
const SCORES: Readonly<Record<Kind, number>> = { disposable: 900, unknown: 400, free: 150, company: 20 };

/** What the partner knows of an address: the kind of its domain, and a score from 0 (good) to 999. */
export const reputationOf = (
  email: string,
): { readonly domain: string; readonly kind: Kind; readonly score: number } => {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const kind = KINDS[domain] ?? 'unknown';
  return { domain, kind, score: SCORES[kind] };
};

const send = (answer: ServerResponse, status: number, body: unknown): void => {
  answer.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  answer.end(JSON.stringify(body));
};

const answerTo = (request: IncomingMessage, answer: ServerResponse): void => {
  const { port } = request.socket.address() as AddressInfo;
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const email = url.searchParams.get('email') ?? '';
  // A page in a browser that a name leads here names that name.
  if (request.headers.host !== `127.0.0.1:${port}`) send(answer, 421, { error: 'This is a service of 127.0.0.1.' });
  else if (request.method !== 'GET' || url.pathname !== '/email-reputation')
    send(answer, 404, { error: 'Ask GET /email-reputation?email=…' });
  else if (!email.includes('@')) send(answer, 400, { error: 'email is no e-mail address.' });
  else send(answer, 200, reputationOf(email));
};

export type ReputationService = { readonly port: number; readonly close: () => Promise<void> };

/**
 * The partner that the demonstration's external call asks: a service on loopback that knows nothing of the installation.
 *
 * @param port 0 for any that is free.
 * @throws where the port is taken.
 */
export const startReputationService = async (port: number): Promise<ReputationService> => {
  const server = createServer({ maxHeaderSize: 4096 }, answerTo);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
