import { findVelocitySnapshots, readVelocitySnapshot, type Database, type SnapshotKind } from '@redoubt/storage';
import { createSnapshotReader, SNAPSHOT_FORMAT, type RestoredPositions, type SlabStore } from '@redoubt/velocity';
import { createHmac } from 'node:crypto';

/** Which snapshots a node may use: those of its release and its installation key. */
export const snapshotKindOf = (installationKey: string): SnapshotKind => ({
  format: SNAPSHOT_FORMAT,
  keyCheck: createHmac('sha256', installationKey).update('velocity snapshots').digest('base64url').slice(0, 22),
});

const WHY = {
  format: 'it was written by another release',
  key: 'it was written under another installation key',
  log: 'it was taken from another log',
} as const;

/**
 * A store as the newest usable snapshot has it, and where its keys stand; an empty store where there is none. What cannot
 * be used is named in one line of the log: everything it holds stands in the log of events as well.
 */
export const restoreVelocities = async (
  database: Database,
  kind: SnapshotKind,
  newStore: () => SlabStore,
): Promise<{ readonly store: SlabStore; readonly restored?: RestoredPositions }> => {
  for (const { snapshot, problem } of await findVelocitySnapshots(database, kind)) {
    const { id, highest } = snapshot;
    if (problem !== undefined) {
      database.log.warn({ snapshot: id, highest }, `a snapshot of velocities is left aside: ${WHY[problem]}`);
      continue;
    }
    const store = newStore();
    const reader = createSnapshotReader(store);
    try {
      await readVelocitySnapshot(database, snapshot, reader.read);
      return { store, restored: reader.end() };
    } catch (error) {
      database.log.warn({ err: error, snapshot: id, highest }, 'a snapshot of velocities is left aside: it is damaged');
    }
  }
  return { store: newStore() };
};
