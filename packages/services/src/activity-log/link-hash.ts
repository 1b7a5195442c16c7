import { createHash } from 'node:crypto';
import type { ChainedEntry } from '@redoubt/storage';

/** Names the encoding; the first field of every link. */
const FORMAT = 'redoubt-activity-1';

/** A field as it is hashed: its length in bytes of UTF-8, a colon, the text, a comma; `-` where it is null. */
const field = (value: string | null): string => (value === null ? '-' : `${Buffer.byteLength(value)}:${value},`);

const fields = (...values: readonly (string | null)[]): string => values.map(field).join('');

/** Digest of the part of an entry that can be erased. @param salt the 32 bytes of its link. */
export const contentDigest = (entry: ChainedEntry, salt: Buffer): Buffer => {
  const { actorId, actorName, resourceId, resourceName, original, modified } = entry;
  return createHash('sha256')
    .update(salt)
    .update(fields(actorId, actorName, resourceId, resourceName, original, modified))
    .digest();
};

/** The hash of a link, as `docs/reference/activity-chain.md` defines it. */
export const linkHash = (
  entry: ChainedEntry,
  { sequence, digest, previous }: { readonly sequence: number; readonly digest: Buffer; readonly previous: Buffer },
): Buffer => {
  const { tenantId, entryId, atMicros, operation, resourceType, environmentId, assessment, correlationId } = entry;
  const place = [FORMAT, tenantId, String(sequence), entryId, atMicros, operation, resourceType] as const;
  const text = fields(
    ...place,
    environmentId,
    assessment,
    correlationId,
    digest.toString('hex'),
    previous.toString('hex'),
  );
  return createHash('sha256').update(text).digest();
};
