import { useDatabase } from '@redoubt/testing/database';
import { expect, it, vi } from 'vitest';
import { claimDecisions } from './decision-claim.ts';
import { watchDecidingNodes } from './deciding-nodes.ts';

const test = useDatabase();

it('counts every node that holds the claim to decide, and those that left no more', async () => {
  const refuse = (error: Error): void => {
    throw error;
  };
  const first = await claimDecisions(test.database, 'shared', refuse);
  const second = await claimDecisions(test.database, 'shared', refuse);
  const nodes = await watchDecidingNodes(test.database, 20);
  expect(nodes.count()).toBe(2);
  await second.release();
  await vi.waitFor(() => expect(nodes.count()).toBe(1), { timeout: 15_000 });
  await first.release();
  await nodes.close();
});
