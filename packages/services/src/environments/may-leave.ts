import { fail, residencyRefusal, type DataTarget, type ResidencyRefusal } from '@redoubt/domain';
import type { AppError, Id } from '@redoubt/kernel';
import { listDataResidency, listEnvironments, type EnvironmentRecord, type TenantTransaction } from '@redoubt/storage';
import { environmentsFrom } from './subtree.ts';

const CODES = {
  download: 'RESIDENCY-DOWNLOAD',
  registered: 'RESIDENCY-REFUSED',
  unregistered: 'RESIDENCY-UNREGISTERED',
} as const;

const failureOf = (
  { ruleOf, geography, allowed }: ResidencyRefusal,
  { kind, name }: DataTarget,
  byId: ReadonlyMap<Id, EnvironmentRecord>,
): AppError => {
  const code = kind === 'download' ? CODES.download : geography === null ? CODES.unregistered : CODES.registered;
  return fail(code, {
    environment: byId.get(ruleOf)?.name ?? ruleOf,
    target: name,
    geography: geography ?? '–',
    allowed: allowed.join(', ') || '–',
  });
};

/** Environments whose data leaves: by their ids, or one with all below it. */
type Leaving = readonly Id[] | { readonly withBelow: Id };

/**
 * Reads the rules of data residency once, to ask about several targets: why data of some environments may not leave to a
 * target, as the error to throw; null where it may.
 */
export const readResidency = async (
  trx: TenantTransaction,
  leaving: Leaving,
): Promise<(target: DataTarget) => AppError | null> => {
  const rules = await listDataResidency(trx);
  if (![...rules.values()].some(({ geographies }) => geographies !== null)) return () => null;
  const byId = new Map((await listEnvironments(trx)).map((each) => [each.id, each]));
  // Rules of environments below may be stricter.
  const ids = 'withBelow' in leaving ? environmentsFrom(leaving.withBelow, byId).map(({ id }) => id) : leaving;
  return (target) => {
    for (const id of ids) {
      const refusal = residencyRefusal(id, target, byId, rules);
      if (refusal !== null) return failureOf(refusal, target, byId);
    }
    return null;
  };
};

/** Why data of some environments may not leave to one target; null where it may. */
export const residencyProblem = async (
  trx: TenantTransaction,
  leaving: Leaving,
  target: DataTarget,
): Promise<AppError | null> => (await readResidency(trx, leaving))(target);

/**
 * Asked by every way out before data leaves: at the request, and again where time passes until it leaves.
 *
 * @throws `RESIDENCY-REFUSED`, `RESIDENCY-UNREGISTERED`, `RESIDENCY-DOWNLOAD`, with the rule and the remedy.
 */
export const requireMayLeave = async (trx: TenantTransaction, leaving: Leaving, target: DataTarget): Promise<void> => {
  const problem = await residencyProblem(trx, leaving, target);
  if (problem !== null) throw problem;
};

/** A file that a person saves. */
export const SAVED_FILE: DataTarget = { kind: 'download', name: '' };
