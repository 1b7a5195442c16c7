import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
import type { NotedEvent } from './note.repository.ts';

export type StoredAttachment = {
  readonly id: Id;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly addedById: string;
  readonly addedBy: string;
  readonly addedAt: Date;
};

const COLUMNS = [
  'attachment_id as id',
  'name',
  'bytes',
  'sha256',
  'added_by_id as addedById',
  'added_by as addedBy',
  'added_at as addedAt',
] as const;

/** Bytes of one row of content. */
const PART_BYTES = 256 * 1024;

const attachmentsOf = (trx: TenantTransaction, { environmentId, kind, eventId }: NotedEvent) =>
  trx
    .selectFrom('event_attachment')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kindCodeOf(kind))
    .where('event_id', '=', eventId)
    .where('deleted_at', 'is', null);

/** Files attached to an event, oldest first. */
export const listAttachments = (trx: TenantTransaction, event: NotedEvent): Promise<readonly StoredAttachment[]> =>
  attachmentsOf(trx, event).orderBy('added_at').orderBy('attachment_id').execute();

/** One of them. */
export const findAttachment = (
  trx: TenantTransaction,
  event: NotedEvent,
  id: Id,
): Promise<StoredAttachment | undefined> =>
  attachmentsOf(trx, event).where('attachment_id', '=', id).executeTakeFirst();

export const insertAttachment = async (
  trx: TenantTransaction,
  tenantId: Id,
  { environmentId, kind, eventId }: NotedEvent,
  attachment: Omit<StoredAttachment, 'bytes'>,
  content: Buffer,
): Promise<void> => {
  const { id } = attachment;
  await trx
    .insertInto('event_attachment')
    .values({
      tenant_id: tenantId,
      attachment_id: id,
      environment_id: environmentId,
      kind: kindCodeOf(kind),
      event_id: eventId,
      name: attachment.name,
      bytes: content.length,
      sha256: attachment.sha256,
      added_by_id: attachment.addedById,
      added_by: attachment.addedBy,
      added_at: attachment.addedAt,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
  for (let part = 0; part * PART_BYTES < content.length; part += 1) {
    const data = content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection writes one row after the other
    await trx
      .insertInto('event_attachment_part')
      .values({ tenant_id: tenantId, attachment_id: id, part, data })
      .execute();
  }
};

/** The content of a file; empty where it was deleted. */
export const readAttachment = async (trx: TenantTransaction, id: Id): Promise<Buffer> =>
  Buffer.concat(
    (
      await trx
        .selectFrom('event_attachment_part')
        .select('data')
        .where('attachment_id', '=', id)
        .orderBy('part')
        .execute()
    ).map(({ data }) => data),
  );

/** Removes the content of a file; that it was there stays on record. */
export const dropAttachment = async (
  trx: TenantTransaction,
  id: Id,
  deleted: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .updateTable('event_attachment')
    .set({ deleted_at: deleted.at, deleted_by: deleted.by })
    .where('attachment_id', '=', id)
    .execute();
  await trx.deleteFrom('event_attachment_part').where('attachment_id', '=', id).execute();
};
