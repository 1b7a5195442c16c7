import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { digestTables } from './digest.ts';
import { adminClient, type TestDatabase } from './use-database.ts';

/** Every table of a database, without the partitions that some consist of. */
const TABLES = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;

/**
 * As `digestTables` of every table of a test file's database, for files that ask again and again: on one connection, which knows
 * the tables and how to read them. A connection of its own takes thirty times as long for that as for reading them.
 */
export const useDigests = ({ server, name }: TestDatabase): (() => Promise<Readonly<Record<string, string>>>) => {
  let client: pg.Client | undefined;
  let tables: readonly string[] = [];
  beforeAll(async () => {
    client = adminClient(server, name);
    await client.connect();
    const { rows } = await client.query<{ name: string }>(TABLES);
    tables = rows.map((each) => each.name);
  });
  afterAll(() => client?.end());
  return () =>
    digestTables(async <Row extends pg.QueryResultRow>(text: string) => {
      if (client === undefined) throw new Error('useDigests: the connection is there from the first hook on');
      return (await client.query<Row>({ name: 'digest', text })).rows;
    }, tables);
};
