import type { RetentionKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { advanceJob, type ClaimedJob } from '../jobs/job-claims.ts';
import { asIngest } from '../log/read-log.ts';

/** Rows that one transaction removes at most. */
const ROWS = 500;

type RowKind = Exclude<RetentionKind, 'events' | 'activity'>;

type Table = { readonly name: string; readonly at: string; readonly isOfEvent: boolean };

const TABLES: Readonly<Record<RowKind, Table>> = {
  notes: { name: 'event_note', at: 'created_at', isOfEvent: true },
  attachments: { name: 'event_attachment', at: 'added_at', isOfEvent: true },
  refusedCalls: { name: 'refused_call', at: 'received_at', isOfEvent: false },
};

export type RowRange = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly kind: RowKind;
  readonly border: Date;
  readonly askedAt: Date;
  /** With what names no environment. */
  readonly isRoot: boolean;
  /** Events whose rows stay; see `targetKey`. */
  readonly heldKeys: readonly string[];
};

const HELD = `concat(environment_id, ' ', kind, ' ', event_id) = any($3::text[])`;

const conditionOf = ({ kind, isRoot }: RowRange): string => {
  const place =
    kind === 'refusedCalls' && isRoot ? '(environment_id = $2 or environment_id is null)' : 'environment_id = $2';
  return `tenant_id = $1 and ${place} and ${TABLES[kind].at} < $4`;
};

const parameters = ({ tenantId, environmentId, heldKeys, border }: RowRange): unknown[] => [
  tenantId,
  environmentId,
  [...heldKeys],
  border,
];

/** Removes some rows of before the border; gives how many, 0 where none is left. */
export const expireRowsStep = (database: Database, job: ClaimedJob, range: RowRange): Promise<number> =>
  asIngest(database.pools.ingest, [range.tenantId], async (client) => {
    const { name, isOfEvent } = TABLES[range.kind];
    // The parameter is named in either case.
    const stays = isOfEvent ? HELD : `cardinality($3::text[]) < 0`;
    const { rowCount } = await client.query(
      `delete from ${name} where ctid = any (array(
         select ctid from ${name} where ${conditionOf(range)} and not (${stays}) limit ${ROWS}))`,
      parameters(range),
    );
    const removed = rowCount ?? 0;
    await client.query(
      `update retention_run set removed = removed + $5 where tenant_id = $1 and environment_id = $2 and kind = $3 and asked_at = $4`,
      [range.tenantId, range.environmentId, range.kind, range.askedAt, removed],
    );
    await advanceJob(client, job, { done: removed });
    return removed;
  });

/** How many rows of before the border holds keep. */
export const countHeldRows = (database: Database, range: RowRange): Promise<number> =>
  asIngest(database.pools.ingest, [range.tenantId], async (client) => {
    const { name, isOfEvent } = TABLES[range.kind];
    if (!isOfEvent) return 0;
    const { rows } = await client.query<{ held: number }>(
      `select count(*)::int as held from ${name} where ${conditionOf(range)} and ${HELD}`,
      parameters(range),
    );
    return rows[0]?.held ?? 0;
  });
