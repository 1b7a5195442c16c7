import type { Id } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { eventsIn, pieceBefore, readSegmentsIn, runIn } from '../log/environment-range.ts';
import { isErased, type StoredEvent } from '../log/log-event.ts';

/** The end of a log, as far as it is read for an estimate. */
export type NewestEvents = {
  /** In order of position. */
  readonly events: readonly StoredEvent[];
  /** How many events were stored since the moment asked for, these included. */
  readonly total: number;
  /** When the first of all those was stored; null where there is none. */
  readonly since: Date | null;
};

const PIECE = { segments: 50, events: 1000 };

/** The newest events of some environments, at most `limit`, and how many there were since a moment. */
export const readNewestEvents = (
  database: Database,
  scope: { readonly tenantId: Id; readonly environmentIds: readonly Id[] },
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<NewestEvents> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const segments = trx
      .selectFrom('segment')
      .where('tenant_id', '=', scope.tenantId)
      .where('environment_id', 'in', scope.environmentIds)
      .where('committed_at', '>=', since);
    const counted = await segments
      .select(({ fn }) => [
        fn.sum<number | string | null>('event_count').as('total'),
        fn.min<Date | null>('committed_at').as('since'),
      ])
      .executeTakeFirstOrThrow();
    const run = runIn(trx);
    const stored = { ...scope, committedSince: since };
    const events: StoredEvent[] = [];
    let before = Number.MAX_SAFE_INTEGER;
    while (events.length < limit) {
      const piece = await pieceBefore(run, stored, before, PIECE);
      const rows = await readSegmentsIn(run, stored, piece);
      const found = eventsIn(
        rows.filter(({ heads }) => heads !== null),
        piece,
      ).filter((event) => !isErased(event));
      events.push(...found.toReversed().slice(0, limit - events.length));
      if (piece.isEnd) break;
      before = piece.after + 1;
    }
    return { events: events.toReversed(), total: Number(counted.total ?? 0), since: counted.since };
  });
