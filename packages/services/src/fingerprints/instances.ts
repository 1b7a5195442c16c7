import { MINUTE_MS, type Clock, type Id } from '@redoubt/kernel';
import { listEnvironments, type Database } from '@redoubt/storage';

export type Instance = { readonly tenantId: Id; readonly environmentId: Id };

/** Finds the environment behind an id that stands in the pages of shops. */
export type Instances = { readonly find: (instanceId: string) => Promise<Instance | undefined> };

/** How long an unknown id is not looked for again: any caller can make ids up. */
const LOOK_AGAIN_MS = 5000;
/** How long a known one is taken for granted: environments are deleted, too. */
const KNOWN_FOR_MS = MINUTE_MS;

/** Knows the fingerprinting id of every environment of this installation, and the id of the environment itself. */
export const createInstances = (database: Database, clock: Clock): Instances => {
  let known = new Map<string, Instance>();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    const found = new Map<string, Instance>();
    for (const { tenantId } of await database.listTenants()) {
      for (const { id, status, deviceFingerprintingId } of await database.inTenant(tenantId, listEnvironments)) {
        if (status !== 'Active') continue;
        found.set(id, { tenantId, environmentId: id });
        found.set(deviceFingerprintingId, { tenantId, environmentId: id });
      }
    }
    known = found;
    readAtMs = clock.now();
  };
  return {
    find: async (instanceId) => {
      const id = instanceId.toLowerCase();
      const isKnownForMs = known.has(id) ? KNOWN_FOR_MS : LOOK_AGAIN_MS;
      if (clock.now() - readAtMs >= isKnownForMs) {
        reading ??= read().finally(() => (reading = undefined));
        await reading;
      }
      return known.get(id);
    },
  };
};
