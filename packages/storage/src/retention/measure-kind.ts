import type { RetentionKind } from '@redoubt/domain';
import { HOUR_MS, type Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** What is stored of a kind of data, and what of it a border parts. */
export type KindMeasure = {
  readonly stored: number;
  readonly oldest: Date | null;
  /** Older than the border. */
  readonly due: number;
  readonly dueBytes: number;
  /** The others, as far as they were stored by a time, and a digest of which they are. */
  readonly younger: number;
  readonly youngerDigest: string;
};

export type MeasureRange = {
  readonly environmentId: Id;
  readonly border: Date;
  /** What is stored later is not counted among the younger ones. */
  readonly until: Date;
  /** With what names no environment. */
  readonly isRoot: boolean;
};

type Source = {
  readonly from: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly count: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
};

const ONE = sql`1`;

const sourceOf = (kind: RetentionKind, { environmentId, isRoot }: MeasureRange): Source => {
  switch (kind) {
    case 'events':
      return {
        from: sql`segment where environment_id = ${environmentId}`,
        at: sql`committed_at`,
        // Erasing a person writes a segment again, at the same place.
        id: sql`concat(first_position, '/', event_count)`,
        count: sql`event_count`,
        bytes: sql`coalesce(pg_column_size(heads), 0) + pg_column_size(data)`,
      };
    case 'notes':
      return {
        from: sql`event_note where environment_id = ${environmentId}`,
        at: sql`created_at`,
        id: sql`note_id::text`,
        count: ONE,
        bytes: sql`octet_length(body)`,
      };
    case 'attachments':
      return {
        from: sql`event_attachment where environment_id = ${environmentId}`,
        at: sql`added_at`,
        id: sql`attachment_id::text`,
        count: ONE,
        bytes: sql`case when deleted_at is null then bytes else 0 end`,
      };
    case 'refusedCalls':
      return {
        from: isRoot
          ? sql`refused_call where (environment_id = ${environmentId} or environment_id is null)`
          : sql`refused_call where environment_id = ${environmentId}`,
        at: sql`received_at`,
        id: sql`call_id::text`,
        count: ONE,
        bytes: sql`pg_column_size(message) + coalesce(pg_column_size(excerpt), 0)`,
      };
    case 'activity':
      return {
        from: sql`audit_entry e where true`,
        at: sql`at`,
        id: sql`entry_id::text`,
        count: ONE,
        bytes: sql`pg_column_size(e)`,
      };
  }
};

/** Counts a kind of data of an environment on both sides of a border. */
export const measureKind = async (
  trx: TenantTransaction,
  kind: RetentionKind,
  range: MeasureRange,
): Promise<KindMeasure> => {
  const { from: source, at, id, count, bytes } = sourceOf(kind, range);
  const { border, until } = range;
  // Segments of about the border are written again where part of them goes.
  const from = new Date(border.getTime() + (kind === 'events' ? HOUR_MS : 0));
  const { rows } = await sql<KindMeasure>`
    select coalesce(sum(n), 0)::bigint as stored, min(at) as oldest,
           coalesce(sum(n) filter (where at < ${border}), 0)::bigint as due,
           coalesce(sum(b) filter (where at < ${border}), 0)::bigint as "dueBytes",
           coalesce(sum(n) filter (where at >= ${from} and at <= ${until}), 0)::bigint as younger,
           to_hex(coalesce(bit_xor(hashtextextended(id, 0)) filter (where at >= ${from} and at <= ${until}), 0))
             as "youngerDigest"
      from (select ${at} as at, ${id} as id, (${count})::bigint as n, (${bytes})::bigint as b from ${source}) each_row`.execute(
    trx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`${kind} cannot be counted`);
  return row;
};
