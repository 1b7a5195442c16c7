import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { newId } from '@redoubt/kernel';
import { aPurchase, digestTables } from '@redoubt/testing/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../installation/open-database.ts';
import { silentLogger } from '../logger.ts';
import { chooseLauncher, type Launcher } from '../embedded/launcher.ts';
import { createLog } from '../log/log.ts';
import { readLastPosition } from '../log/read-log.ts';
import { readTables } from './contents.ts';

const run = promisify(execFile);

/** Where Debian and the project's own packages put a whole PostgreSQL, newest first; undefined where there is none. */
const TOOLS = (() => {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).map(Number) : [];
  return versions
    .filter((version) => version >= 15)
    .toSorted((a, b) => b - a)
    .map((version) => join(root, String(version), 'bin'))
    .find((bin) =>
      ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'].every((name) => existsSync(join(bin, name))),
    );
})();
const SKIPPED =
  TOOLS === undefined ? ' (skipped: no PostgreSQL 15 or newer with its tools below /usr/lib/postgresql)' : '';

const shop = { tenantId: newId(), environmentId: newId() };
const OWNER = { user: 'redoubt_owner', password: 'secret' };
let root = '';
let launcher: Launcher;
const servers: ChildProcess[] = [];

const program = async (name: string, args: readonly string[]) => {
  const { file, args: all } = launcher.command(join(TOOLS ?? '', name), args);
  return run(file, all, { ...launcher.identity, cwd: root, env: { ...process.env, PGPASSWORD: OWNER.password } });
};

const client = async (socket: string, database: string, user: string): Promise<pg.Client> => {
  const made = new pg.Client({ host: socket, database, user, password: OWNER.password });
  made.on('error', () => undefined);
  await made.connect();
  return made;
};

const query = async (socket: string, database: string, text: string, user = 'postgres') => {
  const session = await client(socket, database, user);
  try {
    return (await session.query(text)).rows as Record<string, unknown>[];
  } finally {
    await session.end();
  }
};

/** Starts a server on a data directory, with a socket of its own and no port. */
const start = async (data: string, name: string, settings: readonly string[] = []): Promise<string> => {
  const socket = join(root, name);
  await mkdir(socket);
  await launcher.own(socket);
  const options = ['listen_addresses=', `unix_socket_directories=${socket}`, ...settings];
  const { file, args } = launcher.command(join(TOOLS ?? '', 'postgres'), [
    '-D',
    data,
    ...options.flatMap((option) => ['-c', option]),
  ]);
  const server = spawn(file, args, { ...launcher.identity, cwd: root, stdio: 'ignore' });
  servers.push(server);
  for (;;) {
    const isUp = await query(socket, 'postgres', 'select pg_is_in_recovery() as waits').catch(() => undefined);
    if (isUp?.[0]?.['waits'] === false) return socket;
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    await delay(50);
  }
};

const urlOf = (socket: string, database: string): string =>
  `postgresql://${OWNER.user}:${OWNER.password}@${encodeURIComponent(socket)}/${database}`;

/** Opens Redoubt on a database as an operator's server does, appends events, and gives the newest position. */
const append = async (socket: string, database: string, count: number): Promise<number> => {
  const opened = await openDatabase({ server: { kind: 'external', url: urlOf(socket, database) }, log: silentLogger });
  const log = createLog(opened);
  await Promise.all(Array.from({ length: count }, () => log.append(aPurchase(shop))));
  await log.close();
  const position = await readLastPosition(opened);
  await opened.close();
  return position;
};

describe.skipIf(TOOLS === undefined)(`the tools of PostgreSQL${SKIPPED}`, () => {
  let data = '';
  let archive = '';
  let socket = '';

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'redoubt-pg-'));
    launcher = await chooseLauncher(root);
    data = join(root, 'data');
    archive = join(root, 'archive');
    await mkdir(data, { mode: 0o700 });
    await mkdir(archive);
    for (const directory of [root, data, archive]) await launcher.own(directory);
    await program('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']);
    socket = await start(data, 's', ['archive_mode=on', `archive_command=cp %p ${archive}/%f`]);
    await query(socket, 'postgres', `create role ${OWNER.user} login createrole password '${OWNER.password}'`);
    await query(socket, 'postgres', `create database shop owner ${OWNER.user}`);
    await append(socket, 'shop', 20);
  }, 60_000);
  afterAll(async () => {
    for (const server of servers) {
      server.kill('SIGINT');
      if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve));
    }
    await rm(root, { recursive: true, force: true });
  });

  it('pg_dump as the owner, with row security on, copies every row; pg_restore brings a database that goes on', async () => {
    const file = join(root, 'shop.dump');
    await expect(program('pg_dump', ['-Fc', '-f', file, urlOf(socket, 'shop')])).rejects.toThrow(
      /would be affected by row-level security policy/,
    );
    await program('pg_dump', ['-Fc', '--enable-row-security', '-f', file, urlOf(socket, 'shop')]);
    await query(socket, 'postgres', `create database restored owner ${OWNER.user}`);
    await program('pg_restore', [
      '--exit-on-error',
      '--single-transaction',
      '--no-owner',
      '-d',
      urlOf(socket, 'restored'),
      file,
    ]);

    const session = await client(socket, 'shop', 'postgres');
    const tables = (await readTables(session)).map(({ name }) => name);
    await session.end();
    const digestsOf = (database: string) =>
      digestTables(
        async <Row extends pg.QueryResultRow>(text: string) => (await query(socket, database, text)) as Row[],
        tables,
      );
    expect(await digestsOf('restored')).toEqual(await digestsOf('shop'));
    const forced = 'select relname from pg_class where relforcerowsecurity and relrowsecurity order by 1';
    expect(await query(socket, 'restored', forced)).toEqual(await query(socket, 'shop', forced));
    expect(await append(socket, 'restored', 1)).toBe(21);
  }, 60_000);

  it('a base backup and the archived log bring the database back to a moment, and it goes on from there', async () => {
    const base = join(root, 'base');
    await program('pg_basebackup', ['-D', base, '-h', socket, '-U', 'postgres', '-X', 'none', '--checkpoint=fast']);
    const wanted = await append(socket, 'shop', 15);
    await query(socket, 'postgres', `select pg_create_restore_point('wanted')`);
    expect(await append(socket, 'shop', 15)).toBe(wanted + 15);
    await query(socket, 'postgres', 'select pg_switch_wal()');
    const isArchived = async () => {
      const [row] = await query(
        socket,
        'postgres',
        `select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as done from pg_stat_archiver`,
      );
      return row?.['done'];
    };
    await expect.poll(isArchived, { timeout: 30_000 }).toBe(true);

    await writeFile(join(base, 'recovery.signal'), '');
    await launcher.own(base);
    const restored = await start(base, 'r', [
      `restore_command=cp ${archive}/%f %p`,
      'recovery_target_name=wanted',
      'recovery_target_action=promote',
    ]);
    expect(await append(restored, 'shop', 1)).toBe(wanted + 1);
  }, 90_000);
});
