import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { HOUR_MS, newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueue } from '../queues/queues.commands.ts';
import { createRoutingRule, publishRoutingRule } from '../rules/routing-rules.commands.ts';
import { importFiles } from '../testing/import-files.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { exportConfiguration } from './export-configuration.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

const DECISIONS = `defaultDecisionButtonName: Refuse
queueDecisions:
  - name: Release
    caseAction: Approve
    labelAction: NonFraud
    reasons:
      - Known customer
    buttonSentiment: Positive
  - name: Refuse
    caseAction: Reject
    labelAction: Fraud
    reasons:
      - Stolen card
      - Collusion
    buttonSentiment: Negative
`;
const SETTINGS = `holdSeconds: 90
secondReview:
  sharePercent: 5
  limits:
    - currency: EUR
      amount: 2000
hidesAgents: true
masksPersonal: true
`;
const THRESHOLDS = `thresholds:
  - measure: backlog
    most: 500
  - measure: overturnedPercent
    queue: General
    days: 28
    most: 2.5
  - measure: waitedHours
    queue: Large losses
    days: 7
    most: 4
    silenceMinutes: 60
`;

beforeAll(async () => {
  scene = await createScene(test.database, { Made: {}, Copy: {} });
  merchant = await createMerchant(test.database, scene);
  const context = scene.contextIn('Made');
  await publishNewRule(context, 'Reviews', ['RETURN Review("BIG") WHEN @"totalAmount" > 100']);
  const files = { 'cases/decisions/purchase.yaml': DECISIONS, 'cases/settings.yaml': SETTINGS };
  const report = await importFiles(context, files, { calls: merchant.calls });
  if (!report.applied) throw new Error(JSON.stringify(report.problems));
  const queue = { description: '', assessment: 'purchase', direction: 'asc', defaultDecision: 'Refuse' } as const;
  await createQueue(context, {
    ...queue,
    name: 'Large losses',
    sequence: 'Unrestricted',
    orderBy: 'expectedLoss',
    timeoutMs: 48 * HOUR_MS,
  });
  await createQueue(context, {
    ...queue,
    name: 'By country',
    sequence: 'Restricted',
    orderBy: 'user.country',
    timeoutMs: HOUR_MS,
  });
  await importFiles(context, { 'cases/thresholds.yaml': THRESHOLDS }, { calls: merchant.calls });
  const rules = [
    ['Sums', 'ROUTETO Queue("Large losses") WHEN @"totalAmount" > 1000'],
    ['Countries', 'ROUTETO Queue("By country") WHEN @"user.country" == "DK"'],
  ] as const;
  for (const [name, code] of rules) {
    const text = { condition: '', clauses: [{ id: newId(), name: 'Route', code }], samplePayload: {} };
    const { id, version } = await createRoutingRule(context, 'purchase', { name, description: '', text });
    const input = { version, name, description: '', active: true, note: '', overwrite: false };
    await publishRoutingRule(context, 'purchase', id, input);
  }
}, 120_000);
afterAll(() => merchant.close());

const exported = async (environment: string): Promise<Readonly<Record<string, string>>> => {
  const files = await exportConfiguration(scene.contextIn(environment));
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
};
const bring = (files: Readonly<Record<string, string>>) =>
  importFiles(scene.contextIn('Copy'), files, { calls: merchant.calls });

