import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { silentLogger } from '../database/logger.ts';
import { claimDataDirectory } from './data-directory.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

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
    await expect(startEmbeddedPostgres({ dataDirectory, log })).rejects.toThrow(/in use/);
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
    await database.close();
    await server.stop();
  });

  it('says in one sentence that a directory cannot be used', async () => {
    const file = join(root, 'a-file');
    await writeFile(file, '');
    await expect(startEmbeddedPostgres({ dataDirectory: join(file, 'below'), log })).rejects.toThrow(
      /^The data directory .* cannot be used \(ENOTDIR\)/,
    );
  });

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

describe('an unusable DATABASE_URL', () => {
  it.each([
    ['mysql://x', /^DATABASE_URL must look like/],
    ['postgresql://u:p@127.0.0.1:1/db', /^The PostgreSQL of DATABASE_URL cannot be used: .*ECONNREFUSED/],
    ['postgresql://u@127.0.0.1:1/db', /^DATABASE_URL holds no password/],
  ])('%s is refused with a sentence', async (url, sentence) => {
    await expect(openDatabase({ server: { kind: 'external', url }, log })).rejects.toThrow(sentence);
  });
});
