import { fail, type JobKind } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { cancelJobs, claimJob, findJob, JobLost, queueJob, stepJob } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createScene, type Scene } from '../testing/scene.ts';
import { startJobs, type JobRun, type JobRunner } from './job-runner.ts';

const test = useDatabase();
const PATIENCE = { timeout: 30_000, interval: 20 };

let scene: Scene;
const nodes: { close: () => Promise<void> }[] = [];

beforeEach(async () => {
  await test.asAdmin('delete from job');
  scene = await createScene(test.database, { Root: {} });
});
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()));
});

const node = (runners: readonly JobRunner[], name = 'one') => {
  const started = startJobs({ database: test.database, clock: scene.clock, runners, node: name, heartbeatMs: 20 });
  nodes.push(started);
  return started;
};

const inTenant = <T>(work: Parameters<typeof test.database.inTenant<T>>[1]) =>
  test.database.inTenant(scene.tenantId, work);

const queue = async (kind: JobKind = 'backtest', notBefore?: Date): Promise<Id> => {
  const subjectId = newId();
  const { environmentId, tenantId } = scene.contextIn('Root');
  const askedAt = new Date(scene.clock.now());
  const job = { tenantId, kind, subjectId, environmentId, name: 'Limit', askedBy: 'Mara', askedAt };
  await inTenant((trx) => queueJob(trx, notBefore ? { ...job, notBefore } : job));
  return subjectId;
};

const jobOf = (subjectId: Id, kind: JobKind = 'backtest') => inTenant((trx) => findJob(trx, kind, subjectId));

const expectState = (subjectId: Id, state: string, kind: JobKind = 'backtest') =>
  vi.waitFor(async () => expect(await jobOf(subjectId, kind)).toMatchObject({ state }), PATIENCE);

const untilAborted = ({ signal }: JobRun): Promise<undefined> =>
  delay(60_000, undefined, { signal }).catch(() => undefined);

/** As if the node that works on the job had died a minute ago. */
const silence = (subjectId: Id) =>
  test.asAdmin("update job set heartbeat_at = now() - interval '1 minute', claim_id = $2 where subject_id = $1", [
    subjectId,
    newId(),
  ]);

describe('jobs of several nodes', () => {
  it('are each done once', async () => {
    const subjects = await Promise.all(Array.from({ length: 12 }, () => queue()));
    const done: Id[] = [];
    const runner: JobRunner = {
      kind: 'backtest',
      run: async ({ subjectId }) => {
        done.push(subjectId);
        await delay(1);
        return undefined;
      },
    };
    node([runner], 'one');
    node([runner], 'two');
    for (const subject of subjects) await expectState(subject, 'done');
    expect(done.toSorted()).toEqual(subjects.toSorted());
  });

  it('say who works on them and how far they are', async () => {
    const subject = await queue();
    const runner: JobRunner = {
      kind: 'backtest',
      run: (_job, run) => {
        run.report({ done: 3, total: 9 });
        return untilAborted(run);
      },
    };
    node([runner], 'two');
    await vi.waitFor(
      async () => expect(await jobOf(subject)).toMatchObject({ state: 'running', node: 'two', done: 3, total: 9 }),
      PATIENCE,
    );
  });

  it('are taken over where they stand when a node falls silent, and no step of the silent one counts then', async () => {
    const subject = await queue();
    const first = await claimJob(test.database, {
      node: 'dead',
      kinds: ['backtest'],
      now: new Date(scene.clock.now()),
    });
    if (first === undefined) throw new Error('nothing was claimed');
    const step = (job: typeof first) => stepJob(test.database, job, { done: 4 });
    await step(first);
    const seen: number[] = [];
    node([
      {
        kind: 'backtest',
        run: async (job) => {
          seen.push(job.done);
          await step(job);
          return undefined;
        },
      },
    ]);
    expect((await jobOf(subject))?.node).toBe('dead');
    await silence(subject);
    await expectState(subject, 'done');
    expect(seen).toEqual([4]);
    expect((await jobOf(subject))?.done).toBe(8);
    await expect(step(first)).rejects.toBeInstanceOf(JobLost);
  });

  it('are given up when they stop every node that takes them', async () => {
    const subject = await queue();
    for (let time = 0; time < 5; time += 1) {
      await claimJob(test.database, { node: 'dies', kinds: ['backtest'], now: new Date(scene.clock.now()) });
      await silence(subject);
    }
    const ran = vi.fn(async () => undefined);
    node([{ kind: 'backtest', run: ran }]);
    await expectState(subject, 'failed');
    expect(await jobOf(subject)).toMatchObject({ problem: 'JOB-INTERRUPTED' });
    expect(ran).not.toHaveBeenCalled();
  });

  it('are left to the next node where one stops', async () => {
    const subject = await queue();
    const begun = Promise.withResolvers<void>();
    const first = node([
      {
        kind: 'backtest',
        run: (_job, run) => {
          begun.resolve();
          return untilAborted(run);
        },
      },
    ]);
    await begun.promise;
    await first.close();
    expect(await jobOf(subject)).toMatchObject({ state: 'queued', node: null });
  });
});