describe('queues, routing rules, decisions and settings of cases', () => {
  it('go into an empty environment together, and out of it as the same files', async () => {
    const files = await exported('Made');
    const ofCases = Object.keys(files).filter((path) => /^(?:cases|queues)\/|Sums|Countries/.test(path));
    expect(ofCases).toMatchInlineSnapshot(`
      [
        "cases/decisions/purchase.yaml",
        "cases/settings.yaml",
        "cases/thresholds.yaml",
        "queues/By country.yaml",
        "queues/Large losses.yaml",
        "rules/purchase/Countries.yaml",
        "rules/purchase/Sums.yaml",
      ]
    `);
    expect(files['cases/decisions/purchase.yaml']).toBe(DECISIONS);
    expect(files['cases/settings.yaml']).toBe(SETTINGS);
    expect(files['cases/thresholds.yaml']).toBe(THRESHOLDS);
    expect(await bring(files)).toMatchObject({ problems: [], applied: true });
    expect(await exported('Copy')).toEqual(files);
    expect(await bring(files)).toMatchObject({ problems: [], changes: [] });
  });

  it('make the same cases there', async () => {
    const user = PURCHASE_SAMPLE['user'] as Readonly<Record<string, string>>;
    for (const [index, [country, totalAmount]] of (
      [
        ['DE', 2000],
        ['DK', 500],
        ['DK', 3000],
        ['FR', 200],
      ] as const
    ).entries()) {
      const purchase = { ...PURCHASE_SAMPLE, purchaseId: `p-${index}`, totalAmount, user: { ...user, country } };
      await merchant.send('Made', 'purchase', purchase);
      await merchant.send('Copy', 'purchase', purchase);
    }
    const casesIn = (environment: string) =>
      test.asAdmin(
        `select event_id as event, coalesce(q.name, 'General') as queue, routed_rule as rule, order_text as country,
            extract(epoch from due_at - c.received_at)::int as due from review_case c left join case_queue q using (tenant_id, queue_id)
          where c.tenant_id = $1 and c.environment_id = $2 order by 1`,
        [scene.tenantId, scene.idOf(environment)],
      );
    const made = await casesIn('Made');
    expect(made).toMatchInlineSnapshot(`
      [
        {
          "country": null,
          "due": 172890,
          "event": "p-0",
          "queue": "Large losses",
          "rule": "Sums",
        },
        {
          "country": "DK",
          "due": 3690,
          "event": "p-1",
          "queue": "By country",
          "rule": "Countries",
        },
        {
          "country": null,
          "due": 172890,
          "event": "p-2",
          "queue": "Large losses",
          "rule": "Sums",
        },
        {
          "country": null,
          "due": 86490,
          "event": "p-3",
          "queue": "General",
          "rule": null,
        },
      ]
    `);
    expect(await casesIn('Copy')).toEqual(made);
  });

  it('watch what the file says: what it has is added, what it lacks goes, and what stays keeps its measurement', async () => {
    const path = 'cases/thresholds.yaml';
    const measured = () =>
      test.asAdmin(
        `update case_threshold set value = 3, checked_at = now() where tenant_id = $1 and measure = 'backlog' returning 1`,
        [scene.tenantId],
      );
    expect(await measured()).toHaveLength(2);
    const { [path]: _thresholds, ...others } = await exported('Copy');
    const changed = THRESHOLDS.replace('most: 4', 'most: 8').replace(/ {2}- measure: overturned(?:.*\n){4}/, '');
    const { changes, problems } = await bring({ ...others, [path]: changed });
    expect({ problems, changes }).toMatchObject({
      problems: [],
      changes: [{ kind: 'caseThresholds', name: 'cases', change: 'changed' }],
    });
    expect((await exported('Copy'))[path]).toBe(changed);
    expect(
      await test.asAdmin(
        `select measure, most, value from case_threshold where tenant_id = $1 and environment_id = $2 order by 1`,
        [scene.tenantId, scene.idOf('Copy')],
      ),
    ).toEqual([
      { measure: 'backlog', most: 500, value: 3 },
      { measure: 'waitedHours', most: 8, value: null },
    ]);
    const quieter = changed.replace('most: 500', 'most: 500\n    silenceMinutes: 30');
    await bring({ ...others, [path]: quieter });
    expect((await exported('Copy'))[path]).toBe(quieter);
    expect(
      await test.asAdmin('select 1 from case_threshold where tenant_id = $1 and value = 3', [scene.tenantId]),
    ).toHaveLength(2);
    const away = await bring({ ...others, [path]: changed.replace('Large losses', 'Nowhere') });
    expect(away).toMatchObject({ applied: false, problems: [{ path, line: 5 }] });
    const wrong = await bring({ ...others, [path]: changed.replace('    days: 7\n', '') });
    expect(wrong).toMatchObject({ applied: false, problems: [{ path }] });
    await bring({ ...others, [path]: THRESHOLDS });
    expect((await exported('Copy'))[path]).toBe(THRESHOLDS);
  });

  it('are refused where a routing rule names a queue that is not there, with its place', async () => {
    const { 'queues/Large losses.yaml': _queue, ...files } = await exported('Made');
    const [path = '', text = ''] = Object.entries(files).find(([name]) => name.includes('Sums')) ?? [];
    const report = await bring({ ...files, [path]: text.replaceAll('Large losses', 'Nowhere') });
    expect(report.applied).toBe(false);
    expect(report.problems).toMatchInlineSnapshot(`
      [
        {
          "column": 21,
          "line": 8,
          "message": "FQL-UNKNOWN-QUEUE There is no queue "Nowhere" for cases of this assessment.",
          "path": "rules/purchase/Sums.yaml",
        },
      ]
    `);
  });
});
