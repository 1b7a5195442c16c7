import { newId } from '@redoubt/kernel';
import { createLog, saveTenant, startProjectors } from '@redoubt/storage';
import { beforeAll, expect, it } from 'vitest';
import { aPurchase, aRelatedEvent } from '../database/log-events.ts';
import { useDatabase } from '../database/use-database.ts';
import { findDamage } from './checks.ts';

const EVENTS = 20;
const test = useDatabase();
const place = { tenantId: newId(), environmentId: newId() };
const acknowledged = new Map<string, string>();

beforeAll(async () => {
  await test.database.inTenant(place.tenantId, (trx) =>
    saveTenant(trx, { tenantId: place.tenantId, name: 'Shop', edition: 'Standard' }),
  );
  const log = createLog(test.database);
  for (let index = 0; index < EVENTS; index += 1) {
    const eventId = `event-${index}`;
    await log.append(aPurchase(place, { eventId }));
    acknowledged.set(eventId, JSON.stringify(eventId));
  }
  await log.append(aRelatedEvent(place, 'purchaseStatus', { purchaseId: 'event-1', body: { statusType: 'Approved' } }));
  const projectors = startProjectors(test.database, log);
  await projectors.caughtUp();
  await projectors.close();
  await log.close();
});

const damage = (changes: Partial<Parameters<typeof findDamage>[0]> = {}) =>
  findDamage({
    database: test.database,
    query: test.asAdmin,
    environmentId: place.environmentId,
    acknowledged,
    observations: 1,
    ...changes,
  });

it('finds nothing where all is well', async () => {
  expect(await damage()).toEqual([]);
});

it('finds an event that was acknowledged and is not there, and one that is answered otherwise', async () => {
  const promised = new Map([...acknowledged, ['gone', '"gone"'], ['event-3', '"another"']]);
  const found = await damage({ acknowledged: promised, observations: 2 });
  expect(found.toSorted()).toEqual([
    '2 observations were acknowledged, 1 are there',
    'event-3 was answered otherwise than it is stored',
    'gone was acknowledged and is not there',
  ]);
});

it('finds a projection that is not what the log gives', async () => {
  await test.asAdmin(`update event_search set decision = 'Reject' where event_id = 'event-7'`);
  await test.asAdmin(`delete from event_link where position = 3`);
  expect(await damage()).toEqual([
    expect.stringMatching(/^event_search holds 20 rows \w+, a rebuild gives 20 rows/),
    expect.stringMatching(/^event_link holds/),
  ]);
});

it('finds an id that was claimed without an event', async () => {
  await test.asAdmin(
    `insert into event_identity select tenant_id, environment_id, kind, 'claimed', batch_id, 9, body_hash
       from event_identity where event_id = 'event-1'`,
  );
  expect(await damage()).toEqual(['purchases in the log: 20 instead of 21']);
});
