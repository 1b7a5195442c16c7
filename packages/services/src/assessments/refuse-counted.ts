import { fail, type DefinedKind } from '@redoubt/domain';
import { listPublishedVelocitySets, type TenantTransaction } from '@redoubt/storage';

/** Keeps what published velocities of any environment count. @throws `ASSESSMENT-REFERENCED`. */
export const refuseCounted = async (
  trx: TenantTransaction,
  name: string,
  goes: (kind: DefinedKind) => boolean,
): Promise<void> => {
  const sets = await listPublishedVelocitySets(trx);
  const counting = sets.filter(({ sources }) => Object.values(sources ?? {}).some(goes));
  if (counting.length === 0) return;
  throw fail('ASSESSMENT-REFERENCED', { name, velocities: [...new Set(counting.map((set) => set.name))] });
};
