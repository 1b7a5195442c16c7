import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../installation/open-database.ts';
import { silentLogger } from '../logger.ts';
import { claimDataDirectory } from './data-directory.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';

const log = silentLogger;
let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'redoubt-embedded-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const waitFor = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds().catch(() => false))) await delay(50);
};

describe('the embedded server', () => {
  it('keeps its data over a clean stop, and a second server on the same directory is told so', async () => {
    const dataDirectory = join(root, 'kept');
    const first = await startEmbeddedPostgres({ dataDirectory, log });
    const database = await openDatabase({ server: first, log });
    await database.inTenant('a0000000-0000-4000-8000-000000000001', (trx) =>
      trx.insertInto('tenant').values({ tenant_id: 'a0000000-0000-4000-8000-000000000001', name: 'Kept' }).execute(),
    );
    await expect(startEmbeddedPostgres({ dataDirectory, log })).rejects.toThrow(/is in use by another server/);
    await database.close();
    await first.stop();

    const second = await startEmbeddedPostgres({ dataDirectory, log });
    const again = await openDatabase({ server: second, log });
    expect(second.adopted).toBe(false);
    expect(await again.listTenants()).toEqual([{ tenantId: 'a0000000-0000-4000-8000-000000000001', name: 'Kept' }]);
    await again.close();
    await second.stop();
  });

  it('keeps passwords where only its owner reads them and listens on a private socket alone', async () => {
    const dataDirectory = join(root, 'private');
    const server = await startEmbeddedPostgres({ dataDirectory, log });
    const secrets = await stat(join(dataDirectory, 'postgres', 'secrets.json'));
    expect(secrets.mode & 0o777).toBe(0o600);
    expect((await stat(server.socketDirectory)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(dataDirectory, 'postgres', 'data', 'pg_hba.conf'), 'utf8')).not.toMatch(/^[^#].*trust/m);
    await server.stop();
  });

  it('takes over a server that outlived a crash, even below a path too long for a socket', async () => {
    const dataDirectory = join(root, 'a-directory-name-that-is-long-'.repeat(4));
    const crashed = await startEmbeddedPostgres({ dataDirectory, log });
    // What a crash leaves: a lock of a process that is gone, and a running server.
    await rm(join(dataDirectory, 'server.lock'));
    await writeFile(
      join(dataDirectory, 'server.lock'),
      JSON.stringify({ pid: 2 ** 22 + 1, started: '1', host: 'x', nonce: 'n' }),
    );
    await writeFile(
      join(dataDirectory, 'server.lock'),
      JSON.stringify({ pid: 2 ** 22 + 1, started: '1', host: hostname(), nonce: 'n' }),
    );
    const next = await startEmbeddedPostgres({ dataDirectory, log });
    expect(next.adopted).toBe(true);
    expect(next.pid()).toBe(crashed.pid());
    await Promise.all([next.stop(), crashed.stop()]);
  });

  it('comes back by itself after its process was killed', async () => {
    const server = await startEmbeddedPostgres({ dataDirectory: join(root, 'killed'), log });
    const database = await openDatabase({ server, log });
    const pid = server.pid();
    process.kill(pid, 'SIGKILL');
    await waitFor(async () => server.pid() !== pid && (await database.listTenants()).length === 0);
    expect(server.pid()).not.toBe(pid);
    await database.close();
    await server.stop();
  });

  it('starts although its old process number belongs to another program now', async () => {
    const dataDirectory = join(root, 'reused');
    const first = await startEmbeddedPostgres({ dataDirectory, log });
    const note = join(dataDirectory, 'postgres', 'data', 'postmaster.pid');
    const text = await readFile(note, 'utf8');
    await first.stop();
    await writeFile(note, text.replace(/^\d+/, String(process.pid)), { mode: 0o600 });
    const second = await startEmbeddedPostgres({ dataDirectory, log });
    expect(second.adopted).toBe(false);
    await second.stop();
  });

  it('says in one sentence that a directory cannot be used', async () => {
    const file = join(root, 'a-file');
    await writeFile(file, '');
    await expect(startEmbeddedPostgres({ dataDirectory: join(file, 'below'), log })).rejects.toThrow(
      /^The data directory .* cannot be used \(ENOTDIR\)/,
    );
  });

  it.runIf(process.platform === 'linux')('says so too where a file system takes no directories at all', async () => {
    await expect(startEmbeddedPostgres({ dataDirectory: '/proc/redoubt/data', log })).rejects.toThrow(
      /^The data directory .* cannot be used \(ENOENT\)/,
    );
  });

  it('takes over an untouched lock of another host, and none that is touched or whose database answers', async () => {
    const directory = join(root, 'container');
    const lockFile = join(directory, 'server.lock');
    await (await claimDataDirectory(directory)).release();
    const leave = () =>
      writeFile(lockFile, JSON.stringify({ pid: process.pid, started: '1', host: 'gone', nonce: 'n' }));
    const silenceMs = 400;

    await leave();
    const touching = setInterval(() => void utimes(lockFile, new Date(), new Date()), 50);
    await expect(claimDataDirectory(directory, { silenceMs })).rejects.toThrow(/in use by another server .* on gone/);
    clearInterval(touching);
    const served = claimDataDirectory(directory, { silenceMs, isServed: async () => true });
    await expect(served).rejects.toThrow(/in use/);
    const claims = await Promise.allSettled(
      Array.from({ length: 4 }, () => claimDataDirectory(directory, { silenceMs })),
    );
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('tells a holder whose directory another host has taken', async () => {
    const directory = join(root, 'lost');
    const { promise, resolve } = Promise.withResolvers<void>();
    const claimed = await claimDataDirectory(directory, { onLost: resolve });
    await writeFile(
      join(directory, 'server.lock'),
      JSON.stringify({ pid: process.pid, started: '1', host: 'other', nonce: 'other' }),
    );
    await promise;
    await claimed.release();
    expect(await readFile(join(directory, 'server.lock'), 'utf8')).toContain('other');
  });

  it('sees the database of another container by its socket', async () => {
    const dataDirectory = join(root, 'c');
    const server = await startEmbeddedPostgres({ dataDirectory, log });
    const lockFile = join(dataDirectory, 'server.lock');
    const own = await readFile(lockFile, 'utf8');
    await writeFile(lockFile, JSON.stringify({ ...(JSON.parse(own) as object), host: 'another container' }));
    await expect(startEmbeddedPostgres({ dataDirectory, log })).rejects.toThrow(/in use/);
    await server.stop();
  }, 40_000);

  it('lets exactly one of several starters have a directory with a stale lock', async () => {
    const directory = join(root, 'contended');
    await (await claimDataDirectory(directory)).release();
    await writeFile(
      join(directory, 'server.lock'),
      JSON.stringify({ pid: 2 ** 22 + 1, started: '1', host: hostname(), nonce: 'n' }),
    );
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => claimDataDirectory(directory)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a PostgreSQL of the operator', () => {
  let server: EmbeddedPostgres;
  const owner = 'postgresql://shop_owner:secret@';
  const at = (login: string, database: string) => `${login}${encodeURIComponent(server.socketDirectory)}/${database}`;
  const asAdmin = async (...statements: string[]) => {
    const client = new pg.Client({
      host: server.socketDirectory,
      user: 'redoubt_admin',
      password: server.secrets.admin,
      database: 'postgres',
    });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const open = (database: string, urls: { appUrl?: string; ingestUrl?: string } = {}) =>
    openDatabase({ server: { kind: 'external', url: at(owner, database), ...urls }, log });

  beforeAll(async () => {
    server = await startEmbeddedPostgres({ dataDirectory: join(root, 'external'), log });
    await asAdmin(
      `create role shop_owner login createrole password 'secret'`,
      `create role shop_app login password 'secret'`,
      `create role shop_root login superuser password 'secret'`,
      'create database shop owner shop_owner',
      'create database careless owner shop_owner',
      'alter database careless set synchronous_commit = off',
    );
  });
  afterAll(() => server.stop());

  it('gets runtime logins of its own, derived alike by every node', async () => {
    const nodes = [await open('shop'), await open('shop')];
    for (const node of nodes) {
      expect(await node.listTenants()).toEqual([]);
      await node.close();
    }
  });

  it('is used with the operator’s logins where they are held by row-level security, and refused where not', async () => {
    await asAdmin('grant redoubt_app to shop_app');
    await (await open('shop', { appUrl: at('postgresql://shop_app:secret@', 'shop') })).close();
    await expect(open('shop', { appUrl: at(owner, 'shop') })).rejects.toThrow(
      /must be a member of redoubt_app|owns tables/,
    );
    await expect(open('shop', { appUrl: at('postgresql://shop_root:secret@', 'shop') })).rejects.toThrow(
      /is a superuser/,
    );
    await expect(open('shop', { ingestUrl: at('postgresql://shop_app:secret@', 'shop') })).rejects.toThrow(
      /must be a member of redoubt_ingest/,
    );
  });

  it('is refused where it could lose what was acknowledged', async () => {
    await expect(open('careless')).rejects.toThrow(/synchronous_commit = off; it must be on/);
  });

  it('is refused with its own words where the password is wrong or the database is not there', async () => {
    const wrong = at('postgresql://shop_owner:guess@', 'shop');
    await expect(openDatabase({ server: { kind: 'external', url: wrong }, log })).rejects.toThrow(
      /password authentication failed/,
    );
    await expect(open('nowhere')).rejects.toThrow(/database "nowhere" does not exist/);
  });
});

describe('an unusable DATABASE_URL', () => {
  it.each([
    ['mysql://x', /^DATABASE_URL must look like/],
    ['postgresql://u:p@127.0.0.1:1/db', /^The PostgreSQL of DATABASE_URL cannot be used: .*ECONNREFUSED/],
    ['postgresql://u@127.0.0.1:1/db', /^DATABASE_URL holds no password/],
  ])('%s is refused with a sentence', async (url, sentence) => {
    await expect(openDatabase({ server: { kind: 'external', url }, log })).rejects.toThrow(sentence);
  });
});
