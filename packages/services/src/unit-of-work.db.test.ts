import { fail } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { ChangeRecorder } from './change-recorder.ts';
import type { EnvironmentContext } from './context.ts';
import { createScene, type Scene } from './testing/scene.ts';
import { DeferredChecks, guardReaders, inTransaction, reading, recordedWithin, within } from './unit-of-work.ts';

const test = useDatabase();
let scene: Scene;

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {} });
});

const rename = (context: EnvironmentContext, name: string): Promise<unknown> =>
  inTransaction(context, (trx) => trx.updateTable('tenant').set({ name }).execute());

const nameIn = (context: EnvironmentContext): Promise<string | undefined> =>
  reading(context, async (trx) => (await trx.selectFrom('tenant').select('name').executeTakeFirst())?.name);

describe('a unit of work', () => {
  it('lets commands see what the ones before them wrote, and takes all of them back together', async () => {
    const context = scene.contextIn('Root');
    const before = await nameIn(context);
    const run = inTransaction(context, async (trx) => {
      const shared = within(context, trx);
      await rename(shared, 'Renamed');
      expect(await nameIn(shared)).toBe('Renamed');
      expect(await nameIn(context)).toBe(before);
      throw new Error('taken back');
    });
    await expect(run).rejects.toThrow('taken back');
    expect(await nameIn(context)).toBe(before);
  });

  it('takes a recorded command that throws back alone', async () => {
    const context = scene.contextIn('Root');
    await inTransaction(context, async (trx) => {
      const recorder = new ChangeRecorder();
      const recorded = recordedWithin(context, trx, recorder);
      await rename(recorded, 'Kept');
      const refused = inTransaction(recorded, async () => {
        recorder.requireSecondPerson();
        recorder.record({ operation: 'Update', type: 'Tenant', id: '', name: '', original: null, modified: null });
        await rename(recorded, 'Refused');
        throw new Error('refused');
      });
      await expect(refused).rejects.toThrow('refused');
      expect(await nameIn(recorded)).toBe('Kept');
      expect(recorder.activities).toEqual([]);
      expect(recorder.needsSecondPerson).toBe(false);
    });
    expect(await nameIn(context)).toBe('Kept');
  });

  it('stays in its tenant', async () => {
    const context = scene.contextIn('Root');
    const other = await createScene(test.database, { Root: {} });
    await inTransaction(context, async (trx) => {
      const elsewhere = { ...within(context, trx), tenantId: other.tenantId };
      await expect(inTransaction(elsewhere, () => Promise.resolve())).rejects.toThrow('stays in its tenant');
    });
  });
});

describe('a guard', () => {
  const refuse = () => Promise.reject(fail('LIST-UNKNOWN', { id: 'a' }));

  it('looks at once where a command runs alone', async () => {
    const context = scene.contextIn('Root');
    const run = inTransaction(context, (trx) =>
      guardReaders(within(context, trx), refuse, () => Promise.resolve(true)),
    );
    await expect(run).rejects.toMatchObject({ code: 'LIST-UNKNOWN' });
  });

  it('waits for the end of a transaction that defers it, and lets pass what came back', async () => {
    const context = scene.contextIn('Root');
    const deferred = new DeferredChecks();
    await inTransaction(context, async (trx) => {
      const shared = within(context, trx, deferred);
      let isBack = false;
      await guardReaders(shared, refuse, () => Promise.resolve(isBack));
      expect((await deferred.run()).map(({ code }) => code)).toEqual(['LIST-UNKNOWN']);
      isBack = true;
      expect(await deferred.run()).toEqual([]);
    });
  });

  it('lets what is no refusal through', async () => {
    const deferred = new DeferredChecks();
    deferred.add(() => Promise.reject(new Error('the database went away')));
    await expect(deferred.run()).rejects.toThrow('went away');
  });
});
