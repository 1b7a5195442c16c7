import { isJsonObject, type Json } from '@redoubt/kernel';
import { createCipheriv, randomBytes } from 'node:crypto';

/** A key shared with the merchant's server. */
export type AnswerKey = { readonly kid: string | null; readonly key: Buffer };

const KEY_BYTES = 32;
const NONCE_BYTES = 12;

/**
 * The first key of a JWKS (RFC 7517) that answers can be encrypted with: symmetric, of 256 bits, and not meant for
 * anything else.
 */
export const answerKeyIn = (keySet: Json): AnswerKey | undefined => {
  const keys = isJsonObject(keySet) && Array.isArray(keySet.keys) ? (keySet.keys as readonly Json[]) : [];
  for (const each of keys) {
    if (!isJsonObject(each) || each.kty !== 'oct' || typeof each.k !== 'string') continue;
    if (each.use !== undefined && each.use !== null && each.use !== 'enc') continue;
    const key = Buffer.from(each.k, 'base64url');
    if (key.length === KEY_BYTES) return { kid: typeof each.kid === 'string' ? each.kid : null, key };
  }
  return undefined;
};

const encode = (value: string | Buffer): string => Buffer.from(value).toString('base64url');

/** A text as a compact JWE (RFC 7516) with `dir` and `A256GCM`: only who holds the key reads it, or could have made it. */
export const encryptAnswer = (text: string, { kid, key }: AnswerKey): string => {
  const header = encode(JSON.stringify({ alg: 'dir', enc: 'A256GCM', ...(kid === null ? {} : { kid }) }));
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(header));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [header, '', encode(nonce), encode(sealed), encode(cipher.getAuthTag())].join('.');
};
