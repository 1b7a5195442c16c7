import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** How an address behaves; what is written is the whole answer. */
export type Behaviour = (request: SeenRequest, answer: ServerResponse) => void;

/** A real server on this machine that behaves by path, well or badly, and remembers what it was asked. */
export const startHostileServer = async (behaviours: Readonly<Record<string, Behaviour>>) => {
  const seen: SeenRequest[] = [];
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const asked = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(asked);
      (behaviours[url.replace(/\?.*$/s, '')] ?? behaviours['*'])?.(asked, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const answerJson =
  (value: unknown, status = 200): Behaviour =>
  (_request, answer) => {
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
