import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '@redoubt/domain';
import type { IdentityLog } from '../identity-log.ts';
import { discoverProvider, ProviderAway, type ProviderMetadata } from './discover-provider.ts';

/** At the start; a node does not wait longer for people to be able to sign in before it decides events. */
const FIRST_TIME_OUT_MS = 3000;
const TIME_OUT_MS = 10_000;
const RETRY_AFTER_MS = 5000;

export type ProviderWatch = {
  /** What the provider says of itself; undefined until it has answered once. */
  readonly metadata: () => ProviderMetadata | undefined;
  /** The same. @throws `AUTH-PROVIDER-UNAVAILABLE` until it has answered once. */
  readonly requireMetadata: () => ProviderMetadata;
  /** Why people cannot sign in, in sentences for the operator. */
  readonly problems: () => readonly string[];
  readonly close: () => Promise<void>;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Reads the provider's discovery document, once now and, while the provider is away, again and again. Throws
 * `IdentitySettingsError` where it answers now and the settings do not fit it.
 */
export const watchProvider = async (
  issuer: string,
  log: IdentityLog,
  retryAfterMs = RETRY_AFTER_MS,
): Promise<ProviderWatch> => {
  const stop = new AbortController();
  let metadata: ProviderMetadata | undefined;
  let problem: string | undefined;
  let retrying = Promise.resolve();

  const retry = async (): Promise<void> => {
    while (metadata === undefined && !stop.signal.aborted) {
      await sleep(retryAfterMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
      if (stop.signal.aborted) return;
      try {
        metadata = await discoverProvider(issuer, TIME_OUT_MS);
        problem = undefined;
        log.info({ issuer }, 'the identity provider answers; people can sign in');
      } catch (error) {
        problem = messageOf(error);
      }
    }
  };

  try {
    metadata = await discoverProvider(issuer, FIRST_TIME_OUT_MS);
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    problem = error.message;
    log.error({ err: error, issuer }, 'people cannot sign in until the identity provider answers; trying again');
    retrying = retry();
  }

  return {
    metadata: () => metadata,
    requireMetadata: () => {
      if (metadata === undefined) throw fail('AUTH-PROVIDER-UNAVAILABLE', { issuer });
      return metadata;
    },
    problems: () => (problem === undefined ? [] : [`${problem} People cannot sign in to the console.`]),
    close: () => {
      stop.abort();
      return retrying;
    },
  };
};
