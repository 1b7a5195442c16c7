import { useDatabase } from '@redoubt/testing/database';
import { untilEnded, untilReady } from '@redoubt/testing/durability';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodes, engineerAt, merchantAt, publishOn, type Sent } from '../testing/nodes.ts';

/** Two seconds are promised; a busy machine gets more before this is called broken. */
const PATIENCE_MS = 20_000;

const db = useDatabase();
let root = '';
const nodes = createNodes(db, () => root);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'redoubt-nodes-'));
});
afterAll(async () => {
  await nodes.killAll();
  await rm(root, { recursive: true, force: true });
});

it('lets one node decide, by whatever is published on another, and a successor when it is gone', async () => {
  const first = await nodes.start('first', { REDOUBT_ROLES: 'decisions,projectors' });
  await untilReady(first);
  const other = await nodes.start('other', { REDOUBT_ROLES: 'console' });
  await untilReady(other);
  const merchant = await merchantAt(first, join(root, 'other'));
  const reasonOf = ({ body }: Sent): unknown =>
    (body.resultDetails as { MerchantRuleReason?: unknown } | undefined)?.MerchantRuleReason;

  expect(await merchant.purchase()).toMatchObject({ status: 200 });
  expect(reasonOf(await merchant.purchase())).not.toBe('published elsewhere');
  expect((await (await merchantAt(other, join(root, 'other'))).purchase()).status).toBe(404);

  const authorization = await engineerAt(db.database, other, join(root, 'other'));
  const rule = { name: 'Elsewhere', code: 'RETURN Reject("published elsewhere")' };
  await publishOn(other, authorization, merchant.facts, rule);
  await expect
    .poll(async () => reasonOf(await merchant.purchase()), { timeout: PATIENCE_MS, interval: 20 })
    .toBe('published elsewhere');

  const second = await nodes.start('second', { REDOUBT_ROLES: 'decisions,console,projectors' });
  expect(await untilEnded(second)).toBe(1);
  expect(second.output()).toMatch(
    /"level":60,.*"msg":"Another node decides events on this database already, [^\n]+\."/,
  );
  expect(await merchant.purchase()).toMatchObject({ status: 200 });

  await first.kill();
  const successor = await nodes.start('second', { REDOUBT_ROLES: 'decisions,console,projectors' });
  await untilReady(successor);
  expect(await successor.stop()).toBe(0);
  expect(await other.stop()).toBe(0);
}, 120_000);
