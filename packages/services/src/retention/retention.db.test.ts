import { BUILT_IN_SUBJECT_PATH, BUILT_IN_SUBJECTS, retentionBorder } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { appendAudit, PROJECTORS, readEvent, resetProjection, type LogEvent } from '@redoubt/storage';
import { aPurchase, aRelatedEvent, useDatabase, useLog } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyChain } from '../activity-log/verify-chain.ts';
import { createSubjectKeys } from '../secrets/subject-keys.ts';
import { previewSubject } from '../subject-requests/preview-subject.query.ts';
import { submitSubjectRequest } from '../subject-requests/subject-requests.commands.ts';
import { attemptOnce, workOff } from '../testing/jobs.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createRetentionJobs, type RetentionJobs } from './retention-jobs.ts';
import { placeHold, putRetention, releaseHold, runRetention } from './retention.commands.ts';
import { getRetention, previewRetention } from './retention.queries.ts';

const test = useDatabase();
const { store, append, projected } = (() => {
  const log = useLog(test, { maxBatch: 200, timeoutMs: 20_000 });
  return {
    store: log.store,
    append: (events: readonly LogEvent[]) => Promise.all(events.map((event) => log.log.append(event))),
    projected: () => log.projectors.caughtUp(),
  };
})();

const INSTALLATION_KEY = 'the key of a test';
const DAYS = 100;
const SUMS = [
  'report_day',
  'report_dimension_day',
  'report_figure',
  'report_hit_day',
  'report_hour',
  'report_observation_day',
  'report_total_hour',
  'rollup_minute',
  'rollup_quarter',
];
let scene: Scene;
let borderMs = 0;

const place = (environment: string) => ({ tenantId: scene.tenantId, environmentId: scene.idOf(environment) });
const options = (more: Partial<RetentionJobs> = {}): RetentionJobs => ({
  database: test.database,
  clock: scene.clock,
  installationKey: INSTALLATION_KEY,
  ...more,
});
const expire = () => workOff({ database: test.database, clock: scene.clock }, createRetentionJobs(options()));

/** Moves what was just stored to when it would have been committed. */
const commitAt = (ids: readonly string[], at: number) =>
  test.asAdmin(
    `with mine as (select distinct b.batch_id, b.first_position, b.event_count from event_identity i
        join commit_batch b on b.batch_id = i.batch_id where i.event_id = any($1)),
      moved as (update commit_batch c set committed_at = $2 from mine where c.batch_id = mine.batch_id)
     update segment s set committed_at = $2 from mine
      where s.first_position between mine.first_position and mine.first_position + mine.event_count - 1`,
    [ids, new Date(at)],
  );

const bought = (environment: string, eventId: string, receivedAtMs: number, userId = `user ${eventId}`): LogEvent =>
  aPurchase(
    place(environment),
    { eventId, receivedAtMs, eventTimeMs: receivedAtMs },
    { userId, email: `${eventId}@mailbox.example`, amount: 12.5 },
  );

const idsIn = async (environment: string, table = 'event_search'): Promise<readonly string[]> => {
  const rows = await test.asAdmin<{ id: string }>(
    `select event_id as id from ${table} where environment_id = $1 order by 1`,
    [scene.idOf(environment)],
  );
  return rows.map(({ id }) => id);
};

const sums = async (): Promise<readonly string[]> =>
  (
    await Promise.all(
      SUMS.map((table) =>
        test.asAdmin<{ row: string }>(
          `select concat('${table} ', to_jsonb(t)) as row from ${table} t where tenant_id = $1 order by 1`,
          [scene.tenantId],
        ),
      ),
    )
  ).flatMap((rows) => rows.map(({ row }) => row));

