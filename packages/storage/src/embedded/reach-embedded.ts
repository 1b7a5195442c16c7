import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EmbeddedAddress } from './embedded-postgres.ts';
import { BootError } from '../boot-error.ts';
import { ADMIN_ROLE, readSecrets } from './cluster.ts';
import { startEmbeddedPostgres, type EmbeddedOptions } from './embedded-postgres.ts';
import { findPostmaster, probe } from './postmaster.ts';

export type ReachedPostgres = {
  readonly server: EmbeddedAddress;
  /** Lets go of it; stops it only where it was started for this. */
  readonly release: () => Promise<void>;
};

/**
 * The embedded server of a data directory, for commands beside the product: the running one where there is one, else it
 * is started for as long as it is held. Nothing is created.
 *
 * @throws `BootError` where the directory holds no database, or it cannot be started.
 */
export const reachEmbeddedPostgres = async (options: EmbeddedOptions): Promise<ReachedPostgres> => {
  const home = join(resolve(options.dataDirectory), 'postgres');
  const directory = join(home, 'data');
  if (!existsSync(directory)) {
    throw new BootError(`There is no database in ${resolve(options.dataDirectory)}; set REDOUBT_DATA or DATABASE_URL.`);
  }
  const running = await findPostmaster(directory);
  if (running !== undefined) {
    const secrets = await readSecrets(join(home, 'secrets.json'));
    const { socketDirectory } = running;
    const login = { host: socketDirectory, user: ADMIN_ROLE, password: secrets.admin, database: 'postgres' };
    if ((await probe(login)) === 'up') {
      return { server: { kind: 'embedded', socketDirectory, secrets }, release: () => Promise.resolve() };
    }
  }
  const started = await startEmbeddedPostgres(options);
  return { server: started, release: started.stop };
};
