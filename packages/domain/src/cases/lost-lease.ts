import type { CaseAction } from './case-lifecycle.ts';

type Did = { readonly actorId: string; readonly action: string };

/** What an agent does that leaves the case in the agent's hands. */
const HOLDS: ReadonlySet<string> = new Set<CaseAction['kind']>(['lease', 'extend', 'undo']);
/** What others do that takes a case out of an agent's hands, or finds it where a lease was over. */
const ENDS: ReadonlySet<string> = new Set<CaseAction['kind']>([
  'lease',
  'release',
  'decide',
  'decideFirst',
  'disagree',
  'timeOut',
  'cancel',
]);

/**
 * What took a case from an agent who had it in review; null where the agent has it, let go of it, or only the lease is over.
 *
 * @param entries newest first.
 */
export const lostLease = <Entry extends Did>(entries: readonly Entry[], agentId: string): Entry | null => {
  let lost: Entry | null = null;
  for (const entry of entries) {
    if (entry.actorId === agentId) return HOLDS.has(entry.action) ? lost : null;
    if (ENDS.has(entry.action)) lost = entry;
  }
  return null;
};
