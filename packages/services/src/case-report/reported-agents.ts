import { createHash } from 'node:crypto';
import type { ReportedAgent } from '@redoubt/contracts';
import { allows } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { hidesAgentsInAny, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';

/** Whether one of some environments hides its agents from the caller; those who can switch it off see names anyway. */
export const hidesAgentsFrom = async (
  trx: TenantTransaction,
  { capabilities }: EnvironmentContext,
  environmentIds: readonly Id[],
): Promise<boolean> =>
  !allows(capabilities, 'adminConfiguration:write') && (await hidesAgentsInAny(trx, environmentIds));

/** Agents as the caller may see them. Numbers follow a hash, so that neither name nor volume tells whose is whose. */
export const agentsOf = (
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  hides: { readonly environmentId: Id } | null,
): ReadonlyMap<string, ReportedAgent> => {
  if (hides === null) return new Map(ids.map((id) => [id, { key: id, name: names.get(id) ?? id, number: null }]));
  const hashOf = (id: string): string => createHash('sha256').update(`${hides.environmentId} ${id}`).digest('hex');
  const sorted = ids.map((id) => ({ id, hash: hashOf(id) })).toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  return new Map(sorted.map(({ id }, index) => [id, { key: String(index + 1), name: null, number: index + 1 }]));
};
