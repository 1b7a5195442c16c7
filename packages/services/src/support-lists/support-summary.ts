import type { SupportEntry, SupportListSummary } from '@redoubt/contracts';
import { SUPPORT_LISTS, supportListOf, type SupportEntity } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { countSupportEntries, listSupportLists, type SupportListEntry, type TenantTransaction } from '@redoubt/storage';
import { readUsers, textUserOf } from '../references/references.ts';

const WEEK_MS = 7 * 86_400_000;

/** An entry as screens show it. */
export const entryOf = ({ addedBy, addedAt, expiresAt, ...entry }: SupportListEntry): SupportEntry => ({
  value: entry.value,
  status: entry.status,
  reason: entry.reason,
  comments: entry.comments,
  expiresAt: expiresAt?.toISOString() ?? null,
  source: entry.source,
  added: { by: addedBy, at: addedAt.toISOString() },
});

/** The support lists of an environment as they are at an instant. */
export const readSupportSummaries = async (
  trx: TenantTransaction,
  environmentId: Id,
  nowMs: number,
): Promise<SupportListSummary[]> => {
  const heads = await listSupportLists(trx, environmentId);
  const users = await readUsers(trx, 'list', environmentId);
  const counts = await countSupportEntries(trx, environmentId, {
    now: new Date(nowMs),
    soon: new Date(nowMs + WEEK_MS),
  });
  return SUPPORT_LISTS.map(({ entity, name, column, attribute }) => {
    const own = counts.filter((count) => count.entity === entity);
    const of = (status: string): number => own.find((count) => count.status === status)?.entries ?? 0;
    const head = heads.find((each) => each.entity === entity);
    return {
      entity,
      name,
      column,
      attribute,
      counts: { Safe: of('Safe'), Watch: of('Watch'), Block: of('Block') },
      expiringSoon: own.reduce((sum, { expiring }) => sum + expiring, 0),
      usedBy: users(name).map(textUserOf),
      changed: head ? { by: head.changedBy, at: head.changedAt.toISOString() } : null,
    };
  });
};

/** One of them. */
export const readSupportSummary = async (
  trx: TenantTransaction,
  environmentId: Id,
  entity: SupportEntity,
  nowMs: number,
): Promise<SupportListSummary> => {
  const found = (await readSupportSummaries(trx, environmentId, nowMs)).find((list) => list.entity === entity);
  if (!found) throw new Error(`${supportListOf(entity).name} is one of the support lists`);
  return found;
};
