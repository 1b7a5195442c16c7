import type { FastifyRequest } from 'fastify';

export const ENVIRONMENT_HEADER = 'x-ms-dfpenvid';

/** Asks for historical mode: the event's own time counts, and live monitors do not see it. Needs `Historical_API`. */
export const MODE_HEADER = 'x-redoubt-mode';

const firstText = (value: unknown): string | null => {
  const text: unknown = Array.isArray(value) ? value[0] : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
};

/** The environment asked for: header, or query parameter of the same name in any letter case; null where neither is. */
export const environmentReferenceOf = (request: FastifyRequest): string | null => {
  const header = firstText(request.headers[ENVIRONMENT_HEADER]);
  if (header !== null) return header;
  const query = request.query as Readonly<Record<string, unknown>>;
  const name = Object.keys(query).find((key) => key.toLowerCase() === ENVIRONMENT_HEADER);
  return name === undefined ? null : firstText(query[name]);
};

export const isHistorical = (request: FastifyRequest): boolean =>
  firstText(request.headers[MODE_HEADER])?.toLowerCase() === 'historical';
