import { DEFAULT_CASE_CONFIGURATION, GENERAL_QUEUE } from '@redoubt/domain';
import { DAY_MS, HOUR_MS } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { createCaseScene, type CaseScene } from '../testing/case-scene.ts';
import { workOff } from '../testing/jobs.ts';
import { createCaseTimeOuts } from './time-outs.job.ts';

const test = useDatabase();
let scene: CaseScene;

beforeEach(async () => {
  scene = await createCaseScene(test);
});

const timedOut = async () =>
  (await test.asAdmin('select event_id as id from review_case where tenant_id = $1 and outcome is not null', [
    scene.tenantId,
  ])) as readonly { readonly id: string }[];
const work = async (): Promise<void> => {
  const place = { database: test.database, clock: scene.clock };
  await workOff(place, createCaseTimeOuts(place));
};

const renamed = ({ name, ...decision }: (typeof DEFAULT_CASE_CONFIGURATION.decisions)[number]) => ({
  ...decision,
  name: name === GENERAL_QUEUE.defaultDecision ? 'Accept' : name,
});

it('cases whose default decision is not configured keep none waiting that are due after them', async () => {
  const decisions = DEFAULT_CASE_CONFIGURATION.decisions.map(renamed);
  await test.asAdmin(
    `insert into case_configuration (tenant_id, environment_id, assessment, configuration, changed_by, changed_at)
      values ($1, $2, 'purchase', $3, 'Mara Lindqvist', now())`,
    [scene.tenantId, scene.idOf('Shop'), JSON.stringify({ decisions, defaultDecision: 'Gone' })],
  );
  await scene.addCases(450);
  const queueId = await scene.addQueue('Rejects');
  await test.asAdmin("update case_queue set default_decision = 'Reject' where queue_id = $1", [queueId]);
  for (const name of ['late-1', 'late-2']) await scene.addCase(name, { queueId, dueInMs: DAY_MS + HOUR_MS });
  scene.clock.advance(DAY_MS + 2 * HOUR_MS);
  await work();
  expect((await timedOut()).map(({ id }) => id).toSorted()).toEqual(['late-1', 'late-2']);
  await test.asAdmin('delete from case_configuration where tenant_id = $1', [scene.tenantId]);
  await work();
  expect(await timedOut()).toHaveLength(452);
});
