import { errorFacts, type ErrorCode } from '@redoubt/domain';
import { HOUR_MS, MINUTE_MS, type Clock, type Id } from '@redoubt/kernel';
import { createRefusedCalls, findApplication, type Database } from '@redoubt/storage';
import { raiseNotice } from '../notices/raise-notice.ts';

/** A token that an application of this tenant, or a caller who names none, did not get. */
type TokenRefusal = {
  readonly tenantId: Id;
  /** Null where no application of the tenant is named. */
  readonly clientId: Id | null;
  readonly address: string;
  readonly path: string;
  readonly code: Extract<ErrorCode, 'AUTH-CREDENTIAL-REFUSED' | 'REQ-RATE-LIMITED' | 'REQ-INVALID'>;
  readonly message: string;
  readonly correlationId: string;
};

type TokenRefusals = {
  /** Records it among the refused calls, and alerts people where there are many; never waits and never throws. */
  readonly note: (refusal: TokenRefusal) => void;
  /** Writes what is held. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Callers without a token fill these records: one a while for each application is enough to look into. */
const WRITE_EVERY_MS = 10_000;
const WINDOW_MS = 10 * MINUTE_MS;
/** Refusals within the window that people are alerted at. */
const ALERT_AT = { known: 10, unknown: 50 };
const ALERT_EVERY_MS = HOUR_MS;
/** Stands where no application of the tenant was named. */
const UNKNOWN_CLIENT = 'unknown';

type Count = { sinceMs: number; refused: number; alertedAtMs: number };

/** Records and counts refused token requests of this node. */
export const createTokenRefusals = (database: Database, clock: Clock): TokenRefusals => {
  const records = createRefusedCalls(database, { flushMs: WRITE_EVERY_MS });
  const counts = new Map<string, Count>();
  let alerting: Promise<unknown> = Promise.resolve();

  const alert = ({ tenantId, clientId, address }: TokenRefusal, count: number): Promise<unknown> =>
    database.inTenant(tenantId, async (trx) => {
      const application = clientId === null ? undefined : await findApplication(trx, clientId);
      await raiseNotice(
        trx,
        { clock, tenantId },
        {
          code: application === undefined ? 'UNKNOWN-APPLICATION-REFUSED' : 'APPLICATION-CREDENTIAL-REFUSED',
          severity: 'Warning',
          params: { name: application?.displayName ?? '', count, minutes: WINDOW_MS / MINUTE_MS, address },
          link: `/integration/aadapp/manage${application === undefined ? '' : `?application=${clientId}`}`,
          environmentId: application?.grants[0]?.environmentId ?? null,
        },
      );
    });

  /** Whether this refusal is the one that people are alerted at. */
  const isAlarming = (key: string, limit: number): boolean => {
    const nowMs = clock.now();
    const known = counts.get(key);
    const count = known ?? { sinceMs: nowMs, refused: 0, alertedAtMs: Number.NEGATIVE_INFINITY };
    if (known === undefined) counts.set(key, count);
    if (nowMs - count.sinceMs > WINDOW_MS) Object.assign(count, { sinceMs: nowMs, refused: 0 });
    count.refused += 1;
    if (count.refused < limit || nowMs - count.alertedAtMs < ALERT_EVERY_MS) return false;
    count.alertedAtMs = nowMs;
    return true;
  };

  return {
    note: (refusal) => {
      const { tenantId, clientId, address, path, code, message, correlationId } = refusal;
      const who = clientId ?? UNKNOWN_CLIENT;
      records.keep(
        {
          tenantId,
          clientId: who,
          environmentId: null,
          environmentReference: null,
          path,
          status: errorFacts(code).status,
          code,
          message: `${message} (from ${address})`,
          excerpt: null,
          correlationId,
          receivedAtMs: clock.now(),
        },
        `${tenantId} ${who} ${code}`,
      );
      const limit = clientId === null ? ALERT_AT.unknown : ALERT_AT.known;
      if (code !== 'AUTH-CREDENTIAL-REFUSED' || !isAlarming(`${tenantId} ${who}`, limit)) return;
      alerting = alerting
        .then(() => alert(refusal, limit))
        .catch((error: unknown) => database.log.warn({ err: error }, 'refused token requests could not be alerted'));
    },
    flush: async () => {
      await alerting;
      await records.flush();
    },
    close: async () => {
      await alerting;
      await records.close();
    },
  };
};
