import type { ProvisionedEnvironment } from '@redoubt/contracts';
import { isBelow, readManaged, requireManaged, toProvisioned, type ManagingContext } from './managed-environment.ts';
import { reading } from '../unit-of-work.ts';

/** The environments below the caller's, by path. */
export const listProvisionedEnvironments = (context: ManagingContext): Promise<ProvisionedEnvironment[]> =>
  reading(context, async (trx) => {
    const managed = await readManaged(trx, context);
    return managed.all
      .filter(({ id }) => isBelow(managed, id))
      .map((record) => toProvisioned(record, managed))
      .toSorted((a, b) => a.path.localeCompare(b.path));
  });

/** One of them. @throws `ENV-UNKNOWN` */
export const getProvisionedEnvironment = (context: ManagingContext, id: string): Promise<ProvisionedEnvironment> =>
  reading(context, async (trx) => {
    const managed = await readManaged(trx, context);
    return toProvisioned(requireManaged(managed, id), managed);
  });
