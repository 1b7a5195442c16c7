import type { VelocitySetDetail } from '@redoubt/contracts';
import { fail, ruleStatus, VELOCITY_SAMPLES, type SystemVelocitySet } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findVelocitySet,
  velocitySetStore,
  type StoredVelocitySetVersion,
  type StoredVelocityText,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { tagOf } from '../version-tag.ts';
import { findSystemSet, mayWriteVelocities, readVelocityUsers, type VelocityUsers } from './velocity-set-scope.ts';
import { velocityNames } from '../symbols/velocity-text.ts';
import { draftFacts, publicationFacts } from '../version-facts.ts';
import { inTransaction } from '../unit-of-work.ts';

type PublishedVelocitySet = NonNullable<VelocitySetDetail['published']>;

const textOf = (text: StoredVelocityText) => ({
  condition: text.condition,
  velocities: text.velocities.map((velocity) => ({ ...velocity })),
  sampleEvent: text.sampleEvent,
  samplePayload: text.samplePayload,
});

const publishedOf = (version: StoredVelocitySetVersion): PublishedVelocitySet => ({
  ...textOf(version),
  version: version.version,
  published: { by: version.publishedBy, at: version.publishedAt.toISOString() },
  note: version.note,
  start: version.start,
  restores: version.restores,
  functions: version.functionVersions.map(({ environmentId, name, version: of }) => ({
    environmentId,
    name,
    version: of,
  })),
});

/** A system set was never published: it came with the product. */
const systemDetail = (
  context: EnvironmentContext,
  set: SystemVelocitySet,
  usersOf: VelocityUsers,
): VelocitySetDetail => ({
  id: set.id,
  environmentId: context.environmentId,
  name: set.name,
  description: '',
  system: true,
  status: 'Active',
  published: {
    condition: set.condition,
    velocities: set.velocities.map((velocity) => ({ ...velocity })),
    sampleEvent: 'purchase',
    samplePayload: VELOCITY_SAMPLES.purchase,
    version: 1,
    published: null,
    note: '',
    start: null,
    restores: null,
    functions: [],
  },
  draft: null,
  history: [],
  usedBy: usersOf(velocityNames(set)),
  version: tagOf(1),
  canWrite: false,
});

/** One set as its page shows it; also the answer of every command that changes it. Throws VELOCITY-SET-UNKNOWN. */
export const readVelocitySet = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  setId: Id,
): Promise<VelocitySetDetail> => {
  const { environmentId } = context;
  const usersOf = await readVelocityUsers(trx, environmentId);
  const system = findSystemSet(setId);
  if (system) return systemDetail(context, system, usersOf);
  const set = await findVelocitySet(trx, environmentId, setId);
  if (!set) throw fail('VELOCITY-SET-UNKNOWN', { id: setId });
  const draft = await velocitySetStore.findDraft(trx, setId);
  const published =
    set.publishedVersion === null ? undefined : await velocitySetStore.findVersion(trx, setId, set.publishedVersion);
  const history = await velocitySetStore.listVersions(trx, setId);
  return {
    id: set.id,
    environmentId,
    name: set.name,
    description: set.description,
    system: false,
    status: ruleStatus({ published: published !== undefined, active: set.active, hasDraft: draft !== undefined }),
    published: published ? publishedOf(published) : null,
    draft: draft
      ? {
          ...textOf(draft),
          ...draftFacts(draft),
        }
      : null,
    history: history.map(publicationFacts),
    usedBy: published ? usersOf(velocityNames(published)) : [],
    version: tagOf(set.version),
    canWrite: mayWriteVelocities(context),
  };
};

export const getVelocitySet = (context: EnvironmentContext, setId: Id): Promise<VelocitySetDetail> =>
  inTransaction(context, (trx) => readVelocitySet(trx, context, setId));

/** The text of one published version. Throws VELOCITY-SET-UNKNOWN for a set or version that is not there. */
export const getVelocitySetVersion = (
  context: EnvironmentContext,
  setId: Id,
  version: number,
): Promise<PublishedVelocitySet> =>
  inTransaction(context, async (trx) => {
    const set = await findVelocitySet(trx, context.environmentId, setId);
    const text = set && (await velocitySetStore.findVersion(trx, setId, version));
    if (!text) throw fail('VELOCITY-SET-UNKNOWN', { id: setId, version });
    return publishedOf(text);
  });
