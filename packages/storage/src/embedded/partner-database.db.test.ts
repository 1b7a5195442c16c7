import { useDatabase } from '@redoubt/testing/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listenForPartner,
  PARTNER_DATABASE,
  preparePartnerDatabase,
  type PartnerListener,
} from './partner-database.ts';

const test = useDatabase();
const { user, database } = PARTNER_DATABASE;
let password = '';
let door: PartnerListener;

const query = async (text: string, change: pg.ClientConfig = {}): Promise<unknown[]> => {
  const client = new pg.Client({ host: '127.0.0.1', port: door.port, user, database, password, ...change });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  await preparePartnerDatabase(test.server, [['cust-1', 'gold', '2024-05-01']]);
  password = await preparePartnerDatabase(test.server, [['cust-1', 'blue', '2025-01-01']]);
  door = await listenForPartner(test.server, 0);
});
afterAll(() => door.close());

describe('the database of the demonstration', () => {
  it('is read through its door, and keeps the rows that are there', async () => {
    expect(await query('select member, tier from loyalty.members')).toEqual([{ member: 'cust-1', tier: 'gold' }]);
  });

  it.each([
    ["insert into loyalty.members values ('x', 'y', now())", /read-only transaction/],
    ["begin read write; insert into loyalty.members values ('x', 'y', now())", /permission denied/],
    ['create table loyalty.other (x int)', /read-only transaction/],
    ["select pg_read_file('/etc/passwd')", /permission denied/],
  ])('lets its reader do nothing else: %s', async (text, why) => {
    await expect(query(text)).rejects.toThrow(why);
  });

  it('admits its reader alone, even with the passwords of other accounts', async () => {
    const { admin, owner } = test.server.secrets;
    const others: pg.ClientConfig[] = [
      { user: 'redoubt_admin', password: admin },
      { user: 'redoubt_admin', password: admin, database: 'postgres' },
      { user: 'redoubt_owner', password: owner, database: test.name },
      { database: test.name },
      { ssl: true },
    ];
    for (const other of others) await expect(query('select 1', other)).rejects.toThrow(/terminated|closed|SSL|reset/i);
    await expect(query('select 1', { password: 'wrong' })).rejects.toThrow(/password authentication failed/);
  });
});
