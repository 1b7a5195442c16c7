import { newId } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { createTenantNames } from './tenant-names.ts';

const counting = (tenantIds: readonly string[]) => {
  let asked = 0;
  const listTenants = async () => {
    asked += 1;
    return tenantIds.map((tenantId) => ({ tenantId, name: 'Shop', edition: 'Standard' as const }));
  };
  return { database: { listTenants }, asked: () => asked };
};

describe('names of tenants', () => {
  it('are found by id in any letter case, and by domain', async () => {
    const tenantId = newId();
    const names = createTenantNames(counting([tenantId]).database, new Map([['shop.example', tenantId]]));
    expect(await names.find(tenantId.toUpperCase())).toBe(tenantId);
    expect(await names.find('Shop.Example')).toBe(tenantId);
    expect(await names.find('other.example')).toBeUndefined();
  });

  it('cost the database one question however many callers wait, and none for a tenant that was just found', async () => {
    const tenantId = newId();
    const { database, asked } = counting([tenantId]);
    const names = createTenantNames(database, new Map());
    await Promise.all(Array.from({ length: 1000 }, (_unused, at) => names.find(`unknown-${at}`)));
    expect(asked()).toBe(1);
    await names.find(tenantId);
    expect(asked()).toBe(1);
  });

  it('of a tenant that came since are found', async () => {
    const tenantIds: string[] = [];
    const names = createTenantNames(counting(tenantIds).database, new Map());
    const tenantId = newId();
    expect(await names.find(tenantId)).toBeUndefined();
    tenantIds.push(tenantId);
    expect(await names.find(tenantId)).toBe(tenantId);
  });
});
