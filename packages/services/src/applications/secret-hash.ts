import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Salted scrypt hash of a client secret, as `scrypt$<salt>$<hash>`. */
export const hashSecret = async (secret: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(secret, salt, KEY_BYTES);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
};

/** True where the secret is the hashed one; takes the same time either way. */
export const matchesSecret = async (secret: string, hash: string): Promise<boolean> => {
  const [scheme, salt, expected] = hash.split('$');
  if (scheme !== 'scrypt' || salt === undefined || expected === undefined) return false;
  const wanted = Buffer.from(expected, 'base64url');
  const key = await derive(secret, Buffer.from(salt, 'base64url'), KEY_BYTES);
  return wanted.length === key.length && timingSafeEqual(wanted, key);
};
