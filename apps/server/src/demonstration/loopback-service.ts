import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A status and what is sent with it as JSON. */
type LoopbackAnswer = readonly [status: number, body: unknown];

export type LoopbackService = { readonly port: number; readonly close: () => Promise<void> };

const send = (answer: ServerResponse, [status, body]: LoopbackAnswer): void => {
  answer.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  answer.end(JSON.stringify(body));
};

/**
 * A service on loopback that answers one path, by `GET`, and nothing of the installation.
 *
 * @param port 0 for any that is free.
 * @throws where the port is taken.
 */
export const startLoopbackService = async (
  port: number,
  path: string,
  answerTo: (query: URLSearchParams) => LoopbackAnswer,
): Promise<LoopbackService> => {
  const server = createServer({ maxHeaderSize: 4096 }, (request, answer) => {
    const { port: own } = request.socket.address() as AddressInfo;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    // A page in a browser that a name leads here names that name.
    if (request.headers.host !== `127.0.0.1:${own}`) send(answer, [421, { error: 'This is a service of 127.0.0.1.' }]);
    else if (request.method !== 'GET' || url.pathname !== path) send(answer, [404, { error: `Ask GET ${path}.` }]);
    else send(answer, answerTo(url.searchParams));
  });
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
