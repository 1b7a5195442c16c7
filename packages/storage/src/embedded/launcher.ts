import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BootError } from './boot-error.ts';

const run = promisify(execFile);

type Account = { readonly name: string; readonly uid: number; readonly gid: number };

/**
 * How a PostgreSQL program is run. It refuses uid 0, so root needs another identity: first a user namespace, which
 * leaves the files with their owner and works below a private home; then an unprivileged account that owns the data.
 */
export type Launcher = {
  readonly command: (program: string, args: readonly string[]) => { file: string; args: string[] };
  readonly identity: { readonly uid?: number; readonly gid?: number };
  /** Hands a directory to the identity the programs run under. */
  readonly own: (path: string) => Promise<void>;
};

const plain: Launcher = {
  command: (program, args) => ({ file: program, args: [...args] }),
  identity: {},
  own: () => Promise.resolve(),
};

const accounts = (): readonly Account[] => {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .filter((parts) => parts.length >= 4)
      .map((parts) => ({ name: parts[0] ?? '', uid: Number(parts[2]), gid: Number(parts[3]) }))
      .filter((account) => account.uid > 0);
  } catch {
    return [];
  }
};

/** PostgreSQL looks its user up by number, so the one we map to must have a line in the password file. */
const mappable = (known: readonly Account[]): Account | undefined =>
  known.find((account) => account.uid === 1000) ?? known.find((account) => account.uid < 65_534);

const inUserNamespace = async (account: Account): Promise<Launcher | undefined> => {
  const prefix = ['-U', `--map-user=${account.uid}`, `--map-group=${account.uid}`];
  try {
    await run('unshare', [...prefix, 'true']);
  } catch {
    return undefined;
  }
  return { ...plain, command: (program, args) => ({ file: 'unshare', args: [...prefix, program, ...args] }) };
};

const ownTree = async (path: string, account: Account): Promise<void> => {
  await chown(path, account.uid, account.gid);
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await chown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
};

const asAccount = async (account: Account, directory: string): Promise<Launcher | undefined> => {
  try {
    await run('test', ['-x', directory], { uid: account.uid, gid: account.gid });
  } catch {
    return undefined;
  }
  return {
    command: plain.command,
    identity: { uid: account.uid, gid: account.gid },
    own: (path) => ownTree(path, account),
  };
};

/** Chooses the way to run PostgreSQL for a data directory. */
export const chooseLauncher = async (directory: string): Promise<Launcher> => {
  if (process.getuid?.() !== 0) return plain;
  const known = accounts();
  const mapped = mappable(known);
  const namespaced = mapped === undefined ? undefined : await inUserNamespace(mapped);
  if (namespaced !== undefined) return namespaced;
  const unprivileged = known.find((account) => account.name === 'postgres') ?? known.find((a) => a.name === 'nobody');
  const switched = unprivileged === undefined ? undefined : await asAccount(unprivileged, directory);
  if (switched !== undefined) return switched;
  throw new BootError(
    `PostgreSQL refuses to run as root, and neither a user namespace nor an unprivileged account can use ${directory}; ` +
      'start as another user, set REDOUBT_DATA to a directory others may enter, or set DATABASE_URL.',
  );
};
