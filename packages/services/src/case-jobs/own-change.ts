import { standingAfter, type CaseEntry } from '@redoubt/domain';
import type { CaseChange, LockedCase } from '@redoubt/storage';

/** What Redoubt does to a case, and what goes with its entry. */
type OwnChange = Omit<CaseEntry, 'actorId' | 'actor'> & Pick<CaseChange, 'said' | 'consequences' | 'notBefore'>;

/** What Redoubt itself does to a locked case; none where it is refused. */
export const ownChange = (
  { key, standing }: LockedCase,
  { said, consequences, notBefore, ...what }: OwnChange,
): readonly CaseChange[] => {
  const entry: CaseEntry = { ...what, actorId: 'redoubt', actor: 'Redoubt' };
  const next = standingAfter(standing, entry);
  if ('refusal' in next) return [];
  const told = said === undefined ? {} : { said };
  return [{ key, entry, before: standing, after: next.standing, consequences, notBefore, ...told }];
};
