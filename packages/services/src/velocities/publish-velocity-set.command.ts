import type { VelocitySetDetail } from '@redoubt/contracts';
import { fail, type VelocityStart } from '@redoubt/domain';
import type { RuleReferences } from '@redoubt/fql';
import type { Id, Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  deleteVelocityDraft,
  findVelocityDraft,
  findVelocitySetVersion,
  insertVelocitySetVersion,
  listLists,
  listPublishedVelocitySets,
  listVelocitySetVersions,
  saveReferences,
  updateVelocitySet,
  type StoredAssessmentDefinition,
  type StoredVelocityDraft,
  type TenantTransaction,
} from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessments/assessments-in-tree.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { readFunctionPath } from '../functions/reachable-functions.ts';
import { failAt, requireClean } from '../problems.ts';
import { sourceReferences, textReferences } from '../references/text-references.ts';
import { requireFreeName, takeResource } from '../resources/resource.ts';
import { compileText } from '../texts/compile-text.ts';
import { beginBackfill, dropBackfillsWithout } from './backfill/begin-backfill.ts';
import { withSettledIds } from './backfill/settled-ids.ts';
import { readVelocitySet } from './get-velocity-set.query.ts';
import { readableVelocities, vanishingVelocities } from './readable-velocities.ts';
import { velocitySetResource } from './velocity-set-resource.ts';
import { readVelocityUsers } from './velocity-set-scope.ts';
import { velocitySymbolsOf } from './velocity-symbols.ts';
import { sourcesOf, velocitySetHash, velocitySource } from './velocity-text.ts';

/** What publishing chooses: words and state of the set, and where its counts begin. */
export type PublishVelocitySetInput = {
  /** Tag of the set as the caller saw it. */
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly note: string;
  readonly start: VelocityStart;
  /** Publish the draft although the set changed meanwhile. */
  readonly overwrite: boolean;
};

/**
 * Throws VELOCITY-SET-NOT-PUBLISHABLE with every error of the checker; VELOCITY-HISTORY-CALLS-OUT where history is to be
 * counted by calls that were not made then.
 */
const checkDraft = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  set: { readonly id: Id; readonly name: string; readonly start: VelocityStart },
  draft: StoredVelocityDraft,
  defined: readonly StoredAssessmentDefinition[],
): Promise<RuleReferences> => {
  const { environmentId, limits } = context;
  const others = (await listPublishedVelocitySets(trx, environmentId)).filter(({ id }) => id !== set.id);
  const taken = readableVelocities(others).map(({ name }) => name);
  const symbols = {
    ...velocitySymbolsOf(await listLists(trx, environmentId), taken, defined),
    limits: limits ?? {},
  };
  const { problems, isAsync, references } = await compileText(context, velocitySource(draft), symbols);
  if (problems.length === 0) {
    if (set.start === 'withHistory' && isAsync) throw fail('VELOCITY-HISTORY-CALLS-OUT');
    return references;
  }
  throw failAt('VELOCITY-SET-NOT-PUBLISHABLE', { name: set.name, count: problems.length }, problems);
};

/**
 * Publishes the draft: rules may read its velocities, and events count from the next one on; those before it too, a while
 * later, where it starts with history. A velocity that says what it said before goes on counting, whatever it is called;
 * one that says something else begins anew. Throws VELOCITY-SET-UNKNOWN, VELOCITY-HISTORY-CALLS-OUT, VELOCITY-SET-READ-ONLY, VELOCITY-SET-NO-DRAFT, VELOCITY-SET-NAME-INVALID, VELOCITY-SET-NAME-TAKEN,
 * VELOCITY-SET-NOT-PUBLISHABLE, VELOCITY-IN-USE where a published rule reads a velocity that the draft lacks, and
 * VELOCITY-SET-STALE where the set changed meanwhile and `overwrite` is not set.
 */
export const publishVelocitySet = async (
  context: EnvironmentContext,
  setId: Id,
  input: PublishVelocitySetInput,
): Promise<VelocitySetDetail> => {
  const { database, tenantId, environmentId } = context;
  const name = input.name.trim();
  requireClean({ 'body.description': input.description, 'body.note': input.note });
  return database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    // From here on no other transaction publishes in this tenant, so what is checked is what gets published.
    await advancePlanHead(trx, tenantId, changed.at);
    const set = await takeResource(
      velocitySetResource,
      trx,
      environmentId,
      setId,
      input.overwrite ? null : input.version,
    );
    const draft = await findVelocityDraft(trx, setId);
    if (!draft) throw fail('VELOCITY-SET-NO-DRAFT', { name: set.name });
    const stale = draft.basedOnVersion !== (set.publishedVersion ?? 0);
    if (stale && !input.overwrite) throw fail('VELOCITY-SET-STALE', { name: set.name, by: set.changedBy });
    await requireFreeName(velocitySetResource, trx, environmentId, name, set);
    const defined = await readAssessmentsInTree(trx, environmentId);
    const references = await checkDraft(trx, context, { id: setId, name, start: input.start }, draft, defined);

    const before =
      set.publishedVersion === null ? undefined : await findVelocitySetVersion(trx, setId, set.publishedVersion);
    if (before && !context.referencesAreCheckedAfterwards) {
      const usersOf = await readVelocityUsers(trx, environmentId);
      const missing = vanishingVelocities(before, draft).filter((velocity) => usersOf([velocity]).length > 0);
      if (missing.length > 0) {
        const rules = usersOf(missing).map((user) => user.name);
        throw fail('VELOCITY-IN-USE', { name, velocities: missing, rules });
      }
    }
    await requireSecondPerson(trx, context);
    const version = ((await listVelocitySetVersions(trx, setId))[0]?.version ?? 0) + 1;
    const { condition, sampleEvent, samplePayload } = draft;
    const { velocities, begun } = withSettledIds(draft, before);
    const { active, description, note, start } = input;
    const named = sourcesOf({ velocities }, defined);
    const sources = named ? { sources: named } : {};
    await insertVelocitySetVersion(trx, tenantId, setId, {
      condition,
      velocities,
      sampleEvent,
      samplePayload,
      version,
      ...sources,
      contentHash: velocitySetHash({ condition, velocities, ...sources }),
      start,
      publishedBy: changed.by,
      publishedAt: changed.at,
      note,
    });
    const path = await readFunctionPath(trx, environmentId);
    await saveReferences(trx, tenantId, { kind: 'velocitySet', id: setId, environmentId }, [
      ...textReferences(references, environmentId, path),
      ...sourceReferences(environmentId, sources.sources),
    ]);
    await dropBackfillsWithout(trx, setId, velocities, changed.at);
    if (start === 'withHistory') await beginBackfill(trx, context, { setId, setVersion: version, velocityIds: begun });
    await deleteVelocityDraft(trx, setId);
    await updateVelocitySet(trx, setId, { name, description, active, publishedVersion: version }, changed);
    await recordActivity(trx, context, {
      operation: 'Publish',
      type: 'VelocitySet',
      id: setId,
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
      modified: { version, active, start, note, condition, velocities: velocities as unknown as Json },
    });
    return readVelocitySet(trx, context, setId);
  });
};