const recorded = (environment: string, eventId: string) =>
  readEvent(test.database, { ...place(environment), kind: 'purchase', eventId });

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Other: {} });
  borderMs = retentionBorder(scene.clock.now(), DAYS);
  for (const month of ['2025_11', '2025_12', '2026_01'])
    await test.asAdmin(
      `create table segment_${month} partition of segment for values from ('${month.replace('_', '-')}-01Z')
         to ('${month.replace('_', '-')}-01Z'::timestamptz at time zone 'UTC' + interval '1 month');
       alter table segment_${month} owner to redoubt_owner`,
    );
  const old = range(0, 40).map((at) => bought('Child', `old-${at}`, borderMs - 20 * DAY_MS + at * HOUR_MS));
  await store(old);
  await store([
    bought('Child', 'kept-person', borderMs - 19 * DAY_MS, 'user held'),
    bought('Child', 'kept-case', borderMs - 19 * DAY_MS),
    aRelatedEvent(
      place('Child'),
      'chargeback',
      { purchaseId: 'kept-person', body: { chargebackId: 'cb-1', status: 'Inquiry' } },
      { eventId: 'cb-1', receivedAtMs: borderMs - 18 * DAY_MS },
    ),
    aRelatedEvent(
      place('Child'),
      'chargeback',
      { purchaseId: 'old-7', body: { chargebackId: 'cb-2', status: 'Won' } },
      { eventId: 'cb-2', receivedAtMs: borderMs - 18 * DAY_MS },
    ),
    bought('Other', 'elsewhere', borderMs - 19 * DAY_MS),
  ]);
  // One segment with the border inside.
  await append([bought('Child', 'first', borderMs - HOUR_MS)]);
  const across = range(0, 60).map((at) => bought('Child', `across-${at}`, borderMs + (at - 30) * MINUTE_MS));
  await append(across);
  const young = range(0, 20).map((at) => bought('Child', `young-${at}`, borderMs + 20 * DAY_MS + at * HOUR_MS));
  await append(young);
  await projected();
  await commitAt(
    [...range(0, 40).map((at) => `old-${at}`), 'kept-person', 'kept-case', 'elsewhere'],
    borderMs - 15 * DAY_MS,
  );
  await test.asAdmin(
    `update segment set committed_at = $1 where tenant_id = $2 and committed_at > '2026-02-01'
       and first_position < (select first_position from commit_batch b join event_identity i on i.batch_id = b.batch_id where i.event_id = 'first')`,
    [new Date(borderMs - 15 * DAY_MS), scene.tenantId],
  );
  await commitAt(['first', ...across.map(({ eventId }) => eventId)], borderMs + 31 * MINUTE_MS);
  await commitAt(
    young.map(({ eventId }) => eventId),
    borderMs + 21 * DAY_MS,
  );
});

