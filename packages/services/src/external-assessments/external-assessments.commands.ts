import type { ExternalAssessmentDetail, ExternalAssessmentText } from '@redoubt/contracts';
import { fail, isCallName, type AssessmentTarget } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import {
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
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { hasName, userNames, usersOf } from '../references/references.ts';
import { targetReferences } from '../references/text-references.ts';
import {
  changeResource,
  createResource,
  removeResource,
  requireFreeName,
  type ResourceDescription,
} from '../resources/resource.ts';
import { refuseCycles } from './call-cycles.ts';
import { readExternalAssessment } from './external-assessments.queries.ts';
import { readTargets, requireTarget } from '../symbols/targets.ts';
import { guardReaders } from '../unit-of-work.ts';

const logged = ({
  name,
  description,
  target,
}: Pick<StoredExternalAssessment, 'name' | 'description' | 'target'>): Json => ({
  name,
  description,
  target,
});

const externalAssessmentResource = {
  prefix: 'EXTERNAL-ASSESSMENT',
  type: 'ExternalAssessment',
  isName: isCallName,
  namesakes: listExternalAssessments,
  find: findExternalAssessment,
  read: readExternalAssessment,
} as const satisfies ResourceDescription<StoredExternalAssessment, ExternalAssessmentDetail>;

/** Names of published texts that call one. */
const callersOf = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  { name }: StoredExternalAssessment,
): Promise<readonly string[]> => userNames(await usersOf(trx, 'externalAssessment', environmentId, name));

/** Keeps one under the name that published texts call it by. */
const refuseUsed = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  stored: StoredExternalAssessment,
  code: 'EXTERNAL-ASSESSMENT-FROZEN' | 'EXTERNAL-ASSESSMENT-REFERENCED',
): Promise<void> =>
  guardReaders(
    context,
    async () => {
      const users = await callersOf(trx, context, stored);
      if (users.length > 0) throw fail(code, { name: stored.name, users });
    },
    async () => hasName(await listExternalAssessments(trx, context.environmentId), stored.name),
  );

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
  const { tenantId, environmentId } = context;
  const { name, description, target } = input;
  requireClean({ 'body.description': description });
  return createResource(externalAssessmentResource, context, name, async ({ trx, id, changed }) => {
    requireTarget(await readTargets(trx, environmentId), target);
    const content = { name, description, target };
    await insertExternalAssessment(trx, tenantId, { id, environmentId }, content, changed);
    await saveTarget(trx, context, id, target);
    await refuseCycles(trx, { place: target });
    return logged(content);
  });
};

/**
 * Changes an external assessment, from the next event on. Throws as `createExternalAssessment`,
 * EXTERNAL-ASSESSMENT-UNKNOWN, EXTERNAL-ASSESSMENT-STALE, and EXTERNAL-ASSESSMENT-FROZEN where its name would change
 * while published texts use it.
 */
export const changeExternalAssessment = async (
  context: EnvironmentContext,
  id: Id,
  input: ExternalAssessmentText & { readonly version: string },
): Promise<ExternalAssessmentDetail> => {
  const { environmentId } = context;
  const { name, description, target } = input;
  requireClean({ 'body.description': description });
  return changeResource(externalAssessmentResource, context, id, input.version, async (change) => {
    const { trx, stored, changed, record } = change;
    await requireFreeName(externalAssessmentResource, trx, environmentId, name, stored);
    const users = await callersOf(trx, context, stored);
    if (name !== stored.name) await refuseUsed(trx, context, stored, 'EXTERNAL-ASSESSMENT-FROZEN');
    if (users.length > 0) await requireSecondPerson(trx, context);
    requireTarget(await readTargets(trx, environmentId), target);
    const content = { name, description, target };
    await updateExternalAssessment(trx, id, content, changed);
    await saveTarget(trx, context, id, target);
    await refuseCycles(trx, { place: target });
    await record('Update', { name, original: logged(stored), modified: logged(content) });
  });
};

/**
 * Deletes an external assessment. Throws EXTERNAL-ASSESSMENT-UNKNOWN, EXTERNAL-ASSESSMENT-STALE, and
 * EXTERNAL-ASSESSMENT-REFERENCED with those who use it.
 */
export const deleteExternalAssessment = (context: EnvironmentContext, id: Id, version: string): Promise<void> =>
  removeResource(externalAssessmentResource, context, id, version, async ({ trx, stored }) => {
    const users = await callersOf(trx, context, stored);
    await refuseUsed(trx, context, stored, 'EXTERNAL-ASSESSMENT-REFERENCED');
    if (users.length > 0) await requireSecondPerson(trx, context);
    await deleteStored(trx, id);
    return logged(stored);
  });

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
