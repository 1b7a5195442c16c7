import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createAlert } from '../series-alerts/alerts.commands.ts';
import { importFiles } from '../testing/import-files.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { exportConfiguration } from './export-configuration.ts';

const test = useDatabase();
const means = { secrets: createSecretBox('a key of the installation for tests'), allowsPlain: () => true };
let scene: Scene;
let merchant: Merchant;

const exported = async (environment: string): Promise<Readonly<Record<string, string>>> => {
  const files = await exportConfiguration(scene.contextIn(environment));
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
};
const bring = (files: Readonly<Record<string, string>>) =>
  importFiles(scene.contextIn('Copy'), files, { calls: merchant.calls });

beforeEach(async () => {
  scene = await createScene(test.database, { Made: {}, Copy: {} });
  merchant = await createMerchant(test.database, scene);
  return () => merchant.close();
}, 120_000);

const common = {
  includeChildren: true,
  windowMinutes: 60,
  row: 1,
  severity: 'Warning',
  notified: 'roles',
  webhookUrl: null,
  silenceHours: 1,
} as const;

it('alerts on rules, decisions and latency go to another environment and come out of it as the same files', async () => {
  const context = scene.contextIn('Made');
  const rule = await publishNewRule(context, 'Reviews', ['RETURN Review("BIG") WHEN @"totalAmount" > 100']);
  await createAlert(context, means, {
    ...common,
    name: 'Too many reviews',
    figure: 'ruleHits',
    target: rule.id,
    decision: null,
    condition: 'above',
    threshold: 250,
    row: 3,
    severity: 'Error',
    webhookUrl: 'https://alerts.shop.example/hook',
    silenceHours: 6,
  });
  await createAlert(context, means, {
    ...common,
    name: 'Rejections: unusual',
    figure: 'decisionPercent',
    target: 'purchase',
    decision: 'Reject',
    includeChildren: false,
    condition: 'unusual',
    threshold: null,
  });
  const files = await exported('Made');
  expect(files['alerts/Too many reviews.yaml']).toMatchInlineSnapshot(`
    "alert: Too many reviews
    figure: ruleHits
    of: "purchase: Reviews"
    includeChildren: true
    windowMinutes: 60
    condition: above
    threshold: 250
    windowsInARow: 3
    severity: Error
    notified: roles
    webhook: https://alerts.shop.example/hook
    silenceHours: 6
    "
  `);
  expect(Object.keys(files).filter((path) => path.startsWith('alerts/'))).toHaveLength(2);

  expect(await bring(files)).toMatchObject({ problems: [], applied: true });
  expect(await exported('Copy')).toEqual(files);
  expect(await bring(files)).toMatchObject({ problems: [], changes: [] });
  // Each watches the rule of its own environment.
  const watched = await test.asAdmin<{ place: string; target: string }>(
    `select environment_id::text as place, definition ->> 'target' as target from alert
      where tenant_id = $1 and definition ->> 'figure' = 'ruleHits'`,
    [scene.tenantId],
  );
  const of = (environment: string) => watched.find(({ place }) => place === scene.idOf(environment))?.target;
  expect(of('Made')).toBe(rule.id);
  expect(of('Copy')).not.toBe(rule.id);
});

it('one on a rule that is not there is refused, with its place', async () => {
  const text =
    'alert: Quiet\nfigure: ruleHits\nof: "Purchase: Nowhere"\nwindowMinutes: 60\ncondition: above\nthreshold: 1\n';
  const report = await bring({ 'alerts/Quiet.yaml': text });
  expect(report).toMatchObject({ applied: false, problems: [{ path: 'alerts/Quiet.yaml', line: 3 }] });
});
