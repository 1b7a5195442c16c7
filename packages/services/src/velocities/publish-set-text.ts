import { fail, type VelocityStart } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import {
  findVelocitySetVersion,
  insertVelocitySetVersion,
  listLists,
  listPublishedVelocitySets,
  listVelocitySetVersions,
  saveReferences,
  updateVelocitySet,
  type NewReference,
  type StoredAssessmentDefinition,
  type StoredVelocitySet,
  type StoredVelocitySetVersion,
  type StoredVelocityText,
  type TenantTransaction,
} from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import {
  calledFunctions,
  reachableFunctions,
  readFunctionPath,
  readReachedVersions,
} from '../symbols/reachable-functions.ts';
import { failAt } from '../problems.ts';
import { sourceReferences, textReferences } from '../references/text-references.ts';
import { compileText } from '../texts/compile-text.ts';
import { beginBackfill, dropBackfillsWithout } from './begin-backfill.ts';
import { withSettledIds } from './settled-ids.ts';
import { readableVelocities, vanishingVelocities } from '../symbols/readable-velocities.ts';
import { velocitySymbolsOf } from '../symbols/velocity-symbols.ts';
import { readVelocityUsers } from './velocity-set-scope.ts';
import { sourcesOf, velocitySetHash, velocitySource } from '../symbols/velocity-text.ts';

/** What a new version says about itself, and where its counts begin. */
export type VelocitySetPublication = {
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly note: string;
  readonly start: VelocityStart;
  /** Older version whose text it brings back. */
  readonly restores: number | null;
};

/** What a text names, and the functions it reaches. Throws VELOCITY-SET-NOT-PUBLISHABLE with every error of the checker. */
const checkText = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  set: { readonly id: Id; readonly name: string },
  text: StoredVelocityText,
  defined: readonly StoredAssessmentDefinition[],
): Promise<{ readonly named: readonly NewReference[] } & Pick<StoredVelocitySetVersion, 'functionVersions'>> => {
  const { environmentId, limits } = context;
  const others = (await listPublishedVelocitySets(trx, environmentId)).filter(({ id }) => id !== set.id);
  const taken = readableVelocities(others).map(({ name }) => name);
  const path = await readFunctionPath(trx, environmentId);
  const symbols = {
    ...velocitySymbolsOf(await listLists(trx, environmentId), taken, defined, reachableFunctions(path)),
    limits: limits ?? {},
  };
  const { problems, references } = await compileText(context, velocitySource(text), symbols);
  if (problems.length > 0)
    throw failAt('VELOCITY-SET-NOT-PUBLISHABLE', { name: set.name, count: problems.length }, problems);
  const functionVersions = await readReachedVersions(trx, calledFunctions(references.called, path), path);
  return { named: textReferences(references, environmentId, path), functionVersions };
};

/** Refuses to take away a velocity that a published text reads. */
const refuseVanishing = async (
  trx: TenantTransaction,
  environmentId: Id,
  name: string,
  before: StoredVelocityText,
  after: StoredVelocityText,
): Promise<void> => {
  const usersOf = await readVelocityUsers(trx, environmentId);
  const missing = vanishingVelocities(before, after).filter((velocity) => usersOf([velocity]).length > 0);
  if (missing.length === 0) return;
  throw fail('VELOCITY-IN-USE', { name, velocities: missing, rules: usersOf(missing).map((user) => user.name) });
};

/**
 * Makes a text the version of a set that counts from the next event on, and those before it too, a while later, where it
 * starts with history. A velocity that says what it said before goes on counting, whatever it is called; one that says
 * something else begins anew. The caller has moved the plan on and taken the set. Throws VELOCITY-SET-NOT-PUBLISHABLE, and
 * VELOCITY-IN-USE where a published text reads a velocity that the text lacks.
 */
export const publishSetText = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  set: StoredVelocitySet,
  text: StoredVelocityText,
  { name, description, active, note, start, restores }: VelocitySetPublication,
): Promise<void> => {
  const { tenantId, environmentId } = context;
  const changed = changedBy(context);
  const defined = await readAssessmentsInTree(trx, environmentId);
  const { named, functionVersions } = await checkText(trx, context, { id: set.id, name }, text, defined);
  const before =
    set.publishedVersion === null ? undefined : await findVelocitySetVersion(trx, set.id, set.publishedVersion);
  if (before && !context.referencesAreCheckedAfterwards) await refuseVanishing(trx, environmentId, name, before, text);
  await requireSecondPerson(trx, context);
  const version = ((await listVelocitySetVersions(trx, set.id))[0]?.version ?? 0) + 1;
  const { condition, sampleEvent, samplePayload } = text;
  const { velocities, begun } = withSettledIds(text, before);
  const used = sourcesOf({ velocities }, defined);
  const sources = used ? { sources: used } : {};
  await insertVelocitySetVersion(trx, tenantId, set.id, {
    condition,
    velocities,
    sampleEvent,
    samplePayload,
    version,
    ...sources,
    functionVersions,
    contentHash: velocitySetHash({ condition, velocities, ...sources }),
    start,
    publishedBy: changed.by,
    publishedAt: changed.at,
    note,
    restores,
  });
  await saveReferences(trx, tenantId, { kind: 'velocitySet', id: set.id, environmentId }, [
    ...named,
    ...sourceReferences(environmentId, sources.sources),
  ]);
  await dropBackfillsWithout(trx, set.id, velocities, changed.at);
  if (start === 'withHistory')
    await beginBackfill(trx, context, { setId: set.id, setName: name, setVersion: version, velocityIds: begun });
  await updateVelocitySet(trx, set.id, { name, description, active, publishedVersion: version }, changed);
  await recordActivity(trx, context, {
    operation: restores === null ? 'Publish' : 'RollBack',
    type: 'VelocitySet',
    id: set.id,
    name,
    environmentId,
    original: before
      ? {
          version: before.version,
          active: set.active,
          condition: before.condition,
          velocities: before.velocities as unknown as Json,
        }
      : null,
    modified: {
      version,
      active,
      start,
      note,
      ...(restores === null ? {} : { restores }),
      condition,
      velocities: velocities as unknown as Json,
    },
  });
};
