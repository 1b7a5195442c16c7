import { fail, type Edition } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import type { EnvironmentRecord, TenantTransaction } from '@redoubt/storage';
import type { ServiceContext } from '../context.ts';
import { readDirectory, type HolderGrant } from './directory.ts';

/** For how long the roles of a token count for a person who does not come: the directory may have taken them away since. */
const TOKEN_ROLES_COUNT_MS = 90 * DAY_MS;

/** The environments of a tenant. */
type Trees = {
  readonly edition: Edition;
  readonly access: { readonly environments: readonly EnvironmentRecord[] };
};

/** Whether a person keeps a role: it does not end, and a token that says it is of late. */
const lasts = ({ source, assignment }: HolderGrant, lastSeenMs: number, nowMs: number): boolean =>
  source === 'token' ? nowMs - lastSeenMs <= TOKEN_ROLES_COUNT_MS : assignment?.expiresAt === null;

/** Roots with an active person who administers them for good, by themselves or through a group. */
const administeredRoots = async (
  trx: TenantTransaction,
  { access, edition }: Trees,
  nowMs: number,
): Promise<ReadonlySet<Id>> => {
  const directory = await readDirectory(trx, edition, 'ProductAdmin');
  const roots = access.environments.filter(({ parentId }) => parentId === null).map(({ id }) => id);
  const found = new Set<Id>();
  for (const person of directory.people) {
    if (person.status !== 'Active') continue;
    const lastSeenMs = person.lastSeenAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    for (const grant of directory.grantsOf({ holder: 'Person', person })) {
      if (grant.role !== 'ProductAdmin' || !lasts(grant, lastSeenMs, nowMs)) continue;
      for (const id of grant.environmentId === null ? roots : [grant.environmentId]) found.add(id);
    }
  }
  return new Set(roots.filter((id) => found.has(id)));
};

/**
 * Runs a change of who may do what, and refuses it where a root that had a lasting product administrator would have none
 * after it. Access must be locked.
 *
 * @throws `ACCESS-LAST-ADMINISTRATOR`.
 */
export const keepingAdministrators = async <T>(
  trx: TenantTransaction,
  { clock }: ServiceContext,
  trees: Trees,
  change: () => Promise<T>,
): Promise<T> => {
  const nowMs = clock.now();
  const before = await administeredRoots(trx, trees, nowMs);
  const result = await change();
  const after = await administeredRoots(trx, trees, nowMs);
  const lost = [...before].find((id) => !after.has(id));
  if (lost === undefined) return result;
  const environment = trees.access.environments.find(({ id }) => id === lost);
  throw fail('ACCESS-LAST-ADMINISTRATOR', { environment: environment?.friendlyName ?? environment?.name ?? lost });
};
