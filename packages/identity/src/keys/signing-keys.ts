import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
  type JSONWebKeySet,
} from 'jose';

/** Keys of this installation, made once and kept, so that tokens and sessions outlive a restart. */
export type SigningKeys = {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  /** Private key as JWK, for libraries that sign themselves. */
  readonly privateJwk: JWK;
  /** What the world may see. */
  readonly jwks: JSONWebKeySet;
  /** Secrets that sign sign-in cookies. */
  readonly cookieKeys: readonly string[];
};

type StoredKeys = { readonly signing: JWK; readonly cookieKeys: readonly string[] };

const FILE = 'keys.json';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const readStored = async (path: string): Promise<StoredKeys | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as StoredKeys;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Error(`The signing keys in ${path} cannot be read; restore the file or delete it to make new ones.`, {
      cause: error,
    });
  }
};

const makeKeys = async (): Promise<StoredKeys> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { signing: { ...jwk, kid, use: 'sig', alg: 'RS256' }, cookieKeys: [randomBytes(32).toString('base64url')] };
};

/** Writes whole or not at all, readable by the owner only. */
export const writePrivateFile = async (path: string, text: string): Promise<void> => {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, text, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, path);
};

const importKeys = async ({ signing, cookieKeys }: StoredKeys, source: string): Promise<SigningKeys> => {
  const { kty, n, e, kid } = signing;
  if (kty !== 'RSA' || n === undefined || e === undefined || kid === undefined) {
    throw new Error(`The signing keys in ${source} are not what this version writes; delete them to make new ones.`);
  }
  return {
    kid,
    privateKey: (await importJWK(signing, 'RS256')) as CryptoKey,
    privateJwk: signing,
    jwks: { keys: [{ kty, n, e, kid, use: 'sig', alg: 'RS256' }] },
    cookieKeys,
  };
};

/** Keeps one text for all nodes: the one that is kept, else what `make` gives. */
export type SharedKeyText = (make: () => Promise<string>) => Promise<string>;

/**
 * The keys every node shares; those this folder held before nodes shared them go on (RSA 2048, RS256). The folder keeps a
 * copy, for tools beside this node that sign as it does.
 */
export const loadSharedSigningKeys = async (folder: string, share: SharedKeyText): Promise<SigningKeys> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE);
  const kept = await readStored(path);
  const text = await share(async () => JSON.stringify(kept ?? (await makeKeys())));
  const stored = JSON.parse(text) as StoredKeys;
  if (JSON.stringify(kept) !== text) await writePrivateFile(path, `${JSON.stringify(stored, null, 2)}\n`);
  return importKeys(stored, 'the database');
};

/** Loads the keys of the folder, making them on first use (RSA 2048, RS256; mode 600). */
export const loadSigningKeys = async (folder: string): Promise<SigningKeys> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE);
  let stored = await readStored(path);
  if (stored === undefined) {
    stored = await makeKeys();
    await writePrivateFile(path, `${JSON.stringify(stored, null, 2)}\n`);
  }
  return importKeys(stored, path);
};
