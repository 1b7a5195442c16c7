import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A purchase that the issuer received, each idempotency key once. */
export type ReceivedPurchase = { readonly key: string; readonly fields: Readonly<Record<string, unknown>> };

export type ReferenceIssuer = {
  /** `http://127.0.0.1:<port>`; purchases are sent by POST to `/trust`. */
  readonly origin: string;
  readonly received: readonly ReceivedPurchase[];
  /** Requests that came, repeats and refused ones too. */
  readonly requests: () => number;
  /** Answers the next requests with a status and takes nothing in; `hang` never answers. */
  readonly fail: (times: number, how: number | 'hang' | 'takenButCut') => void;
  readonly close: () => Promise<void>;
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/**
 * An issuer as `docs/operate/acceptance-booster.md#issuer` describes one: asks for an API key, takes a purchase in once however
 * often it is sent, and declines to use what is above its limit. For tests and for trying a connector.
 */
export const startReferenceIssuer = async ({
  apiKey,
  limit = 1000,
  port = 0,
}: {
  readonly apiKey: string;
  /** Largest amount that it takes into account. */
  readonly limit?: number;
  /** 0 takes a free one. */
  readonly port?: number;
}): Promise<ReferenceIssuer> => {
  const received = new Map<string, ReceivedPurchase>();
  let [requests, failures] = [0, 0];
  let how: number | 'hang' | 'takenButCut' = 500;
  const server = createServer((request, answer) => {
    const say = (status: number, body: object): void => {
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const take = (text: string): void => {
      const key = request.headers['idempotency-key'];
      if (request.headers['x-api-key'] !== apiKey) return say(403, { error: 'unknown key' });
      if (request.method !== 'POST' || request.url !== '/trust') return say(404, { error: 'no such address' });
      if (typeof key !== 'string') return say(400, { error: 'no idempotency key' });
      const known = received.get(key) ?? { key, fields: JSON.parse(text) as ReceivedPurchase['fields'] };
      received.set(key, known);
      const { amount } = known.fields;
      say(200, { accepted: typeof amount === 'number' && amount <= limit, reference: `ref-${key.slice(0, 8)}` });
    };
    requests += 1;
    const isFailing = failures > 0;
    if (isFailing) failures -= 1;
    void readBody(request).then((text) => {
      if (!isFailing) return take(text);
      if (how === 'hang') return undefined;
      if (how !== 'takenButCut') return say(how, { error: 'as the test asked' });
      const key = String(request.headers['idempotency-key']);
      received.set(key, { key, fields: JSON.parse(text) as ReceivedPurchase['fields'] });
      return answer.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get received() {
      return [...received.values()];
    },
    requests: () => requests,
    fail: (times, as) => {
      [failures, how] = [times, as];
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