describe('retention', () => {
  it('is off at first, inherited, and refuses what velocities still need', async () => {
    const before = await getRetention(scene.contextIn('Child'));
    expect(before.kinds.map(({ inForce }) => inForce.days)).toEqual([null, null, null, null, null]);
    await expect(runRetention(scene.contextIn('Child'))).rejects.toMatchObject({ code: 'RETENTION-OFF' });
    const misplaced = { version: before.version, periods: { activity: 400 } };
    await expect(putRetention(scene.contextIn('Child'), misplaced)).rejects.toMatchObject({ code: 'REQ-INVALID' });
    const root = await putRetention(scene.contextIn('Root'), { version: before.version, periods: { events: DAYS } });
    expect(root.own).toEqual({ events: DAYS });
    const child = await getRetention(scene.contextIn('Child'));
    expect(child.kinds[0]?.inForce).toEqual({ days: DAYS, from: { environmentId: scene.idOf('Root'), name: 'Root' } });
  });

  it('removes what is older than the border, keeps what is held and every sum, and goes on after it was stopped', async () => {
    const child = scene.contextIn('Child');
    await placeHold(child, { scope: 'subject', subject: 'user held', reason: 'Claim 17', until: null });
    await placeHold(child, {
      scope: 'case',
      eventType: 'purchase',
      eventId: 'kept-case',
      reason: 'Court',
      until: null,
    });
    const preview = await previewRetention(scene.contextIn('Root'), { periods: { events: DAYS } });
    expect(preview).toMatchObject({ environments: 2, heldEnvironments: 0, holds: 2 });
    expect(preview.kinds[0]).toMatchObject({ stored: 125, due: 44, border: new Date(borderMs).toISOString() });

    const before = await sums();
    const kept = await recorded('Child', 'across-30');
    const digestOf = async () => (await getRetention(child)).runs[0];
    await runRetention(child);
    const stop = new AbortController();
    const jobs = createRetentionJobs(options({ onStep: () => stop.abort() }));
    const attempt = (signal: AbortSignal) =>
      attemptOnce({ database: test.database, clock: scene.clock }, 'retention', async (job) => {
        await jobs.run(job, { signal, report: () => undefined });
        return signal.aborted ? undefined : () => Promise.resolve();
      });
    expect(await attempt(stop.signal)).toBe(false);
    expect(await digestOf()).toMatchObject({ removed: 16, finishedAt: null });
    await expire();

    const stay = [...range(30, 60).map((at) => `across-${at}`), ...range(0, 20).map((at) => `young-${at}`)];
    expect(await idsIn('Child')).toEqual([...stay, 'kept-case', 'kept-person'].toSorted());
    expect(await idsIn('Child', 'event_identity')).toEqual([...stay, 'kept-case', 'kept-person'].toSorted());
    expect(await idsIn('Child', 'report_event')).toEqual([...stay, 'kept-case', 'kept-person'].toSorted());
    expect(await idsIn('Other')).toEqual(['elsewhere']);
    expect(await recorded('Child', 'across-30')).toEqual(kept);
    expect(await recorded('Child', 'old-3')).toBeUndefined();
    expect(await digestOf()).toMatchObject({
      removed: 72,
      storedAfter: 53,
      held: 3,
      younger: { before: 20, after: 20 },
    });
    const run = await digestOf();
    expect(run?.younger.digestAfter).toBe(run?.younger.digestBefore);
    expect(await sums()).toEqual(before);
    expect((await scene.activities()).at(-1)).toBe('Prune Retention Child');
  });

  it('leaves sums that a rebuild gives again', async () => {
    const before = await sums();
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    await projected();
    expect(await sums()).toEqual(before);
    expect(await idsIn('Child')).toHaveLength(52);
  });

  it('refuses to erase who is held, and lets go once the hold is released', async () => {
    const child = scene.contextIn('Child');
    const keys = createSubjectKeys(INSTALLATION_KEY);
    const subject = { assessment: BUILT_IN_SUBJECTS, property: BUILT_IN_SUBJECT_PATH, value: 'user held' };
    expect((await previewSubject(child, subject)).holds).toEqual([
      { scope: 'subject', reason: 'Claim 17', until: null },
    ]);
    const deletion = { ...subject, type: 'Delete' as const, confirmation: 'user held' };
    await expect(submitSubjectRequest(child, keys, deletion)).rejects.toMatchObject({ code: 'SUBJECT-HELD' });
    const { holds } = await getRetention(child);
    for (const { id } of holds) await releaseHold(child, id, { reason: 'Settled' });
    await expect(releaseHold(child, holds[0]?.id ?? '', { reason: 'Again' })).rejects.toMatchObject({
      code: 'HOLD-RELEASED',
    });
    expect((await previewSubject(child, subject)).holds).toEqual([]);
    scene.clock.advance(DAY_MS);
    await expire();
    expect(await idsIn('Child')).toEqual(
      range(0, 20)
        .map((at) => `young-${at}`)
        .toSorted(),
    );
    // Nothing is left of November, and its month is dropped; the other tree keeps everything.
    expect(await idsIn('Other')).toEqual(['elsewhere']);
  });

  it('keeps everything of an environment that is held', async () => {
    const other = scene.contextIn('Other');
    const { version } = await getRetention(other);
    await putRetention(other, { version, periods: { events: DAYS } });
    const until = new Date(scene.clock.now() + 2 * DAY_MS).toISOString();
    const held = await placeHold(other, { scope: 'environment', reason: 'Audit', until });
    expect(held.isHeld).toBe(true);
    await runRetention(other);
    await expire();
    expect(await idsIn('Other')).toEqual(['elsewhere']);
    scene.clock.advance(3 * DAY_MS);
    await expire();
    expect(await idsIn('Other')).toEqual([]);
    const months = await test.asAdmin(`select 1 from pg_class where relname = 'segment_2025_11'`);
    expect(months).toEqual([]);
  });

  it('removes the oldest entries of the activity log, and the rest verifies from there', async () => {
    const { tenantId, clock } = scene;
    const at = new Date(clock.now() - 400 * DAY_MS);
    const entry = {
      tenantId,
      environmentId: null,
      at,
      actor: { id: 'u', name: 'Ada Byron' },
      operation: 'Update',
      resource: { type: 'Rule', id: 'r', name: 'Limits' },
      original: null,
      modified: null,
      correlationId: null,
    } as const;
    // Behind newer entries, so that it stays: a chain is shortened from its beginning.
    await test.database.inTenant(tenantId, (trx) => appendAudit(trx, entry));
    const root = scene.contextIn('Root');
    for (const environment of ['Root', 'Other']) {
      const context = scene.contextIn(environment);
      const { version, own } = await getRetention(context);
      await putRetention(context, { version, periods: { ...own, activity: 90 } });
    }
    const whole = await verifyChain(test.database, tenantId, { key: INSTALLATION_KEY });
    expect(whole).toMatchObject({ from: 0, findings: [] });
    clock.advance(95 * DAY_MS);
    await runRetention(root);
    await expire();
    const rest = await verifyChain(test.database, tenantId, { key: INSTALLATION_KEY });
    expect(rest).toMatchObject({ findings: [] });
    expect(rest.from).toBeGreaterThan(0);
    expect(rest.sequence).toBeGreaterThan(rest.from);
    const anchors = [{ tenant: tenantId, sequence: whole.sequence, hash: whole.hash, at: '' }];
    expect(await verifyChain(test.database, tenantId, { key: INSTALLATION_KEY, anchors })).toMatchObject({
      findings: [],
    });
    const other = await verifyChain(test.database, tenantId, { key: 'another key' });
    expect(other.findings).toEqual([{ kind: 'floor', sequence: rest.from, entryId: null }]);
    await test.asAdmin('update audit_floor set sequence = sequence + 1 where tenant_id = $1', [tenantId]);
    const moved = await verifyChain(test.database, tenantId, { key: INSTALLATION_KEY });
    expect(moved.findings.map(({ kind }) => kind)).toContain('floor');
  });
});
