import { fail } from '@redoubt/domain';
import type { StoredFile } from '@redoubt/services';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

/** What `file` endpoints answer. */
export type DownloadedFile = { readonly name: string; readonly bytes: Buffer | Readable } | StoredFile;

/** A value of a header in the notation of RFC 8187. */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

/** One range of bytes, its end included: RFC 9110, 14.1.2. */
const RANGE = /^bytes=(\d*)-(\d*)$/;

type Slice = { readonly from: number; readonly to: number };

/**
 * The bytes that a call asks for, `to` excluded; undefined for all: also where the range is none that is understood, of several
 * parts, or of another content than there is now.
 *
 * @throws `SRCH-EXPORT-RANGE` where the file has none of them.
 */
export const rangeOf = (
  { range, 'if-range': ifRange }: Readonly<Record<'range' | 'if-range', string | undefined>>,
  { size, etag }: Pick<StoredFile, 'size' | 'etag'>,
): Slice | undefined => {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [, first = '', last = ''] = RANGE.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (from >= to) throw fail('SRCH-EXPORT-RANGE', { size });
  return { from, to };
};

const sendStored = (request: FastifyRequest, reply: FastifyReply, file: StoredFile): FastifyReply => {
  const { size, etag, read } = file;
  const { range, 'if-range': ifRange } = request.headers;
  const slice = rangeOf({ range, 'if-range': typeof ifRange === 'string' ? ifRange : undefined }, file);
  const { from, to } = slice ?? { from: 0, to: size };
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('content-length', to - from);
  if (slice !== undefined) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${size}`);
  return reply.send(read(from, to));
};

/** Bytes that a browser saves and never shows, whatever they are: files come from people, and some from fraudsters. */
export const sendFile = (request: FastifyRequest, reply: FastifyReply, file: DownloadedFile): FastifyReply => {
  reply
    .type('application/octet-stream')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeExtended(file.name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox");
  return 'bytes' in file ? reply.send(file.bytes) : sendStored(request, reply, file);
};
