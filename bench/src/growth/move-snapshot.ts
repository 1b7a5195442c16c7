import {
  addVelocitySnapshotPart,
  beginVelocitySnapshot,
  findVelocitySnapshots,
  finishVelocitySnapshot,
  readVelocitySnapshot,
  type Database,
  type SnapshotKind,
} from '@redoubt/storage';
import { createSnapshotReader, createSnapshotWriter, SlabStore } from '@redoubt/velocity';
import type { Query } from '../retention.ts';

const PART_BYTES = 512 * 1024;

/** Writes the newest snapshot of velocities again as of the end of the log: a start has nothing to count then. */
export const moveSnapshot = async (database: Database, query: Query): Promise<void> => {
  const [kind] = await query<SnapshotKind>(
    `select format, key_check as "keyCheck" from velocity_snapshot
      where whole_at is not null order by highest_position desc, whole_at desc limit 1`,
  );
  const [end] = await query<{ position: number }>('select position::float8 as position from stream');
  if (kind === undefined || end === undefined) throw new Error('there is no snapshot of velocities');
  const [newest] = await findVelocitySnapshots(database, kind);
  if (newest === undefined) throw new Error('there is no snapshot of velocities');
  const store = new SlabStore();
  await readVelocitySnapshot(database, newest.snapshot, createSnapshotReader(store).read);

  const writer = createSnapshotWriter(store);
  const id = await beginVelocitySnapshot(database, kind);
  let [parts, bytes] = [0, 0];
  for (let hasMore = true; hasMore;) {
    hasMore = writer.writeNext(end.position);
    if (hasMore && writer.pending() < PART_BYTES) continue;
    const data = writer.take();
    bytes += data.length;
    await addVelocitySnapshotPart(database, id, parts, data);
    parts += 1;
  }
  const facts = { lowest: end.position, highest: end.position, parts, keys: writer.keys(), bytes };
  if (!(await finishVelocitySnapshot(database, id, facts))) throw new Error('the snapshot of velocities is gone');
};
