import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BootError } from '../boot-error.ts';

const run = promisify(execFile);

type Account = { readonly name: string; readonly uid: number; readonly gid: number };

/**
 * How a PostgreSQL program is run. It refuses uid 0, so root needs another identity: first a user namespace, which
 * leaves the files with their owner and works below a private home; then an unprivileged account that owns the data.
 */
export type Launcher = {
  readonly command: (program: string, args: readonly string[]) => { file: string; args: string[] };
  readonly identity: { readonly uid?: number; readonly gid?: number };
  /** Hands a directory and what is below it to the identity the programs run under, where it is not theirs yet. */
  readonly own: (path: string) => Promise<void>;
};

/** Root may find a directory owned by the identity of an earlier start: the way to run may have changed since. */
const ownTree = async (path: string, owner: { readonly uid: number; readonly gid: number }): Promise<void> => {
  if ((await stat(path)).uid === owner.uid) return;
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
  await lchown(path, owner.uid, owner.gid);
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
  return {
    command: (program, args) => ({ file: 'unshare', args: [...prefix, program, ...args] }),
    identity: {},
    own: (path) => ownTree(path, { uid: 0, gid: 0 }),
  };
};

const asAccount = async (account: Account, directory: string): Promise<Launcher | undefined> => {
  const identity = { uid: account.uid, gid: account.gid };
  try {
    // The account must pass through; what lies below stays closed to others by its own modes.
    await chmod(directory, 0o711);
    await run('test', ['-x', directory], identity);
  } catch {
    return undefined;
  }
  return { command: plain.command, identity, own: (path) => ownTree(path, identity) };
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
