import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Answers one request on the bare sockets of Node, after the framework has let go of it.
 *
 * @param address of the caller, as far as the proxies in front are trusted.
 */
export type RawHandler = (request: IncomingMessage, response: ServerResponse, address: string) => Promise<void>;

const MAX_FORM_BYTES = 65_536;

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** A form that is too large or of another type; carries the sentence for the answer. */
export class FormError extends Error {
  override readonly name = 'FormError';
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_FORM_BYTES) throw new FormError('The request body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const typeOf = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** Name and value of every field; values of a multipart body are texts, never files. */
const fieldsOf = async (request: IncomingMessage): Promise<Iterable<readonly [string, string]>> => {
  const body = await bodyOf(request);
  if (typeOf(request) === URL_ENCODED) return new URLSearchParams(body.toString('utf8'));
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(body, { headers }).formData().catch((error: unknown) => {
    throw new FormError('The request body is not readable as multipart/form-data.', { cause: error });
  });
  return [...form].map(([name, value]) => {
    if (typeof value !== 'string') throw new FormError(`The parameter ${name} must not be a file.`);
    return [name, value] as const;
  });
};

/** Reads a form of at most 64 KiB, URL-encoded or multipart; a name that comes twice is refused. */
export const readForm = async (request: IncomingMessage): Promise<ReadonlyMap<string, string>> => {
  const type = typeOf(request);
  if (type !== URL_ENCODED && type !== MULTIPART) {
    request.resume();
    throw new FormError(`The request body must be ${URL_ENCODED} or ${MULTIPART}.`);
  }
  const form = new Map<string, string>();
  for (const [name, value] of await fieldsOf(request)) {
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
