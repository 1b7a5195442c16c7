import { supportKey, type SupportListStatus, type SupportValue } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { findSupportEntries } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';

/** What the support lists of an environment say now of some values, in their order; null where they say nothing. */
export const readSupportStatuses = (
  context: EnvironmentContext,
  environmentId: Id,
  values: readonly SupportValue[],
): Promise<(SupportValue & { readonly status: SupportListStatus | null })[]> =>
  reading(context, async (trx) => {
    const nowMs = context.clock.now();
    const statuses = new Map<string, SupportListStatus>();
    for (const [entity, some] of Map.groupBy(values, (each) => each.entity)) {
      const texts = some.map(({ value }) => value);
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, and at most five lists
      const found = await findSupportEntries(trx, { environmentId, entity }, texts);
      for (const [key, { status, expiresAt }] of found)
        if (expiresAt === null || expiresAt.getTime() > nowMs) statuses.set(`${entity} ${key}`, status);
    }
    return values.map((each) => ({
      ...each,
      status: statuses.get(`${each.entity} ${supportKey(each.value)}`) ?? null,
    }));
  });
