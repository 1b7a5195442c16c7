import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { advancePlanHead, readPlanHeads, watchPlanHeads, type PlanHead } from './plan-head.ts';

const test = useDatabase();
/** Far below the poll of the first test, far above what a busy machine takes. */
const SOON = { timeout: 20_000 };
const AT = new Date('2026-03-04T12:00:00Z');

const newTenant = async (): Promise<string> => {
  const tenantId = newId();
  await test.database.inTenant(tenantId, (trx) =>
    trx.insertInto('tenant').values({ tenant_id: tenantId, name: 'Shop' }).execute(),
  );
  return tenantId;
};

const advance = (tenantId: string): Promise<number> =>
  test.database.inTenant(tenantId, (trx) => advancePlanHead(trx, tenantId, AT));

describe('the head of a tenant’s plan', () => {
  it('moves on by one for each change, also when several change it at a time', async () => {
    const tenantId = await newTenant();
    const versions = await Promise.all(Array.from({ length: 8 }, () => advance(tenantId)));
    expect(versions.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('does not move where the change was taken back', async () => {
    const tenantId = await newTenant();
    await advance(tenantId);
    const undone = test.database.inTenant(tenantId, async (trx) => {
      await advancePlanHead(trx, tenantId, AT);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect((await readPlanHeads(test.database)).find((head) => head.tenantId === tenantId)?.version).toBe(1);
  });
});

describe('watching plan heads', () => {
  it('hears of a change at once, long before the next poll', async () => {
    const tenantId = await newTenant();
    const seen: PlanHead[] = [];
    const watch = watchPlanHeads(test.database, {
      pollMs: 600_000,
      onChange: (head) => Promise.resolve(void (head.tenantId === tenantId && seen.push(head))),
    });
    const listeners = () =>
      test.asAdmin(`select 1 from pg_stat_activity where query = 'listen redoubt_plan' and datname = $1`, [test.name]);
    await expect.poll(listeners, SOON).toHaveLength(1);
    await advance(tenantId);
    await expect.poll(() => seen, SOON).toEqual([{ tenantId, version: 1 }]);
    await watch.close();
  });

  it('has told every change of before once it says that it caught up', async () => {
    const tenantId = await newTenant();
    const seen: number[] = [];
    const watch = watchPlanHeads(test.database, {
      pollMs: 600_000,
      onChange: (head) => Promise.resolve(void (head.tenantId === tenantId && seen.push(head.version))),
    });
    for (const version of [1, 2, 3]) {
      await advance(tenantId);
      await watch.caughtUp();
      expect(seen.at(-1)).toBe(version);
    }
    await watch.close();
  });

  it('finds a change by polling where its notification was lost, and tries again what failed', async () => {
    const tenantId = await newTenant();
    await advance(tenantId);
    let attempts = 0;
    const seen: PlanHead[] = [];
    const watch = watchPlanHeads(test.database, {
      pollMs: 30,
      onChange: (head) => {
        if (head.tenantId !== tenantId) return Promise.resolve();
        attempts += 1;
        if (attempts < 3) return Promise.reject(new Error('not yet'));
        seen.push(head);
        return Promise.resolve();
      },
    });
    await expect.poll(() => seen, SOON).toEqual([{ tenantId, version: 1 }]);
    await test.asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen redoubt_plan' and datname = $1`,
      [test.name],
    );
    await advance(tenantId);
    await expect.poll(() => seen.at(-1), SOON).toEqual({ tenantId, version: 2 });
    await watch.close();
  });

  it('tells of every tenant although one of them fails for ever', async () => {
    const tenants = await Promise.all([newTenant(), newTenant(), newTenant()]);
    for (const tenantId of tenants) await advance(tenantId);
    const ours = (await readPlanHeads(test.database)).filter((head) => tenants.includes(head.tenantId));
    const [failing, ...others] = ours.map((head) => head.tenantId);
    const seen = new Set<string>();
    const watch = watchPlanHeads(test.database, {
      pollMs: 600_000,
      onChange: (head) => {
        seen.add(head.tenantId);
        return head.tenantId === failing ? Promise.reject(new Error('broken plan')) : Promise.resolve();
      },
    });
    await expect.poll(() => others.every((tenantId) => seen.has(tenantId)), SOON).toBe(true);
    expect(seen.has(failing ?? '')).toBe(true);
    await watch.close();
  });
});
