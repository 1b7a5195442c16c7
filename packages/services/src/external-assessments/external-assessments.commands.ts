import type { ExternalAssessmentDetail, ExternalAssessmentText } from '@redoubt/contracts';
import { fail, isCallName, nameKey, type AssessmentTarget } from '@redoubt/domain';
import { newId, type Id, type Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  deleteExternalAssessment as deleteStored,
  findExternalAssessment,
  insertExternalAssessment,
  listExternalAssessments,
  listReferences,
  saveReferences,
  updateExternalAssessment,
  type StoredExternalAssessment,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity, type Activity } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { userNames, usersOf } from '../references/references.ts';
import { targetReferences } from '../references/text-references.ts';
import { requireCurrent } from '../version-tag.ts';
import { refuseCycles } from './call-cycles.ts';
import { readExternalAssessment } from './external-assessments.queries.ts';
import { readTargets, requireTarget } from './targets.ts';

const activityOf = (
  context: EnvironmentContext,
  operation: Activity['operation'],
  id: Id,
  name: string,
): Pick<Activity, 'operation' | 'type' | 'id' | 'name' | 'environmentId'> => ({
  operation,
  type: 'ExternalAssessment',
  id,
  name,
  environmentId: context.environmentId,
});

const logged = ({
  name,
  description,
  target,
}: Pick<StoredExternalAssessment, 'name' | 'description' | 'target'>): Json => ({
  name,
  description,
  target,
});

/** Refuses a name that no external assessment may have, or that another one of the environment has. */
const requireName = async (
  trx: TenantTransaction,
  environmentId: Id,
  name: string,
  exceptId: Id | null,
): Promise<void> => {
  if (!isCallName(name)) throw fail('EXTERNAL-ASSESSMENT-NAME-INVALID', { name });
  const others = await listExternalAssessments(trx, environmentId);
  if (others.some((other) => other.id !== exceptId && nameKey(other.name) === nameKey(name)))
    throw fail('EXTERNAL-ASSESSMENT-NAME-TAKEN', { name });
};

/** The external assessment, taken for this transaction, in the state the caller saw. */
const take = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  id: Id,
  tag: string,
): Promise<StoredExternalAssessment> => {
  const stored = await findExternalAssessment(trx, environmentId, id, true);
  if (!stored) throw fail('EXTERNAL-ASSESSMENT-UNKNOWN', { id });
  requireCurrent(tag, stored.version, 'EXTERNAL-ASSESSMENT-STALE', { name: stored.name, by: stored.changedBy });
  return stored;
};

/** Names of published texts that call one. */
const callersOf = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  { name }: StoredExternalAssessment,
): Promise<readonly string[]> => userNames(await usersOf(trx, 'externalAssessment', environmentId, name));

/** Stores where an external assessment points. */
const saveTarget = (
  trx: TenantTransaction,
  { tenantId, environmentId }: EnvironmentContext,
  id: Id,
  target: AssessmentTarget,
): Promise<void> =>
  saveReferences(trx, tenantId, { kind: 'externalAssessment', id, environmentId }, targetReferences(target));

/**
 * A new external assessment. Throws EXTERNAL-ASSESSMENT-NAME-INVALID, EXTERNAL-ASSESSMENT-NAME-TAKEN,
 * EXTERNAL-ASSESSMENT-TARGET, EXTERNAL-ASSESSMENT-CIRCLE, REQ-INVALID.
 */
export const createExternalAssessment = async (
  context: EnvironmentContext,
  input: ExternalAssessmentText,
): Promise<ExternalAssessmentDetail> => {
  const { database, tenantId, environmentId } = context;
  const { name, description, target } = input;
  requireClean({ 'body.description': description });
  return database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    // Names are told apart one writer at a time, and publishing takes turns with us.
    await advancePlanHead(trx, tenantId, changed.at);
    await requireName(trx, environmentId, name, null);
    requireTarget(await readTargets(trx, environmentId), target);
    const id = newId();
    const content = { name, description, target };
    await insertExternalAssessment(trx, tenantId, { id, environmentId }, content, changed);
    await saveTarget(trx, context, id, target);
    await refuseCycles(trx, { place: target });
    await recordActivity(trx, context, { ...activityOf(context, 'Create', id, name), modified: logged(content) });
    return readExternalAssessment(trx, context, id);
  });
};

/**
 * Changes an external assessment, from the next event on. Throws as `createExternalAssessment`,
 * EXTERNAL-ASSESSMENT-UNKNOWN, EXTERNAL-ASSESSMENT-STALE, and EXTERNAL-ASSESSMENT-FROZEN where its name would change
 * while somebody uses it.
 */
export const changeExternalAssessment = async (
  context: EnvironmentContext,
  id: Id,
  input: ExternalAssessmentText & { readonly version: string },
): Promise<ExternalAssessmentDetail> => {
  const { database, tenantId, environmentId } = context;
  const { name, description, target } = input;
  requireClean({ 'body.description': description });
  return database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const stored = await take(trx, context, id, input.version);
    await requireName(trx, environmentId, name, id);
    const users = await callersOf(trx, context, stored);
    if (name !== stored.name && users.length > 0 && !context.referencesAreCheckedAfterwards)
      throw fail('EXTERNAL-ASSESSMENT-FROZEN', { name: stored.name, users });
    if (users.length > 0) await requireSecondPerson(trx, context);
    requireTarget(await readTargets(trx, environmentId), target);
    const content = { name, description, target };
    await updateExternalAssessment(trx, id, content, changed);
    await saveTarget(trx, context, id, target);
    await refuseCycles(trx, { place: target });
    await recordActivity(trx, context, {
      ...activityOf(context, 'Update', id, name),
      original: logged(stored),
      modified: logged(content),
    });
    return readExternalAssessment(trx, context, id);
  });
};

/**
 * Deletes an external assessment. Throws EXTERNAL-ASSESSMENT-UNKNOWN, EXTERNAL-ASSESSMENT-STALE, and
 * EXTERNAL-ASSESSMENT-REFERENCED with those who use it.
 */
export const deleteExternalAssessment = async (context: EnvironmentContext, id: Id, version: string): Promise<void> => {
  const { database, tenantId } = context;
  await database.inTenant(tenantId, async (trx) => {
    await advancePlanHead(trx, tenantId, changedBy(context).at);
    const stored = await take(trx, context, id, version);
    const users = await callersOf(trx, context, stored);
    if (users.length > 0 && !context.referencesAreCheckedAfterwards)
      throw fail('EXTERNAL-ASSESSMENT-REFERENCED', { name: stored.name, users });
    if (users.length > 0) await requireSecondPerson(trx, context);
    await deleteStored(trx, id);
    await recordActivity(trx, context, {
      ...activityOf(context, 'Delete', id, stored.name),
      original: logged(stored),
    });
  });
};

/**
 * Refuses to let an assessment go that others call. Throws ASSESSMENT-CALLED with the names they call it by and their
 * environments.
 */
export const refuseCalledAssessment = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: { readonly kind: string; readonly friendlyName: string },
): Promise<void> => {
  const pointing = await listReferences(trx, {
    kinds: ['assessment'],
    name: assessment.kind,
    readers: ['externalAssessment'],
  });
  if (pointing.length === 0) return;
  const { environments } = await readTargets(trx, context.environmentId);
  const users = pointing.map(({ reader: { name, environmentId } }) => {
    const environment = environments.find(({ id }) => id === environmentId);
    return `${environment?.name ?? environmentId} / ${name}`;
  });
  throw fail('ASSESSMENT-CALLED', { name: assessment.friendlyName, users });
};
