import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

const KEY_BYTES = 32;
const SCHEME = 'hmac-sha256';
/** What earlier releases wrote; costs some 40 ms of a thread to check. */
const SLOW_SCHEME = 'scrypt';

const quickHash = (secret: string, key: Buffer): Buffer => createHmac('sha256', key).update(secret).digest();

/**
 * Keyed hash of a client secret under a key of its own, as `hmac-sha256$<key>$<hash>`. Secrets are 256 random bits, which
 * cannot be guessed at any speed: a slow hash would only let callers occupy this machine.
 */
export const hashSecret = (secret: string): string => {
  const key = randomBytes(KEY_BYTES);
  return `${SCHEME}$${key.toString('base64url')}$${quickHash(secret, key).toString('base64url')}`;
};

/** True for a hash of an earlier release, to be replaced at the first use of its secret. */
export const isSlowHash = (hash: string): boolean => hash.startsWith(`${SLOW_SCHEME}$`);

/** One slow hash at a time: more of them would take every thread that files and the network need. */
let slowTurn: Promise<unknown> = Promise.resolve();
const slowHash = (secret: string, salt: Buffer): Promise<Buffer> => {
  const derived = slowTurn.then(() => derive(secret, salt, KEY_BYTES));
  slowTurn = derived.catch(() => undefined);
  return derived;
};

/** True where the secret is the hashed one; takes the same time either way. */
export const matchesSecret = async (secret: string, hash: string): Promise<boolean> => {
  const [scheme, salt, expected] = hash.split('$');
  if ((scheme !== SCHEME && scheme !== SLOW_SCHEME) || salt === undefined || expected === undefined) return false;
  const key = Buffer.from(salt, 'base64url');
  const wanted = Buffer.from(expected, 'base64url');
  const found = scheme === SCHEME ? quickHash(secret, key) : await slowHash(secret, key);
  return wanted.length === found.length && timingSafeEqual(wanted, found);
};
