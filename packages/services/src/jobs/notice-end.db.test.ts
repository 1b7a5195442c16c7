import { fail, jobLink, OWN_JOB_KINDS, type JobKind } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { queueJob } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { jobAsker } from '../activity/record-activity.ts';
import { workOff } from '../testing/jobs.ts';
import { noticesOf } from '../testing/raised-notices.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import type { JobRunner } from './job-runner.ts';

const test = useDatabase();
let scene: Scene;

beforeEach(async () => {
  await test.asAdmin('delete from job');
  scene = await createScene(test.database, { Root: {} });
});

type Asked = { readonly kind?: JobKind; readonly name?: string; readonly isImport?: boolean };

/** Mara asks for a job. */
const ask = async ({ kind = 'lossPreventionScores', name = '', isImport = false }: Asked = {}): Promise<Id> => {
  const context = { ...scene.contextIn('Root'), isImport };
  const { tenantId, environmentId } = context;
  const subjectId = newId();
  const job = { tenantId, kind, subjectId, environmentId, name, ...jobAsker(context) };
  await test.database.inTenant(tenantId, (trx) => queueJob(trx, job));
  return subjectId;
};

const work = (run: JobRunner['run'], kind: JobKind = 'lossPreventionScores') =>
  workOff({ database: test.database, clock: scene.clock }, { kind, run });
const succeed = async () => undefined;
const refuse = () => Promise.reject(fail('RULE-UNKNOWN', { id: 'x' }));
const ofMara = () => noticesOf(scene, 'Mara Lindqvist', ['ManualReviewAnalyst']);

it('the person who asked for a job is notified that it is done, with a link to the result, and no one else is', async () => {
  const id = await ask({ kind: 'uploadImport', name: 'purchases.csv' });
  await work(succeed, 'uploadImport');
  expect(await ofMara()).toEqual([
    {
      code: 'OWN-JOB-DONE',
      severity: 'Success',
      params: { kind: 'uploadImport', subject: 'purchases.csv' },
      link: `/data/upload/purchaseprotection/${id}`,
    },
  ]);
  expect(await noticesOf(scene)).toEqual([]);
});

it('of a job that was given up the person who asked for it is notified, and once a day those who look after jobs', async () => {
  await ask();
  await work(refuse);
  expect(await ofMara()).toMatchObject([{ code: 'OWN-JOB-FAILED', severity: 'Error', link: '/fraud/lossprevention' }]);
  expect(await noticesOf(scene)).toMatchObject([
    { code: 'JOB-FAILED', severity: 'Error', params: { kind: 'lossPreventionScores' }, link: '/settings/jobs' },
  ]);
  // The one who asked reads of it once, though her roles receive both.
  expect(await noticesOf(scene, 'Mara Lindqvist')).toHaveLength(1);
});

it('files and the product itself have no one to notify', async () => {
  await ask({ isImport: true });
  await work(succeed);
  expect(await ofMara()).toEqual([]);
  const { tenantId, environmentId } = scene.contextIn('Root');
  const system = { askedBy: 'Redoubt', askedAt: new Date(scene.clock.now()) };
  const job = { tenantId, kind: 'retention', subjectId: environmentId, environmentId, name: '', ...system } as const;
  await test.database.inTenant(tenantId, (trx) => queueJob(trx, job));
  await work(succeed, 'retention');
  expect(await ofMara()).toEqual([]);
});

it('can be turned off by the person, as every type', async () => {
  const userId = 'id of Mara Lindqvist';
  await ask();
  await test.asAdmin(
    `insert into notice_subscription (tenant_id, user_id, type, shown) values ($1, $2, 'OwnJob', false)`,
    [scene.tenantId, userId],
  );
  await work(succeed);
  expect(await ofMara()).toEqual([]);
});

it('every kind that raises a notice leads somewhere', () => {
  const thing = { id: newId(), setId: newId(), ruleId: newId(), assessment: 'accountLogin' };
  const links = OWN_JOB_KINDS.map((kind) => jobLink({ kind, ...thing }));
  expect(links.every((link) => link?.startsWith('/'))).toBe(true);
  expect(jobLink({ kind: 'backtest', ...thing })).toBe(`/fraud/accountlogin/rules?rule=${thing.ruleId}&panel=backtest`);
});
