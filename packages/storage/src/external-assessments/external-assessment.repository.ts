import { nameKey, type AssessmentTarget, type DefinedAssessmentKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type StoredExternalAssessment = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly name: string;
  readonly description: string;
  readonly target: AssessmentTarget;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

type Changed = { readonly by: string; readonly at: Date };
type Content = Pick<StoredExternalAssessment, 'name' | 'description' | 'target'>;

const columns = [
  'external_assessment_id as id',
  'environment_id as environmentId',
  'name',
  'description',
  'target_environment_id as targetEnvironmentId',
  'target_assessment as targetAssessment',
  'changed_by as changedBy',
  'changed_at as changedAt',
  'version',
] as const;

type Row = Omit<StoredExternalAssessment, 'target'> & {
  readonly targetEnvironmentId: Id;
  readonly targetAssessment: string;
};

const read = ({ targetEnvironmentId, targetAssessment, ...row }: Row): StoredExternalAssessment => ({
  ...row,
  target: { environmentId: targetEnvironmentId, assessment: targetAssessment as DefinedAssessmentKind },
});

/** One external assessment of an environment; with `lock` no other transaction changes it until this one ends. */
export const findExternalAssessment = async (
  trx: TenantTransaction,
  environmentId: Id,
  id: Id,
  lock = false,
): Promise<StoredExternalAssessment | undefined> => {
  const query = trx
    .selectFrom('external_assessment')
    .select(columns)
    .where('external_assessment_id', '=', id)
    .where('environment_id', '=', environmentId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row && read(row);
};

/** External assessments by name: of one environment, or of the whole tenant. */
export const listExternalAssessments = async (
  trx: TenantTransaction,
  environmentId?: Id,
): Promise<readonly StoredExternalAssessment[]> => {
  const query = trx.selectFrom('external_assessment').select(columns).orderBy('name_key');
  const rows = await (
    environmentId === undefined ? query : query.where('environment_id', '=', environmentId)
  ).execute();
  return rows.map(read);
};

const contentColumns = ({ name, description, target }: Content, changed: Changed) => ({
  name,
  name_key: nameKey(name),
  description,
  target_environment_id: target.environmentId,
  target_assessment: target.assessment,
  changed_by: changed.by,
  changed_at: changed.at,
});

export const insertExternalAssessment = async (
  trx: TenantTransaction,
  tenantId: Id,
  place: { readonly id: Id; readonly environmentId: Id },
  content: Content,
  changed: Changed,
): Promise<void> => {
  await trx
    .insertInto('external_assessment')
    .values({
      tenant_id: tenantId,
      external_assessment_id: place.id,
      environment_id: place.environmentId,
      ...contentColumns(content, changed),
    })
    .execute();
};

/** Replaces what an external assessment is and moves its tag on. */
export const updateExternalAssessment = async (
  trx: TenantTransaction,
  id: Id,
  content: Content,
  changed: Changed,
): Promise<void> => {
  await trx
    .updateTable('external_assessment')
    .set({ ...contentColumns(content, changed), version: sql`version + 1` })
    .where('external_assessment_id', '=', id)
    .execute();
};

export const deleteExternalAssessment = async (trx: TenantTransaction, id: Id): Promise<void> => {
  await trx.deleteFrom('external_assessment').where('external_assessment_id', '=', id).execute();
};
