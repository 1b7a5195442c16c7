import { retentionBorder } from '@redoubt/domain';
import { HOUR_MS } from '@redoubt/kernel';
import { readEvent } from '@redoubt/storage';
import { aPurchase, mergeAll, mergeOnce, useDatabase, useLog } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { workOff } from '../testing/jobs.ts';
import { createScene } from '../testing/scene.ts';
import { createRetentionJobs } from './retention-jobs.ts';
import { placeHold, putRetention, runRetention } from './retention.commands.ts';
import { getRetention } from './retention.queries.ts';

const test = useDatabase();
const written = useLog(test, { timeoutMs: 20_000 });
const DAYS = 100;

it('retention takes events out of merged segments on both sides of the border, and none is merged while it runs', async () => {
  const scene = await createScene(test.database, { Root: {}, Other: {} });
  const borderMs = retentionBorder(scene.clock.now(), DAYS);
  const month = new Date(borderMs).toISOString().slice(0, 7);
  await test.asAdmin(
    `create table segment_${month.replace('-', '_')} partition of segment for values from ('${month}-01Z')
       to ('${month}-01Z'::timestamptz at time zone 'UTC' + interval '1 month');
     alter table segment_${month.replace('-', '_')} owner to redoubt_owner`,
  );
  const idOf = (at: number): string => `m-${at}`;
  const nameOf = (at: number): string => (at % 5 === 0 && at < 90 ? 'Other' : 'Root');
  const receivedAt = (at: number): number => borderMs + (at - 45) * 20_000;
  // Commits of one event each, of two environments in turn: thirty minutes with the border in their middle, and later ones.
  for (let at = 0; at < 100; at += 1) {
    const receivedAtMs = at < 90 ? receivedAt(at) : borderMs + 3 * HOUR_MS + at * 1000;
    const place = { tenantId: scene.tenantId, environmentId: scene.idOf(nameOf(at)) };
    const facts = at === 7 ? { userId: 'held' } : {};
    await written.log.append(aPurchase(place, { eventId: idOf(at), receivedAtMs, eventTimeMs: receivedAtMs }, facts));
  }
  await written.projectors.caughtUp();
  for (const table of ['commit_batch', 'segment'])
    await test.asAdmin(
      `update ${table} set committed_at = $1::timestamptz + least(first_position - $2::bigint, 89) * interval '20 seconds'
          + case when first_position >= $2::bigint + 90 then interval '3 hours' else interval '0' end where first_position >= $2`,
      [
        new Date(receivedAt(0)),
        (await test.asAdmin<{ first: string }>('select min(first_position) as first from segment'))[0]?.first,
      ],
    );
  const root = scene.contextIn('Root');
  const { version } = await getRetention(root);
  await putRetention(root, { version, periods: { events: DAYS } });
  await placeHold(root, { scope: 'subject', subject: 'held', reason: 'Claim', until: null });

  for (let merged = 0; merged < 2;) if ((await mergeOnce(test.database)) === 'merged') merged += 1;
  const spans = () =>
    test.asAdmin<{ environment: string; events: number; span: number | null }>(
      `select environment_id as environment, event_count as events, span from segment where span is not null order by 1, first_position`,
    );
  expect((await spans()).map(({ events }) => events).toSorted()).toEqual([18, 72]);

  await runRetention(root);
  expect(await mergeOnce(test.database)).not.toBe('merged');
  const outcomes: Promise<string>[] = [];
  const jobs = createRetentionJobs({
    database: test.database,
    clock: scene.clock,
    installationKey: 'the key of a test',
    onStep: () => outcomes.push(mergeOnce(test.database)),
  });
  await workOff({ database: test.database, clock: scene.clock }, jobs);
  expect(await Promise.all(outcomes)).not.toContain('merged');
  expect((await getRetention(root)).runs[0]).toMatchObject({ removed: 35, held: 1 });

  const kept = (await spans()).filter(({ environment }) => environment === scene.idOf('Root'));
  expect(kept).toMatchObject([{ events: 37, span: 83 }]);
  for (let at = 0; at < 100; at += 1) {
    const place = { tenantId: scene.tenantId, environmentId: scene.idOf(nameOf(at)) };
    const event = await readEvent(test.database, { ...place, kind: 'purchase', eventId: idOf(at) });
    const isGone = nameOf(at) === 'Root' && at < 45 && at !== 7;
    expect(event?.request).toEqual(isGone ? undefined : { purchaseId: idOf(at), totalAmount: 20 });
  }
  expect(await mergeAll(test.database)).toBeGreaterThan(0);
});
