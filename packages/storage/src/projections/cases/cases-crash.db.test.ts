import { GENERAL_QUEUE_ID } from '@redoubt/domain';
import { DAY_MS, newId } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, useOwnServer } from '@redoubt/testing/database';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { LogEvent } from '../../log/log-event.ts';
import { createLog } from '../../log/log.ts';
import { asIngest } from '../../log/read-log.ts';
import { casesProjector } from './cases.projector.ts';
import { resetProjection } from '../projector.ts';
import { reportsProjector } from '../reports/reports.projector.ts';
import { startProjectors } from '../runner/projectors.ts';

const test = useOwnServer();

const review = { queueId: GENERAL_QUEUE_ID, rule: null, clause: null, holdMs: DAY_MS, timeoutMs: DAY_MS };

it('a database server that is killed loses no case and no figure of reports and doubles none, and a rebuild gives the same', async () => {
  const shop = { tenantId: newId(), environmentId: newId() };
  const log = createLog(test.database, { maxBatch: 50 });
  const projectors = startProjectors(test.database, log);
  const bought = new Set<string>();
  const told = new Set<string>();
  let stop = false;
  let next = 0;
  const append = async (event: LogEvent): Promise<void> => {
    while (!(await log.append(event).catch(() => undefined))) await delay(5);
  };
  /** Sends reviews, and statuses about every third of them: before the review or after it. */
  const merchant = async (): Promise<void> => {
    while (!stop) {
      const number = next++;
      const eventId = `crash-${number}`;
      const purchase = aPurchase(shop, { eventId }, { decision: 'Review', review });
      const status = aRelatedEvent(
        shop,
        'purchaseStatus',
        { purchaseId: eventId, body: { statusType: 'Approved' } },
        { eventId: `status-${number}` },
      );
      const isTold = number % 3 === 0;
      if (isTold && number % 2 === 0) await append(status);
      await append(purchase);
      if (isTold && number % 2 === 1) await append(status);
      if (number % 5 === 0)
        await append(aRelatedEvent(shop, 'label', { purchaseId: eventId, body: { isFraud: true } }));
      bought.add(eventId);
      if (isTold) told.add(eventId);
    }
  };
  const merchants = Array.from({ length: 20 }, merchant);
  for (let kill = 0; kill < 3; kill++) {
    const before = bought.size;
    while (bought.size < before + 200) await delay(5);
    const pid = test.server.pid();
    process.kill(pid, 'SIGKILL');
    while (test.server.pid() === pid) await delay(20);
  }
  const before = bought.size;
  while (bought.size < before + 200) await delay(5);
  stop = true;
  await Promise.all(merchants);
  await projectors.caughtUp();

  const cases = () =>
    asIngest(test.database.pools.ingest, [shop.tenantId], async (client) => {
      const { rows } = await client.query<{ event_id: string; outcome: string | null }>(
        'select * from review_case order by position',
      );
      return rows;
    });
  const found = await cases();
  expect(found.map(({ event_id }) => event_id).toSorted()).toEqual([...bought].toSorted());
  const cancelled = found.filter(({ outcome }) => outcome === 'Cancelled').map(({ event_id }) => event_id);
  expect(cancelled.toSorted()).toEqual([...told].toSorted());

  /** Sums of reports, with a text for the number of a status: a rebuild may give another one. */
  const sums = () =>
    asIngest(test.database.pools.ingest, [shop.tenantId], async (client) => {
      const { rows } = await client.query<{ label: number; events: number }>(
        `select d.hour, d.label, v.value as status, d.events, d.amount_units from report_hour d
           left join report_value v on v.tenant_id = d.tenant_id and v.code = d.status order by 1, 2, 3`,
      );
      return rows;
    });
  const summed = await sums();
  const eventsOf = (rows: readonly { readonly events: number }[]): number =>
    rows.reduce((sum, { events }) => sum + events, 0);
  expect(eventsOf(summed)).toBe(bought.size);
  const labelled = [...bought].filter((eventId) => Number(eventId.slice('crash-'.length)) % 5 === 0);
  expect(eventsOf(summed.filter(({ label }) => label === 1))).toBe(labelled.length);

  for (const projector of [casesProjector, reportsProjector]) await resetProjection(test.database, projector);
  await projectors.caughtUp();
  expect(await cases()).toEqual(found);
  expect(await sums()).toEqual(summed);
  await projectors.close();
  await log.close();
}, 180_000);
