import type { Database } from '../../database/database.ts';
import { readLastPosition } from '../../log/read-log.ts';
import { readPositions } from './projection-step.ts';
import type { ProjectionState } from './decision-pressure.ts';
import { PROJECTORS } from '../every-projector.ts';

/** A projector that is working moves on several times a second. */
const STANDS_STILL_AFTER_MS = 30_000;

type Seen = { readonly position: number; readonly sinceMs: number };

/**
 * What an operator should know about projections although events are decided and stored: those that have not moved for
 * half a minute while the log went on. Meant to be asked now and then; it compares with what it saw before.
 */
export const projectionNotes = (database: Database, monotonicMs: () => number): (() => Promise<readonly string[]>) => {
  const seen = new Map<string, Seen>();
  return async () => {
    const last = await readLastPosition(database);
    const nowMs = monotonicMs();
    const notes: string[] = [];
    for (const [name, position] of await readPositions(database.pools.ingest, PROJECTORS)) {
      const before = seen.get(name);
      if (before === undefined || before.position !== position || position >= last) {
        seen.set(name, { position, sinceMs: nowMs });
      } else if (nowMs - before.sinceMs >= STANDS_STILL_AFTER_MS) {
        notes.push(
          `The projection ${name} has stood still for ${Math.round((nowMs - before.sinceMs) / 1000)} s, ` +
            `${last - position} events behind; the console shows older figures. The log says why.`,
        );
      }
    }
    return notes;
  };
};

/** As late as projections become by giving way on a full machine. */
const LATE_MS = 10_000;

/** What an operator should know of projections that follow, but late. */
export const lateNotes = ({ lateMs }: ProjectionState): readonly string[] =>
  lateMs <= LATE_MS
    ? []
    : [
        `Projections are ${Math.round(lateMs / 1000)} s late: the machine has too little time for them beside decisions; ` +
          'the console shows older figures.',
      ];
