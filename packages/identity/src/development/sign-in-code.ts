import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { writePrivateFile } from '../keys/signing-keys.ts';

/** What a person must know to sign in as any person: the terminal prints it, and its link carries it. */
export type SignInCode = {
  readonly code: string;
  /** True where this start made it. */
  readonly isNew: boolean;
  /** Whether a browser has shown it before. */
  readonly isShownBy: (request: IncomingMessage) => boolean;
  readonly matches: (text: string) => boolean;
  /** Lets the browser of this answer sign in from now on. */
  readonly remember: (response: ServerResponse) => void;
  /** Name and value of the cookie that says so. */
  readonly cookie: { readonly name: string; readonly value: string };
};

const FILE = 'sign-in.code';
/** Too long to guess, however fast it is tried. */
const CODE_BYTES = 18;
const COOKIE = 'redoubt_sign_in';
export const SIGN_IN_PATH = '/idp-login';
const COOKIE_SECONDS = 30 * 24 * 3600;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const readOrMake = async (folder: string): Promise<{ readonly code: string; readonly isNew: boolean }> => {
  const path = join(folder, FILE);
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (kept.trim() !== '') return { code: kept.trim(), isNew: false };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await writePrivateFile(path, `${code}\n`);
  return { code, isNew: true };
};

const cookieIn = (header: string | undefined): string =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)(?:;|$)`).exec(header ?? '')?.[1] ?? '';

/** Reads the code of a data directory, making it on first use (mode 600). @param isHttps whether the cookie needs TLS. */
export const openSignInCode = async (folder: string, isHttps: boolean): Promise<SignInCode> => {
  const { code, isNew } = await readOrMake(folder);
  const value = digest(`signed in with ${code}`).toString('base64url');
  const attributes = `Path=${SIGN_IN_PATH}; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  return {
    code,
    isNew,
    isShownBy: ({ headers }) => isSame(cookieIn(headers.cookie), value),
    matches: (text) => isSame(text.trim(), code),
    remember: (response) => void response.appendHeader('set-cookie', `${COOKIE}=${value}; ${attributes}`),
    cookie: { name: COOKIE, value },
  };
};
