import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@redoubt/kernel';
import { createRetentionJobs } from '@redoubt/services';
import { createLog, reachEmbeddedPostgres, saveRetention, silentLogger } from '@redoubt/storage';
import { INSTALLATION_KEY } from '../measure/decisions.ts';
import { moveBack, seed, type Query } from '../retention.ts';
import { besideServer } from '../targets/publish-plan.ts';
import type { Figure } from './figures.ts';
import { queryOf } from './grow.ts';
import { catchUp, type GrownServer } from './grown-server.ts';
import { PACE, sendLoad, type Load } from './measure-decisions.ts';

const REMOVED = 20_000;
/** No event that is younger than 90 days is ever removed by age. */
const LEAST_DAYS = 80;
const LOOK_MS = 250;
const STRETCH_SECONDS = 5;
const PATIENCE_MS = 300_000;

/** Events of the log received before so many days. */
const readOld = async (query: Query, days: number): Promise<number> => {
  const [row] = await query<{ events: number }>(
    `select coalesce(sum(event_count), 0)::float8 as events from segment where committed_at < now() - interval '${days} days'`,
  );
  return row?.events ?? 0;
};

/** Older events than all others go by age, while events come in: how many a second the running server removes. */
export const measureRemoval = async (load: Load, server: GrownServer, backDays: number): Promise<readonly Figure[]> => {
  const { dataDirectory, facts } = server;
  const stay = Math.max(backDays, LEAST_DAYS);
  const old = { fromDays: stay + 30, toDays: stay + 20 };
  const period = stay + 10;
  const reached = await reachEmbeddedPostgres({ dataDirectory, log: silentLogger });
  const query = queryOf(reached.server);
  try {
    return await besideServer(dataDirectory, facts, async ({ database, tenantId, environmentId }) => {
      const log = createLog(database);
      const before = await query<{ next: number }>('select position::float8 + 1 as next from stream');
      await seed(log, { tenantId, environmentId }, 'old', REMOVED, old);
      await log.close();
      await catchUp(server);
      const after = await query<{ next: number }>('select position::float8 + 1 as next from stream');
      await moveBack(query, old, before[0]?.next ?? 0, after[0]?.next ?? 0);
      await database.inTenant(tenantId, (trx) =>
        saveRetention(trx, tenantId, environmentId, { events: period }, { by: 'bench', at: new Date() }),
      );
      const stored = await readOld(query, period);
      const startMs = performance.now();
      const jobs = createRetentionJobs({ database, clock: systemClock, installationKey: INSTALLATION_KEY });
      // It is asked for once a day, and the marks are minutes apart.
      await query(`update job set asked_at = asked_at - interval '2 days' where kind = 'retention'`);
      await jobs.schedule?.run();
      let [beginMs, endMs] = [0, 0];
      const removal = (async () => {
        for (let left = stored; left > 0; left = await readOld(query, period)) {
          if (beginMs === 0 && left < stored) beginMs = performance.now();
          if (performance.now() - startMs > PATIENCE_MS) throw new Error(`${left} old events are not removed`);
          await delay(LOOK_MS);
        }
        endMs = performance.now();
      })();
      removal.catch(() => undefined);
      let p99 = 0;
      while (endMs === 0 && performance.now() - startMs < PATIENCE_MS)
        p99 = Math.max(p99, (await sendLoad(load, server, PACE, STRETCH_SECONDS)).latencyMs.p99);
      await removal;
      const first = beginMs === 0 ? startMs : beginMs;
      return [
        { what: 'removal by age until it begins', value: (first - startMs) / 1000, unit: 's' },
        { what: 'removal by age', value: (stored * 1000) / (endMs - first), unit: '/s' },
        { what: 'p99 beside the removal, worst stretch', value: p99, unit: 'ms' },
      ];
    });
  } finally {
    await reached.release();
  }
};
