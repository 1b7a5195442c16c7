import { withDescendants } from '@redoubt/domain';
import { useMemo } from 'react';
import { useEnvironment } from '../../app/console-context.tsx';
import { useEnvironments } from '../../app/environments.ts';

/** How many environments below the one in force take events, and so have something to find. */
export const useChildCount = (): number => {
  const environments = useEnvironments();
  const { id } = useEnvironment();
  return useMemo(() => {
    const below = new Set(withDescendants(id, environments).filter((each) => each !== id));
    return environments.filter((each) => below.has(each.id) && each.status === 'Active').length;
  }, [environments, id]);
};
