import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Id } from '@redoubt/kernel';

/** Begins every personal access token, so that scanners for leaked secrets know one. */
export const PERSONAL_TOKEN_PREFIX = 'rdt_';

/** Begins every token that an identity provider calls SCIM with. */
export const PROVISIONING_TOKEN_PREFIX = 'rdp_';

type TokenPrefix = typeof PERSONAL_TOKEN_PREFIX | typeof PROVISIONING_TOKEN_PREFIX;

/** 16 bytes tenant and 16 bytes id, then 32 random bytes; each half in base64url. */
const TEXT = /^(rd[tp]_)([\w-]{43})([\w-]{43})$/;
const SECRET_BYTES = 32;
const HINT_LENGTH = 4;

const bytesOf = (id: Id): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): Id =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** A guess is 256 bits, so one round is enough: nothing can be tried out against a stolen hash. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The text of a new token, and what is kept of it. */
export const newTokenText = (
  tenantId: Id,
  tokenId: Id,
  prefix: TokenPrefix = PERSONAL_TOKEN_PREFIX,
): { readonly text: string; readonly secretHash: Buffer; readonly hint: string } => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const place = Buffer.concat([bytesOf(tenantId), bytesOf(tokenId)]).toString('base64url');
  const text = `${prefix}${place}${secret}`;
  return { text, secretHash: hashOf(secret), hint: text.slice(-HINT_LENGTH) };
};

type TokenText = { readonly tenantId: Id; readonly tokenId: Id; readonly secret: string };

/** Reads the text of a token; undefined for one that cannot have been made here. */
export const readTokenText = (text: string, prefix: TokenPrefix = PERSONAL_TOKEN_PREFIX): TokenText | undefined => {
  const [, kind, place, secret] = TEXT.exec(text) ?? [];
  if (kind !== prefix || place === undefined || secret === undefined) return undefined;
  const bytes = Buffer.from(place, 'base64url');
  return { tenantId: idOf(bytes.subarray(0, 16)), tokenId: idOf(bytes.subarray(16)), secret };
};

/** True where the secret is the one that was hashed; takes the same time either way. */
export const matchesToken = (secret: string, secretHash: Buffer): boolean =>
  timingSafeEqual(hashOf(secret), secretHash);
