import { DEFAULT_CASE_CONFIGURATION } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createScene, type Scene } from '../testing/scene.ts';
import { asCaseConfigurationJson } from './case-configuration-json.ts';
import { putCaseConfiguration, putCaseSettings } from './case-settings.commands.ts';
import { getCaseConfigurations, getCaseSettings } from './case-settings.queries.ts';
import { readCaseConfiguration, readCaseSettings } from './read-case-settings.ts';

const test = useDatabase();
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
});

type Json = ReturnType<typeof asCaseConfigurationJson>;

const standard = (): Json => asCaseConfigurationJson(DEFAULT_CASE_CONFIGURATION);

/** Approve, Reject and one more, in the order of their buttons. */
const withThird = (third: Partial<Json['queueDecisions'][number]> = {}): Json => ({
  ...standard(),
  queueDecisions: [
    ...standard().queueDecisions,
    {
      name: 'Ask customer',
      caseAction: 'None',
      labelAction: 'None',
      reasons: ['Address unclear'],
      buttonSentiment: 'Neutral',
      fqlAction: null,
      ...third,
    },
  ],
});

const put = (
  configuration: Json,
  more: Partial<Parameters<typeof putCaseConfiguration>[2]> = {},
  environment = 'Root',
) =>
  putCaseConfiguration(scene.contextIn(environment), 'purchase', { version: '0', configuration, remap: [], ...more });

const purchaseIn = async (environment: string) => {
  const { configurations } = await getCaseConfigurations(scene.contextIn(environment));
  const purchase = configurations.find(({ assessment }) => assessment === 'purchase');
  if (!purchase) throw new Error('purchase is an assessment');
  return purchase;
};

const addQueue = (name: string, decision: string, environment: string) =>
  test.asAdmin(
    `insert into case_queue (tenant_id, queue_id, environment_id, assessment, name, name_key, description, sequence,
        order_by, direction, timeout_ms, default_decision, changed_by, changed_at)
      values ('${scene.tenantId}', '${newId()}', '${scene.idOf(environment)}', 'purchase', '${name}', lower('${name}'), '',
        'Unrestricted', 'eventTime', 'asc', 3600000, '${decision}', 'Mara Lindqvist', now())`,
  );

describe('the configuration of decisions', () => {
  it('is the default until one is saved, and holds for the environments below', async () => {
    expect(await purchaseIn('Child')).toMatchObject({ isConfigured: false, changed: null, configuration: standard() });
    await put(withThird());
    expect(await purchaseIn('Child')).toMatchObject({
      isConfigured: true,
      configuration: withThird(),
      changed: { by: 'Mara Lindqvist' },
    });
    const read = await test.database.readTenant(scene.tenantId, (trx) =>
      readCaseConfiguration(trx, scene.idOf('Child'), 'purchase'),
    );
    expect(read.decisions.map(({ name }) => name)).toEqual(['Approve', 'Reject', 'Ask customer']);
    expect(await scene.activities()).toEqual(['Update CaseConfiguration purchase']);
  });

  it('takes either name that the original gives the default', async () => {
    const { queueDecisions } = standard();
    const saved = await put({ queueDecisions, defaultDecisionName: 'Reject' });
    expect(saved.configuration).toMatchObject({ defaultDecisionButtonName: 'Reject' });
  });

  it('is written in the root environment, in the state that was seen', async () => {
    await expect(put(withThird(), {}, 'Child')).rejects.toMatchObject({ code: 'CASE-CONFIGURATION-NOT-ROOT' });
    await put(withThird());
    await expect(put(standard())).rejects.toMatchObject({ code: 'CASE-CONFIGURATION-STALE' });
  });

  it('names every place that is wrong', async () => {
    const broken = withThird({ name: 'approve', reasons: [] });
    await expect(put({ ...broken, defaultDecisionButtonName: 'Later' })).rejects.toMatchObject({
      code: 'CASE-CONFIGURATION-INVALID',
      problems: [
        { path: 'body.configuration.queueDecisions[2].name' },
        { path: 'body.configuration.queueDecisions[2].reasons' },
        { path: 'body.configuration.defaultDecisionButtonName' },
      ],
    });
  });

  it('checks action code as the rules are checked', async () => {
    await expect(put(withThird({ fqlAction: 'DO External.nowhere(@"user.email")' }))).rejects.toMatchObject({
      code: 'CASE-CONFIGURATION-INVALID',
      problems: [
        { path: expect.stringMatching(/^body\.configuration\.queueDecisions\[2\]\.fqlAction:1:\d+$/) as string },
      ],
    });
    expect(await scene.activities()).toEqual([]);
  });

  it('gives queues of a removed decision another one in the same call, or refuses with the queues', async () => {
    const { version } = await put(withThird());
    await addQueue('Callbacks', 'Ask customer', 'Child');
    await addQueue('Others', 'Reject', 'Root');
    expect((await purchaseIn('Root')).queues).toMatchObject([
      { name: 'Callbacks', environment: 'Child', decision: 'Ask customer' },
      { name: 'Others', environment: 'Root', decision: 'Reject' },
    ]);
    await expect(put(standard(), { version })).rejects.toMatchObject({
      code: 'CASE-DECISION-IN-USE',
      params: { decisions: ['Ask customer'], queues: ['Callbacks'] },
    });
    await expect(put(standard(), { version, remap: [{ from: 'Ask customer', to: 'Later' }] })).rejects.toMatchObject({
      code: 'CASE-CONFIGURATION-INVALID',
      problems: [{ path: 'body.remap[0].to' }],
    });
    const saved = await put(standard(), { version, remap: [{ from: 'Ask customer', to: 'Reject' }] });
    expect(saved.queues).toMatchObject([
      { name: 'Callbacks', decision: 'Reject' },
      { name: 'Others', decision: 'Reject' },
    ]);
  });
});

describe('the settings of cases', () => {
  const secondReview = { sharePercent: 5, limits: [{ currency: 'EUR', amount: 500 }] };
  const settings = { version: '0', holdSeconds: 0, secondReview, hidesAgents: true, masksPersonal: true };

  it('are defaults until they are saved, in each environment on its own', async () => {
    expect(await getCaseSettings(scene.contextIn('Root'))).toMatchObject({
      holdSeconds: 300,
      hidesAgents: false,
      masksPersonal: false,
    });
    await putCaseSettings(scene.contextIn('Root'), settings);
    const read = (environment: string) =>
      test.database.readTenant(scene.tenantId, (trx) => readCaseSettings(trx, scene.idOf(environment)));
    expect(await read('Root')).toEqual({ holdMs: 0, secondReview, hidesAgents: true, masksPersonal: true });
    expect(await read('Child')).toMatchObject({ holdMs: 300_000 });
    await expect(putCaseSettings(scene.contextIn('Root'), settings)).rejects.toMatchObject({
      code: 'CASE-SETTINGS-STALE',
    });
    expect(await scene.activities()).toEqual(['Update CaseSettings Root']);
  });

  it('have one limit for a currency', async () => {
    const [limit] = secondReview.limits;
    const twice = { ...secondReview, limits: [limit, limit].filter((each) => each !== undefined) };
    await expect(putCaseSettings(scene.contextIn('Root'), { ...settings, secondReview: twice })).rejects.toMatchObject({
      code: 'REQ-INVALID',
      problems: [{ path: 'body.secondReview.limits[1].currency' }],
    });
  });
});
