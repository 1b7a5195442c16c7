import type { LoggedKind } from '@redoubt/domain';
import type { RequestKey, StoredCase, TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { withSeenReasons } from '../privacy/event-masks.ts';

/** The event of a case. */
export const eventKeyOf = ({ key: { environmentId, eventId }, eventType }: StoredCase): RequestKey => ({
  environmentId,
  eventId,
  kind: eventType as LoggedKind,
});

/** Cases with the reasons of their events as the caller sees them. */
export const seenCases = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  cases: readonly StoredCase[],
): Promise<StoredCase[]> => {
  const told = cases.map(({ key, eventType, reason }) => ({ ...key, eventType, reason }));
  const seen = await withSeenReasons(trx, context, told);
  return cases.map((stored, index) => ({ ...stored, reason: seen[index]?.reason ?? null }));
};

/** One case in the same way. */
export const seenCase = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  stored: StoredCase,
): Promise<StoredCase> => (await seenCases(trx, context, [stored]))[0] ?? stored;
