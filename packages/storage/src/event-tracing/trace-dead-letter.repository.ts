import type { TraceSource } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** Which message of a subscription: what it says is read again where it came from. */
export type TracePlace = {
  readonly source: TraceSource;
  readonly position: number;
  /** Which of the messages of the place. */
  readonly part: string;
};

/** A message that its destination refused. */
export type TraceDeadLetter = TracePlace & {
  readonly name: string;
  readonly problem: string;
  readonly tries: number;
  readonly createdAt: Date;
  /** Since when it waits to be sent again; null where it does not. */
  readonly replayAt: Date | null;
};

const COLUMNS = [
  'source',
  'position',
  'part',
  'name',
  'problem',
  'tries',
  'created_at as createdAt',
  'replay_at as replayAt',
] as const;

const lettersOf = (trx: TenantTransaction, id: Id) =>
  trx.selectFrom('trace_dead_letter').select(COLUMNS).where('subscription_id', '=', id);

/** Sets a message aside; one that was set aside before keeps its place, with what was said last. */
export const insertTraceDeadLetter = async (
  trx: TenantTransaction,
  { tenantId, environmentId, id }: { readonly tenantId: Id; readonly environmentId: Id; readonly id: Id },
  { source, position, part, name, problem, tries, createdAt }: Omit<TraceDeadLetter, 'replayAt'>,
): Promise<void> => {
  await trx
    .insertInto('trace_dead_letter')
    .values({
      tenant_id: tenantId,
      subscription_id: id,
      environment_id: environmentId,
      source,
      position,
      part,
      name,
      problem,
      tries,
      created_at: createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'subscription_id', 'source', 'position', 'part'])
        .doUpdateSet({ problem, tries, replay_at: null }),
    )
    .execute();
};

/** The newest dead letters of a subscription. */
export const listTraceDeadLetters = (
  trx: TenantTransaction,
  id: Id,
  limit: number,
): Promise<readonly TraceDeadLetter[]> =>
  lettersOf(trx, id).orderBy('created_at', 'desc').orderBy('position', 'desc').limit(limit).execute();

/** How many dead letters subscriptions of an environment have; those without any are left out. */
export const countTraceDeadLetters = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<ReadonlyMap<Id, number>> => {
  const rows = await trx
    .selectFrom('trace_dead_letter')
    .select(({ fn }) => ['subscription_id as id', fn.countAll<string>().as('count')])
    .where('environment_id', '=', environmentId)
    .groupBy('subscription_id')
    .execute();
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
};

/** Marks all dead letters of a subscription to be sent again; gives how many. */
export const replayTraceDeadLetters = async (trx: TenantTransaction, id: Id, at: Date): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable('trace_dead_letter')
    .set({ replay_at: at })
    .where('subscription_id', '=', id)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Forgets all dead letters of a subscription; gives how many. */
export const dropTraceDeadLetters = async (trx: TenantTransaction, id: Id): Promise<number> => {
  const { numDeletedRows } = await trx
    .deleteFrom('trace_dead_letter')
    .where('subscription_id', '=', id)
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Dead letters that are to be sent again, in the order in which they happened. */
export const listReplayedTraces = (
  trx: TenantTransaction,
  id: Id,
  limit: number,
): Promise<readonly TraceDeadLetter[]> =>
  lettersOf(trx, id).where('replay_at', 'is not', null).orderBy('source').orderBy('position').limit(limit).execute();

/** Forgets one dead letter: it was sent, or what it told of is gone. */
export const dropTraceDeadLetter = async (
  trx: TenantTransaction,
  id: Id,
  { source, position, part }: TracePlace,
): Promise<void> => {
  await trx
    .deleteFrom('trace_dead_letter')
    .where('subscription_id', '=', id)
    .where('source', '=', source)
    .where('position', '=', position)
    .where('part', '=', part)
    .execute();
};
