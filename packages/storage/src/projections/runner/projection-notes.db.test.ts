import { newId } from '@redoubt/kernel';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { createLog } from '../../log/log.ts';
import { lateNotes, projectionNotes } from './projection-notes.ts';
import { startProjectors } from './projectors.ts';

const test = useDatabase();

it('names a projection that has not moved for half a minute while events came, and no longer when it moves', async () => {
  let nowMs = 0;
  const notes = projectionNotes(test.database, () => nowMs);
  expect(await notes()).toEqual([]);
  const log = createLog(test.database);
  await log.append(aPurchase({ tenantId: newId(), environmentId: newId() }));
  expect(await notes()).toEqual([]);
  nowMs += 29_000;
  expect(await notes()).toEqual([]);
  nowMs += 2000;
  expect(await notes()).toContain(
    'The projection search has stood still for 31 s, 1 events behind; the console shows older figures. The log says why.',
  );
  const projectors = startProjectors(test.database, log);
  await projectors.caughtUp();
  expect(await notes()).toEqual([]);
  await projectors.close();
  await log.close();
});

it('says how late projections are, beyond what they may be by giving way', () => {
  expect(lateNotes({ yielding: 1, lateMs: 10_000 })).toEqual([]);
  expect(lateNotes({ yielding: 0, lateMs: 12_400 })).toEqual([
    'Projections are 12 s late: the machine has too little time for them beside decisions; the console shows older figures.',
  ]);
});
