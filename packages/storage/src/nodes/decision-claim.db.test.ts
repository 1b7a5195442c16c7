import { setTimeout as delay } from 'node:timers/promises';
import { useDatabase } from '@redoubt/testing/database';
import pg from 'pg';
import { expect, it } from 'vitest';
import { claimDecisions } from './decision-claim.ts';

const test = useDatabase();

const neverLost = (error: Error): void => {
  throw error;
};
const cutSessions = () =>
  test.asAdmin(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'redoubt decisions' and datname = current_database()`,
  );
const holders = async (): Promise<number> => {
  const rows = await test.asAdmin<{ holders: number }>(
    `select count(*)::int as holders from pg_locks
      where locktype = 'advisory' and granted and objid = hashtext('redoubt.decisions')::bigint & 4294967295
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.holders ?? 0;
};

it('lets one node decide, refuses the second in a sentence, and lets it when the first has gone', async () => {
  const first = await claimDecisions(test.database, 'alone', neverLost);
  await expect(claimDecisions(test.database, 'alone', neverLost)).rejects.toThrow(
    /^Another node decides events on this database already, .*REDOUBT_ROLES=console,projectors\.$/,
  );
  await first.release();
  const second = await claimDecisions(test.database, 'alone', neverLost);
  await second.release();
});

it('lets any number of nodes decide that share their velocities, and none beside them that does not', async () => {
  const first = await claimDecisions(test.database, 'shared', neverLost);
  const second = await claimDecisions(test.database, 'shared', neverLost);
  await expect(claimDecisions(test.database, 'alone', neverLost)).rejects.toThrow(/set REDIS_URL on every node/);
  await first.release();
  await second.release();
  const alone = await claimDecisions(test.database, 'alone', neverLost);
  await expect(claimDecisions(test.database, 'shared', neverLost)).rejects.toThrow(/set REDIS_URL there first/);
  await alone.release();
});

it('waits for a predecessor that is on its way out', async () => {
  const first = await claimDecisions(test.database, 'alone', neverLost);
  const second = claimDecisions(test.database, 'alone', neverLost);
  await first.release();
  const claim = await second;
  expect(await holders()).toBe(1);
  await claim.release();
});

it('is made again when its connection is cut', async () => {
  const claim = await claimDecisions(test.database, 'alone', neverLost);
  await cutSessions();
  while ((await holders()) !== 1) await delay(20);
  await claim.release();
  while ((await holders()) !== 0) await delay(20);
  expect(await holders()).toBe(0);
});

it('says that it was lost where another node has taken the place meanwhile', async () => {
  const { promise: lost, resolve } = Promise.withResolvers<Error>();
  const claim = await claimDecisions(test.database, 'alone', resolve);
  const other = new pg.Client({ ...test.database.ingestConfig });
  await other.connect();
  // It stands in line, so it has the lock the moment the first one's session ends.
  const taken = other.query(`select pg_advisory_lock(hashtext('redoubt.decisions'))`);
  await cutSessions();
  await taken;
  expect((await lost).message).toMatch(/^Another node decides events/);
  await claim.release();
  await other.end();
});
