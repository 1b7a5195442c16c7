import { fail } from '@redoubt/domain';
import type { FastifyRequest } from 'fastify';

export const ENVIRONMENT_HEADER = 'x-ms-dfpenvid';

/** Asks for historical mode: the event's own time counts, and live monitors do not see it. Needs `Historical_API`. */
export const MODE_HEADER = 'x-redoubt-mode';

/** One text of a header or parameter; sent several times (Node joins headers by commas) it must say the same. */
const oneText = (value: unknown): string | null => {
  const sent = Array.isArray(value) ? value.join(',') : value;
  if (typeof sent !== 'string') return null;
  const texts = new Set(sent.split(',').map((text) => text.trim()));
  return (texts.size === 1 ? [...texts].join('') : sent.trim()) || null;
};

/** The environment asked for: header, or query parameter of the same name in any letter case; null where neither is. */
export const environmentReferenceOf = (request: FastifyRequest): string | null => {
  const header = oneText(request.headers[ENVIRONMENT_HEADER]);
  if (header !== null) return header;
  const query = request.query as Readonly<Record<string, unknown>>;
  const name = Object.keys(query).find((key) => key.toLowerCase() === ENVIRONMENT_HEADER);
  return name === undefined ? null : oneText(query[name]);
};

/** @throws `REQ-INVALID` for a mode that does not exist: an import must not end up among live events by a typing error. */
export const isHistorical = (request: FastifyRequest): boolean => {
  const mode = oneText(request.headers[MODE_HEADER])?.toLowerCase();
  if (mode === undefined || mode === 'live') return false;
  if (mode === 'historical') return true;
  throw fail('REQ-INVALID', { problems: `${MODE_HEADER} must be historical or live` });
};
