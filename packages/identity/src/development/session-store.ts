import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@redoubt/kernel';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { writePrivateFile } from '../keys/signing-keys.ts';

type Entry = { readonly payload: AdapterPayload; readonly expiresAtMs: number | null };

export type SessionStore = {
  /** Adapter of `oidc-provider` for one tenant. */
  readonly adapterFor: (tenantId: string) => AdapterFactory;
  /** True where the tenant has this interaction, that is an open sign-in page. */
  readonly hasInteraction: (tenantId: string, uid: string) => boolean;
  /** Writes what is pending. */
  readonly flush: () => Promise<void>;
};

const FILE = 'sessions.json';
const WRITE_DELAY_MS = 100;
const MAX_ENTRIES = 20_000;

/** What falls with its grant; an open sign-in page names one too, but must outlive a change of account. */
const REVOKED_WITH_GRANT = ['AccessToken', 'AuthorizationCode', 'RefreshToken'];

const readEntries = async (path: string): Promise<Map<string, Entry>> => {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, Entry>));
  } catch {
    // Nothing written yet, or torn by a crash: people sign in once more, which costs them one click.
    return new Map();
  }
};

/**
 * Sessions, grants and refresh tokens of the development provider: in memory, written to one file shortly after each
 * change, so that no sign-in is lost after a restart.
 */
export const openSessionStore = async (
  folder: string,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<SessionStore> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE);
  const entries = await readEntries(path);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const isAlive = (entry: Entry): boolean => entry.expiresAtMs === null || entry.expiresAtMs > clock.now();

  const write = async (): Promise<void> => {
    for (const [key, entry] of entries) {
      if (!isAlive(entry) || entries.size > MAX_ENTRIES) entries.delete(key);
    }
    await writePrivateFile(path, JSON.stringify(Object.fromEntries(entries)));
  };

  const flush = async (): Promise<void> => {
    if (timer !== undefined) {
      clearTimeout(timer);
      timer = undefined;
      writing = writing.then(write).catch(onError);
    }
    await writing;
  };

  const changed = (): void => {
    timer ??= setTimeout(() => void flush(), WRITE_DELAY_MS).unref();
  };

  const get = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && isAlive(entry) ? entry.payload : undefined;
  };

  const adapterFor =
    (tenantId: string): AdapterFactory =>
    (model): Adapter => {
      const prefix = `${tenantId}:${model}:`;
      const findBy = (matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
        for (const [key, entry] of entries) {
          if (key.startsWith(prefix) && isAlive(entry) && matches(entry.payload)) return entry.payload;
        }
        return undefined;
      };
      return {
        upsert: async (id, payload, expiresInS) => {
          const expiresAtMs = expiresInS === undefined ? null : clock.now() + expiresInS * 1000;
          entries.set(prefix + id, { payload: structuredClone(payload), expiresAtMs });
          changed();
        },
        find: async (id) => get(prefix + id),
        findByUid: async (uid) => findBy((payload) => payload.uid === uid),
        findByUserCode: async (userCode) => findBy((payload) => payload.userCode === userCode),
        consume: async (id) => {
          const entry = entries.get(prefix + id);
          if (entry === undefined) return;
          const consumed = Math.floor(clock.now() / 1000);
          entries.set(prefix + id, { ...entry, payload: { ...entry.payload, consumed } });
          changed();
        },
        destroy: async (id) => {
          if (entries.delete(prefix + id)) changed();
        },
        revokeByGrantId: async (grantId) => {
          const prefixes = REVOKED_WITH_GRANT.map((revoked) => `${tenantId}:${revoked}:`);
          for (const [key, entry] of entries) {
            if (entry.payload.grantId === grantId && prefixes.some((start) => key.startsWith(start)))
              entries.delete(key);
          }
          changed();
        },
      };
    };

  return { adapterFor, hasInteraction: (tenantId, uid) => get(`${tenantId}:Interaction:${uid}`) !== undefined, flush };
};
