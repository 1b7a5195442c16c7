import type { TokenAttempt, TokenGuard } from '@redoubt/identity';
import { isGuid, type Clock, type Id } from '@redoubt/kernel';
import { createTokenRefusals } from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import { createRateLimit, networkOf } from '../http/rate-limit.ts';
import type { Metrics } from '../operate/metrics.ts';
import type { TenantNames } from './settings/tenant-names.ts';

/** Requests of one address, at once and each minute: a client keeps its token for an hour. */
const OF_ADDRESS = { burst: 100, perMinute: 600 };
/** Refused requests for one client id from addresses that did not prove it before. */
const OF_CLIENT = { burst: 20, perMinute: 20 };
/** Pairs of client and address that are remembered as proven. */
const MAX_PROVEN = 10_000;

export type ClosableTokenGuard = TokenGuard & { readonly close: () => Promise<void> };

/**
 * Limits token requests by address and by client id, counts them, and records the refused ones. A client id is not
 * secret, so a flood of guesses must not lock its owner out: an address that has proven the client goes on.
 */
export const createTokenGuard = (
  database: Database,
  names: Pick<TenantNames, 'find'>,
  clock: Clock,
  metrics: Pick<Metrics, 'tokenRequest'>,
): ClosableTokenGuard => {
  const ofAddress = createRateLimit(clock, OF_ADDRESS.burst, OF_ADDRESS.perMinute);
  const ofClient = createRateLimit(clock, OF_CLIENT.burst, OF_CLIENT.perMinute);
  const refusals = createTokenRefusals(database, clock);
  const proven = new Set<string>();
  const recording = new Set<Promise<void>>();

  const clientKey = ({ tenant, clientId }: TokenAttempt): string => `${tenant} ${clientId}`.toLowerCase().slice(0, 200);
  const pairKey = (attempt: TokenAttempt): string => `${clientKey(attempt)} ${networkOf(attempt.address)}`;

  const forgetOldest = (): void => {
    for (const oldest of [...proven].slice(0, MAX_PROVEN / 2)) proven.delete(oldest);
  };

  const record = async (attempt: Parameters<TokenGuard['refused']>[0]): Promise<void> => {
    const { application, tenant, clientId, address, code, message, correlationId } = attempt;
    let tenantId: Id | undefined = application?.tenantId;
    tenantId ??= await names.find(tenant);
    if (tenantId === undefined) return;
    const isLimited = code === 'temporarily_unavailable';
    // What is sent as a client id may be a secret by mistake: only ids of applications are kept.
    const knownId = application?.clientId ?? (isLimited && isGuid(clientId) ? clientId.toLowerCase() : null);
    const refused = code === 'invalid_client' ? 'AUTH-CREDENTIAL-REFUSED' : 'REQ-INVALID';
    refusals.note({
      tenantId,
      clientId: knownId,
      address,
      path: `/${tenantId}/oauth2/token`,
      code: isLimited ? 'REQ-RATE-LIMITED' : refused,
      message,
      correlationId,
    });
  };

  return {
    admit: (attempt) => {
      const waitMs = ofAddress.take(networkOf(attempt.address));
      if (waitMs > 0 || proven.has(pairKey(attempt))) return waitMs;
      return ofClient.take(clientKey(attempt));
    },
    issued: (attempt) => {
      metrics.tokenRequest('issued');
      const pair = pairKey(attempt);
      if (!proven.delete(pair)) ofClient.giveBack(clientKey(attempt));
      if (proven.size >= MAX_PROVEN) forgetOldest();
      proven.add(pair);
    },
    refused: (attempt) => {
      metrics.tokenRequest(attempt.code);
      database.log.info({ code: attempt.code, address: attempt.address }, 'token request refused');
      const recorded = record(attempt).catch((error: unknown) =>
        database.log.warn({ err: error }, 'a refused token request could not be recorded'),
      );
      recording.add(recorded);
      void recorded.finally(() => recording.delete(recorded));
    },
    close: async () => {
      await Promise.all(recording);
      await refusals.close();
    },
  };
};
