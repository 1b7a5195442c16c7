import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Answers one request on the bare sockets of Node; whoever calls it has stepped aside.
 *
 * @param address of the caller, as far as the proxies in front are trusted.
 */
export type RawHandler = (request: IncomingMessage, response: ServerResponse, address: string) => Promise<void>;

const MAX_FORM_BYTES = 65_536;

/** A form that is too large or of another type; carries the sentence for the answer. */
export class FormError extends Error {
  override readonly name = 'FormError';
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_FORM_BYTES) throw new FormError('The request body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Reads an `application/x-www-form-urlencoded` body of at most 64 KiB; a name that comes twice is refused. */
export const readForm = async (request: IncomingMessage): Promise<ReadonlyMap<string, string>> => {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    request.resume();
    throw new FormError('The request body must be application/x-www-form-urlencoded.');
  }
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(await bodyOf(request))) {
    if (form.has(name)) throw new FormError(`The parameter ${name} is given more than once.`);
    form.set(name, value);
  }
  return form;
};

export const sendText = (
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': String(Buffer.byteLength(text)),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(text);
};

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void => sendText(response, status, 'application/json', JSON.stringify(body), headers);

export const sendRedirect = (response: ServerResponse, status: 303 | 308, location: string): void => {
  response.writeHead(status, { location, 'cache-control': 'no-store', 'content-length': '0' });
  response.end();
};

/** The path of a request without its query. */
export const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?')[0] ?? '/';