describe('a job', () => {
  it('waits for its time', async () => {
    const subject = await queue('environmentPurge', new Date(scene.clock.now() + 60_000));
    const soon = await queue('environmentPurge');
    node([{ kind: 'environmentPurge', run: async () => undefined }]);
    await expectState(soon, 'done', 'environmentPurge');
    expect(await jobOf(subject, 'environmentPurge')).toMatchObject({ state: 'queued' });
    scene.clock.advance(60_000);
    await expectState(subject, 'done', 'environmentPurge');
  });

  it('does not wait for a job of another kind', async () => {
    const long = await queue('backtest');
    const short = await queue('searchFill');
    node([
      { kind: 'backtest', run: (_job, run) => untilAborted(run) },
      { kind: 'searchFill', run: async () => undefined },
    ]);
    await expectState(short, 'done', 'searchFill');
    await expectState(long, 'running');
  });

  it('stops soon after it was cancelled, and stays cancelled', async () => {
    const subject = await queue();
    const stopped = Promise.withResolvers<void>();
    node([
      {
        kind: 'backtest',
        run: async (_job, run) => {
          await untilAborted(run);
          stopped.resolve();
          return () => Promise.reject(new Error('the end of a cancelled job is not written'));
        },
      },
    ]);
    await expectState(subject, 'running');
    const cancelled = await inTenant((trx) => cancelJobs(trx, 'backtest', [subject], new Date(scene.clock.now())));
    expect(cancelled).toEqual([subject]);
    await stopped.promise;
    expect(await jobOf(subject)).toMatchObject({ state: 'cancelled', node: null, problem: null });
    expect(await inTenant((trx) => cancelJobs(trx, 'backtest', [subject], new Date(scene.clock.now())))).toEqual([]);
  });

  it('that fails is tried again after a while, and given up after some attempts', async () => {
    const subject = await queue();
    let attempts = 0;
    const failed = vi.fn(async () => undefined);
    node([
      {
        kind: 'backtest',
        run: () => Promise.reject(new Error(`attempt ${(attempts += 1)}`)),
        failed,
        mostAttempts: 3,
      },
    ]);
    await vi.waitFor(() => {
      scene.clock.advance(1000);
      expect(attempts).toBe(3);
    }, PATIENCE);
    await expectState(subject, 'failed');
    expect(await jobOf(subject)).toMatchObject({ problem: 'SRV-INTERNAL' });
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it('that cannot be done is not tried again', async () => {
    const subject = await queue();
    const run = vi.fn(() => Promise.reject(fail('RULE-UNKNOWN', { id: 'x' })));
    node([{ kind: 'backtest', run }]);
    await expectState(subject, 'failed');
    expect(await jobOf(subject)).toMatchObject({ problem: 'RULE-UNKNOWN' });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is done together with what its end writes, or not at all', async () => {
    const subject = await queue();
    const other = newId();
    let isBroken = true;
    node([
      {
        kind: 'backtest',
        run:
          async ({ environmentId, tenantId }) =>
          async (trx) => {
            const at = new Date(scene.clock.now());
            const next = {
              tenantId,
              kind: 'searchFill',
              subjectId: other,
              environmentId,
              name: '',
              askedBy: '',
            } as const;
            await queueJob(trx, { ...next, askedAt: at });
            if (isBroken) throw new Error('the end could not be written');
          },
      },
    ]);
    await vi.waitFor(async () => expect((await jobOf(subject))?.problem).toBe('SRV-INTERNAL'), PATIENCE);
    expect(await jobOf(other, 'searchFill')).toBeUndefined();
    isBroken = false;
    scene.clock.advance(1000);
    await expectState(subject, 'done');
    expect(await jobOf(other, 'searchFill')).toMatchObject({ state: 'queued' });
  });

  it('are scheduled by one node where that visits each tenant, and by another once that is gone', async () => {
    const ran: string[] = [];
    const scheduling = (name: string) => {
      const schedule = { everyMs: 20, onOneNode: true, run: async () => void ran.push(name) } as const;
      return node([{ kind: 'backtest', run: async () => undefined, schedule }], name);
    };
    const passing = (times: number) =>
      vi.waitFor(() => {
        const before = ran.length;
        scene.clock.advance(15_000);
        expect(before).toBeGreaterThanOrEqual(times);
      }, PATIENCE);
    const first = scheduling('first');
    await passing(1);
    scheduling('second');
    await passing(4);
    expect(new Set(ran)).toEqual(new Set(['first']));
    await first.close();
    ran.length = 0;
    await passing(2);
    expect(new Set(ran)).toEqual(new Set(['second']));
  });

  it('is done though the schedule of a kind fails', async () => {
    const subject = await queue();
    const schedule = { everyMs: 1000, run: () => Promise.reject(new Error('the schedule is broken')) };
    node([{ kind: 'backtest', run: async () => undefined, schedule }]);
    await expectState(subject, 'done');
  });

  it('cannot be seen from another tenant', async () => {
    const subject = await queue();
    const other = await createScene(test.database, { Root: {} });
    expect(await test.database.inTenant(other.tenantId, (trx) => findJob(trx, 'backtest', subject))).toBeUndefined();
  });
});
