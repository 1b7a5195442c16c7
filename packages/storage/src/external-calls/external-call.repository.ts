import { nameKey, type ExternalCallDefinition } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { SealedSecret } from '../schema/authoring/external-call-tables.ts';

export type StoredExternalCall = {
  readonly id: string;
  readonly environmentId: string;
  readonly name: string;
  readonly description: string;
  readonly definition: ExternalCallDefinition;
  readonly sampleResponse: Json;
  readonly contentHash: string;
  /** By slot, see `secretSlotsOf`. */
  readonly secrets: Readonly<Record<string, SealedSecret>>;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

type Changed = { readonly by: string; readonly at: Date };
type CallContent = Omit<StoredExternalCall, 'id' | 'environmentId' | 'changedBy' | 'changedAt' | 'version'>;

const columns = [
  'call_id as id',
  'environment_id as environmentId',
  'name',
  'description',
  'definition',
  'sample_response as sampleResponse',
  'content_hash as contentHash',
  'secrets',
  'changed_by as changedBy',
  'changed_at as changedAt',
  'version',
] as const;

/** One external call of an environment; with `lock` no other transaction changes it until this one ends. */
export const findExternalCall = async (
  trx: TenantTransaction,
  environmentId: string,
  callId: string,
  lock = false,
): Promise<StoredExternalCall | undefined> => {
  const query = trx
    .selectFrom('external_call')
    .select(columns)
    .where('call_id', '=', callId)
    .where('environment_id', '=', environmentId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};

/** External calls by name: of one environment, or of the whole tenant. */
export const listExternalCalls = async (
  trx: TenantTransaction,
  environmentId?: string,
): Promise<readonly StoredExternalCall[]> => {
  const query = trx.selectFrom('external_call').select(columns).orderBy('name_key');
  return (environmentId === undefined ? query : query.where('environment_id', '=', environmentId)).execute();
};

const contentColumns = (content: CallContent, changed: Changed) => ({
  name: content.name,
  name_key: nameKey(content.name),
  description: content.description,
  definition: JSON.stringify(content.definition),
  sample_response: JSON.stringify(content.sampleResponse),
  content_hash: content.contentHash,
  secrets: JSON.stringify(content.secrets),
  changed_by: changed.by,
  changed_at: changed.at,
});

export const insertExternalCall = async (
  trx: TenantTransaction,
  tenantId: string,
  place: { readonly id: string; readonly environmentId: string },
  content: CallContent,
  changed: Changed,
): Promise<void> => {
  await trx
    .insertInto('external_call')
    .values({
      tenant_id: tenantId,
      call_id: place.id,
      environment_id: place.environmentId,
      ...contentColumns(content, changed),
    })
    .execute();
};

/** Replaces what a call is and moves its tag on. */
export const updateExternalCall = async (
  trx: TenantTransaction,
  callId: string,
  content: CallContent,
  changed: Changed,
): Promise<void> => {
  await trx
    .updateTable('external_call')
    .set({ ...contentColumns(content, changed), version: sql`version + 1` })
    .where('call_id', '=', callId)
    .execute();
};

export const deleteExternalCall = async (trx: TenantTransaction, callId: string): Promise<void> => {
  await trx.deleteFrom('external_call').where('call_id', '=', callId).execute();
};
