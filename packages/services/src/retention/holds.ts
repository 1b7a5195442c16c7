import { environmentPath, fail, isHolding, type EnvironmentLink } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { holdsTarget, listEnvironments, listHolds, type StoredHold, type TenantTransaction } from '@redoubt/storage';

type Environments = ReadonlyMap<Id, EnvironmentLink>;

/** Holds of the tenant that count now. */
export const readActiveHolds = async (trx: TenantTransaction, nowMs: number): Promise<readonly StoredHold[]> =>
  (await listHolds(trx)).filter((hold) => isHolding(hold, nowMs));

/** Holds that reach an environment: those of its own, and those on environments and persons above it. */
export const holdsReaching = (
  environmentId: Id,
  environments: Environments,
  holds: readonly StoredHold[],
): readonly StoredHold[] => {
  const above = new Set([environmentId, ...environmentPath(environmentId, environments).parentIds]);
  return holds.filter((hold) =>
    hold.scope === 'case' ? hold.environmentId === environmentId : above.has(hold.environmentId),
  );
};

/** The same for one environment, read now. */
export const readHoldsReaching = async (
  trx: TenantTransaction,
  environmentId: Id,
  nowMs: number,
): Promise<readonly StoredHold[]> => {
  const holds = await readActiveHolds(trx, nowMs);
  if (holds.length === 0) return holds;
  return holdsReaching(environmentId, await environmentsById(trx), holds);
};

const environmentsById = async (trx: TenantTransaction): Promise<Environments> =>
  new Map((await listEnvironments(trx)).map((each) => [each.id, each]));

/** Holds that keep something in any of some environments. */
const readHoldsOver = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  nowMs: number,
): Promise<readonly StoredHold[]> => {
  const holds = await readActiveHolds(trx, nowMs);
  if (holds.length === 0) return holds;
  const environments = await environmentsById(trx);
  const found = new Set(environmentIds.flatMap((id) => holdsReaching(id, environments, holds)));
  return holds.filter((hold) => found.has(hold));
};

/** Those of some environments that something keeps from being purged. */
export const keptFromPurge = (
  environmentIds: readonly Id[],
  environments: Environments,
  holds: readonly StoredHold[],
): ReadonlySet<Id> =>
  new Set(
    environmentIds.filter((id) =>
      holdsReaching(id, environments, holds).some((hold) => hold.scope === 'environment' || hold.environmentId === id),
    ),
  );

/** Whether anything keeps an environment from being purged. */
export const isKeptFromPurge = async (trx: TenantTransaction, environmentId: Id, nowMs: number): Promise<boolean> => {
  const holds = await readActiveHolds(trx, nowMs);
  return holds.length > 0 && keptFromPurge([environmentId], await environmentsById(trx), holds).has(environmentId);
};

export type ErasedPerson = { readonly environmentIds: readonly Id[]; readonly value: string };

/** Holds on a person, or on all of an environment, that an erasure would run into. */
export const readHoldsOnPerson = async (
  trx: TenantTransaction,
  { environmentIds, value }: ErasedPerson,
  nowMs: number,
): Promise<readonly StoredHold[]> =>
  (await readHoldsOver(trx, environmentIds, nowMs)).filter(
    ({ scope, subject }) => scope === 'environment' || subject === value,
  );

/** Refuses to erase what is held. @throws `SUBJECT-HELD`. */
export const requireNotHeld = async (trx: TenantTransaction, person: ErasedPerson, nowMs: number): Promise<void> => {
  const [hold] = await readHoldsOnPerson(trx, person, nowMs);
  if (hold !== undefined) throw fail('SUBJECT-HELD', { reason: hold.reason });
};

/** The same once the events are found: a case of one of them, or one of another id of the person, may be held. @throws `SUBJECT-HELD`. */
export const requireTargetsNotHeld = async (
  trx: TenantTransaction,
  requestId: Id,
  environmentIds: readonly Id[],
  nowMs: number,
): Promise<void> => {
  const holds = (await readHoldsOver(trx, environmentIds, nowMs)).filter(({ scope }) => scope !== 'environment');
  if (holds.length > 0 && (await holdsTarget(trx, requestId, holds)))
    throw fail('SUBJECT-HELD', { reason: holds[0]?.reason ?? '' });
};

/** Whether everything in an environment is held. */
export const isWhollyHeld = (reaching: readonly StoredHold[]): boolean =>
  reaching.some(({ scope }) => scope === 'environment');
