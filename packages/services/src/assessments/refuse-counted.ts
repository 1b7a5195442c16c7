import { fail, type DefinedKind } from '@redoubt/domain';
import { listReferences, type TenantTransaction } from '@redoubt/storage';
import { userNames } from '../references/references.ts';

/** Keeps what published velocities of any environment count. @throws `ASSESSMENT-REFERENCED`. */
export const refuseCounted = async (
  trx: TenantTransaction,
  name: string,
  goes: (kind: DefinedKind) => boolean,
): Promise<void> => {
  const counted = await listReferences(trx, { kinds: ['assessment'], readers: ['velocitySet'] });
  const counting = counted.filter((each) => goes(each.name as DefinedKind));
  if (counting.length > 0) throw fail('ASSESSMENT-REFERENCED', { name, velocities: userNames(counting) });
};
