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
