import type { VelocitySetDetail } from '@redoubt/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import type { ComparedText } from '../../../shared/authoring/history/HistoryCompare.tsx';
import type { Conflict } from '../../../shared/authoring/merge/conflict.ts';
import { editedVelocitySetOf, type EditedVelocitySet } from '../text/edited-velocity-set.ts';
import { velocitySetVersionQuery } from '../velocities.queries.ts';

/** The text of a published version; without a number, none is asked for. */
export const useVelocitySetVersion = (
  { environmentId, id }: Pick<VelocitySetDetail, 'environmentId' | 'id'>,
  version: number | null,
): { readonly text: EditedVelocitySet | null; readonly error: unknown } => {
  const call = useCall();
  const { data, error } = useQuery({
    ...velocitySetVersionQuery(call, environmentId, id, version ?? 1),
    enabled: version !== null,
  });
  const text = useMemo(() => (data ? editedVelocitySetOf(data) : null), [data]);
  return version === null ? { text: null, error: null } : { text, error };
};

/** The text both sides of a conflict were made from, read where it is an older version. */
export const useVelocitySetBase = (set: VelocitySetDetail, conflict: Conflict | null): ComparedText => {
  const base = conflict === null || conflict.kind === 'gone' ? null : conflict.base;
  const older = useVelocitySetVersion(set, typeof base === 'number' ? base : null);
  return typeof base === 'number' ? older : { text: base, error: null };
};
