import type { AssessmentDefinition, DefinedAssessment, DefinedAssessmentKind, DefinedTemplate } from '@redoubt/domain';
import { definedPartsOf } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type StoredAssessmentDefinition = DefinedAssessment & {
  readonly number: number;
  /** The root environment it belongs to. */
  readonly environmentId: Id;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

type Changed = { readonly by: string; readonly at: Date };

const COLUMNS = [
  'assessment_number as number',
  'environment_id as environmentId',
  'template',
  'api_name as apiName',
  'friendly_name as friendlyName',
  'definition',
  'created_by as createdBy',
  'created_at as createdAt',
  'changed_by as changedBy',
  'changed_at as changedAt',
  'version',
] as const;

const kindOf = (template: DefinedTemplate, number: number): DefinedAssessmentKind =>
  template === 'Legacy' ? `legacy-${number}` : `assessment-${number}`;

/** Every assessment that customers of the tenant defined, in the order they were made. */
export const listAssessments = async (trx: TenantTransaction): Promise<readonly StoredAssessmentDefinition[]> => {
  const rows = await trx
    .selectFrom('assessment')
    .select(COLUMNS)
    .where('deleted_at', 'is', null)
    .orderBy('assessment_number')
    .execute();
  return rows.map((row) => ({ ...row, kind: kindOf(row.template, row.number) }));
};

/** One of them; with `lock` no other transaction changes it until this one ends. */
export const findAssessment = async (
  trx: TenantTransaction,
  kind: DefinedAssessmentKind,
  lock = false,
): Promise<StoredAssessmentDefinition | undefined> => {
  const { number } = definedPartsOf(kind);
  const query = trx
    .selectFrom('assessment')
    .select(COLUMNS)
    .where('assessment_number', '=', number)
    .where('deleted_at', 'is', null);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  const found = row && { ...row, kind: kindOf(row.template, row.number) };
  return found?.kind === kind ? found : undefined;
};

/** The number the next assessment of the tenant gets; writers of new ones take turns by the tenant's plan head. */
export const nextAssessmentNumber = async (trx: TenantTransaction): Promise<number> => {
  const { last } = await trx
    .selectFrom('assessment')
    .select(({ fn }) => fn.max('assessment_number').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
};

type Fresh = Pick<
  StoredAssessmentDefinition,
  'number' | 'environmentId' | 'template' | 'apiName' | 'friendlyName' | 'definition'
>;

export const insertAssessment = async (
  trx: TenantTransaction,
  tenantId: Id,
  fresh: Fresh,
  { by, at }: Changed,
): Promise<void> => {
  await trx
    .insertInto('assessment')
    .values({
      tenant_id: tenantId,
      assessment_number: fresh.number,
      environment_id: fresh.environmentId,
      template: fresh.template,
      api_name: fresh.apiName,
      api_name_key: fresh.apiName.toLowerCase(),
      friendly_name: fresh.friendlyName,
      definition: JSON.stringify(fresh.definition),
      created_by: by,
      created_at: at,
      changed_by: by,
      changed_at: at,
      deleted_at: null,
    })
    .execute();
};

export const updateAssessment = async (
  trx: TenantTransaction,
  number: number,
  change: { readonly friendlyName: string; readonly definition: AssessmentDefinition },
  { by, at }: Changed,
): Promise<void> => {
  await trx
    .updateTable('assessment')
    .set({
      friendly_name: change.friendlyName,
      definition: JSON.stringify(change.definition),
      changed_by: by,
      changed_at: at,
      version: sql`version + 1`,
    })
    .where('assessment_number', '=', number)
    .execute();
};

/** Ends an assessment; the row stays, so that its number is not given again. */
export const endAssessment = async (trx: TenantTransaction, number: number, { by, at }: Changed): Promise<void> => {
  await trx
    .updateTable('assessment')
    .set({ deleted_at: at, changed_by: by, changed_at: at, version: sql`version + 1` })
    .where('assessment_number', '=', number)
    .execute();
};

/** Removes every rule of an assessment with drafts and versions, in all environments. */
export const deleteRulesOf = async (trx: TenantTransaction, assessment: string): Promise<void> => {
  await trx.deleteFrom('rule').where('assessment', '=', assessment).execute();
};
