import type { Dashboard } from '@redoubt/contracts';
import type { BarMark } from '@redoubt/ui';
import { useMemo } from 'react';
import { useTargetName } from '../resources/use-target-name.ts';
import { chartMarks, type LetteredChange, letteredChanges } from './day.ts';
import { useChangeText } from './use-change-text.ts';

const NONE: Dashboard['changes'] = [];

/** The newest changes of a period, and the marks of its chart for those that can move decisions. */
export const useMarkedChanges = (
  changes: Dashboard['changes'] = NONE,
  since: string | undefined,
  most: number,
): { readonly changes: readonly LetteredChange[]; readonly marks: readonly BarMark[] } => {
  const say = useChangeText();
  const nameOf = useTargetName();
  return useMemo(() => {
    const lettered = letteredChanges(changes, Date.parse(since ?? ''), most);
    return {
      changes: lettered,
      marks: chartMarks(lettered, (each) => `${nameOf(each.resourceType, each.resourceName)}: ${say(each)}`),
    };
  }, [changes, since, most, say, nameOf]);
};
