import type { Database } from '@redoubt/storage';
import type { DatabaseSample } from './notes.ts';

const SAMPLE_EVERY_MS = 5;

const ACTIVITY = `select application_name as name,
       case when wait_event_type is null then 'running' else wait_event_type || ':' || wait_event end as wait
  from pg_stat_activity
 where application_name in ('redoubt log', 'redoubt projectors') and state <> 'idle' and pid <> pg_backend_pid()`;

export type DatabaseWatch = {
  /** Ends it; what was seen, in order of time. */
  readonly stop: () => Promise<{ readonly samples: readonly DatabaseSample[]; readonly checkpoints: number }>;
};

const checkpointsOf = async (database: Database): Promise<number> => {
  const { rows } = await database.pools.ingest.query<{ done: number }>(
    'select num_timed + num_requested as done from pg_stat_checkpointer',
  );
  return rows[0]?.done ?? 0;
};

/** Looks again and again at what the connections of log and projectors are at. The login must be that of the server. */
export const watchDatabase = async (database: Database): Promise<DatabaseWatch> => {
  const before = await checkpointsOf(database);
  const samples: DatabaseSample[] = [];
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) {
      const { rows } = await database.pools.ingest.query<{ name: string; wait: string }>(ACTIVITY);
      samples.push({
        atMs: performance.timeOrigin + performance.now(),
        log: rows.filter(({ name }) => name === 'redoubt log').map(({ wait }) => wait),
        isProjecting: rows.some(({ name }) => name === 'redoubt projectors'),
      });
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
  })();
  return {
    stop: async () => {
      isRunning = false;
      await watching;
      return { samples, checkpoints: (await checkpointsOf(database)) - before };
    },
  };
};
