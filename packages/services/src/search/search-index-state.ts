import { allows } from '@redoubt/domain';
import { findJob, type SearchIndex, type StoredJob, type TenantTransaction } from '@redoubt/storage';
import type { Id } from '@redoubt/kernel';
import { holdsInEveryRoot, loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';

/** The kind of job that works on what is left to do. */
export const indexJobOf = (task: NonNullable<SearchIndex['task']>): 'searchIndexFill' | 'searchIndexRemove' =>
  task === 'fill' ? 'searchIndexFill' : 'searchIndexRemove';

/** The last work on the index of a tenant. */
export const findIndexJob = async (
  trx: TenantTransaction,
  tenantId: Id,
  index: SearchIndex | undefined,
): Promise<StoredJob | undefined> => {
  if (index?.task) return findJob(trx, indexJobOf(index.task), tenantId);
  const jobs = await Promise.all([
    findJob(trx, 'searchIndexFill', tenantId),
    findJob(trx, 'searchIndexRemove', tenantId),
  ]);
  return jobs
    .filter((job) => job !== undefined)
    .toSorted((one, other) => (other.finishedAt?.getTime() ?? 0) - (one.finishedAt?.getTime() ?? 0))[0];
};

type Administered = {
  /** Environments whose search the person administers. */
  readonly ids: ReadonlySet<Id>;
  /** Whether that is every root of the tenant: the switch is for all of them. */
  readonly isWhole: boolean;
};

/** Which environments' search a person administers, by access. */
export const readAdministered = async (
  trx: TenantTransaction,
  { clock }: EnvironmentContext,
  person: SignedInPerson,
): Promise<Administered> => {
  const access = await loadPersonAccess(trx, person, new Date(clock.now()));
  const read = access.environments.filter(({ capabilities }) => allows(capabilities, 'adminSearch:read'));
  return { ids: new Set(read.map(({ id }) => id)), isWhole: holdsInEveryRoot(access, 'adminSearch:write') };
};
