import { setTimeout as delay } from 'node:timers/promises';
import { reachEmbeddedPostgres, silentLogger } from '@redoubt/storage';
import { connectAsAdmin } from './admin-connection.ts';

/** Sees from outside whether a server is writing a snapshot of its velocities. */
export type SnapshotWatch = {
  /** Gives up where none comes for long: then there is nothing to cut off. */
  readonly untilOneIsBeingWritten: () => Promise<void>;
  readonly isOneUnfinished: () => Promise<boolean>;
  /** Until another one is whole than the watch found. Gives up as well: the checks then say that none was. */
  readonly untilOneIsWhole: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const POLL_MS = 2;
const PATIENCE_MS = 30_000;

/** For the embedded PostgreSQL of a running server. */
export const watchSnapshots = async (dataDirectory: string): Promise<SnapshotWatch> => {
  const { server } = await reachEmbeddedPostgres({ dataDirectory, log: silentLogger });
  const admin = await connectAsAdmin(server);
  const unfinished = async (): Promise<readonly string[]> => {
    const { rows } = await admin.query<{ id: string }>(
      'select snapshot_id as id from velocity_snapshot where whole_at is null',
    );
    return rows.map(({ id }) => id);
  };
  const newestWhole = async (): Promise<string | undefined> => {
    const { rows } = await admin.query<{ at: string | null }>(
      'select max(whole_at)::text as at from velocity_snapshot',
    );
    return rows[0]?.at ?? undefined;
  };
  const leftBefore = new Set(await unfinished());
  const wholeBefore = await newestWhole();
  const isOneUnfinished = async (): Promise<boolean> => (await unfinished()).some((id) => !leftBefore.has(id));
  return {
    untilOneIsBeingWritten: async () => {
      const endMs = performance.now() + PATIENCE_MS;
      while (performance.now() < endMs && !(await isOneUnfinished())) await delay(POLL_MS);
    },
    isOneUnfinished,
    untilOneIsWhole: async () => {
      const endMs = performance.now() + PATIENCE_MS;
      while (performance.now() < endMs && (await newestWhole()) === wholeBefore) await delay(POLL_MS);
    },
    close: () => admin.end(),
  };
};
