import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { appendAudit, type AuditEntry } from './audit.repository.ts';

const test = useDatabase();

const anEntry = (tenantId: string): AuditEntry => ({
  tenantId,
  environmentId: null,
  at: new Date('2026-03-04T12:00:00Z'),
  actor: { id: 'u-1', name: 'Ada Byron' },
  operation: 'Update',
  resource: { type: 'Rule', id: 'r-1', name: 'Limits' },
  original: { order: 1 },
  modified: null,
  correlationId: 'c-1',
});

describe('the audit', () => {
  it('keeps what was changed with the change itself, and nothing of one that was taken back', async () => {
    const tenantId = newId();
    const change = (fails: boolean) =>
      test.database.inTenant(tenantId, async (trx) => {
        if (!fails) await trx.insertInto('tenant').values({ tenant_id: tenantId, name: 'Shop' }).execute();
        await appendAudit(trx, anEntry(tenantId));
        if (fails) throw new Error('changed my mind');
      });
    await change(false);
    await expect(change(true)).rejects.toThrow('changed my mind');
    const entries = await test.database.inTenant(tenantId, (trx) =>
      trx.selectFrom('audit_entry').selectAll().execute(),
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      operation: 'Update',
      original: { order: 1 },
      modified: null,
      actor_name: 'Ada Byron',
    });
  });

  it('cannot be changed or removed by the running product', async () => {
    const tenantId = newId();
    const remove = test.database.inTenant(tenantId, (trx) => trx.deleteFrom('audit_entry').execute());
    await expect(remove).rejects.toThrow(/permission denied/);
    const change = test.database.inTenant(tenantId, (trx) =>
      trx.updateTable('audit_entry').set({ operation: 'Nothing' }).execute(),
    );
    await expect(change).rejects.toThrow(/permission denied/);
  });
});
