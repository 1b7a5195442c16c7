import { nameKey, type LoggedKind, type VelocitySetDefinition } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type StoredVelocityText = VelocitySetDefinition & {
  readonly sampleEvent: LoggedKind;
  readonly samplePayload: Json;
};

export type StoredVelocitySet = {
  readonly id: string;
  readonly environmentId: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly publishedVersion: number | null;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

export type StoredVelocityDraft = StoredVelocityText & {
  readonly basedOnVersion: number;
  readonly savedBy: string;
  readonly savedAt: Date;
};

/** Columns of a set as `StoredVelocitySet` has them. */
export const velocitySetColumns = [
  'velocity_set.set_id as id',
  'velocity_set.environment_id as environmentId',
  'velocity_set.name',
  'velocity_set.description',
  'velocity_set.active',
  'velocity_set.published_version as publishedVersion',
  'velocity_set.changed_by as changedBy',
  'velocity_set.changed_at as changedAt',
  'velocity_set.version',
] as const;

/** One set of an environment; with `lock` no other transaction changes it until this one ends. */
export const findVelocitySet = async (
  trx: TenantTransaction,
  environmentId: string,
  setId: string,
  lock = false,
): Promise<StoredVelocitySet | undefined> => {
  const query = trx
    .selectFrom('velocity_set')
    .select(velocitySetColumns)
    .where('set_id', '=', setId)
    .where('environment_id', '=', environmentId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};

/** Takes the names of an environment's sets for this transaction, so that two writers do not both find one free. */
export const lockVelocitySetNames = async (trx: TenantTransaction, environmentId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`velocity_set ${environmentId}`}, 0))`.execute(trx);
};

type Changed = { readonly by: string; readonly at: Date };

export const insertVelocitySet = async (
  trx: TenantTransaction,
  tenantId: string,
  set: Pick<StoredVelocitySet, 'id' | 'environmentId' | 'name' | 'description'>,
  changed: Changed,
): Promise<void> => {
  await trx
    .insertInto('velocity_set')
    .values({
      tenant_id: tenantId,
      set_id: set.id,
      environment_id: set.environmentId,
      name: set.name,
      name_key: nameKey(set.name),
      description: set.description,
      active: false,
      published_version: null,
      changed_by: changed.by,
      changed_at: changed.at,
    })
    .execute();
};

export type VelocitySetChange = {
  readonly name?: string;
  readonly description?: string;
  readonly active?: boolean;
  /** Null takes it out of production. */
  readonly publishedVersion?: number | null;
};

/** Changes a set and moves its tag on. */
export const updateVelocitySet = async (
  trx: TenantTransaction,
  setId: string,
  change: VelocitySetChange,
  changed: Changed,
): Promise<void> => {
  await trx
    .updateTable('velocity_set')
    .set({
      ...(change.name === undefined ? {} : { name: change.name, name_key: nameKey(change.name) }),
      ...(change.description === undefined ? {} : { description: change.description }),
      ...(change.active === undefined ? {} : { active: change.active }),
      ...(change.publishedVersion === undefined ? {} : { published_version: change.publishedVersion }),
      changed_by: changed.by,
      changed_at: changed.at,
      version: sql`version + 1`,
    })
    .where('set_id', '=', setId)
    .execute();
};

/** With its draft and its versions. */
export const deleteVelocitySet = async (trx: TenantTransaction, setId: string): Promise<void> => {
  await trx.deleteFrom('velocity_set').where('set_id', '=', setId).execute();
};

export const findVelocityDraft = async (
  trx: TenantTransaction,
  setId: string,
): Promise<StoredVelocityDraft | undefined> =>
  trx
    .selectFrom('velocity_set_draft')
    .select([
      'condition',
      'velocities',
      'sample_event as sampleEvent',
      'sample_payload as samplePayload',
      'based_on_version as basedOnVersion',
      'saved_by as savedBy',
      'saved_at as savedAt',
    ])
    .where('set_id', '=', setId)
    .executeTakeFirst();

/** Writes the draft over the one before. */
export const saveVelocityDraft = async (
  trx: TenantTransaction,
  tenantId: string,
  setId: string,
  draft: StoredVelocityDraft,
  merged = false,
): Promise<void> => {
  const content = {
    condition: draft.condition,
    velocities: JSON.stringify(draft.velocities),
    sample_event: draft.sampleEvent,
    sample_payload: JSON.stringify(draft.samplePayload),
    saved_by: draft.savedBy,
    saved_at: draft.savedAt,
  };
  await trx
    .insertInto('velocity_set_draft')
    .values({ tenant_id: tenantId, set_id: setId, based_on_version: draft.basedOnVersion, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'set_id'])
        .doUpdateSet({ ...content, ...(merged ? { based_on_version: draft.basedOnVersion } : {}) }),
    )
    .execute();
};

export const deleteVelocityDraft = async (trx: TenantTransaction, setId: string): Promise<void> => {
  await trx.deleteFrom('velocity_set_draft').where('set_id', '=', setId).execute();
};
