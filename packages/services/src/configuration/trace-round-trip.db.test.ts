import type { TraceText } from '@redoubt/contracts';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { createTraceSubscription, setTraceSubscriptionState } from '../event-tracing/trace-subscriptions.commands.ts';
import { openTraceSecrets } from '../event-tracing/trace-destination.ts';
import { getTraceSubscriptions } from '../event-tracing/trace-subscriptions.queries.ts';
import { importFiles } from '../testing/import-files.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { TRACE_MEANS } from '../testing/trace-sending.ts';
import { exportConfiguration } from './export-configuration.ts';
import type { ImportInput } from './import-input.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

const exported = async (environment: string): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries((await exportConfiguration(scene.contextIn(environment))).map(({ path, text }) => [path, text]));
const bring = (files: Readonly<Record<string, string>>, more: Partial<ImportInput> = {}) =>
  importFiles(scene.contextIn('Copy'), files, { calls: merchant.calls, ...more });
const inCopy = async () => (await getTraceSubscriptions(scene.contextIn('Copy'), TRACE_MEANS)).subscriptions;

beforeEach(async () => {
  scene = await createScene(test.database, { Made: {}, Copy: {} });
  merchant = await createMerchant(test.database, scene);
  return () => merchant.close();
}, 120_000);

const PATH = 'event-tracing/To the broker.yaml';
const BROKER: TraceText = {
  name: 'To the broker',
  description: 'Read by finance.',
  events: ['labels', 'assessments'],
  kind: 'nats',
  settings: { subject: 'redoubt.{namespace}', host: 'broker.example', tls: true },
  secrets: { password: 'a very secret token' },
  filter: 'WHEN @"request.totalAmount" > 100',
  projection: '',
  masked: true,
};

/** The secret that is sealed for a subscription of the copy. */
const sealedInCopy = async (): Promise<Readonly<Record<string, string>>> => {
  const [row] = await test.asAdmin<{ id: string; secrets: Record<string, string> }>(
    'select subscription_id::text as id, secrets from trace_subscription where environment_id = $1',
    [scene.idOf('Copy')],
  );
  return openTraceSecrets({ secrets: merchant.calls.secrets }, scene.tenantId, row?.id ?? '', row?.secrets ?? {});
};

it('subscriptions go to another environment without their secrets, and come out of it as the same files', async () => {
  await createTraceSubscription(scene.contextIn('Made'), TRACE_MEANS, BROKER);
  const files = await exported('Made');
  expect(files[PATH]).toMatchInlineSnapshot(`
    "traceSubscription: To the broker
    description: Read by finance.
    events:
      - assessments
      - labels
    destination: nats
    settings:
      host: broker.example
      subject: redoubt.{namespace}
      tls: true
    secrets:
      password:
        variable: REDOUBT_SECRET_TO_THE_BROKER_PASSWORD
    filter: |-
      WHEN @"request.totalAmount" > 100
    masked: true
    "
  `);
  expect(JSON.stringify(files)).not.toContain('very secret');

  const asked: string[] = [];
  const variable = (name: string): string => {
    asked.push(name);
    return 'the token of the copy';
  };
  expect(await bring(files, { variable })).toMatchObject({ problems: [], applied: true });
  expect(asked).toContain('REDOUBT_SECRET_TO_THE_BROKER_PASSWORD');
  expect(await sealedInCopy()).toEqual({ password: 'the token of the copy' });
  expect(await exported('Copy')).toEqual(files);
  expect(await bring(files)).toMatchObject({ problems: [], changes: [] });
});

it('keep their secret and whether they send, where files change something else', async () => {
  await createTraceSubscription(scene.contextIn('Made'), TRACE_MEANS, BROKER);
  const files = await exported('Made');
  await bring(files);
  const [made] = await inCopy();
  await setTraceSubscriptionState(scene.contextIn('Copy'), made?.id ?? '', {
    isActive: false,
    version: made?.version ?? '',
  });
  const changed = { ...files, [PATH]: (files[PATH] ?? '').replace('> 100', '> 500') };
  expect(await bring(changed, { variable: () => undefined })).toMatchObject({ problems: [], applied: true });
  expect(await inCopy()).toMatchObject([{ state: 'inactive', filter: 'WHEN @"request.totalAmount" > 500' }]);
  expect(await sealedInCopy()).toEqual({ password: 'the key' });
});

it('are refused with the place of what is wrong, and where their secret is kept nowhere', async () => {
  await createTraceSubscription(scene.contextIn('Made'), TRACE_MEANS, BROKER);
  const files = await exported('Made');
  const without = await bring(files, { variable: () => undefined });
  expect(without).toMatchObject({ applied: false, problems: [{ path: PATH, line: 13 }] });
  expect(without.problems[0]?.message).toContain('Set the variable REDOUBT_SECRET_TO_THE_BROKER_PASSWORD');
  const wrong = (from: string, to: string) => bring({ [PATH]: (files[PATH] ?? '').replace(from, to) });
  expect(await wrong('redoubt.{namespace}', 'redoubt.*')).toMatchObject({ problems: [{ path: PATH, line: 9 }] });
  expect(await wrong('> 100', '> "')).toMatchObject({ problems: [{ path: PATH, line: 15 }] });
  expect(await wrong('nats', 'pigeons')).toMatchObject({ problems: [{ path: PATH, line: 6 }] });
  expect(await inCopy()).toEqual([]);
});
